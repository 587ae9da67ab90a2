import Draft
import DraftLedger
import HTTPTypes
import Pages
import Records
import Statements
import TextFormats

/// Reads commands from JSON, decides in whose name a caller may send them, and sends them to the ledger.
final class CommandService: Sendable {
    let openWords = OpenTexts()
    /// Nil for a server that is not for development.
    let devStaff: DevStaff?
    private let contestNumbers = ContestNumbers()
    private let reader: LedgerReader
    private let operations: Operations
    /// Raised for each erasure, after which no answer with the text may be shown again.
    private let told: Generation
    private let isDev: Bool
    private let claims: ClaimBound

    init(
        _ reader: LedgerReader, _ operations: Operations, _ options: ServerOptions, claims: ClaimBound,
        told: Generation
    ) {
        (self.reader, self.operations, self.told, isDev) = (reader, operations, told, options.isDev)
        self.claims = claims
        devStaff = options.isDev ? DevStaff(reader.ledger) : nil
    }

    // MARK: Reading

    /// Checks that a single command is not too long. Commands with data of many players may be longer.
    static func check(_ count: Int, of command: JSONValue, _ limits: ServerOptions.Limits) throws {
        guard count > limits.commandBytes else { return }
        guard command.kind == .object, let kind = command["kind"]?.string, longKinds.contains(kind) else {
            throw Problem(.tooLarge, "A command has at most \(limits.commandBytes) bytes.")
        }
    }

    private static let longKinds = Set(
        [CommandKind.publishPool, .recordScores, .recordNotes, .recordGames].map(\.name))

    /// Makes a command and its sender from the body and the token.
    func command(
        _ json: JSONValue, key: String?, from caller: Caller, at arrival: Timestamp
    ) throws -> SentCommand {
        let request: CommandRequest
        let defaults =
            ContestDefaults.apply(to: json) ? try contestNumbers.defaults(for: json, key, in: reader.ledger) : nil
        do throws(JSONLineError) {
            request = try CommandRequest(json, filling: defaults)
        } catch {
            let hint = error.code == .unknownType ? Self.hint(forKind: json["kind"]?.string ?? "") : ""
            throw Problem(.badRequest, "Line \(error.line), column \(error.column): \(error.message)\(hint)")
        }
        guard request.occurredAt == nil else {
            throw Problem(.badRequest, "When a command arrives is the server's to say: leave 'occurredAt' out.")
        }
        return SentCommand(
            line: 1, command: request.command, actor: try sender(of: request, caller),
            id: try id(request.id, key), occurredAt: arrival, dispute: request.dispute, seal: request.seal)
    }

    /// The kinds whose names are near an unknown one.
    private static func hint(forKind name: String) -> String {
        let names = CommandKind.allCases.map(\.name)
        let words = name.split { !$0.isLetter }.joined().lowercased()
        let near = NearestName.of(name, among: names).map { [$0] } ?? []
        let similar = names.filter { words.count > 2 && $0.lowercased().contains(words) && !near.contains($0) }
        let found = (near + similar).prefix(8)
        return (found.isEmpty ? "." : ". Near it: \(found.joined(separator: ", ")).") + " /docs lists all kinds."
    }

    private func id(_ id: CommandID?, _ key: String?) throws -> CommandID {
        let keyed = try key.map { text in
            // The header's form of a string has quotes.
            let isQuoted = text.utf8.contains(UInt8(ascii: "\""))
            guard let id = CommandID(isQuoted ? text.filter { $0 != "\"" } : text) else {
                throw Problem(
                    .badRequest, "The Idempotency-Key is '\(text)', expected 32 hexadecimal digits or a UUID.")
            }
            return id
        }
        if let id, let keyed, id != keyed {
            throw Problem(.keyMismatch, "The command's id is \(id), its Idempotency-Key \(keyed).")
        }
        guard let id = id ?? keyed else {
            throw Problem(
                .badRequest, "The command has no id: give it one, or an Idempotency-Key, and keep it for a retry.")
        }
        return id
    }

    /// Returns the sender of a caller's request: the user, or a staff role if the caller has one.
    private func sender(of request: CommandRequest, _ caller: Caller) throws -> Sender {
        let user = try caller.known()
        guard let wanted = request.actor else { return .user(user) }
        let may =
            switch wanted.role {
            case .user: wanted == .user(user)
            case .admin: wanted.user == user && mayAct(caller, by: request.command.kind, for: wanted.onBehalfOf)
            case .importer:
                try wanted == .importer && caller.roles.contains(.importer) || isAccount(user, of: wanted)
            // If no payment provider is connected, money is play money.
            case .provider: try isDev && caller.roles.contains(.cashier) || isAccount(user, of: wanted)
            case .scheduler: false
            }
        guard may else {
            let hint = Self.hint(for: user, caller.roles, of: request.command.kind, sendingAs: wanted.role)
            throw Problem(.forbidden, "You are user/\(user) and cannot send as \(wanted.text).\(hint)")
        }
        return wanted
    }

    /// The sender that would be accepted; empty if it depends on more than the role.
    private static func hint(
        for user: UserID, _ roles: StaffRoles, of kind: CommandKind, sendingAs role: Sender.Role
    ) -> String {
        switch role {
        case .provider:
            " Payments come from an account of the provider: appoint it with `staff appoint ID --service provider:NAME`, and "
                + "send as 'provider/ID for user/MEMBER', signed, with the account's token."
        case .admin where roles.contains(.backend):
            " A backend sends a member's own commands as 'admin/\(user) for user/MEMBER'."
        case .admin: kind.staffWords
        case .user, .importer, .scheduler: ""
        }
    }

