import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Pages
import Records
import Replay
import Statements
import TextFormats

/// `POST /v1/commands`: one command, or an array of them.
struct CommandRoutes: RouteGroup {
    let reader: LedgerReader
    let commands: CommandService
    let operations: Operations

    init(_ server: ServerServices) {
        (reader, commands, operations) = (server.reader, server.commands, server.operations)
    }

    static var routes: [Route] {
        [
            route(
                .post, "/v1/commands", id: "sendCommand", tag: .commands, "Send a command, or an array of commands.",
                details:
                    "A repeated id with the same content gets the first answer again, also a refusal. An array is not atomic: it has one outcome for each command. Lists of players, scores and games may have 1 MB, other commands 64 kB.",
                cost: .none, access: .signedIn, privacy: .filtered,
                query: [
                    .idempotencyKey, .header("Prefer", "`receipt` for a signed receipt of each recorded outcome."),
                ], body: .json("Commands"), answers: .json("CommandOutcome"), problems: [402, 404, 409, 422]
            ) { try await $0.post($1) }
        ]
    }

    @Sendable
    private func post(_ exchange: Exchange) async throws -> Response {
        let (commands, isArray) = try await operations.countingFailure(of: exchange) {
            try await read(exchange)
        }
        // An empty array contains nothing else to count.
        if commands.isEmpty { try operations.noteFailedCommand(for: exchange) }
        guard isArray else {
            let (outcome, receipt) = try await self.commands.send(
                commands[0], for: exchange, withReceipt: exchange.prefersReceipt)
            return try await answer(outcome, to: commands[0], by: exchange.caller, with: receipt)
        }
        let outcomes = try await sendAll(commands, for: exchange)
        return Response(json: .array(outcomes), headers: exchange.prefersReceipt ? Self.receiptApplied : HTTPFields())
    }

    // MARK: Reading

    /// - Returns: the commands, one if the body is not an array, and whether it is an array.
    private func read(_ exchange: Exchange) async throws -> (commands: [SentCommand], isArray: Bool) {
        _ = try exchange.caller.known()
        let start = ContinuousClock.now
        let (bytes, arrival) = try await operations.commandBody(of: exchange)
        exchange.record.note("body", since: start)
        let root: JSONValue
        do {
            root = try JSONDocument(bytes).root
        } catch {
            throw Problem(.badRequest, "The body is not JSON: \(error).")
        }
        guard root.kind == .array else {
            try CommandService.check(bytes.count, of: root, exchange.limits)
            let sent = try self.commands.command(
                root, key: exchange.request.headers[.idempotencyKey], from: exchange.caller, at: arrival)
            return ([sent], false)
        }
        guard exchange.request.headers[.idempotencyKey] == nil else {
            throw Problem(.badRequest, "An array has no Idempotency-Key; each of its commands has an id of its own.")
        }
        var commands: [SentCommand] = []
        for (index, element) in root.elements.enumerated() {
            var sent = try self.commands.command(element, key: nil, from: exchange.caller, at: arrival)
            sent.line = index + 1
            commands.append(sent)
        }
        return (commands, true)
    }

    // MARK: Sending

    /// Commands about the same stream one after the other, others at the same time.
    ///
    /// - Returns: what became of each, in the order of the commands.
    private func sendAll(_ commands: [SentCommand], for exchange: Exchange) async throws -> [JSON] {
        var streams: [StreamKey: [Int]] = [:]
        for (index, sent) in commands.enumerated() { streams[sent.command.anchor, default: []].append(index) }
        return try await withThrowingTaskGroup(of: [(index: Int, outcome: JSON)].self) { group in
            for indexes in streams.values {
                group.addTask {
                    var outcomes: [(index: Int, outcome: JSON)] = []
                    for index in indexes { outcomes.append((index, await outcome(of: commands[index], for: exchange))) }
                    return outcomes
                }
            }
            var all = [JSON](repeating: .null, count: commands.count)
            for try await outcomes in group {
                for (index, outcome) in outcomes { all[index] = outcome }
            }
            return all
        }
    }

    private func outcome(of sent: SentCommand, for exchange: Exchange) async -> JSON {
        do {
            let (outcome, receipt) = try await commands.send(
                sent, for: exchange, withReceipt: exchange.prefersReceipt)
            return try await decided(sent, outcome, receipt).json
        } catch let problem as Problem {
            return OutcomeAnswer(sent, .failed(code: problem.code, message: problem.detail)).json
        } catch {
            return OutcomeAnswer(sent, .failed(code: nil, message: nil)).json
        }
    }

    private func decided(
        _ sent: SentCommand, _ outcome: Outcome, _ receipt: Receipt?
    ) async throws -> OutcomeAnswer {
        var answer = OutcomeAnswer(sent, .decided(outcome))
        answer.created = outcome.created(by: sent.command)
        answer.warning = try await warning(about: sent, outcome)
        answer.receipt = receipt?.description
        return answer
    }

