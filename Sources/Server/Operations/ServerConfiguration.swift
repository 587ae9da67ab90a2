import DraftLedger
import TextFormats

/// The settings of a server: flags before the environment (`DRAFT_LEDGER_…`) before one file of JSON. The server of a ledger of
/// bets has some of them, and `STAT_DISCUTE_…`.
///
/// A setting that no source has keeps its default. An invalid value and an unknown name are errors that name their source: a
/// server that ignored a misspelt limit would run without it.
package struct ServerConfiguration: Sendable {
    private let sources: [SettingSource]
    private let program: Program

    /// A program that has settings.
    package struct Program: Sendable {
        fileprivate let environmentPrefix: String
        /// Names in the environment that are not settings.
        fileprivate let otherNames: Set<String>
        fileprivate let settings: [Setting]

        /// `draftledger serve`.
        package static let drafts = Program(
            environmentPrefix: "DRAFT_LEDGER_", otherNames: ["DRAFT_LEDGER_TOKEN"], settings: Setting.all)

        /// `statdiscute serve`, which has the settings of connections, limits and logs.
        package static let bets = Program(
            environmentPrefix: "STAT_DISCUTE_", otherNames: ["STAT_DISCUTE_LEDGER"],
            settings: Setting.all.filter { setting in
                ["listen", "tls.", "log.", "metrics.", "cors.", "proxy.", "streams.", "address."].contains {
                    setting.key.hasPrefix($0)
                } || keysOfBets.contains(setting.key)
            })

        private static let keysOfBets: Set = [
            "limits.connections", "limits.streams", "limits.multiplexed", "limits.head", "limits.target",
            "limits.command", "limits.array", "rates.commands", "rates.reads", "rates.reports", "rates.writes",
            "rates.failures", "rates.addresses", "times.head", "times.body", "times.certificate", "times.idle",
            "times.stall", "times.heartbeat", "times.shutdown",
        ]

        /// The names of all settings.
        package var names: [String] { settings.map(\.key) }

        fileprivate func variable(_ key: String) -> String {
            environmentPrefix + key.uppercased().replacing(".", with: "_")
        }
    }

    private static var settings: [Setting] { Program.drafts.settings }

    /// The names of all settings of `draftledger serve`.
    package static var names: [String] { Program.drafts.names }

    /// - Parameters:
    ///   - flags: what the command line says, by keys.
    ///   - environment: all of it; only its names with the program's prefix are read.
    ///   - file: the path of a JSON file; nil for none.
    ///   - program: the program whose settings they are.
    /// - Throws: `ServerConfigurationError` for a file that cannot be read, and for unknown names.
    package init(
        flags: [String: String], environment: [String: String], file: String?, of program: Program = .drafts
    ) throws(ServerConfigurationError) {
        self.program = program
        let keys = Dictionary(uniqueKeysWithValues: program.settings.map { (program.variable($0.key), $0.key) })
        let known = Set(keys.keys)
        let names = environment.filter { name, value in
            guard name.hasPrefix(program.environmentPrefix), !program.otherNames.contains(name) else { return false }
            return known.contains(name)
                || !InjectedVariables.include(name.dropFirst(program.environmentPrefix.count), value)
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
        if let file { sources.append(try SettingSource(file: file, names: program.names)) }
        self.sources = sources
    }

    /// Applies the values of the sources to the options.
    ///
    /// - Throws: `ServerConfigurationError` with the setting, its source, and the expected value.
    package func apply(to options: inout ServerOptions) throws(ServerConfigurationError) {
        for setting in program.settings {
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

    /// All settings of a program as they are, as the file would say them.
    package static func document(of options: ServerOptions, for program: Program = .drafts) -> String {
        var groups: [(name: String, members: [JSON.Member])] = []
        for setting in program.settings {
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
