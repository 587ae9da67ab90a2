import Draft
import DraftLedger
import Hummingbird
import Pages
import Records
import TextFormats

/// The routes by which a page signs a command with a key that stays in the page.
struct SigningRoutes: RouteGroup {
    let reader: LedgerReader
    let commands: CommandService
    let operations: Operations

    init(_ server: ServerServices) {
        (reader, commands, operations) = (server.reader, server.commands, server.operations)
    }

    static var routes: [Route] {
        [
            route(
                .post, "/v1/commands/signable", id: "prepareCommand", tag: .commands,
                "Prepare a command for its signature.",
                details:
                    "Changes nothing. Sign `message` with your key. Then send `command` to /v1/commands with the member `seal`: your key, the signature, and anchor, root and seenVersion of this answer.",
                cost: .write, access: .signedIn, privacy: .filtered,
                query: [.pattern("key", "^[0-9a-f]{66}$", "The public key, 66 hexadecimal digits.").required],
                body: .json("Command"), answers: .json("SignableCommand"), problems: [422]
            ) { try await $0.signable($1) }
        ]
    }

    /// `?key=01…`: returns the command with its free text pinned, the salt of the digests, and the bytes for the key to
    /// sign.
    ///
    /// Nothing is decided. The text is kept next to the log, like that of a command that is sent. Hence the table of
    /// authority must allow the sender to send the command, as that user or on behalf of another. Its length counts too.
    /// A sender has at most `OpenTexts.most` commands that were not accepted, see ``OpenTexts``.
    @Sendable
    private func signable(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        guard let key = exchange.query("key").flatMap({ PublicKey(hexadecimal: $0) }) else {
            throw Problem(.badRequest, "'key' is not a public key: expected 66 hexadecimal digits.")
        }
        let (bytes, arrival) = try await operations.commandBody(of: exchange)
        let root: JSONValue
        do {
            root = try JSONDocument(bytes).root
        } catch {
            throw Problem(.badRequest, "The body is not JSON: \(error).")
        }
        try CommandService.check(bytes.count, of: root, exchange.limits)
        let sent = try commands.command(root, key: nil, from: exchange.caller, at: arrival)
        guard sent.seal == nil else { throw Problem(.badRequest, "The command is signed already: send it.") }
        try await operations.admit(sent, for: exchange, in: reader.ledger)
        try operations.admitWords(of: sent.command, for: exchange)
        let (openWords, caller) = (commands.openWords, exchange.caller)
        return try await reader.read { ledger in
            try Self.checkAuthority(of: sent, in: ledger)
            let saysAnything = sent.command.statements.contains { $0.isInTheOpen }
            if saysAnything { try openWords.open(sent.id, of: user) }
            var new: [Digest256] = []
            defer { if saysAnything, new.isEmpty { openWords.close(sent.id, of: user, isAll: false) } }
            let command: Command
            (command, new) = try ledger.pin(sent.command, as: sent.actor, id: sent.id)
            var sight = try ledger.sight(of: command.anchor)
            if try caller.isKeptFrom(command.anchor, in: ledger) { sight.seenVersion = 0 }
            let origin = try ledger.origin ?? ""
            let signable = SignableCommand(
                command, id: sent.id, actor: sent.actor, dispute: sent.dispute, ledger: origin)
            let request = CommandRequest(command, id: sent.id, actor: sent.actor, dispute: sent.dispute)
            let salt = try ledger.salt(ofWordsBy: sent.actor, id: sent.id)
            let prepared = Prepared(
                request: request, origin: origin, sight: sight, salt: salt,
                message: signable.message(for: key, at: sight))
            return Response(json: Prepared.members.json(of: prepared))
        }
    }

    /// A command for a member's key to sign.
    struct Prepared: Sendable {
        let request: CommandRequest
        let origin: String
        let sight: CommandSight
        /// Of the digests of the free text; nil without free text.
        let salt: Digest256?
        let message: [UInt8]

        static let members = Members<Prepared>(
            "SignableCommand",
            [
                .init("command", .named("Command")) { .encoded($0.request.json) }, .init("origin") { $0.origin },
                .init("anchor") { $0.sight.anchor }, .init("root") { $0.sight.root.hexadecimal },
                .init("seenVersion") { $0.sight.seenVersion }, .init("salt") { $0.salt?.hexadecimal },
                .init("message") { $0.message.hexadecimal },
            ])
    }

    /// Refuses commands that the decision would certainly refuse, before any text is kept in the name of another user.
    private static func checkAuthority(of sent: SentCommand, in ledger: DraftLedger) throws {
        let owner = try ledger.subject(of: sent.command, sentBy: sent.actor)
        guard sent.command.kind.authority.allows(sent.actor, over: owner) else {
            throw Problem(.forbidden, "\(sent.actor.text) may not send \(sent.command.kind.name) about this.")
        }
    }
}
