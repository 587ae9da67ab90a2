package import Draft
package import DraftLedger
package import DraftTesting
import Platform
import TestSupport

/// A house whose desk is a ledger on disk: a pool, a contest and users with money.
package final class LiveHouse {
    private let temporary: TemporaryLedger
    private var generator = SeededGenerator(digest: 99)
    private let plan: HousePlan

    package var ledger: DraftLedger { temporary.ledger }
    package var path: String { temporary.path }
    package var teams: UInt8 { plan.ruleset.teams }
    package var rounds: UInt8 { plan.ruleset.rounds }

    /// - Parameters:
    ///   - users: registered and given 100.00 each.
    ///   - moment: when the ledger was created; now unless given.
    ///   - isSlow: whether its clock is slow from the beginning, for who audits it: commands are to be recorded within a
    ///     second.
    package convenience init(
        teams: UInt8 = 2, rounds: UInt8 = 2, users: UInt64 = 2, fee: Cents = Cents(500),
        createdAt moment: Timestamp? = nil, isSlow: Bool = false
    ) async throws {
        // By the wall clock: a pick must not run out of time on a machine that has much else to do.
        var plan = HousePlan(.slow(teams: teams, rounds: rounds))
        (plan.users, plan.fee) = (users, fee)
        try await self.init(plan, createdAt: moment, isSlow: isSlow)
    }

    package init(_ plan: HousePlan, createdAt moment: Timestamp? = nil, isSlow: Bool = false) async throws {
        self.plan = plan
        temporary = try TemporaryLedger(createdAt: moment)
        if isSlow { try slowDown() }
        for (command, sender) in plan.commands { try await accept(command, as: sender) }
    }

    /// Closes the ledger and opens it anew, as a restart does.
    package func reopen() throws { try temporary.reopen() }

    /// Closes the ledger and opens it anew by another clock, which it has from then on.
    ///
    /// - Parameters:
    ///   - clock: microseconds since 1970.
    ///   - awake: microseconds for which it has run; nil where it never leaps.
    package func reopen(
        by clock: @escaping @Sendable () -> Int64, awake: (@Sendable () -> Int64)? = nil
    ) throws { try temporary.reopen(by: clock, awake: awake) }

    /// From here on a minute of the ledger takes the machine some hours: floods are bounded by the minute, and a machine
    /// that has much else to do takes its time over one.
    package func slowDown() throws {
        let start = SystemClock.now()
        try reopen { start + (SystemClock.now() - start) / 500 }
    }

    package func newID() -> CommandID { .random(using: &generator) }

    @discardableResult
    package func send(
        _ command: Command, as sender: Sender = House.admin, id: CommandID? = nil, at time: Timestamp? = nil
    ) async throws -> Outcome {
        try await ledger.send(command, as: sender, id: id ?? newID(), occurredAt: time)
    }

    @discardableResult
    package func accept(
        _ command: Command, as sender: Sender = House.admin, id: CommandID? = nil, at time: Timestamp? = nil
    ) async throws -> [RecordedEvent] {
        try await send(command, as: sender, id: id, at: time).get()
    }

    /// Fills room 1 and starts its draft; the countdown is over because the test says so.
    package func startDraft() async throws -> RoomState {
        for (command, sender) in plan.joins { try await accept(command, as: sender) }
        let countdown = try room.countdownEndsAt
        try await accept(.room(1, .startDraft), as: .scheduler, at: countdown)
        return try room
    }

    /// All events of the ledger.
    package var events: [RecordedEvent] { get throws { try temporary.events } }

    /// Room 1.
    package var room: RoomState {
        get throws {
            guard let room = try ledger.room(1) else { throw NotInThisHouse.room(1) }
            return room
        }
    }

    /// The user on the clock of room 1.
    package func userOnClock() throws -> UserID {
        let room = try room
        guard let user = room.slotOnClock.flatMap({ room.user(ofSlot: $0) }) else { throw NotInThisHouse.userOnClock }
        return user
    }
}

/// What a test asks a house for that does not have it.
package enum NotInThisHouse: Error {
    case room(RoomID)
    case userOnClock
}
