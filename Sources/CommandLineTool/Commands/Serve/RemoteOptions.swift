import ArgumentParser
import Draft
import DraftLedger
import Records
import Server
import TextFormats

/// A server that does what a command wants, where it holds the ledger.
struct RemoteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Have a running server do it, over HTTP.", valueName: "url")) var server: String?
    @Option(
        help: ArgumentHelp("The server's token for you (default: $DRAFT_LEDGER_TOKEN).", valueName: "token"))
    var token: String?

    func validate() throws {
        if token != nil, server == nil {
            throw ValidationError("--token goes with --server: nothing else asks for it.")
        }
    }

    /// The server that is named; nil where none is.
    func remote(_ console: Console) throws -> RemoteServer? {
        guard let server else { return nil }
        guard let token = token ?? console.environment["DRAFT_LEDGER_TOKEN"], !token.isEmpty else {
            throw ToolError(
                .usage, "--server takes a token: --token, or $DRAFT_LEDGER_TOKEN, which other users do not see.")
        }
        do throws(RemoteServerError) {
            return try RemoteServer(server, token: token)
        } catch {
            throw ToolError(.usage, error.description)
        }
    }
}

extension RemoteServer {
    /// Waits for what a server answers.
    ///
    /// - Throws: `ToolError` where it does not.
    func waiting<Result: Sendable>(
        for body: @escaping @Sendable (RemoteServer) async throws -> Result
    ) throws -> Result {
        do {
            return try Waiting.run { try await body(self) }
        } catch let error as RemoteServerError {
            throw ToolError(.tryAgain, error.description)
        }
    }

    /// Sends a command of somebody of the house, signed where there is a key.
    ///
    /// - Parameter sender: in whose name; nil for the house's, by whose token it is.
    /// - Returns: the types of its events.
    /// - Throws: `ToolError` with the refusal.
    @discardableResult
    func settle(_ command: Command, as sender: Sender? = nil, by key: SealingKey?) throws -> [String] {
        let answer = try waiting { server in
            let sender = if let sender { sender } else { Sender.admin(try await server.user()) }
            let id = CommandID.random()
            var request = CommandRequest(command, id: id, actor: sender)
            if let key {
                let (origin, sight) = try await server.sight()
                request.seal = try key.seal(
                    SignableCommand(command, id: id, actor: sender, dispute: nil, ledger: origin), at: sight)
            }
            return try await server.send(request)
        }
        guard answer.isAccepted else { throw ToolError(.badData, "The server refuses it (\(answer.reason))") }
        return answer.json["events"]?.elements.compactMap { $0["type"]?.string } ?? []
    }
}
