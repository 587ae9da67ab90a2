import ToolSupport

#if Server
    import ArgumentParser
    import Draft
    import DraftLedger
    import Pages
    import Platform
    import Server

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    struct ServeCommand: ConsoleCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve", abstract: "Serve the ledger over HTTP and run its drafts.",
            discussion: """
                Accepts commands at /v1/commands, answers reads as JSON or CSV, and streams live rooms; /docs describes all of \
                it. Starts drafts, runs their clocks, and makes autopicks. A draft that was running when the last server ended \
                resumes with the time that was left.

                --origin creates the ledger if it does not exist.

                --dev serves for development, on this machine only. It gives a token to anybody who asks (POST \
                /dev/tokens), and opens a contest if the ledger has none. Bots draft too, and the clock can be set \
                forward (POST /dev/clock). In a ledger that it creates, alma, boris and clara are staff, and the \
                server signs for them.

                Otherwise --issuers names a file of token issuers, an array of objects. The article TokenIssuers has examples for \
                Firebase, Keycloak, Azure AD, Auth0, AWS Cognito and ADFS. The shortest object has these members:

                  [{"issuer": "https://id.example", "audience": "drafts", "algorithms": ["RS256"],
                    "maximumLifetimeSeconds": 3600, "keys": "https://id.example/jwks.json"}]

                Settings come from the command line (--set log.level=info), then from the environment \
                (DRAFT_LEDGER_LOG_LEVEL), then from --config. --print-configuration prints the effective settings in the form \
                of that file. An invalid or unknown setting ends the server at once with exit status 65.

                Runs until SIGTERM or Ctrl-C.

                With --cluster the server is a node of a cluster; see `draftledger cluster`.

                With --certificate and --certificate-key, the server speaks TLS, and with it HTTP/2. It reads new files by itself.

                EXAMPLE:
                  draftledger --ledger my.ledger serve --origin example.com/drafts --issuers issuers.json
                  draftledger --ledger play.ledger serve --dev
                """)

        @Option(
            help: ArgumentHelp(
                "The address to listen at (default: 127.0.0.1:3000); port 0 is any free port.", valueName: "host:port"),
            transform: ListenAddress.init)
        var listen: ListenAddress?
        @Flag(help: "Serve for development, on this machine only: own tokens, play money, bots.") var dev = false
        @Option(
            help: ArgumentHelp("The permanent name of the ledger if it is created.", valueName: "name"))
        var origin: String?
        @Option(
            help: ArgumentHelp("A JSON file with token issuers and the addresses of their keys.", valueName: "file"),
            completion: .file())
        var issuers: String?
        @Option(
            help: ArgumentHelp(
                "The server's certificate in PEM form, followed by its intermediate certificates.",
                valueName: "file"),
            completion: .file())
        var certificate: String?
        @Option(
            help: ArgumentHelp("The key of the certificate in PEM form, without a passphrase.", valueName: "file"),
            completion: .file())
        var certificateKey: String?
        @Option(help: ArgumentHelp("The addresses of etcd's members, separated by commas.", valueName: "urls"))
        var cluster: String?
        @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file())
        var config: String?
        @Option(
            help: ArgumentHelp("The lowest level that is logged: info logs every request.", valueName: "level"))
        var logLevel: String?
        @Flag(
            help: ArgumentHelp(
                "Continue drafts although the last record is later than the machine's clock.",
                discussion: """
                    The clock was ahead when that record was written. The ledger's clock continues from there, and stays ahead \
                    of the machine's clock until the server ends. The ledger records the difference with the start.
                    """))
        var continueClock = false
        @Option(
            name: .customLong("set"), parsing: .singleValue,
            help: ArgumentHelp("A setting by its name; may be repeated.", valueName: "name=value"),
            transform: Self.assignment)
        var assignments: [Assignment] = []
        @Flag(help: "Print the effective settings as a settings file, and exit.")
        var printConfiguration = false
        @OptionGroup var ledger: LedgerOptions

        /// A setting on the command line.
        struct Assignment {
            var key: String
            var value: String
        }

        static func assignment(_ text: String) throws -> Assignment {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, ServerConfiguration.names.contains(String(parts[0])) else {
                throw ValidationError(
                    "'\(text)' is not a setting with a value, such as times.idle=30. The settings are: "
                        + ServerConfiguration.names.joined(separator: ", ") + ".")
            }
            return Assignment(key: String(parts[0]), value: String(parts[1]))
        }

        /// Returns the settings of the command line, the environment and the file.
        private func options(_ console: Console) throws -> ServerOptions {
            var options = ServerOptions(
                software: SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "serve", commit: ""))
            options.isDev = dev
            options.operations.logLevel = "notice"
            // A developer is alone with the server, and has many users at one address.
            if !dev { options.operations.rates = RateLimits() }
            var flags: [String: String] = [:]
            flags["listen"] = listen.map { "\($0)" }
            flags["log.level"] = logLevel
            flags["cluster.etcd"] = cluster
            (flags["tls.certificate"], flags["tls.key"]) = (certificate, certificateKey)
            for assignment in assignments { flags[assignment.key] = assignment.value }
            do throws(ServerConfigurationError) {
                try ServerConfiguration(flags: flags, environment: console.environment, file: config).apply(
                    to: &options)
            } catch {
                throw ToolError(.badData, error.description)
            }
            guard !dev || options.isLoopback else {
                throw ToolError(
                    .usage,
                    "--dev listens on this machine only, not on \(options.host). Use a loopback address such as 127.0.0.1:3000."
                )
            }
            return options
        }

        /// Checkpoints are the server's own business.
        private static let upkeep = Upkeep(checkpoint: nil)

        func execute(on console: Console) throws -> ExitStatus {
            var options = try options(console)
            if printConfiguration {
                try console.output.write(ServerConfiguration.document(of: options))
                return .done
            }
            do throws(ServerConfigurationError) {
                try options.readCertificates()
            } catch {
                throw ToolError(.badData, error.description)
            }
            if let issuers {
                do {
                    options.issuers = try TokenIssuer.list(try SmallFile.read(issuers, on: console))
                } catch let error as TokenIssuerError {
                    throw ToolError(.badData, "\(issuers): \(error)")
                }
                if options.issuers.contains(where: { $0.signIn != nil }), options.publicOrigin == nil, !dev {
                    throw ToolError(
                        .usage,
                        "\(issuers) has 'signIn': issuers lead browsers back to an address that they know. "
                            + "Give it as --set public.origin=https://drafts.example.com.")
                }
            }
            try serveReopening(options, on: console)
            return .done
        }

        /// Serves until told to stop.
        ///
        /// After a commit that failed, what the disk holds is only known when the ledger is opened again. That happens here, as
        /// often as it takes. Drafts lose no time: the restart pauses them as of the last record, as every restart does.
        private func serveReopening(_ options: ServerOptions, on console: Console) throws {
            var wait = ReopeningWait()
            var isFirst = true
            while true {
                do {
                    var options = options
                    if !isFirst { options.reopening = wait }
                    let draft =
                        try options.cluster.isSet
                        ? openNode(&options, on: console)
                        : dev
                            ? openForDevelopment(&options, on: console)
                            : continueClock ? openAhead(&options, on: console) : open(console)
                    defer { draft.close() }
                    Interruption.shared.standDown()
                    guard case .writerLost(let loss, let hasStored) = try serve(draft, options, on: console) else {
                        return
                    }
                    if hasStored { wait = ReopeningWait() }
                    if wait.lengthen(after: loss) {
                        Descriptor.standardError.writeOnce("\(loss.message)\nThe ledger is being opened again.\n")
                    }
                    isFirst = false
                    continue
                } catch let error as DraftLedgerError where !isFirst && error.isOfStorage {
                    if wait.lengthen(after: error) {
                        Descriptor.standardError.writeOnce("\(error.message)\n\(Self.retrying)\n")
                    }
                }
                // Between two servers a signal ends the process at once; a server handles signals itself.
                let handlers = [SIGINT, SIGTERM].map { ($0, signal($0, SIG_DFL)) }
                SystemClock.sleep(microseconds: UInt32(wait.duration / .microseconds(1)))
                for (signalNumber, handler) in handlers { signal(signalNumber, handler) }
            }
        }

        private static let retrying = "The ledger cannot be opened. Trying again, at intervals of up to 10 s."

        private func open(_ console: Console) throws -> DraftLedger {
            guard let origin else {
                return try LedgerOptions.open(ledger.path(console), for: .writing, upkeep: Self.upkeep)
            }
            return try ledger.openOrCreate(console, origin: origin, upkeep: Self.upkeep)
        }

        /// Opens a node's copy of a cluster's history.
        private func openNode(_ options: inout ServerOptions, on console: Console) throws -> DraftLedger {
            guard !continueClock else {
                throw ToolError(.usage, "--continue-clock is not for a node of a cluster: set the machine's clock.")
            }
            guard dev else { return try DraftLedger.openNode(at: ledger.path(console), upkeep: Self.upkeep) }
            let clock = DevClock()
            options.clock = clock.wallClock
            options.advanceClock = clock.advance
            return try DraftLedger.openNode(
                at: ledger.path(console), upkeep: Self.upkeep, by: clock.microseconds, awake: clock.awake)
        }

        /// Opens the ledger by a clock that continues from the last record, if the machine's is behind it.
        private func openAhead(_ options: inout ServerOptions, on console: Console) throws -> DraftLedger {
            try open(console).close()
            let (draft, ahead, clock) = try openCaughtUp(console)
            guard ahead > .zero else { return draft }
            options.clock = clock.wallClock
            options.software.version += ", clock \(ahead.microseconds / 1_000_000 + 1) s ahead"
            return draft
        }

        /// Opens the ledger by a clock that is never behind its last record.
        ///
        /// - Returns: also by how much that clock is ahead of the machine's.
        private func openCaughtUp(_ console: Console) throws -> (DraftLedger, Interval, DevClock) {
            let clock = DevClock()
            let draft = try DraftLedger.open(
                at: ledger.path(console), for: .writing, upkeep: Self.upkeep, by: clock.microseconds, awake: clock.awake
            )
            let size = try draft.size
            try draft.events(from: size - min(1, size), limit: 1) { (last: RecordedEvent) in
                clock.catchUp(with: last.recordedAt)
                return false
            }
            return (draft, clock.ahead, clock)
        }

        /// Opens the ledger by a clock that can be set forward.
        private func openForDevelopment(_ options: inout ServerOptions, on console: Console) throws -> DraftLedger {
            try ledger.openOrCreate(console, origin: origin ?? "localhost/draft-ledger").close()
            let (draft, _, clock) = try openCaughtUp(console)
            options.clock = clock.wallClock
            options.advanceClock = clock.advance
            return draft
        }

        /// Blocks until the server has stopped.
        private func serve(
            _ draft: DraftLedger, _ options: ServerOptions, on console: Console
        ) throws -> DraftServer.Ending {
            CrashHandlers.endAtOnce()
            if let path = options.schedulerKey { try draft.signSchedulerCommands(by: try SealingKeyFile(path).read()) }
            guard try !draft.schedulerLacksKey else {
                throw ToolError(
                    .usage,
                    "The ledger has accounts of the scheduler, and the server has no key of one, so it cannot start drafts or "
                        + "run clocks. Name the file with the key: --set scheduler.key=FILE.")
            }
            let (options, log) = try logging(options)
            defer { log.close() }
            let (greeting, server) = (
                Greeting(scheme: options.scheme, host: options.host, isDev: dev, hasIssuers: !options.issuers.isEmpty),
                DraftServer(draft, options)
            )
            do {
                return try Waiting.run {
                    try await server.run { listening in
                        if options.reopening == nil { greeting.say(listening.port, of: draft) }
                    }
                }
            } catch let error as DraftLedgerError {
                throw error
            } catch {
                throw ToolError(.inputOutput, error.reason(ofServerAt: HostAndPort(options.host, options.port)))
            }
        }
    }

    extension DraftLedgerError {
        /// Whether the storage failed, which may pass.
        fileprivate var isOfStorage: Bool { [.writerLost, .diskFull, .inputOutput, .readOnly].contains(code) }
    }

    extension ServeCommand {
        /// The options with a log that holds nothing up.
        private func logging(_ options: ServerOptions) throws -> (ServerOptions, LogSink) {
            var options = options
            let log: LogSink
            do throws(Errno) {
                log = try LogSink(to: options.operations.logFile, or: .standardError)
            } catch {
                throw ToolError(.cannotCreate, "the log \(options.operations.logFile ?? "") cannot be opened: \(error)")
            }
            options.operations.log = { log.write($0) }
            options.operations.droppedLogLines = { log.droppedLines }
            options.operations.reopenLog = { log.reopen() }
            return (options, log)
        }
    }

    /// The message of a server that listens.
    private struct Greeting: Sendable {
        let scheme: String
        let host: String
        let isDev: Bool
        let hasIssuers: Bool

        func say(_ port: Int, of draft: DraftLedger) {
            let address = "\(scheme)://\(HostAndPort(host, port))"
            var lines = ["draftledger listens at \(address)"]
            // The log says so, too.
            if (try? draft.systemState())?.isClosed == true {
                lines.append("The ledger is closed: its season is over. The server answers reads only.")
            }
            if !isDev, !hasIssuers {
                lines.append(
                    "No token issuer is configured: only tokens of `token create` are accepted. Name issuers with --issuers FILE."
                )
            }
            if isDev {
                lines.append("a token: curl \(address)/dev/tokens -d '{\"name\":\"anna\"}'")
                let people = (try? Self.staff(of: draft)) ?? []  // a greeting works without the names
                if !people.isEmpty {
                    lines.append("tokens for staff, by the same request: \(people.joined(separator: "; "))")
                }
            }
            Descriptor.standardError.writeOnce(lines.joined(separator: "\n") + "\n")
        }

        /// Returns the names and roles of staff.
        private static func staff(of draft: DraftLedger) throws -> [String] {
            try draft.staff().members.sorted { $0.key < $1.key }.compactMap { person, member in
                try draft.profile(of: person).map {
                    "\($0.displayName) (\(member.roles.roles.map(\.name).joined(separator: ", ")))"
                }
            }
        }
    }
#endif
