import Configuration
import DraftLedger
import TextFormats

/// The settings of a server: flags before the environment (`DRAFT_LEDGER_…`) before one file, of JSON or YAML.
///
/// What none of these says stays as it is without them. What one of them says wrongly, or under a name that there is not,
/// is told with where it stands: a server that passed over a mistyped limit would run without it.
package struct ServerConfiguration: Sendable {
    /// A setting: what it takes, and what it changes.
    private struct Setting: Sendable {
        /// In the file nested at each dot, in the environment in capitals with an underscore there.
        var key: String
        var type: ConfigType
        var expected: String
        /// Returns whether the value is one that it takes.
        var apply: @Sendable (ConfigContent, inout ServerOptions) -> Bool
        /// As it is printed.
        var shown: @Sendable (ServerOptions) -> JSON
    }

    private let sources: [(name: String, provider: any ConfigProvider)]

    private static let environmentPrefix = "DRAFT_LEDGER_"
    /// Names of the environment that are somebody else's.
    private static let otherNames: Set = ["DRAFT_LEDGER_TOKEN"]

    /// - Parameters:
    ///   - flags: what the command line says, by keys.
    ///   - environment: all of it; only its names with `DRAFT_LEDGER_` are read.
    ///   - file: YAML where its name ends in `.yaml` or `.yml`, else JSON; nil for none.
    /// - Throws: `ServerConfigurationError` for a file that cannot be read, and for names that there are not.
    package init(flags: [String: String], environment: [String: String], file: String?) async throws {
        let values = flags.reduce(into: [AbsoluteConfigKey: ConfigValue]()) { values, flag in
            values[Self.absolute(flag.key)] = ConfigValue(.string(flag.value), isSecret: false)
        }
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
            ("the command line", InMemoryProvider(values: values)),
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
                let result: LookupResult
                do {
                    result = try provider.value(forKey: Self.absolute(setting.key), type: setting.type)
                } catch {
                    throw ServerConfigurationError(
                        "'\(setting.key)' in \(name) is not what it takes: \(setting.expected).")
                }
                guard let value = result.value else { continue }
                guard setting.apply(value.content, &options) else {
                    throw ServerConfigurationError(
                        "'\(setting.key)' in \(name) is not what it takes: \(setting.expected).")
                }
                break
            }
        }
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

    // MARK: The settings

    private static func number(
        _ key: String, _ range: ClosedRange<Int>, _ path: any WritableKeyPath<ServerOptions, Int> & Sendable
    ) -> Setting {
        Setting(
            key: key, type: .int, expected: "a number from \(range.lowerBound) to \(range.upperBound)",
            apply: { content, options in
                guard case .int(let number) = content, range.contains(number) else { return false }
                options[keyPath: path] = number
                return true
            }, shown: { .of($0[keyPath: path]) })
    }

    private static func flag(_ key: String, _ path: any WritableKeyPath<ServerOptions, Bool> & Sendable) -> Setting {
        Setting(
            key: key, type: .bool, expected: "true or false",
            apply: { content, options in
                guard case .bool(let flag) = content else { return false }
                options[keyPath: path] = flag
                return true
            }, shown: { .bool($0[keyPath: path]) })
    }

    private static func quota(_ name: String, _ path: any WritableKeyPath<RateLimits, Int> & Sendable) -> Setting {
        Setting(
            key: "rates.\(name)", type: .int, expected: "a number from 1 to 1000000",
            apply: { content, options in
                guard case .int(let number) = content, (1...1_000_000).contains(number) else { return false }
                options.operations.rates = options.operations.rates ?? RateLimits()
                options.operations.rates?[keyPath: path] = number
                return true
            }, shown: { .of($0.operations.rates?[keyPath: path]) })
    }

    private static func text(
        _ name: String, _ path: any WritableKeyPath<ServerOptions, PageOptions.Text> & Sendable
    ) -> Setting {
        Setting(
            key: "pages.\(name)", type: .string, expected: "a text file in UTF-8 of at most 256 KiB",
            apply: { content, options in
                guard case .string(let file) = content, let text = PageOptions.Text(path: file) else { return false }
                options[keyPath: path] = text
                return true
            }, shown: { .of($0[keyPath: path].path) })
    }

    private static let settings: [Setting] = [
        Setting(
            key: "listen", type: .string, expected: "an address such as 127.0.0.1:3000 or [::1]:3000",
            apply: { content, options in
                guard case .string(let text) = content, let (host, port) = Self.address(text) else { return false }
                (options.host, options.port) = (host, port)
                return true
            }, shown: { .of($0.host.contains(":") ? "[\($0.host)]:\($0.port)" : "\($0.host):\($0.port)") }),
        Setting(
            key: "log.level", type: .string,
            expected: "one of \(OperationOptions.logLevels.joined(separator: ", "))",
            apply: { content, options in
                guard case .string(let level) = content, OperationOptions.logLevels.contains(level) else {
                    return false
                }
                options.operations.logLevel = level
                return true
            }, shown: { .of($0.operations.logLevel) }),
        flag("metrics.public", \.operations.showsMetricsToAll),
        Setting(
            key: "cors.origins", type: .stringArray, expected: "origins such as https://app.example.com",
            apply: { content, options in
                guard case .stringArray(let origins) = content, origins.allSatisfy(CrossOrigin.isOrigin) else {
                    return false
                }
                options.operations.allowedOrigins = origins
                return true
            }, shown: { .array($0.operations.allowedOrigins) { .of($0) } }),
        flag("proxy.trusted", \.operations.believesProxy),
        number("streams.most", 1...10_000, \.operations.streamsPerClient),
        number("reports.threads", 1...64, \.operations.longReaders),
        number("reports.waiting", 1...10_000, \.operations.longReads),
        quota("commands", \.commands.quota), quota("reads", \.reads.quota), quota("reports", \.reports.quota),
        quota("writes", \.writes.quota), quota("failures", \.failedSignIns.quota),
        quota("addresses", \.usersPerAddress),
        text("terms", \.pages.terms), text("privacy", \.pages.privacy), text("support", \.pages.support),
        Setting(
            key: "pages.apps", type: .stringArray, expected: "apps such as TEAMID.com.example.drafts",
            apply: { content, options in
                guard case .stringArray(let apps) = content, apps.allSatisfy(PageOptions.isApp) else { return false }
                options.pages.apps = apps
                return true
            }, shown: { .array($0.pages.apps) { .of($0) } }),
        number("limits.connections", 1...1_000_000, \.limits.connections),
        number("limits.streams", 1...1_000_000, \.limits.streams),
        number("limits.readers", 1...256, \.limits.readers),
    ]

    private static func address(_ text: String) -> (host: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        let name = text[..<colon]
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        guard !name.isEmpty, isBracketed || !name.contains(":") else { return nil }
        return (isBracketed ? String(name.dropFirst().dropLast()) : String(name), Int(port))
    }
}

/// What is wrong with a configuration: what, where, and what to do.
package struct ServerConfigurationError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
