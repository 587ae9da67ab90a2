import Draft
import DraftLedger
import Platform

/// Bots of a server for development that take as long for a pick as people, so that a draft can be watched.
///
/// They pick as an autopick would. A seed decides how long each pick takes: the same seed gives the same pace.
final class DevBots: Sendable {
    private let reader: LedgerReader
    /// The rooms in which bots draft.
    private let rooms = Guarded<Set<RoomID>>([])

    init(_ reader: LedgerReader) { self.reader = reader }

    /// The time that a bot takes for a pick, in milliseconds.
    static let pace: ClosedRange<Int64> = 700...2_000
    /// The interval in which a bot looks whether it is on the clock.
    private static let interval = Duration.milliseconds(100)

    /// Drafts for bots until the draft of a room is over. Returns at once.
    func begin(_ bots: Set<UserID>, in room: RoomID, seed: UInt64) {
        guard rooms.withLock({ $0.insert(room).inserted }) else { return }
        Task { [self] in
            defer { rooms.withLock { _ = $0.remove(room) } }
            // A ledger that is closed or cannot be written ends the bots; the clock drafts for them then.
            try? await draft(for: bots, in: room, seed: seed)
        }
    }

    private func draft(for bots: Set<UserID>, in id: RoomID, seed: UInt64) async throws {
        while let room = try await reader.read({ try $0.room(id) }), !room.status.isTerminal {
            guard room.status == .active, room.runningClock != nil, let seat = room.seatOnClock,
                let bot = room.member(at: seat)?.user, bots.contains(bot)
            else {
                try await Task.sleep(for: Self.interval)
                continue
            }
            let pick = room.currentPickNumber
            try await Task.sleep(for: Self.time(for: pick, in: id, seed: seed))
            guard let player = try await choice(in: room, for: seat) else { return }
            // If the pick was made meanwhile, the refusal is on record as that of a person would be.
            _ = try await reader.ledger.send(
                MakePick(pick: pick, player: player).command(in: id), as: .user(bot), id: .random())
        }
    }

    private func choice(in room: RoomState, for seat: Seat) async throws -> PlayerIndex? {
        try await reader.read { ledger in
            guard let pool = try ledger.pool(room.pool) else { return nil }
            return Autopick.choose(
                roster: room.picks.filter { $0.seat == seat }.compactMap(\.player), taken: room.taken, pool: pool,
                queue: QueueState(), limits: room.ruleset.limits)?.player
        }
    }

    /// The time for a pick, which the seed, the room and the pick alone decide.
    static func time(for pick: PickNumber, in room: RoomID, seed: UInt64) -> Duration {
        let word = SplitMix64.mix(seed ^ SplitMix64.mix(room.number &* 1_000 &+ UInt64(pick)))
        return .milliseconds(pace.lowerBound + Int64(word % UInt64(pace.count)))
    }
}
