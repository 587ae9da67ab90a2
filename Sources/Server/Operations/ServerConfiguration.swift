import DraftLedger
import TextFormats

/// The settings of a server: flags before the environment (`DRAFT_LEDGER_…`) before one file of JSON.
///
/// A setting that no source has keeps its default. An invalid value and an unknown name are errors that name their source: a
/// server that ignored a misspelt limit would run without it.
package struct ServerConfiguration: Sendable {
    private let sources: [SettingSource]

    private static let environmentPrefix = "DRAFT_LEDGER_"
    /// Names in the environment that belong to other programs.
    private static let otherNames: Set = ["DRAFT_LEDGER_TOKEN"]

    private static var settings: [Setting] { Setting.all }

    /// The names of all settings.
    package static var names: [String] { settings.map(\.key) }

    /// - Parameters:
    ///   - flags: what the command line says, by keys.
    ///   - environment: all of it; only its names with `DRAFT_LEDGER_` are read.
    ///   - file: the path of a JSON file; nil for none.
    /// - Throws: `ServerConfigurationError` for a file that cannot be read, and for unknown names.
    package init(
        flags: [String: String], environment: [String: String], file: String?
    ) throws(ServerConfigurationError) {
        let keys = Dictionary(uniqueKeysWithValues: Self.settings.map { (Self.variable($0.key), $0.key) })
        let known = Set(keys.keys)
        let names = environment.filter { name, value in
            guard name.hasPrefix(Self.environmentPrefix), !Self.otherNames.contains(name) else { return false }
            return known.contains(name)
                || !InjectedVariables.include(name.dropFirst(Self.environmentPrefix.count), value)
        }
        if let unknown = names.keys.sorted().first(where: { !known.contains($0) }) {
            throw .unknown(
                unknown, quoted: unknown, in: "The environment", among: known.sorted(),
                remedy: "Remove it, or correct its name.")
        }
        var variables: [String: String] = [:]
        for (name, value) in names { variables[keys[name] ?? name] = value }
        var sources = [
            SettingSource("the command line", texts: flags), SettingSource("the environment", texts: variables),
        ]
        if let file { sources.append(try SettingSource(file: file, names: Self.names)) }
        self.sources = sources
    }

    /// Applies the values of the sources to the options.
    ///
    /// - Throws: `ServerConfigurationError` with the setting, its source, and the expected value.
    package func apply(to options: inout ServerOptions) throws(ServerConfigurationError) {
        for setting in Self.settings {
            guard let source = sources.first(where: { $0.has(setting.key) }) else { continue }
            guard let value = source.value(of: setting), setting.apply(value, &options) else {
                throw ServerConfigurationError(
                    "'\(setting.key)' in \(source.name) is not valid: expected \(setting.expected).")
            }
        }
    }

    /// A table of all settings in Markdown: name, what it takes, default, and what it is for.
    package static func table(of options: ServerOptions) -> String {
        let rows = settings.map { setting in
            let standard = setting.shown(options).compact.replacing("|", with: "\\|")
            return "| `\(setting.key)` | \(setting.expected) | `\(standard)` | \(setting.help) |"
        }
        return (["| setting | value | default | purpose |", "|---|---|---|---|"] + rows).joined(separator: "\n") + "\n"
    }

    /// All settings as they are, as the file would say them.
    package static func document(of options: ServerOptions) -> String {
        var groups: [(name: String, members: [JSON.Member])] = []
        for setting in settings {
            let parts = setting.key.split(separator: ".", maxSplits: 1).map(String.init)
            let member = JSON.Member(parts[parts.count - 1], setting.shown(options))
            if parts.count == 1 {
                groups.append(("", [member]))
            } else if groups.last?.name == parts[0] {
                groups[groups.count - 1].members.append(member)
            } else {
                groups.append((parts[0], [member]))
            }
        }
        return JSON.object(
            groups.flatMap { $0.name.isEmpty ? $0.members : [JSON.Member($0.name, .object($0.members))] }
        ).document + "\n"
    }

    private static func variable(_ key: String) -> String {
        environmentPrefix + key.uppercased().replacing(".", with: "_")
    }
}

/// An error of a configuration: the problem, its place, and what to do.
package struct ServerConfigurationError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// The error of a name that is not a setting: the nearest name, or all names if none is near.
    static func unknown(
        _ name: String, quoted: String, in place: String, among names: [String], remedy: String
    ) -> ServerConfigurationError {
        let hint = NearestName.hint(for: name, among: names)
        let known = hint.isEmpty ? " The settings are \(names.joined(separator: ", "))." : hint
        return ServerConfigurationError("\(place) has \(quoted), which is not a setting.\(known) \(remedy)")
    }
}
