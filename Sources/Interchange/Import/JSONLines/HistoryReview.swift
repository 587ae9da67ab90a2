package import Draft

/// A check of a history before it is imported into a ledger: whether the rules allow its events.
package protocol HistoryReview: AnyObject {
    /// The first reading: every event of the ledger and of the files, in order.
    func prepare(_ recorded: RecordedEvent)

    /// The second reading.
    func review(_ recorded: RecordedEvent)

    /// Violations of rules by events from a position on.
    func objections(from position: UInt64) -> HistoryObjections
}

/// The findings of a review.
package struct HistoryObjections {
    package var count: Int
    /// The first: where it stands, if it is about one event, and what it is.
    package var first: (position: UInt64?, message: String)?

    package init(count: Int, first: (position: UInt64?, message: String)?) {
        self.count = count
        self.first = first
    }
}
