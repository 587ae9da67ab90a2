import Draft
import Ledger
import Platform
import Projections

/// A cache of the folded events beyond the stored rows: further reads only fold newer events.
///
/// Without it, every read of a ledger with thousands of rooms in draft would read all their histories, for the ticks of
/// the last second.
final class ProjectionTail: Sendable {
    fileprivate struct Room {
        var state: RoomState
        /// The end of the last fold that had events of it.
        var changedBefore: UInt64
    }

    /// The postings of a part of the tail.
    fileprivate struct Segment {
        let end: UInt64
        var balances: Balances
        var deposits: [DepositRow]
    }

    fileprivate struct State {
        /// As far as the rows go.
        var start: UInt64 = 0
        /// As far as it is folded.
        var end: UInt64 = 0
        /// As of `end`: rooms that had events in the tail, and rooms that had some shortly before it and still draft.
        var rooms: [RoomID: Room] = [:]
        var segments: [Segment] = []
    }

    /// Rooms beyond this many are not worth their memory, some 15 KB each: the tail is folded for who asks, and forgotten.
    private static let roomLimit = 8_192
    fileprivate static let segmentLimit = 64

    private let state = Guarded(State())

    /// The rooms and the money that the log has moved beyond some rows.
    ///
    /// - Parameters:
    ///   - progress: as far as the rows go.
    ///   - size: as far as the log goes.
    ///   - fold: folds a stretch of the log, given rooms as they were before it.
    /// - Returns: with how far it goes, which is not less than the log went; nil for rows that are out of date: there are
    ///   newer ones.
    func changes(
        beyond progress: UInt64, upTo size: UInt64,
        fold: (Range<UInt64>, @escaping @Sendable (RoomID) -> RoomState?) throws -> FoldedLedger
    ) throws -> (changes: FoldedLedger, end: UInt64)? {
        try state.withLock { state in
            guard progress >= state.start else { return nil }
            if progress > state.start { state.move(to: progress) }
            if size > state.end {
                let rooms = state.rooms
                state.add(try fold(state.end..<size) { rooms[$0]?.state }, end: size)
            }
            defer { if state.rooms.count > Self.roomLimit { state = State(start: progress, end: progress) } }
            return (state.changes, state.end)
        }
    }
}

extension ProjectionTail.State {
    /// Leaves out what the rows have by now.
    fileprivate mutating func move(to progress: UInt64) {
        guard progress <= end, progress == end || segments.contains(where: { $0.end == progress }) else {
            self = Self(start: progress, end: progress)
            return
        }
        start = progress
        segments.removeAll { $0.end <= progress }
        // What is over has no more events, or next to none.
        rooms = rooms.filter { $0.value.changedBefore > progress || !$0.value.state.status.isTerminal }
    }

    fileprivate mutating func add(_ folded: FoldedLedger, end: UInt64) {
        for room in folded.rooms { rooms[room.id] = ProjectionTail.Room(state: room, changedBefore: end) }
        segments.append(ProjectionTail.Segment(end: end, balances: folded.balances, deposits: folded.deposits))
        self.end = end
        guard segments.count > ProjectionTail.segmentLimit else { return }
        // Rows that end within what is drawn together here are no match any more: the tail is then folded from them on.
        let last = segments.removeLast()
        segments = [
            ProjectionTail.Segment(
                end: segments[segments.count - 1].end, balances: sum(of: segments),
                deposits: segments.flatMap(\.deposits)), last,
        ]
    }

    private func sum(of segments: [ProjectionTail.Segment]) -> Balances {
        segments.reduce(into: Balances()) { $0.merge($1.balances) }
    }

    fileprivate var changes: FoldedLedger {
        let changed = rooms.values.filter { $0.changedBefore > start }.map(\.state).sorted { $0.id < $1.id }
        return FoldedLedger(
            rooms: changed, balances: sum(of: segments),
            deposits: segments.flatMap(\.deposits).firstOfEachPayment(), events: end - start)
    }
}
