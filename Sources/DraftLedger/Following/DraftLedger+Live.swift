public import Draft
import Projections

extension DraftLedger {
    /// A room as it is now, out of the memory of the desk that decides its commands: no log is read for a room that is in
    /// use. Holds all that was answered before the call, and nothing that is not durable.
    ///
    /// In a ledger that was opened for reading, and for any other moment, it is `room(_:at:)` that tells.
    ///
    /// - Parameter id: the room's number.
    /// - Returns: nil for a room that is not open.
    /// - Throws: `overloaded`, `closed`, `damaged`, `inputOutput`.
    public func liveRoom(_ id: RoomID) async throws(DraftLedgerError) -> RoomState? {
        guard let desk else { return try room(id) }
        let answer = await withCheckedContinuation { continuation in
            desk.ask(Inquiry(room: id) { continuation.resume(returning: $0) })
        }
        do {
            return try answer.get()
        } catch {
            throw DraftLedgerError(wrapping: error)
        }
    }

    /// The clocks of all rooms that count down, draft or are paused: first all of them, then those that change, for who
    /// keeps the time. Each is told when it is durable; of one that changes faster than it is asked for, the last state.
    ///
    /// The first answer reads the rooms that are not in memory yet, a millisecond each in the background, so that after a
    /// restart nobody's command has to wait for that. Ends when the ledger is closed or the task cancelled.
    ///
    /// - Throws: `notWritable` in a ledger that was opened for reading.
    public func roomClocks() throws(DraftLedgerError) -> RoomClockFeed {
        guard let desk else { throw .notWritable(path) }
        return RoomClockFeed(ledger: self, desk: desk)
    }

    /// All clocks of account: of the rooms that the rows know of, and of those that memory has beyond them.
    func allClocks() async throws -> [RoomClock] {
        guard let desk else { throw DraftLedgerError.notWritable(path) }
        // First those in memory: what becomes of others from then on, the watch tells.
        let inMemory = await withCheckedContinuation { continuation in
            desk.askForRooms { continuation.resume(returning: $0) }
        }
        let stored = try rooms().filter { $0.status.isTimed }.map(\.room)
        var clocks: [RoomClock] = []
        // Some at a time: a season may have more of them than may be in flight.
        var rest = Set(stored).union(inMemory).sorted()[...]
        while !rest.isEmpty {
            let part = rest.prefix(256)
            rest = rest.dropFirst(256)
            try await withThrowingTaskGroup(of: RoomState?.self) { group in
                for room in part { group.addTask { try await self.liveRoom(room) } }
                for try await room in group { if let room { clocks.append(RoomClock(room)) } }
            }
        }
        return clocks.filter(\.isOfAccount).sorted { $0.room < $1.room }
    }
}

/// What becomes of the clocks of all rooms.
public struct RoomClockFeed: AsyncSequence, Sendable {
    public typealias Element = RoomClocks
    public typealias Failure = DraftLedgerError

    let ledger: DraftLedger
    let desk: CommandDesk

    public func makeAsyncIterator() -> Iterator { Iterator(ledger: ledger, watcher: ClockWatcher(desk.clocks)) }

    public struct Iterator: AsyncIteratorProtocol {
        let ledger: DraftLedger
        let watcher: ClockWatcher

        /// All clocks, or those that have changed; waits until there are some.
        ///
        /// - Returns: nil when no more will come.
        /// - Throws: `damaged`, `inputOutput`.
        public mutating func next() async throws(DraftLedgerError) -> RoomClocks? {
            while !Task.isCancelled {
                switch watcher.watch.takeNews(for: watcher.number) {
                case .everything:
                    do {
                        return RoomClocks(areAll: true, clocks: try await ledger.allClocks())
                    } catch {
                        let failure = DraftLedgerError(wrapping: error)
                        if failure.code == .closed { return nil }
                        throw failure
                    }
                case .changed(let clocks): return RoomClocks(areAll: false, clocks: clocks)
                case .none: await watcher.watch.wait(watcher.number)
                case .over: return nil
                }
            }
            return nil
        }
    }
}

/// Somebody who keeps the time, until nobody has this any more.
final class ClockWatcher: Sendable {
    let watch: ClockWatch
    let number: Int

    init(_ watch: ClockWatch) {
        self.watch = watch
        number = watch.enter()
    }

    deinit { watch.leave(number) }
}
