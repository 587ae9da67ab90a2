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
        var changedAt: Double
        /// The recorded state; nil if it has not been read.
        var told: Bool?

        var isHere: Bool { streams > 0 }
    }

    private let ledger: DraftLedger
    private let clock: SecondsClock
    private let standings = Guarded<[Key: Standing]>([:])

    /// The maximum number of changes that are recorded at a time.
    private static let most = 64

    init(_ ledger: DraftLedger, by clock: SecondsClock) { (self.ledger, self.clock) = (ledger, clock) }

    func opened(room: RoomID, by user: UserID) { note(Key(room: room, user: user), 1) }

    func closed(room: RoomID, by user: UserID) { note(Key(room: room, user: user), -1) }

    private func note(_ key: Key, _ change: Int) {
        let now = clock.uptime()
        standings.withLock { standings in
            let wasHere = standings[key]?.isHere ?? false
            standings[key, default: Standing(changedAt: now)].streams += change
            if standings[key]?.isHere != wasHere { standings[key]?.changedAt = now }
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
