import Draft
import Platform
import TextFormats

/// A setting of the server. All that states it comes from here: the flag `--set`, the variable of the environment, the
/// member of the file, `--print-configuration` and the table in the documentation.
struct Setting: Sendable {
    /// The key of the setting. In the file, it is nested at each dot. In the environment, it is in capitals with an
    /// underscore for each dot.
    var key: String
    /// The first type that a source has it in is read.
    var types: [SettingType]
    var expected: String
    var help: String
    /// Returns whether the value is one that it takes.
    var apply: @Sendable (SettingValue, inout ServerOptions) -> Bool
    /// The setting in its printed form.
    var shown: @Sendable (ServerOptions) -> JSON

    static let all: [Setting] = [
        Setting(
            key: "listen", types: [.string], expected: "an address such as 127.0.0.1:3000 or [::1]:3000",
            help: "The address on which to listen. Port 0 takes any free port.",
            apply: { content, options in
                guard case .string(let text) = content, let (host, port) = address(text) else { return false }
                (options.host, options.port) = (host, port)
                return true
            }, shown: { .of("\(HostAndPort($0.host, $0.port))") }),
        Setting(
            key: "public.origin", types: [.string], expected: "an origin such as https://drafts.example.com",
            help: "The origin at which browsers reach the server through a proxy.",
            apply: { content, options in
                guard case .string(let text) = content, CrossOrigin.isOrigin(text) else { return false }
                options.publicOrigin = text
                return true
            }, shown: { .of($0.publicOrigin) }),
        file(
            "tls.certificate", \.tls.certificate,
            help:
                "The server's certificate in PEM form, before its intermediate certificates. With a key, the server speaks TLS."
        ),
        file("tls.key", \.tls.key, help: "The key of the certificate in PEM form, without a passphrase."),
        optional(
            "scheduler.key", \.schedulerKey, expected: "the path of a key file",
            help:
                "The key of the scheduler's account, from `draftledger staff key`. Used once the account is appointed."),
        Setting(
            key: "log.level", types: [.string],
            expected: "one of \(OperationOptions.logLevels.joined(separator: ", "))",
            help: "Lines below this level are not written. `info` has a line for each request.",
            apply: { content, options in
                guard case .string(let level) = content, OperationOptions.logLevels.contains(level) else {
                    return false
                }
                options.operations.logLevel = level
                return true
            }, shown: { .of($0.operations.logLevel) }),
        file(
            "log.file", \.operations.logFile,
            help: "A file for the log in place of the standard error. SIGHUP opens it again."),
        choice(
            "log.addresses", OperationOptions.LogAddresses.self, \.operations.logAddresses,
            help: "How the log names clients: by address, by a keyed hash of it, or not at all."),
        flag("metrics.public", \.operations.showsMetricsToAll, help: "Whether /metrics takes no token."),
        Setting(
            key: "cors.origins", types: [.stringArray], expected: "origins such as https://app.example.com",
            help: "Pages of other sites that may call.",
            apply: { content, options in
                guard case .stringArray(let origins) = content, origins.allSatisfy(CrossOrigin.isOrigin) else {
                    return false
                }
                options.operations.allowedOrigins = origins
                return true
            }, shown: { .array($0.operations.allowedOrigins) { .of($0) } }),
        Setting(
            key: "proxy.trusted", types: [.stringArray, .bool], expected: "addresses such as 10.0.0.0/8 or ::1",
            help: "Proxies whose word about their clients counts. `true`, the older form, is everybody that connects.",
            apply: applyProxies,
            shown: { options in
                let proxies = options.operations.proxies
                return proxies.includesEveryone ? .bool(true) : .array(proxies.ranges) { .of($0.description) }
            }),
        choice(
            "proxy.header", TrustedProxies.Field.self, \.operations.proxies.field,
            help: "The field in which trusted proxies name a client. They have to overwrite or extend it."),
        flag(
            "proxy.protocol", \.operations.proxies.sendProxyHeader,
            help: "Whether trusted proxies begin each connection with the PROXY protocol, version 1 or 2."),
        number(
            "streams.most", 1...10_000, \.operations.streamsPerClient, help: "Streams of one user, or of one address."),
        number(
            "reports.threads", 1...64, \.operations.longReaders, help: "Threads that make reports, audits and evidence."
        ),
        number(
            "reports.waiting", 1...10_000, \.operations.longReads, help: "Reports under way or waited for at a time."),
        quota("commands", \.commands.quota, help: "Commands of one user in 10 seconds."),
        quota("reads", \.reads.quota, help: "Reads of one user in 10 seconds."),
        quota("reports", \.reports.quota, help: "Reports of one user in a minute."),
        quota("pages", \.pages.quota, help: "Pages of one user's own exports in a minute."),
        quota("writes", \.writes.quota, help: "Other changes by one user in 10 seconds."),
        quota("failures", \.failedSignIns.quota, help: "Tokens that are not accepted, of one address in a minute."),
        quota("addresses", \.usersPerAddress, help: "The quota of an address, as a multiple of a user's."),
        file(
            "notices.file", \.notices.file,
            help: "A file that takes what members are told, a JSON line for each notice: for development."),
        file(
            "notices.firebase", \.notices.firebase,
            help: "The key file of a service account of Firebase, which delivers push messages."),
        service(
            "notices.push.address", \.notices.pushAddress,
            help: "The address of Firebase's service for push messages."),
        file(
            "notices.apple.key", \.notices.apple.key,
            help: "The signing key (.p8) for Live Activities by Apple's push service."),
        optional(
            "notices.apple.keyid", \.notices.apple.keyID, expected: "an ID such as ABC123DEFG",
            help: "The ID of that key."),
        optional(
            "notices.apple.team", \.notices.apple.team, expected: "an ID such as DEF123GHIJ",
            help: "The team of the app."),
        optional(
            "notices.apple.bundle", \.notices.apple.bundle, expected: "a bundle ID such as com.example.drafts",
            help: "The app."),
        service(
            "notices.apple.address", \.notices.apple.address,
            help:
                "The address of Apple's push service: https://api.sandbox.push.apple.com for an app in development."
        ),
        file(
            "notices.trust", \.notices.trust,
            help:
                "Certificates in PEM form to trust in addition to those of the system, such as of a relay of your own."),
        optional(
            "notices.mail.host", \.notices.mail.host, expected: "a host name",
            help: "The relay that delivers e-mails, by STARTTLS or, on port 465, TLS."),
        number("notices.mail.port", 1...65_535, \.notices.mail.port, help: "The port of the relay."),
        optional(
            "notices.mail.from", \.notices.mail.from, expected: "an address such as Drafts <drafts@example.com>",
            help: "The sender of e-mails."),
        file(
            "notices.mail.login", \.notices.mail.login,
            help: "A file with the name and the password for the relay, a line each."),
        file(
            "webhooks.file", \.webhooks,
            help: "The endpoints of webhooks. The article `Delivery` has an example."),
        file(
            "payments.file", \.payments,
            help: "The payment providers. The article `Payments` has an example."),
        Setting(
            key: "cluster.etcd", types: [.stringArray], expected: "addresses such as http://10.0.0.1:2379",
            help: "The members of etcd. With it, the server is a node of a cluster. See the article `RunningACluster`.",
            apply: { content, options in
                guard case .stringArray(let members) = content, members.allSatisfy(ClusterOptions.isAddress) else {
                    return false
                }
                options.cluster.etcd = members
                return true
            }, shown: { .array($0.cluster.etcd) { .of($0) } }),
        optional(
            "cluster.node", \.cluster.node, expected: "a name such as a",
            help: "The name of this node. Without it, the name that the ledger has."),
        Setting(
            key: "cluster.address", types: [.string], expected: "an address such as https://10.0.0.1:3000",
            help: "The address at which other nodes reach this server. Without it, the address that it listens at.",
            apply: { content, options in
                guard case .string(let address) = content, ClusterOptions.isAddress(address) else { return false }
                options.cluster.address = address
                return true
            }, shown: { .of($0.cluster.address) }),
        file(
            "cluster.secret", \.cluster.secret,
            help: "A file with 32 or more characters, by which the nodes know each other."),
        choice(
            "cluster.acknowledge", ClusterOptions.Acknowledgement.self, \.cluster.acknowledgement,
            help: "When a command is answered: once the leader has it, or one more node, too."),
        file(
            "cluster.authority", \.cluster.authority, help: "The authority of the certificates of etcd and the nodes."),
        file(
            "cluster.certificate", \.cluster.certificate, help: "The certificate that this node shows etcd and nodes."),
        file("cluster.key", \.cluster.key, help: "The key of that certificate."),
        text("terms", \.pages.terms, help: "The terms of use."),
        text("privacy", \.pages.privacy, help: "The privacy policy."),
        text("support", \.pages.support, help: "The page of the support."),
        Setting(
            key: "pages.apps", types: [.stringArray], expected: "apps such as TEAMID.com.example.drafts",
            help: "Apps that open links of the site.",
            apply: { content, options in
                guard case .stringArray(let apps) = content, apps.allSatisfy(PageOptions.isApp) else { return false }
                options.pages.apps = apps
                return true
            }, shown: { .array($0.pages.apps) { .of($0) } }),
        number("limits.connections", 1...1_000_000, \.limits.connections, help: "Connections at a time; more wait."),
        number("limits.streams", 1...1_000_000, \.limits.streams, help: "Streams of all clients at a time."),
        number(
            "limits.multiplexed", 1...10_000, \.limits.streamsPerConnection,
            help: "Requests at a time on one connection of HTTP/2."),
        number("limits.readers", 1...256, \.limits.readers, help: "Threads that read the ledger for requests."),
        number("limits.head", 1_024...1_048_576, \.limits.headerBytes, help: "Bytes of a request's head."),
        number("limits.target", 128...65_536, \.limits.targetBytes, help: "Bytes of a request's target."),
        number("limits.command", 4_096...1_048_576, \.limits.commandBytes, help: "Bytes of one command."),
        number("limits.array", 4_096...67_108_864, \.limits.arrayBytes, help: "Bytes of an array of commands."),
        number("limits.import", 4_096...1 << 32, \.limits.importBytes, help: "Bytes of a file to import."),
        Setting(
            key: "address.connections", types: [.int], expected: "a number from 1 to 1000000",
            help: "Connections of one address; of IPv6, of one /64. Without it 1024, and no bound for this machine.",
            apply: { content, options in
                guard case .int(let number) = content, (1...1_000_000).contains(number) else { return false }
                options.limits.connectionsPerAddress = number
                return true
            }, shown: { .of($0.limits.connectionsPerAddress) }),
        number(
            "address.unread", 65_536...1 << 40, \.limits.unreadBytesPerAddress,
            help: "Bytes of answers that the clients of one address leave unread."),
        time("head", 1...3_600, \.limits.headTime, help: "From a request's first byte to the end of its head."),
        time("body", 1...3_600, \.limits.bodyTime, help: "From a request's head to the end of its body."),
        time("import", 1...3_600, \.limits.importTime, help: "The same of a file to import."),
        time(
            "certificate", 1...86_400, \.limits.certificateTime,
            help: "Between two looks at the files of the certificate."),
        time("idle", 1...86_400, \.limits.idleTime, help: "A connection without a request."),
        time("stall", 1...3_600, \.limits.stallTime, help: "An answer or a stream of which the client takes nothing."),
        time("heartbeat", 1...3_600, \.limits.heartbeat, help: "Between two signs of life on a stream."),
        time("presence", 1...3_600, \.limits.presenceTime, help: "Until a member counts as connected or as gone."),
        time("shutdown", 1...3_600, \.limits.shutdownTime, help: "From the signal to stop to the end."),
        Setting(
            key: "ready.disk", types: [.int], expected: "a number from 0 to 1000000",
            help: "MiB that the disk of the ledger has free, or the server is not ready.",
            apply: { content, options in
                guard case .int(let number) = content, (0...1_000_000).contains(number) else { return false }
                options.operations.diskFloor = Int64(number) << 20
                return true
            }, shown: { .of($0.operations.diskFloor >> 20) }),
    ]

