import ArgumentParser
import Draft
import DraftLedger
import Pages
import Platform
import Server

struct ServeCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the ledger over HTTP, with the clocks of all drafts.",
        discussion: """
            Takes commands at /v1/commands, answers what the other commands print, in JSON or CSV, and streams live rooms; \
            /openapi.json says all of it. Starts drafts, shows clocks and makes the picks of those whose time has run \
            out. What was drafting when the last service ended goes on with the time that was left.

            With --dev it gives tokens to whoever asks (POST /dev/tokens), opens a contest where there is none, and has \
            bots to draft against; for this machine alone. Otherwise --issuers names whose tokens are believed.

            Runs until SIGTERM or Ctrl-C.

            EXAMPLE:
              draftledger --ledger my.ledger serve --create example.com/drafts --issuers issuers.json
              draftledger --ledger play.ledger serve --dev
            """)

    @Option(
        help: ArgumentHelp("Where to listen; port 0 takes any that is free.", valueName: "host:port"),
        transform: ListenAddress.init)
    var listen = ListenAddress(host: "127.0.0.1", port: 3_000)
    @Flag(help: "For development: own tokens, play money, bots. Loopback addresses only.") var dev = false
    @Option(
        help: ArgumentHelp("Create the ledger where there is none, under this name for ever.", valueName: "origin"))
    var create: String?
    @Option(
        help: ArgumentHelp("A JSON file of token issuers and where their keys are.", valueName: "file"),
        completion: .file())
    var issuers: String?
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        if dev, !options.isLoopback {
            throw ValidationError("--dev listens on this machine alone, not on \(listen.host).")
        }
    }

    private var options: ServerOptions {
        var options = ServerOptions(
            software: SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "serve", commit: ""))
        (options.host, options.port, options.isDev) = (listen.host, listen.port, dev)
        return options
    }

    func execute(on console: Console) throws -> ExitStatus {
        var options = options
        if let issuers {
            do {
                options.issuers = try TokenIssuer.list(try SmallFile.read(issuers, on: console))
            } catch let error as TokenIssuerError {
                throw ToolError(.badData, "\(issuers): \(error)")
            }
        }
        let origin = create ?? (dev ? "localhost/draft-ledger" : nil)
        let draft =
            try origin.map { try ledger.openOrCreate(console, origin: $0) }
            ?? LedgerOptions.open(ledger.path(console), for: .writing)
        defer { draft.close() }
        Interruption.shared.standDown()
        try serve(draft, options, on: console)
        return .done
    }

    /// Blocks until the server has stopped.
    private func serve(_ draft: DraftLedger, _ options: ServerOptions, on console: Console) throws {
        let ending = Guarded<Result<Void, any Error>?>(nil)
        let (greeting, server) = (Greeting(host: listen.host, isDev: dev), DraftServer(draft, options))
        Task {
            var result = Result<Void, any Error>.success(())
            do {
                try await server.run { listening in greeting.say(listening.port) }
            } catch {
                result = .failure(error)
            }
            ending.withLock { $0 = result }
            ending.signal()
        }
        do {
            try ending.wait { $0 }.get()
        } catch let error as DraftLedgerError {
            throw error
        } catch {
            throw ToolError(.inputOutput, "the server at \(listen.host):\(listen.port) ended: \(error)")
        }
    }
}

/// What a server says of itself once it listens.
private struct Greeting: Sendable {
    let host: String
    let isDev: Bool

    func say(_ port: Int) {
        let address = "http://\(host):\(port)"
        var lines = ["draftledger listens at \(address)"]
        if isDev {
            lines.append("a token: curl \(address)/dev/tokens -d '{\"name\":\"anna\"}'")
        }
        Descriptor.standardError.writeOnce(lines.joined(separator: "\n") + "\n")
    }
}
