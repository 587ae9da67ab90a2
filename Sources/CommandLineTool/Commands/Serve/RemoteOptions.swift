import ArgumentParser
import Draft
import DraftLedger
import Records
import Remote
import TextFormats
import ToolSupport

#if Server
    import Server
#endif

/// A running server that carries out a command.
struct RemoteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Send to a running server instead of opening the ledger.", valueName: "url")) var server:
        String?
    @Option(
        help: ArgumentHelp("Your API token for --server (default: $DRAFT_LEDGER_TOKEN).", valueName: "token"))
    var token: String?

    func validate() throws {
        if token != nil, server == nil {
            throw ValidationError("--token needs --server: leave it out, or name the server.")
        }
    }

    /// Returns the server that is named; nil if none is named.
    func remote(_ console: Console) throws -> RemoteServer? {
        guard let server else { return nil }
        guard let token = token ?? console.environment["DRAFT_LEDGER_TOKEN"], !token.isEmpty else {
            throw ToolError(
                .usage,
                "--server needs a token: --token, or $DRAFT_LEDGER_TOKEN, which other users of the machine cannot see.")
        }
        #if Server
            do throws(RemoteServerError) {
                return try RemoteServer(server, token: token, over: ServerTransport())
            } catch {
                throw ToolError(.usage, error.description)
            }
        #else
            throw ToolError.withoutServer(lacking: "HTTP")
        #endif
    }
}

#if !Server
    extension ToolError {
        /// - Parameter part: what only a program with the server has.
        static func withoutServer(lacking part: String) -> ToolError {
            ToolError(
                .usage,
                "This program was built without the server, and so without \(part): build it with the trait Server, as "
                    + "`swift build` does unless told otherwise.")
        }
    }
#endif

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
            let status: ExitStatus =
                switch error.kind {
                case .absence: .noInput
                case .refusal: .refused
                case .badRequest: .badData
                case .passing: .tryAgain
                }
            throw ToolError(status, error.description)
        }
    }

    /// Sends a command and waits for its outcome, signed where there is a key, which stays here.
    ///
    /// - Parameters:
    ///   - sender: the actor.
    ///   - dispute: the case because of which a staff member acts for a member; nil for none.
    /// - Throws: `ToolError` if the outcome is not known.
    func outcome(
        of command: Command, as sender: Sender, because dispute: CaseID? = nil, by key: SealingKey?
    ) throws -> Answer {
        try waiting { server in
            let request = CommandRequest(command, id: .random(), actor: sender, dispute: dispute)
            guard let key else {
                let answer = try await server.send(request)
                guard answer.code == RefusalCode.badSignature.name else { return answer }
                throw RemoteServerError("The server refused it (\(answer.reason)) Add --signing-key FILE.", .refusal)
            }
            return try await server.send(try await server.sealed(request, by: key))
        }
    }

    /// Likewise, where nothing but an acceptance will do.
    ///
    /// - Returns: the types of its events.
    /// - Throws: `ToolError` with the refusal.
    @discardableResult
    func settle(_ command: Command, as sender: Sender, by key: SealingKey?) throws -> [String] {
        try outcome(of: command, as: sender, by: key).events
    }
}

extension RemoteServer.Answer {
    /// The types of the events that a command led to.
    ///
    /// - Throws: `ToolError` with the refusal.
    var events: [String] {
        get throws {
            guard isAccepted else { throw ToolError(.refused, "The server refused it (\(reason))") }
            return json["events"]?.elements.compactMap { $0["type"]?.string } ?? []
        }
    }
}