    // MARK: Forms of settings

    private static func number(
        _ key: String, _ range: ClosedRange<Int>, _ path: any WritableKeyPath<ServerOptions, Int> & Sendable,
        help: String
    ) -> Setting {
        Setting(
            key: key, types: [.int], expected: "a number from \(range.words)", help: help,
            apply: { content, options in
                guard case .int(let number) = content, range.contains(number) else { return false }
                options[keyPath: path] = number
                return true
            }, shown: { .of($0[keyPath: path]) })
    }

    private static func optional(
        _ key: String, _ path: any WritableKeyPath<ServerOptions, String?> & Sendable, expected: String, help: String
    ) -> Setting {
        Setting(
            key: key, types: [.string], expected: expected, help: help,
            apply: { content, options in
                guard case .string(let text) = content, !text.isEmpty else { return false }
                options[keyPath: path] = text
                return true
            }, shown: { .of($0[keyPath: path]) })
    }

    private static func time(
        _ name: String, _ range: ClosedRange<Int>, _ path: any WritableKeyPath<ServerOptions, Duration> & Sendable,
        help: String
    ) -> Setting {
        Setting(
            key: "times.\(name)", types: [.int], expected: "seconds from \(range.words)",
            help: help,
            apply: { content, options in
                guard case .int(let seconds) = content, range.contains(seconds) else { return false }
                options[keyPath: path] = .seconds(seconds)
                return true
            }, shown: { .of($0[keyPath: path].components.seconds) })
    }

