import Draft
import DraftLedger
import Records

/// Appends decided events in batches that end with a whole draft; of a dry run it only counts them.
struct ImportAppender {
    /// Enough for the ledger's bulk rate, little enough to lose on a crash: a repeated import continues there.
    private static let batchSize = 20_000

    private let ledger: DraftLedger?
    private var pending: [PendingEvent] = []
    private var profiles: [(user: UserID, profile: Profile?)] = []

    /// Handed in so far.
    private(set) var count: UInt64 = 0

    /// - Parameter ledger: nil to append nothing.
    init(ledger: DraftLedger?) { self.ledger = ledger }

    /// Takes in events that belong together, and who the users in them are.
    mutating func add(_ events: [PendingEvent], profiles: [(user: UserID, profile: Profile?)] = []) throws {
        count += UInt64(events.count)
        guard ledger != nil else { return }
        pending += events
        self.profiles += profiles
        if pending.count >= Self.batchSize { try flush() }
    }

    /// Appends what has been taken in.
    mutating func flush() throws {
        guard let ledger, !pending.isEmpty else { return }
        // Names first: a number in the log whose name was lost could never be matched again.
        if !profiles.isEmpty { try ledger.setProfiles(profiles) }
        try ledger.append(pending)
        pending.removeAll(keepingCapacity: true)
        profiles.removeAll()
    }
}
