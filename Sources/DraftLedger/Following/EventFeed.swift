public import Draft
import Ledger
import Records

extension DraftLedger {
    /// Some of the ledger's events from a position on: first what there is, then what comes, each once and in order.
    ///
    /// Each event is decoded once for all subscribers, and only subscribers of its stream are woken: thousands can follow
    /// one room each. Slow subscribers cost no memory: older events are read from the log again. Ends
    /// when the ledger is closed or the task cancelled. Works in a process that only reads, too.
    ///
    /// - Parameters:
    ///   - selection: which of them.
    ///   - position: from where on; from the end of the log as of this call for nil.
    public func follow(_ selection: EventSelection, from position: UInt64? = nil) throws(DraftLedgerError) -> EventFeed
    {
        let start = if let position { position } else { try size }
        return EventFeed(tail: tail, selection: selection, start: start)
    }
}

/// Some of a ledger's events as they come, in portions that are never empty.
public struct EventFeed: AsyncSequence, Sendable {
    public typealias Element = [RecordedEvent]
    public typealias Failure = DraftLedgerError

    let tail: EventTail
    let selection: EventSelection
    let start: UInt64

    public func makeAsyncIterator() -> Iterator { Iterator(place: FollowersPlace(tail, selection), position: start) }

    /// A place in the ledger that moves forward.
    public struct Iterator: AsyncIteratorProtocol {
        private let place: FollowersPlace
        private var position: UInt64

        init(place: FollowersPlace, position: UInt64) {
            self.place = place
            self.position = position
        }

        /// The next events; waits until there are some.
        ///
        /// - Returns: nil when no more will come.
        /// - Throws: `damaged`, `recordUnreadable`, `inputOutput`.
        public mutating func next() async throws(DraftLedgerError) -> [RecordedEvent]? {
            do {
                while !Task.isCancelled {
                    switch place.tail.look(for: place.selection, from: position) {
                    case .found(let events, let next):
                        position = next
                        if !events.isEmpty { return events }
                        // Nothing that is wanted stands before there.
                        if let found = await place.tail.wait(place.number, from: next) {
                            position = Swift.max(position, found)
                        }
                    case .older(let end):
                        let (events, next) = try place.tail.read(place.selection, position..<end)
                        position = next
                        if !events.isEmpty { return events }
                    case .over(let failure):
                        if let failure { throw failure }
                        return nil
                    }
                }
                return nil
            } catch {
                let failure = DraftLedgerError(wrapping: error)
                if failure.code == .closed { return nil }
                throw failure
            }
        }
    }
}

/// A follower's registration, which ends when the last reference to this object goes.
final class FollowersPlace: Sendable {
    let tail: EventTail
    let selection: EventSelection
    let number: Int

    init(_ tail: EventTail, _ selection: EventSelection) {
        self.tail = tail
        self.selection = selection
        number = tail.enter(selection)
    }

    deinit { tail.leave(number) }
}