    private static func file(
        _ key: String, _ path: any WritableKeyPath<ServerOptions, String?> & Sendable, help: String
    ) -> Setting {
        optional(key, path, expected: "the path of a file", help: help)
    }

    private static func service(
        _ key: String, _ path: any WritableKeyPath<ServerOptions, String> & Sendable, help: String
    ) -> Setting {
        Setting(
            key: key, types: [.string], expected: "an https address", help: help,
            apply: { content, options in
                guard case .string(let text) = content, !text.isEmpty else { return false }
                options[keyPath: path] = text
                return true
            }, shown: { .of($0[keyPath: path]) })
    }

    private static func flag(
        _ key: String, _ path: any WritableKeyPath<ServerOptions, Bool> & Sendable, help: String
    ) -> Setting {
        Setting(
            key: key, types: [.bool], expected: "true or false", help: help,
            apply: { content, options in
                guard case .bool(let flag) = content else { return false }
                options[keyPath: path] = flag
                return true
            }, shown: { .bool($0[keyPath: path]) })
    }

    private static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ key: String, _ type: Value.Type, _ path: any WritableKeyPath<ServerOptions, Value> & Sendable, help: String
    ) -> Setting where Value.AllCases: Sendable {
        Setting(
            key: key, types: [.string], expected: "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))",
            help: help,
            apply: { content, options in
                guard case .string(let text) = content, let value = Value(rawValue: text) else { return false }
                options[keyPath: path] = value
                return true
            }, shown: { .of($0[keyPath: path].rawValue) })
    }

    private static func quota(
        _ name: String, _ path: any WritableKeyPath<RateLimits, Int> & Sendable, help: String
    ) -> Setting {
        Setting(
            key: "rates.\(name)", types: [.int], expected: "a number from 1 to 1000000", help: help,
            apply: { content, options in
                guard case .int(let number) = content, (1...1_000_000).contains(number) else { return false }
                options.operations.rates = options.operations.rates ?? RateLimits()
                options.operations.rates?[keyPath: path] = number
                return true
            }, shown: { .of($0.operations.rates?[keyPath: path]) })
    }

    private static func text(
        _ name: String, _ path: any WritableKeyPath<ServerOptions, PageOptions.Text> & Sendable, help: String
    ) -> Setting {
        Setting(
            key: "pages.\(name)", types: [.string], expected: "a text file in UTF-8 of at most 256 KiB", help: help,
            apply: { content, options in
                guard case .string(let file) = content, let text = PageOptions.Text(path: file) else { return false }
                options[keyPath: path] = text
                return true
            }, shown: { .of($0[keyPath: path].path) })
    }

    /// Addresses and ranges, or the older `true` and `false`.
    @Sendable
    private static func applyProxies(_ content: SettingValue, _ options: inout ServerOptions) -> Bool {
        var words: [String]
        switch content {
        case .bool(let isEverybody): words = ["\(isEverybody)"]
        case .stringArray(let addresses): words = addresses
        default: return false
        }
        words.removeAll(where: \.isEmpty)
        let isEverybody = words == ["true"]
        if isEverybody || words == ["false"] { words = [] }
        let ranges = words.compactMap { AddressRange($0) }
        guard ranges.count == words.count else { return false }
        (options.operations.proxies.ranges, options.operations.proxies.includesEveryone) = (ranges, isEverybody)
        return true
    }

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
