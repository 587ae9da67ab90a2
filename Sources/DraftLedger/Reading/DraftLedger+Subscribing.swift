public import Draft
import Ledger
import Records

extension DraftLedger {
    /// The ledger's events from a position on: first what there is, then what comes, every position once and in order.
    ///
    /// Reads at the pace of whoever iterates, so a slow one costs no memory. Ends when the ledger is closed or the task
    /// cancelled. Works in a process that only reads, too, and follows the writer of another one.
    public func subscribe(from position: UInt64 = 0) -> EventSubscription {
        EventSubscription(slices: ledger.subscribe(from: position))
    }
}

/// Events as they come, some at a time.
public struct EventSubscription: AsyncSequence, Sendable {
    public typealias Element = [RecordedEvent]

    let slices: Subscription

    public func makeAsyncIterator() -> Iterator { Iterator(slices: slices.makeAsyncIterator()) }

    public struct Iterator: AsyncIteratorProtocol {
        var slices: Subscription.Iterator

        public mutating func next() async throws -> [RecordedEvent]? {
            do {
                guard let slice = try await slices.next() else { return nil }
                var events: [RecordedEvent] = []
                events.reserveCapacity(slice.count)
                try slice.forEach { (position: Position, record: RawSpan) throws in
                    events.append(try RecordedEvent(span: record, position: position))
                }
                return events
            } catch {
                throw DraftLedgerError(wrapping: error)
            }
        }
    }
}
