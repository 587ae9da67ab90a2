import Draft
import DraftLedger
import Records
import Simulation
import Testing

/// What `events.md` demands of every history, checked from the events alone.
struct InvariantTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func roomsMoneyAndTimesHoldInLivelyRooms(seed: UInt64) throws {
        let simulated = try Simulated(SimulationOptions(rooms: 24, seed: seed, teams: 5, rounds: 7))
        try simulated.checkRooms()
        try simulated.checkMoney()
        try simulated.checkTimes()
    }

    @Test func theyHoldInQuietRoomsOfTheUsualSize() throws {
        let simulated = try Simulated(SimulationOptions(rooms: 3, seed: 11, profile: .quiet))
        try simulated.checkRooms()
        try simulated.checkMoney()
        try simulated.checkTimes()
    }

    @Test func theyHoldInLivelyRoomsOfTheUsualSize() throws {
        let simulated = try Simulated(SimulationOptions(rooms: 8, seed: 12))
        try simulated.checkRooms()
        try simulated.checkMoney()
        try simulated.checkTimes()
    }
}

extension Simulated {
    /// Every pick belongs to its slot and was in time, every autopick and every draw comes out again, no player is
    /// there twice, and a completed draft says how long its stream is.
    func checkRooms() throws {
        var state = LedgerState()
        let cryptography = LedgerCryptography(drawMaster: [UInt8](repeating: 0, count: 32))
        var shown: [RoomID: (epoch: UInt32, remaining: UInt32)] = [:]
        for recorded in events {
            switch (recorded.stream, recorded.event) {
            case (.room(let id), _):
                if let room = state.room(id) { try check(recorded, in: room, state, cryptography) }
            case (.clock(let id), .clockTicked(let tick)):
                let clock = try #require(state.room(id)?.runningClock)
                #expect(tick.pick == clock.pick)
                if let last = shown[id], last.epoch == clock.epoch { #expect(tick.remaining < last.remaining) }
                shown[id] = (clock.epoch, tick.remaining)
            default: break
            }
            state.fold(recorded)
        }
        for room in state.rooms.values {
            #expect(room.status.isTerminal, "room \(room.id) is \(room.status)")
            let players = room.picks.compactMap(\.player)
            #expect(Set(players).count == players.count)
            if room.status == .complete { #expect(players.count == Int(room.ruleset.snake.pickCount)) }
        }
    }

    private func check(
        _ recorded: RecordedEvent, in room: RoomState, _ state: LedgerState, _ cryptography: LedgerCryptography
    ) throws {
        switch recorded.event {
        case .pickMade(let made):
            try #require(made.pick == room.currentPickNumber)
            #expect(made.seat == room.seatOnClock)
            #expect(!room.taken.contains(made.player))
            let occurredAt = try #require(recorded.origin?.occurredAt)
            if let clock = room.runningClock { #expect(occurredAt <= clock.graceEndsAt) }
        case .pickAutomated(let made):
            try #require(made.pick == room.currentPickNumber)
            let pool = try #require(state.pool(room.pool))
            let choice = Autopick.choose(
                roster: room.roster(of: made.seat).map(\.player), taken: room.taken, pool: pool,
                queue: state.queue(room.id, made.seat), limits: room.ruleset.limits)
            #expect(choice?.player == made.player)
            #expect(state.queue(room.id, made.seat).version == made.queueVersion)
            let occurredAt = try #require(recorded.origin?.occurredAt)
            if made.reason == .clockExpired { #expect(try occurredAt > #require(room.runningClock).graceEndsAt) }
        case .draftOrderDrawn(let drawn):
            let secret = try #require(drawn.secret)
            #expect(OrderDraw.commitment(to: secret, cryptography: cryptography) == room.commitment)
            let again = OrderDraw.seats(
                secret: secret, room: room.id, entrants: room.entrants, cryptography: cryptography)
            #expect(again == drawn.seats)
        case .draftCompleted(let completed):
            #expect(completed.events == recorded.version)
        default: break
        }
    }

    /// At every event the accounts sum to zero and none that must not be is negative; in the end every escrow is empty
    /// and every contest's books are square.
    func checkMoney() throws {
        var balances: [Account: Int64] = [:]
        var entries: Set<EntryID> = []
        for recorded in events {
            for posting in postings(of: recorded.event, in: recorded.stream) {
                balances[posting.from, default: 0] -= posting.amount.value
                balances[posting.to, default: 0] += posting.amount.value
                switch posting.from {
                case .available, .held, .escrow: try #require(balances[posting.from]! >= 0, "\(posting.from)")
                default: break
                }
            }
            if case .entryFeeHeld(let fee) = recorded.event { #expect(entries.insert(fee.entry).inserted) }
            if case .tournamentFinalized(let totals) = recorded.event {
                #expect(totals.fees + totals.overlay == totals.prizes + totals.rake + totals.refunds)
            }
        }
        #expect(balances.values.reduce(0, +) == 0)
        for (account, balance) in balances {
            if case .escrow = account { #expect(balance == 0) }
            if case .held = account { #expect(balance == 0) }
        }
    }

    /// The ledger's clock never runs backwards, nothing is recorded before it arrived, and no two commands share an id.
    func checkTimes() throws {
        var last = Timestamp(microseconds: .min)
        var commands: [CommandID: Timestamp] = [:]
        for recorded in events {
            try #require(recorded.recordedAt >= last, "position \(recorded.position)")
            last = recorded.recordedAt
            guard let origin = recorded.origin else { continue }
            if let occurredAt = origin.occurredAt { #expect(occurredAt <= recorded.recordedAt) }
            let first = commands[origin.commandID]
            #expect(first == nil || first == recorded.recordedAt)
            commands[origin.commandID] = recorded.recordedAt
        }
    }
}
