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

                Accounts and the key of access tokens are in the directory of the ledger's name with `.accounts` at its end.

                Runs until SIGTERM or Ctrl-C.

                EXAMPLE:
                  statdiscute --ledger season.ledger serve --issuers issuers.json
                  statdiscute --ledger play.ledger serve --dev --origin example.com/play
                """)

        @Option(
            help: ArgumentHelp(
                "The address to listen at (default: 127.0.0.1:8000); port 0 is any free port.", valueName: "host:port"))
        var listen = "127.0.0.1:8000"
        @Flag(help: "Serve for development, on this machine only.") var dev = false
        @Option(
            help: ArgumentHelp("A JSON file with the issuers of identity tokens.", valueName: "file"),
            completion: .file())
        var issuers: String?
        @Option(help: ArgumentHelp("The permanent name of the ledger if it is created.", valueName: "name"))
        var origin: String?
        @Option(
            name: .customLong("log-level"),
            help: ArgumentHelp(
                "The lowest level of lines of the log.", valueName: "trace|debug|info|notice|warning|error"))
        var logLevel = "warning"
        @OptionGroup var ledger: LedgerOptions

        private static let logLevels = ["trace", "debug", "info", "notice", "warning", "error"]

        func validate() throws {
            guard address != nil else {
                throw ValidationError("--listen is '\(listen)'. Write a host and a port, such as 127.0.0.1:8000.")
            }
            guard Self.logLevels.contains(logLevel) else {
                throw ValidationError(
                    "--log-level is '\(logLevel)'. Use one of \(Self.logLevels.joined(separator: ", ")).")
            }
            guard dev || issuers != nil else {
                throw ValidationError(
                    "Users sign in by an issuer. Give --issuers, or --dev for a trial on this machine.")
            }
        }

        /// The host and the port of `--listen`.
        private var address: (host: String, port: Int)? {
            guard let colon = listen.lastIndex(of: ":"), let port = UInt16(listen[listen.index(after: colon)...]) else {
                return nil
            }
            let host = listen[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
            return host.isEmpty ? nil : (host, Int(port))
        }

        func execute(on console: ToolConsole) async throws -> ToolStatus {
            let path = ledger.path(console)
            let sink = try LogSink(to: nil, or: .standardError)
            var options = BetServerOptions(accounts: path + ".accounts") { sink.write($0) }
            if let address { (options.host, options.port) = address }
            (options.isDev, options.operations.logLevel) = (dev, logLevel)
            guard !dev || options.isLoopback else {
                throw BetToolError(
                    .usage,
                    "--dev gives tokens to every client, so it listens on this machine only. Listen at 127.0.0.1, or leave out --dev."
                )
            }
            if let issuers { options.issuers = try Self.issuers(in: issuers) }
            let ledger =
                if let origin { try ledger.openOrCreate(console, origin: origin) } else {
                    try ledger.open(console, writing: true)
                }
            defer {
                ledger.close()
                sink.close()
            }
            let host = options.host.contains(":") ? "[\(options.host)]" : options.host
            do {
                try await BetServer(ledger, options).run { listening in
                    Descriptor.standardError.writeOnce("statdiscute: \(path) is at http://\(host):\(listening.port)\n")
                }
            } catch {
                throw BetToolError(.inputOutput, "The server cannot run at \(listen): \(error)")
            }
            return .done
        }

        private static func issuers(in file: String) throws -> [TokenIssuer] {
            guard let bytes = FileManager.default.contents(atPath: file) else {
                throw BetToolError(.noInput, "\(file) cannot be read. Name a file with the issuers of identity tokens.")
            }
            do throws(TokenIssuerError) {
                return try TokenIssuer.list(Array(bytes))
            } catch {
                throw BetToolError(.badData, "\(file): \(error.description)")
            }
        }
    }
#endif
