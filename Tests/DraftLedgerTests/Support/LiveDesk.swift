import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Synchronization
import TestSupport

/// A ledger on disk whose clock a text draft holds.
final class LiveDesk: DraftDesk {
    private let temporary: TemporaryLedger
    private let clock = HeldClock()
    private var commands: UInt64 = 0

    var ledger: DraftLedger { temporary.ledger }

    /// Room 1 of a contest is full and its countdown ends at the draft's start.
    init(_ script: String) throws {
        let draft = try DraftScript(script)
        var plan = HousePlan(draft.ruleset)
        plan.pool = draft.players
        temporary = try TemporaryLedger(createdAt: House.start - .seconds(1_000))
        try temporary.reopen { [clock] in clock.now.load(ordering: .relaxed) }
        let joining = House.start - plan.ruleset.countdown
        for (command, sender) in plan.commands { try accept(command, from: sender, at: House.start - .seconds(200)) }
        for (command, sender) in plan.joins { try accept(command, from: sender, at: joining) }
    }

    var room: RoomState {
        get throws {
            guard let room = try ledger.room(1) else { throw NotInThisHouse.room(1) }
            return room
        }
    }

    func answer(
        _ command: Command, from sender: Sender, at moment: Timestamp, now: Timestamp
    ) throws -> Decision {
        clock.now.store(now.microseconds, ordering: .relaxed)
        commands += 1
        let id = CommandID(high: 0, low: commands)
        // A thread that sleeps until the outcome is durable is none of those that tasks share.
        let outcome = onAnotherThread { [ledger] in
            Result { try ledger.sendBlocking(command, as: sender, id: id, occurredAt: moment) }
        }
        switch try outcome.get() {
        case .accepted(let events, _): return .accepted(events.map { StreamEvent($0.stream, $0.event) })
        case .refused(let refusal, _, _): return .refused(refusal)
        }
    }

    private func accept(_ command: Command, from sender: Sender, at moment: Timestamp) throws {
        if case .refused(let refusal) = try answer(command, from: sender, at: moment, now: moment) { throw refusal }
    }
}

private final class HeldClock: Sendable {
    let now = Atomic<Int64>(0)
}
