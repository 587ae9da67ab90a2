import Draft
import DraftLedger
import Records

/// The rows of events, and of the money that they move.
struct EventRows: Sendable {
    private(set) var events = RowBatch(columns: 14)
    private(set) var postings = RowBatch(columns: 10)

    /// Pools whose events are among them.
    private(set) var pools: Set<PoolID> = []

    /// For whose eyes they are: no other user's number is written. Nil for who may see everybody's.
    private let reader: UserID?

    init(for reader: UserID? = nil) { self.reader = reader }

    mutating func add(_ recorded: RecordedEvent) {
        if case .pool(let pool) = recorded.stream { pools.insert(pool) }
        events.add(recorded.position)
        events.add(recorded.stream.description)
        events.add(recorded.version)
        events.add(recorded.previous)
        events.add(recorded.event.type.name)
        events.add(recorded.stream.room)
        events.add(recorded.stream.user)
        events.add(recorded.recordedAt)
        events.add(recorded.origin?.occurredAt)
        if let actor = recorded.origin?.actor {
            events.add(reader.map(actor.text(for:)) ?? actor.text)
        } else {
            events.null()
        }
        events.add(recorded.origin?.commandID)
        events.add(bodyOf: recorded.event, for: reader)
        for (number, posting) in Draft.postings(of: recorded.event, in: recorded.stream).enumerated() {
            addLeg(2 * number, of: recorded, posting.from, -posting.amount)
            addLeg(2 * number + 1, of: recorded, posting.to, posting.amount)
        }
    }

    /// - Parameter leg: its place among the event's; there are at most four.
    private mutating func addLeg(_ leg: Int, of recorded: RecordedEvent, _ account: Account, _ amount: Cents) {
        let purpose = recorded.purpose
        postings.add(recorded.position &* 4 &+ UInt64(leg))
        postings.add(recorded.position)
        postings.add(recorded.event.type.name)
        postings.add(account.description)
        postings.add(account.user)
        postings.add(purpose.contest)
        postings.add(purpose.entry)
        postings.add(amount)
        postings.add(recorded.recordedAt)
    }

    /// In the order in which the tables were made.
    var batches: [(table: String, rows: RowBatch)] { [("event", events), ("posting", postings)] }
}

extension StreamKey {
    /// The user that the stream belongs to.
    fileprivate var user: UserID? {
        switch self {
        case .wallet(let user), .user(let user): user
        default: nil
        }
    }
}

extension RecordedEvent {
    /// The purpose of a posting.
    fileprivate var purpose: (contest: TournamentID?, entry: EntryID?) {
        if let entry = event.paidEntry { return (event.feeContest, entry) }
        if case .tournament(let tournament) = stream { return (tournament, nil) }
        return (nil, nil)
    }
}
