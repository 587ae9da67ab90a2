import Draft
import DraftTesting
import TestSupport
import Testing

/// The invariants of a room at every event of random drafts. A failure names its seed.
@Suite(.seeded) struct RoomPropertyTests {
    @Test(arguments: 1...150 as ClosedRange<UInt64>)
    func randomCommandsKeepEveryInvariantAtEveryEvent(seed: UInt64) throws {
        var drafter = RandomDrafter(seed: seed)
        var ledger = drafter.ledger()
        var snapshots: [[UInt8]] = []
        for step in 0..<250 {
            let before = ledger
            let (command, actor) = drafter.step(ledger.room)
            let decision = ledger.send(command, as: actor, at: drafter.moment)
            if case .accepted(let events) = decision { #expect(!events.isEmpty, "seed \(seed), step \(step)") }
            for recorded in ledger.log[before.log.count...] where recorded.stream == .room(1) {
                let context: Comment = "seed \(seed), step \(step), \(recorded.event)"
                try checkEvent(recorded, in: before, context)
            }
            try checkState(ledger.room, after: before.room, "seed \(seed), step \(step), \(command)")
            snapshots.append(ledger.room.canonicalBytes)
        }
        try checkRebuilds(ledger, snapshots, seed: seed)
    }

    /// Invariant 3: picks are within grace, expiries after it, and the autopick comes to the same player again.
    private func checkEvent(_ recorded: RecordedEvent, in before: House, _ context: Comment) throws {
        let room = before.room
        let moment = recorded.origin?.occurredAt ?? recorded.recordedAt
        switch recorded.event {
        case .pickMade(let event):
            if let clock = room.runningClock { #expect(moment <= clock.graceEndsAt, context) }
            #expect(room.seatOnClock == event.seat && room.slotOnClock == event.slot, context)
        case .pickAutomated(let event):
            if event.reason == .clockExpired {
                let clock = try #require(room.runningClock, context)
                #expect(moment > clock.graceEndsAt, context)
            }
            let queue = before.state.queue(1, event.seat)
            let again = Autopick.choose(
                roster: room.picks.filter { $0.seat == event.seat }.compactMap(\.player), taken: room.taken,
                pool: try #require(before.state.pool(1)), queue: queue, limits: room.ruleset.limits)
            #expect(again?.player == event.player && again?.source == event.source, context)
            #expect(queue.version == event.queueVersion, context)
        case .draftCompleted(let event):
            #expect(event.events == recorded.version && event.picks == room.ruleset.snake.pickCount, context)
        default: break
        }
    }

    /// Invariants 2 and 7, and what a clock has to be.
    private func checkState(_ room: RoomState, after old: RoomState, _ context: Comment) throws {
        let snake = room.ruleset.snake
        for (index, pick) in room.picks.enumerated() {
            #expect(room.seatOfSlot[Int(snake.slot(of: PickNumber(index) + 1))] == pick.seat, context)
        }
        let players = room.picks.compactMap(\.player)
        #expect(Set(players).count == players.count, context)
        #expect(room.taken == PlayerSet(players), context)
        if room.status == .complete {
            #expect(room.rosters.allSatisfy { $0.count == Int(room.ruleset.rounds) }, context)
        }
        #expect(Self.legal.contains([old.status, room.status]), context)
        #expect((room.status == .paused) == (room.pause != nil), context)
        if room.status == .active && room.ruleset.isTimed {
            let clock = try #require(room.clock, context)
            #expect(clock.pick == room.currentPickNumber && clock.epoch == room.epoch, context)
            #expect(clock.slot == room.slotOnClock, context)
        }
        #expect(room.epoch >= old.epoch && room.version >= old.version, context)
        let again = OrderDraw.seats(
            secret: try #require(room.secret), room: 1, entrants: room.entrants, cryptography: FakeCryptography())
        #expect(again == room.seatOfSlot, context)
    }

    private static let legal: Set<[RoomStatus]> = [
        [.active, .active], [.active, .paused], [.paused, .active], [.paused, .paused], [.active, .complete],
        // The last pick can be made overnight.
        [.paused, .complete], [.complete, .complete],
    ]

    /// Invariants 4 and 6: the state at any event is the same live, rebuilt from the start and continued from any
    /// snapshot, whatever came later.
    private func checkRebuilds(_ ledger: House, _ snapshots: [[UInt8]], seed: UInt64) throws {
        let history = ledger.history(of: 1)
        var rebuilt = try #require(RoomState.folding(history.prefix(1)))
        var atVersion: [UInt32: [UInt8]] = [1: rebuilt.canonicalBytes]
        for recorded in history.dropFirst() {
            rebuilt.fold(recorded)
            #expect(rebuilt.version == recorded.version, "seed \(seed)")
            atVersion[rebuilt.version] = rebuilt.canonicalBytes
        }
        #expect(rebuilt == ledger.room, "seed \(seed)")
        for bytes in snapshots {
            let snapshot = try #require(RoomState(canonicalBytes: bytes), "seed \(seed)")
            #expect(snapshot.canonicalBytes == bytes && atVersion[snapshot.version] == bytes, "seed \(seed)")
        }
        var random = SeededGenerator(seed: seed)
        for bytes in snapshots.shuffled(using: &random).prefix(5) {
            var continued = try #require(RoomState(canonicalBytes: bytes), "seed \(seed)")
            for recorded in history[Int(continued.version)...] { continued.fold(recorded) }
            #expect(continued == ledger.room, "seed \(seed)")
        }
    }

    /// So the properties speak of all of them.
    @Test func theRandomDraftsReachEveryKindOfEvent() {
        var seen: Set<String> = []
        for seed in 1...60 as ClosedRange<UInt64> {
            var drafter = RandomDrafter(seed: seed)
            var ledger = drafter.ledger()
            for _ in 0..<250 {
                let (command, actor) = drafter.step(ledger.room)
                ledger.send(command, as: actor, at: drafter.moment)
            }
            for recorded in ledger.history(of: 1) { seen.insert(kind(of: recorded.event)) }
        }
        let expected = [
            "clockStarted", "pickMade", "pickAutomated", "commandRejected", "autodraftSet", "clockExtended",
            "roomPaused", "roomResumed", "pickCorrected", "connectionChanged", "draftCompleted",
        ]
        #expect(seen.isSuperset(of: expected), "missing: \(Set(expected).subtracting(seen).sorted())")
    }

    private func kind(of event: Event) -> String { String("\(event)".prefix { $0 != "(" }) }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func theSameCommandInTheSameStateAlwaysComesToTheSame(seed: UInt64) {
        func run() -> [String] {
            var drafter = RandomDrafter(seed: seed)
            var ledger = drafter.ledger()
            for _ in 0..<150 {
                let (command, actor) = drafter.step(ledger.room)
                ledger.send(command, as: actor, at: drafter.moment)
            }
            return ledger.log.map { "\($0.event)" }
        }
        #expect(run() == run(), "seed \(seed)")
    }
}