    /// A warning for an accepted verdict, or an accepted proposal of one, that the recorded events contradict; nil for all
    /// else.
    private func warning(about sent: SentCommand, _ outcome: Outcome) async throws -> String? {
        // Other commands are answered without another read.
        guard case .accepted = outcome, sent.command.resolution != nil else { return nil }
        return try await reader.read { try Dispute($0).contradictionText(of: sent.command) }
    }

    private func answer(
        _ outcome: Outcome, to sent: SentCommand, by caller: Caller, with receipt: Receipt?
    ) async throws -> Response {
        var headers = receipt == nil ? HTTPFields() : Self.receiptApplied
        switch outcome {
        case .accepted(let events, let retry):
            if retry { headers[.idempotencyReplayed] = "true" }
            if let last = events.last { headers[.ledgerPosition] = "\(last.position + 1)" }
            return Response(json: try await decided(sent, outcome, receipt).json, headers: headers)
        case .refused(let refusal, let record, let retry):
            var problem = Problem(refusal, position: record?.position)
            if refusal.code == .forbidden, sent.actor.role == .user, let user = sent.actor.user,
                sent.command.kind.authority.reach(of: .user) == nil,
                sent.command.kind.authority.reach(of: .admin) != nil
            {
                problem.detail +=
                    caller.roles.isEmpty
                    ? sent.command.kind.staffWords : " Staff send it with \"actor\": \"admin/\(user)\"."
            }
            (problem.details.id, problem.details.receipt) = (sent.id, receipt)
            if receipt != nil { problem.headers[.preferenceApplied] = "receipt" }
            if retry { problem.headers[.idempotencyReplayed] = "true" }
            throw problem
        }
    }

    private static var receiptApplied: HTTPFields {
        var headers = HTTPFields()
        headers[.preferenceApplied] = "receipt"
        return headers
    }
}

extension Exchange {
    /// Whether a signed receipt is asked for with every outcome that is on record (`Prefer: receipt`, RFC 7240).
    fileprivate var prefersReceipt: Bool {
        request.headers[values: .prefer].contains { field in
            field.split(separator: ",").contains { preference in
                let name = preference.prefix { $0 != ";" && $0 != "=" }.filter { !$0.isWhitespace }
                return name.lowercased() == "receipt"
            }
        }
    }
}

extension Outcome {
    /// The numbers of what an accepted command created: of several objects of a kind, the first.
    func created(by command: Command) -> OutcomeAnswer.Created {
        var created = OutcomeAnswer.Created()
        guard case .accepted(let events, _) = self else { return created }
        var places: [OutcomeAnswer.Created.Place] = []
        for recorded in events {
            let event = recorded.event
            switch recorded.stream {
            case .tournament(let id): if case .created = event.contest { created.tournament = created.tournament ?? id }
            case .pool(let id): if case .published = event.listing { created.pool = created.pool ?? id }
            case .dispute(let id): if case .opened = event.caseStep { created.dispute = created.dispute ?? id }
            case .measure(let id): if case .proposed = event.approval { created.approval = created.approval ?? id }
            case .room(let id):
                if case .opened = event.preparation, command.kind != .joinTournament {
                    created.room = created.room ?? id
                }
                guard case .taken(let taken) = event.membership else { continue }
                places.append((id, taken.seat, taken.entry))
            case .system, .clock, .queue, .wallet, .user, .staff, .season, .aliases, .notes: break
            }
        }
        if let first = places.first {
            created.room = created.room ?? first.room
            (created.seat, created.entry) = (first.seat, first.entry)
        }
        if command.kind == .joinTournament { created.entries = places }
        return created
    }

    /// The name of the outcome in metrics: `accepted`, or the code of the refusal; `replayed` for an earlier outcome.
    var name: String {
        switch self {
        case .accepted(_, true), .refused(_, _, true): "replayed"
        case .accepted: "accepted"
        case .refused(let refusal, _, _): refusal.code.name
        }
    }

    /// When the command arrived, as the ledger has it; nil where the outcome is not in the ledger, or was only counted.
    var arrival: Timestamp? {
        let event =
            switch self {
            case .accepted(let events, _): events.first
            case .refused(_, let record, _): record
            }
        return event.map { $0.origin?.occurredAt ?? $0.recordedAt }
    }

    /// The outcome for a sender that acts on the queue of a member whose draft is not over: whether it was accepted,
    /// and its position. It leaves out the queue's version, and the parts of the queue that are the reason of a
    /// refusal.
    var disclosingNothing: Outcome {
        switch self {
        case .accepted(let events, let retry):
            return .accepted(
                events.map { event in
                    var event = event
                    event.version = 0
                    return event
                }, retry: retry)
        case .refused(let refusal, let record, let retry):
            guard refusal.code != .forbidden, refusal.code != .unknownRoom else { return self }
            let reason = "The queue is the member's own until the draft is over: why is not for you to see."
            return .refused(Refusal(.wrongStatus, reason), record, retry: retry)
        }
    }
}

extension CommandKind {
    /// A sentence with the staff roles that may send it, after a blank; empty for a kind that staff do not send.
    var staffWords: String {
        guard let roles = authority.staff?.roles, !roles.isEmpty else { return "" }
        return " \(name) takes the staff role \(roles.names(joinedBy: "or"))."
    }
}
