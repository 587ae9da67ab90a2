package import Draft
package import DraftLedger
import Records
package import TextFormats

/// The outcome of a command for programs: a line of `send`, and the answer of a server.
package struct OutcomeAnswer: Sendable {
    package enum Result: Sendable {
        case decided(Outcome)
        /// The command was not decided. The code and the message are those of the problem, if it is known.
        case failed(code: String?, message: String?)
    }

    /// The numbers of what an accepted command created.
    package struct Created: Sendable {
        package typealias Place = (room: RoomID, seat: Seat, entry: EntryID)

        package var tournament: TournamentID?
        package var pool: PoolID?
        package var room: RoomID?
        package var seat: Seat?
        package var entry: EntryID?
        /// All places of a member that joined a contest.
        package var entries: [Place]?
        package var dispute: CaseID?
        package var approval: MeasureID?

        package init() {}
    }

    private let sent: SentCommand
    private let result: Result
    package var created = Created()
    package var warning: String?
    package var receipt: String?

    package init(_ sent: SentCommand, _ result: Result) { (self.sent, self.result) = (sent, result) }

    package var json: JSON { Self.members.json(of: self) }
}

// MARK: Members

extension OutcomeAnswer {
    package static let members = Members<OutcomeAnswer>("Outcome", head + facts + ends)

    private static let head: [Member<OutcomeAnswer>] = [
        .init("line") { $0.sent.line }, .init("kind", ifAny: { $0.isDecided ? OutcomeLines.name(of: $0.sent) : nil }),
        .init("actor", ifAny: { $0.isDecided ? $0.sent.actor.text : nil }), .init("id") { $0.sent.id.description },
        .init("outcome", .choice(["accepted", "refused", "failed"])) { .of($0.word) },
        .init("retry", ifAny: { $0.isRetry }), .init("recorded", ifAny: { $0.isRecorded }),
        .init("events", each: event, ifAny: { $0.events }), .init("code", ifAny: { $0.code }),
        .init("message", ifAny: { $0.message }),
    ]

    /// The facts of a refusal, and the numbers of what was created: no answer has both.
    private static let facts: [Member<OutcomeAnswer>] = [
        .init("pick", ifAny: { $0.refusal.map(\.pick) }).former(today: "pickNumber"),
        .init("tournament", ifAny: { $0.created.tournament }), .init("pool", ifAny: { $0.created.pool }),
        .init("room", ifAny: { $0.created.room }),
        .init("seat", ifAny: { $0.seat }),
        .init("player", ifAny: { $0.refusal.map(\.player) }),
        .init("deadline", ifAny: { $0.refusal.map(\.deadline) }),
        .init("graceEndsAt", ifAny: { $0.refusal.map(\.graceEndsAt) }),
        .init("margin", ifAny: { $0.refusal.map(\.margin) }).former(today: "marginMicroseconds"),
        .init("position", ifAny: { answer in answer.refusal.map { _ in answer.recordPosition } }),
        .init("pickNumber", ifAny: { $0.refusal.map(\.pick) }),
        .init("marginMicroseconds", ifAny: { $0.refusal.map(\.margin) }),
        .init("entry", ifAny: { $0.created.entry }), .init("entries", each: place, ifAny: { $0.created.entries }),
        .init("case", ifAny: { $0.created.dispute }), .init("approval", ifAny: { $0.created.approval }),
        .init("measure", ifAny: { $0.created.approval }).former(today: "approval"),
    ]

    private static let ends: [Member<OutcomeAnswer>] = [
        .init("warning", ifAny: { $0.warning }), .init("receipt", ifAny: { $0.receipt }),
    ]

    private static let event: Members<RecordedEvent> = [
        .init("position") { $0.position }, .init("stream") { $0.stream.description },
        .init("version") { $0.version }, .init("type") { OutcomeLines.name(of: $0) },
    ]

    private static let place: Members<Created.Place> = [
        .init("room") { $0.room }, .init("seat") { $0.seat }, .init("entry") { $0.entry },
    ]

    private var isDecided: Bool {
        if case .decided = result { true } else { false }
    }

    /// Whether there is a record of what was not accepted; nil for an accepted command.
    private var isRecorded: Bool? {
        switch result {
        case .decided(.accepted): nil
        case .decided(.refused(_, let record, _)): record != nil
        case .failed: false
        }
    }

    private var word: String {
        switch result {
        case .decided(.accepted): "accepted"
        case .decided(.refused): "refused"
        case .failed: "failed"
        }
    }

    private var isRetry: Bool? {
        switch result {
        case .decided(.accepted(_, let retry)), .decided(.refused(_, _, let retry)): retry
        case .failed: nil
        }
    }

    private var events: [RecordedEvent]? {
        if case .decided(.accepted(let events, _)) = result { events } else { nil }
    }

    private var refusal: Refusal? {
        if case .decided(.refused(let refusal, _, _)) = result { refusal } else { nil }
    }

    /// The position of a refusal's record; nil for one that was only counted.
    private var recordPosition: UInt64? {
        if case .decided(.refused(_, let record, _)) = result { record?.position } else { nil }
    }

    /// The seat of a refusal, which may be null, or the one that was taken.
    private var seat: Seat?? {
        if let refusal { .some(refusal.seat) } else { created.seat.map { .some($0) } }
    }

    private var code: String? {
        if case .failed(let code, _) = result { code } else { refusal?.code.name }
    }

    private var message: String? {
        if case .failed(_, let message) = result { message } else { refusal?.message }
    }
}
