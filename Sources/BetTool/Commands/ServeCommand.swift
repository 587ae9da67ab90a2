import ToolSupport

#if Server
    import ArgumentParser
    import BetLedger
    import BetServer
    import Foundation
    import Platform
    import Server

    struct ServeCommand: ToolCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve", abstract: "Serve the ledger over HTTP.",
            discussion: """
                Answers the app at /v1 and browsers at /. /openapi.json describes all of it. Scores and odds are sent as they \
                change: by WebSocket, and as server-sent events. While it runs, the server holds the ledger's writer.

                --issuers names a file with the issuers of identity tokens, an array of objects. For Apple:

                  [{"issuer": "https://appleid.apple.com",
                    "audience": "be.statdiscute.app",
                    "algorithms": ["RS256"],
                    "maximumLifetimeSeconds": 86400,
                    "keys": "https://appleid.apple.com/auth/keys"}]

                --dev serves for development, on this machine only: POST /dev/tokens gives an identity token to every client.

                Accounts, the keys of feeds and the key of access tokens are in the directory of the ledger's name with \
                `.accounts` at its end.

                Settings come from the command line (--set log.level=info), then from the environment \
                (STAT_DISCUTE_LOG_LEVEL), then from --config. --print-configuration prints the effective settings in the form \
                of that file. With --tls-certificate and --tls-key the server speaks TLS, and reads new files by itself. \
                Behind a proxy, set proxy.trusted to its addresses.

                Runs until SIGTERM or Ctrl-C.

                EXAMPLE:
                  statdiscute --ledger season.ledger serve --issuers issuers.json
                  statdiscute --ledger play.ledger serve --dev --origin example.com/play
                """)

        @Option(
            help: ArgumentHelp(
                "The address to listen at (default: 127.0.0.1:8000); port 0 is any free port.", valueName: "host:port"))
        var listen: String?
        @Flag(help: "Serve for development, on this machine only.") var dev = false
        @Option(
            help: ArgumentHelp("A JSON file with the issuers of identity tokens.", valueName: "file"),
            completion: .file())
        var issuers: String?
        @Option(help: ArgumentHelp("The permanent name of the ledger if it is created.", valueName: "name"))
        var origin: String?
        @Option(
            help: ArgumentHelp(
                "The server's certificate in PEM form, followed by its intermediate certificates.", valueName: "file"),
            completion: .file())
        var tlsCertificate: String?
        @Option(
            help: ArgumentHelp("The key of the certificate in PEM form, without a passphrase.", valueName: "file"),
            completion: .file())
        var tlsKey: String?
        @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file())
        var config: String?
        @Option(
            help: ArgumentHelp(
                "The lowest level of lines of the log.", valueName: "trace|debug|info|notice|warning|error"))
        var logLevel: String?
        @Option(
            name: .customLong("set"), parsing: .singleValue,
            help: ArgumentHelp("A setting by its name; may be repeated.", valueName: "name=value"))
        var assignments: [String] = []
        @Flag(help: "Print the effective settings as a settings file, and exit.") var printConfiguration = false
        @OptionGroup var ledger: LedgerOptions

        func validate() throws {
            guard dev || issuers != nil || printConfiguration else {
                throw ValidationError(
                    "Users sign in by an issuer. Give --issuers, or --dev for a trial on this machine.")
            }
        }

        /// The settings of the command line, by their names.
        private func flags() throws -> [String: String] {
            var flags: [String: String] = [:]
            for assignment in assignments {
                let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let names = ServerConfiguration.Program.bets.names
                guard parts.count == 2, names.contains(String(parts[0])) else {
                    throw ToolError(
                        .usage,
                        "'\(assignment)' is not a setting with a value, such as times.idle=30. The settings are: "
                            + names.joined(separator: ", ") + ".")
                }
                flags[String(parts[0])] = String(parts[1])
            }
            let named = [
                ("listen", listen), ("log.level", logLevel), ("tls.certificate", tlsCertificate), ("tls.key", tlsKey),
            ]
            for (name, value) in named { flags[name] = value ?? flags[name] }
            return flags
        }

        /// The options of the command line, the environment and the file.
        private func options(_ console: Console) throws -> BetServerOptions {
            var options = BetServerOptions(accounts: ledger.accounts(console)) { _ in }
            options.isDev = dev
            options.operations.logLevel = "warning"
            var settings = options.settings
            let flags = try flags()
            do throws(ServerConfigurationError) {
                try ServerConfiguration(flags: flags, environment: console.environment, file: config, of: .bets)
                    .apply(to: &settings)
                options.settings = settings
                if !printConfiguration { try options.readCertificates() }
            } catch {
                throw ToolError(.badData, error.description)
            }
            guard !dev || options.isLoopback else {
                throw ToolError(
                    .usage,
                    "--dev gives tokens to every client, so it listens on this machine only. Listen at 127.0.0.1, or leave out --dev."
                )
            }
            if let issuers { options.issuers = try Self.issuers(in: issuers) }
            return options
        }

        func execute(on console: Console) async throws -> ExitStatus {
            var options = try options(console)
            if printConfiguration {
                try console.output.write(ServerConfiguration.document(of: options.settings, for: .bets))
                return .done
            }
            let sink: LogSink
            do {
                sink = try LogSink(to: options.operations.logFile, or: .standardError)
            } catch {
                throw ToolError(
                    .inputOutput, "The log \(options.operations.logFile ?? "") cannot be opened: \(error).")
            }
            defer { sink.close() }
            options.operations.log = { sink.write($0) }
            options.operations.droppedLogLines = { sink.droppedLines }
            options.operations.reopenLog = { sink.reopen() }
            let path = ledger.path(console)
            let ledger =
                if let origin { try ledger.openOrCreate(console, origin: origin) } else {
                    try ledger.open(console, writing: true)
                }
            defer { ledger.close() }
            let (scheme, host) = (options.scheme, options.host)
            do {
                try await BetServer(ledger, options).run { listening in
                    // From here on the server ends by the signals itself.
                    Interruption.shared.standDown()
                    Descriptor.standardError.writeOnce(
                        "statdiscute: \(path) is at \(scheme)://\(HostAndPort(host, listening.port))\n")
                }
            } catch {
                throw ToolError(.inputOutput, error.reason(ofServerAt: HostAndPort(options.host, options.port)))
            }
            return .done
        }

        private static func issuers(in file: String) throws -> [TokenIssuer] {
            guard let bytes = FileManager.default.contents(atPath: file) else {
                throw ToolError(.noInput, "\(file) cannot be read. Name a file with the issuers of identity tokens.")
            }
            do throws(TokenIssuerError) {
                return try TokenIssuer.list(Array(bytes))
            } catch {
                throw ToolError(.badData, "\(file): \(error.description)")
            }
        }
    }
#endif
