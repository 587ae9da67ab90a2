import Draft
import Ledger

/// What leaves memory, and when it may.
extension LiveState {
    /// How many rooms whose drafts are over stay in memory, for who asks once more.
    private static let finishedLimit = 32

    /// Lets go of what is not needed in memory: rooms that are over, and what nobody has used for longest.
    ///
    /// - Parameters:
    ///   - end: where the log ends that is durable. What was made of later events stays: the log would tell less.
    ///   - limit: how many bytes may stay.
    func tidy(durableBelow end: UInt64, limit: Int) {
        while durableCount < staged.count, staged[durableCount].position < end {
            let stream = staged[durableCount].stream.rawValue
            if let position = ends[stream]?.position, position < end { ends[stream] = nil }
            durableCount += 1
        }
        if durableCount * 2 > staged.count {
            staged.removeFirst(durableCount)
            durableCount = 0
        }
        while finished.count > Self.finishedLimit, let room = finished.first {
            guard isDurable(room, below: end) else { break }
            finished.removeFirst()
            forget(room)
        }
        for stream in residents.sweep(to: limit, durableBelow: end, steps: 256) { drop(stream) }
    }

    private func isDurable(_ id: RoomID, below end: UInt64) -> Bool {
        guard let room = state.room(id) else { return true }
        return residents.isDurable(.room(id), below: end)
            && room.members.indices.allSatisfy { residents.isDurable(.queue(id, Seat($0)), below: end) }
    }

    /// Drops a room that is over, its queues and its clock.
    private func forget(_ id: RoomID) {
        guard let room = state.room(id), room.status.isTerminal else { return }
        for seat in room.members.indices { drop(.queue(id, Seat(seat))) }
        drop(.clock(id))
        drop(.room(id))
    }

    /// Takes a stream out of memory.
    private func drop(_ stream: StreamKey) {
        if case .wallet(let user) = stream, !state.wallet(user).deposits.isEmpty { droppedDeposits += 1 }
        residents.remove(stream)
        state.drop(stream)
        seen.forget(stream)
    }

    /// Forgets all that events have to do with that did not come to be, or that somebody else has appended.
    ///
    /// - Parameters:
    ///   - end: where the log ends as far as it was decided here.
    ///   - foreign: what others have appended since; nil where that is too much to look at.
    func beginAnew(at end: UInt64, after foreign: ForeignEvents?) {
        depositors = [:]
        ends = [:]
        running.end()
        let undone = staged.filter { $0.position >= end }
        staged = []
        durableCount = 0
        guard let foreign else {
            state = LedgerState()
            seen = SeenCommands()
            residents = Residents()
            finished = []
            knowsNextRoom = false
            return
        }
        var contests = foreign.contests.union(undone.compactMap(\.contest))
        for room in foreign.changedRooms {
            if let contest = state.room(room)?.tournament { contests.insert(contest) }
        }
        if !foreign.changedRooms.allSatisfy({ residents.contains(.room($0)) }) { dropContests() }
        // In an order of their own: whose places are free first decides who is let go first later on.
        let streams = foreign.streams.union(undone.map(\.stream)).union(contests.map { .tournament($0) })
        for stream in streams.sorted(by: { $0.rawValue < $1.rawValue }) { drop(stream) }
        if !foreign.openedRooms.isEmpty || undone.contains(where: \.opensRoom) {
            state.forgetNextRoom()
            knowsNextRoom = false
        }
    }

    /// Of a room that is not in memory it is not known whose it is.
    private func dropContests() {
        var contests: [StreamKey] = []
        residents.forEach { if case .tournament = $0 { contests.append($0) } }
        contests.forEach(drop)
    }
}

extension LiveState.StagedEvent {
    fileprivate var opensRoom: Bool {
        if case .room = stream { version == 1 } else { false }
    }
}