    /// Returns whether a user is the appointed account of a service that a sender names. The ledger checks the signature.
    private func isAccount(_ user: UserID, of wanted: Sender) throws -> Bool {
        guard wanted.user == user else { return false }
        return try reader.ledger.staff().members[user]?.service?.role == wanted.role
    }

    /// Returns whether staff may send a command of a kind at all. If staff roles are enabled, the ledger decides the rest, and
    /// its refusal is recorded.
    ///
    /// - Parameter member: the user whom the sender names. A backend names one, and passes on the commands that a member may
    ///   send.
    func mayAct(_ caller: Caller, by kind: CommandKind, for member: UserID?) -> Bool {
        // A sender that recovers the staff has no role yet: the ledger checks the signature with the recovery key.
        if kind == .recoverStaff { return caller.rolesAreRecorded }
        guard !caller.roles.isEmpty else { return false }
        guard !caller.rolesAreRecorded else { return true }
        let isMembers = kind.authority.reach(of: .user) == .own && kind.authority.reach(of: .admin) == .onBehalf
        if caller.roles.contains(.backend), member != nil, isMembers { return true }
        let others = caller.roles.subtracting(.backend)
        // Commands that are not sent once staff roles are enabled, above all the one that enables them.
        guard let grant = kind.authority.staff else { return others.contains(.operator) }
        let roles = isMembers ? others : caller.roles
        return (grant.roles.isEmpty && !roles.isEmpty) || !grant.roles.isDisjoint(with: roles)
    }

    // MARK: Sending

    /// Sends a command of the app's, which has an id only where a client chose one.
    ///
    /// - Returns: its events.
    /// - Throws: the refusal as a problem.
    func events(
        _ command: Command, as user: UserID, id: CommandID?, at arrival: Timestamp, in exchange: Exchange
    ) async throws -> [RecordedEvent] {
        switch try await outcome(command, as: user, id: id, at: arrival, in: exchange) {
        case .accepted(let events, _): return events
        case .refused(let refusal, let record, _): throw Problem(refusal, position: record?.position)
        }
    }

    func outcome(
        _ command: Command, as user: UserID, id: CommandID?, at arrival: Timestamp, in exchange: Exchange
    ) async throws -> Outcome {
        let sent = SentCommand(line: 1, command: command, actor: .user(user), id: id ?? .random(), occurredAt: arrival)
        return try await send(sent, for: exchange).outcome
    }

    /// Sends a command to the ledger if the sender's quota admits it. Metrics and health count what becomes of it.
    ///
    /// - Parameter withReceipt: whether a recorded outcome gets a signed receipt.
    /// - Returns: the outcome as the caller may see it.
    /// - Throws: a failure of the ledger as a problem.
    func send(
        _ sent: SentCommand, for exchange: Exchange, withReceipt: Bool = false
    ) async throws -> (outcome: Outcome, receipt: Receipt?) {
        exchange.record.note(sent.id)
        try await operations.admit(sent, for: exchange, in: reader.ledger)
        return try await claims.checking(sent, in: reader) {
            try await decide(sent, for: exchange, withReceipt: withReceipt)
        }
    }

    private func decide(
        _ sent: SentCommand, for exchange: Exchange, withReceipt: Bool
    ) async throws -> (outcome: Outcome, receipt: Receipt?) {
        let (start, kind) = (ContinuousClock.now, sent.command.kind)
        func note(_ outcome: String) {
            exchange.record.note("ledger", since: start)
            operations.metrics.note(kind, outcome, after: ContinuousClock.now - start)
        }
        var sent = try devStaff?.signed(sent) ?? sent
        do throws(DraftLedgerError) {
            // A receipt is about the command as it is decided, whose free text is outside the log.
            var newWords: [Digest256] = []
            if withReceipt, sent.seal == nil {
                (sent.command, newWords) = try reader.ledger.pin(sent.command, as: sent.actor, id: sent.id)
            }
            let outcome = try await reader.ledger.send(
                sent.command, as: sent.actor, id: sent.id, occurredAt: sent.occurredAt, dispute: sent.dispute,
                seal: sent.seal)
            operations.health.note(nil)
            switch outcome {
            case .accepted(let events, let isRetry):
                try await reader.ledger.applyRankings(after: events, from: sent.actor, isRetry: isRetry)
                if let user = exchange.caller.user { openWords.close(sent.id, of: user, isAll: true) }
                if events.contains(where: { $0.event.type == .freeTextErased }) { told.raise() }
            // The ledger does the same with free text of commands without effect.
            case .refused: try reader.ledger.drop(newWords)
            }
            note(outcome.name)
            let isKept = try exchange.caller.isKeptFrom(sent.command.anchor, in: reader.ledger)
            let shown = isKept ? outcome.disclosingNothing : outcome
            guard withReceipt, let recorded = outcome.arrival, let arrival = sent.occurredAt else {
                return (shown, nil)
            }
            // Of two that were on their way at once, the later one may have been decided: the ledger has that one's arrival.
            let received = max(arrival, recorded)
            return (
                shown,
                try operations.receipts.receipt(for: sent.command, from: sent.actor, id: sent.id, receivedAt: received)
            )
        } catch {
            note("\(error.code)")
            let problem = Problem(error, ofLedgerAt: reader.ledger.path)
            if problem.status != .badRequest { operations.health.note(error) }
            throw problem
        }
    }
}
