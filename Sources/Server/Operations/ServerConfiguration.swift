import Configuration
import DraftLedger
import TextFormats

/// The settings of a server: flags before the environment (`DRAFT_LEDGER_…`) before one file, of JSON or YAML.
///
/// What none of these says stays as it is without them. What one of them says wrongly, or under a name that there is not,
/// is told with where it stands: a server that passed over a mistyped limit would run without it.
package struct ServerConfiguration: Sendable {
    private let sources: [(name: String, provider: any ConfigProvider)]

    private static let environmentPrefix = "DRAFT_LEDGER_"
    /// Names of the environment that are somebody else's.
    private static let otherNames: Set = ["DRAFT_LEDGER_TOKEN"]

    private static var settings: [Setting] { Setting.all }

    /// The names of all settings.
    package static var names: [String] { settings.map(\.key) }

    /// - Parameters:
    ///   - flags: what the command line says, by keys.
    ///   - environment: all of it; only its names with `DRAFT_LEDGER_` are read.
    ///   - file: YAML where its name ends in `.yaml` or `.yml`, else JSON; nil for none.
    /// - Throws: `ServerConfigurationError` for a file that cannot be read, and for names that there are not.
    package init(flags: [String: String], environment: [String: String], file: String?) async throws {
        let known = Set(Self.settings.map { Self.variable($0.key) })
        let names = environment.filter { name, value in
            guard name.hasPrefix(Self.environmentPrefix), !Self.otherNames.contains(name) else { return false }
            return known.contains(name)
                || !InjectedVariables.include(name.dropFirst(Self.environmentPrefix.count), value)
        }
        if let unknown = names.keys.sorted().first(where: { !known.contains($0) }) {
            throw ServerConfigurationError(
                "The environment has \(unknown), which is not a setting.\(NearestName.hint(for: unknown, among: known)) "
                    + "The settings are \(known.sorted().joined(separator: ", ")). Remove it, or correct its name."
            )
        }
        var sources: [(name: String, provider: any ConfigProvider)] = [
            (
                "the command line",
                // Texts are read as those of the environment are.
                EnvironmentVariablesProvider(
                    environmentVariables: Dictionary(
                        uniqueKeysWithValues: flags.map { (Self.variable($0.key), $0.value) })
                ).prefixKeys(with: ["draft", "ledger"])
            ),
            (
                "the environment",
                EnvironmentVariablesProvider(environmentVariables: names).prefixKeys(with: ["draft", "ledger"])
            ),
        ]
        if let file {
            sources.append((file, try await SettingsFile(path: file, names: Self.settings.map(\.key)).provider()))
        }
        self.sources = sources
    }

    /// Puts what the sources say into the options.
    ///
    /// - Throws: `ServerConfigurationError` with the setting, where it stands, what was found and what was expected.
    package func apply(to options: inout ServerOptions) throws {
        for setting in Self.settings {
            for (name, provider) in sources {
                guard let content = try Self.content(of: setting, in: provider, named: name) else { continue }
                guard setting.apply(content, &options) else { throw Self.wrong(setting, name) }
                break
            }
        }
    }

    /// - Returns: nil where the source does not have the setting.
    private static func content(
        of setting: Setting, in provider: any ConfigProvider, named name: String
    ) throws(ServerConfigurationError) -> ConfigContent? {
        for type in setting.types {
            do {
                return try provider.value(forKey: absolute(setting.key), type: type).value?.content
            } catch {
                // Another type may be the one that is there.
            }
        }
        throw wrong(setting, name)
    }

    private static func wrong(_ setting: Setting, _ source: String) -> ServerConfigurationError {
        ServerConfigurationError("'\(setting.key)' in \(source) is not what it takes: \(setting.expected).")
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

    private static func absolute(_ key: String) -> AbsoluteConfigKey {
        AbsoluteConfigKey(key.split(separator: ".").map(String.init))
    }

    private static func variable(_ key: String) -> String {
        environmentPrefix + key.uppercased().replacing(".", with: "_")
    }
}

/// What is wrong with a configuration: what, where, and what to do.
package struct ServerConfigurationError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
