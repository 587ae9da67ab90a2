import Draft
import DraftLedger
import Platform
import Projections

/// The members with an open stream of their room. The ledger records a change when it has lasted some seconds.
///
/// It is for the record and for spectators, and decides nothing. Short interruptions are not recorded, and a second
/// device changes nothing.
final class Presence: Sendable {
    private struct Key: Hashable, Sendable {
        var room: RoomID
        var user: UserID
    }

    private struct Standing: Sendable {
        var streams = 0
        /// The other nodes of a cluster at which there are streams.
        var nodes: Set<String> = []
        var changedAt: Double
        /// The recorded state; nil if it has not been read.
        var told: Bool?

        var isHere: Bool { streams > 0 || !nodes.isEmpty }
    }

    private let ledger: DraftLedger
    private let clock: SecondsClock
    private let standings = Guarded<[Key: Standing]>([:])
    /// Told of each first stream of a member in a room at this node, and of the end of the last one.
    private let observer = Guarded<(@Sendable (RoomID, UserID, Bool) -> Void)?>(nil)

    /// The maximum number of changes that are recorded at a time.
    private static let most = 64

    init(_ ledger: DraftLedger, by clock: SecondsClock) { (self.ledger, self.clock) = (ledger, clock) }

    func opened(room: RoomID, by user: UserID) { note(Key(room: room, user: user), 1) }

    func closed(room: RoomID, by user: UserID) { note(Key(room: room, user: user), -1) }

    private func note(_ key: Key, _ change: Int) {
        let streams = alter(key) { $0.streams += change }
        if streams == max(change, 0) { observer.withLock { $0 }?(key.room, key.user, change > 0) }
    }

    /// - Returns: the streams at this node afterwards.
    @discardableResult
    private func alter(_ key: Key, _ change: (inout Standing) -> Void) -> Int {
        let now = clock.uptime()
        return standings.withLock { standings in
            var standing = standings[key] ?? Standing(changedAt: now)
            let wasHere = standing.isHere
            change(&standing)
            if standing.isHere != wasHere { standing.changedAt = now }
            standings[key] = standing
            return standing.streams
        }
    }

    // MARK: Other nodes

    /// Calls `observer` when a member's first stream of a room opens at this node, and when the last one has closed.
    func observe(_ observer: @escaping @Sendable (RoomID, UserID, _ isHere: Bool) -> Void) {
        self.observer.withLock { $0 = observer }
    }

    /// The members with streams at this node.
    var here: [(room: RoomID, user: UserID)] {
        standings.withLock { $0.filter { $1.streams > 0 }.map { ($0.key.room, $0.key.user) } }
    }

    /// Notes what another node says.
    func note(_ isHere: Bool, room: RoomID, user: UserID, at node: String) {
        alter(Key(room: room, user: user)) { standing in
            if isHere { standing.nodes.insert(node) } else { standing.nodes.remove(node) }
        }
    }

    /// Another node is lost, and with it all of its streams.
    func lose(_ node: String) {
        for key in standings.withLock({ $0.filter { $1.nodes.contains(node) }.map(\.key) }) {
            alter(key) { $0.nodes.remove(node) }
        }
    }

    /// Tells what has settled, until the task is cancelled.
    ///
    /// - Parameter time: the time that a state must last to be recorded.
    func run(settling time: Duration) async throws {
        try adopt()
        while true {
            try await Task.sleep(for: time / 4)
            let last = clock.uptime() - time / .seconds(1)
            let due = standings.withLock { standings in
                standings.filter { $1.told != $1.isHere && $1.changedAt <= last }
                    .map { ($0, $1.isHere) }
            }
            await withTaskGroup(of: Void.self) { group in
                for (count, (key, isHere)) in due.enumerated() {
                    if count >= Self.most { await group.next() }
                    group.addTask { await self.settle(key, isHere) }
                }
            }
        }
    }

    /// Takes over those whom the last service left as connected: they have some time to come back.
    private func adopt() throws {
        for summary in try ledger.rooms() where !summary.status.isTerminal {
            guard let room = try ledger.room(summary.room) else { continue }
            for case let member? in room.members where member.connected {
                guard let user = member.user else { continue }
                standings.withLock { standings in
                    standings[Key(room: room.id, user: user), default: Standing(changedAt: clock.uptime())].told = true
                }
            }
        }
    }

    private func settle(_ key: Key, _ isHere: Bool) async {
        do throws(DraftLedgerError) {
            try await tell(key, isHere)
        } catch {
            // The next round records what cannot be recorded now.
            return
        }
        standings.withLock { standings in
            standings[key]?.told = isHere
            if let standing = standings[key], !standing.isHere, standing.told == false { standings[key] = nil }
        }
    }

    /// Records a state. It does nothing if the ledger already has it, the user is not a member, or the draft is over.
    private func tell(_ key: Key, _ isHere: Bool) async throws(DraftLedgerError) {
        guard let room = try ledger.room(key.room), !room.status.isTerminal, let seat = room.seat(of: key.user),
            room.member(at: seat)?.connected != isHere
        else { return }
        _ = try await ledger.send(
            .room(key.room, .setConnection(seat: seat, connected: isHere)), as: .scheduler, id: .random())
    }
}
