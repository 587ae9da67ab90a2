import Draft
import DraftLedger

/// One room's draft from the fill to the end, command by command: the actions of its members, its scheduler and the
/// staff do, and when.
///
/// Draws on nothing but its arguments, so rooms can be drafted in any order, on any thread.
final class RoomDraft {
    var desk: RoomDesk
    let market: Market
    let script: RoomScript
    let isLively: Bool
    let staff: [UserID]
    let tempo: Tempo

    var random: SeededGenerator
    var agenda = Agenda()

    /// By seat.
    var drafters: [Drafter]
    var isAway: [Bool]

    var recent = RecentPicks()
    /// The place in the market's order of the first player who may be available.
    var firstOpen = 0
    var nextIncident = 0
    var isOutageOver: Bool
    var turnBegan: Timestamp
    var disputes: UInt64 = 0

    init(_ setup: RoomSetup, world: World) {
        let room = setup.room
        let journal = Journal(
            now: setup.filledAt,
            names: SeededGenerator(seed: world.seed, purpose: .roomCommands, number: room.id.number),
            cryptography: world.cryptography, words: world.words, outage: setup.script.outage)
        desk = RoomDesk(RoomStore(room: room, players: world.players, journal: journal))
        market = world.market
        script = setup.script
        isLively = world.isLively
        staff = world.staff
        tempo = Tempo(room.ruleset)
        random = SeededGenerator(seed: world.seed, purpose: .roomChoices, number: room.id.number)
        drafters = room.members.map { Drafter(personality: Personality(of: $0?.user ?? 0, seed: world.seed)) }
        isAway = room.members.map { _ in false }
        isOutageOver = setup.script.outage == nil
        turnBegan = setup.startedAt
        desk.journal.reserve(Int(room.ruleset.snake.pickCount) * (isLively ? 17 : 2))
        if isLively { prepare(until: setup.startedAt) }
        desk.journal.advance(to: setup.startedAt)
    }

    var id: RoomID { desk.room.id }
    var now: Timestamp { desk.now }

    /// Drafts the room.
    func run() throws(SimulationError) -> RoomOutcome {
        if isLively { welcome() }
        while !desk.room.status.isTerminal, !isAbandoned {
            try playTurn()
        }
        if isAbandoned { try giveUp() }
        desk.stateCounts()
        if isLively, desk.room.status == .complete { try lookBack() }
        return outcome()
    }

    private var isAbandoned: Bool { script.abandonedAt.map { desk.room.currentPickNumber >= $0 } ?? false }

    /// One turn: from a clock's start to whatever ends it, mostly the pick.
    private func playTurn() throws(SimulationError) {
        let epoch = desk.room.epoch
        guard let clock = desk.room.runningClock, let seat = desk.room.seatOnClock else { throw stuck() }
        // Commands that were sent while the clock started may have been handled after an outage.
        turnBegan = desk.journal.lastClockStart ?? now
        agenda.dropTurnEnds()
        plan(seat, by: clock)
        if isLively { planAsides() }
        var nextTick = now + desk.room.ruleset.tickInterval
        while let entry = agenda.next {
            if isLively {
                showClock(clock, from: &nextTick, until: entry.moment)
                if try failService(before: entry.moment) { return }
            }
            agenda.removeNext()
            try perform(entry.act, at: max(entry.moment, now))
            if desk.room.epoch != epoch || desk.room.status != .active { return }
        }
        throw stuck()
    }

    private func showClock(_ clock: RoomState.Clock, from next: inout Timestamp, until moment: Timestamp) {
        let down = isOutageOver ? nil : script.outage?.start
        while next <= moment, next <= clock.deadline, down.map({ next < $0 }) ?? true {
            // Ticks that were due while the room was busy are not shown later.
            if next >= now { desk.tick(clock.pick, at: next) }
            next = next + desk.room.ruleset.tickInterval
        }
    }

    func stuck() -> SimulationError { .stuck(room: id, pick: desk.room.currentPickNumber) }

    private func outcome() -> RoomOutcome {
        let scores = desk.room.status == .complete ? drafters.map { score(of: $0.sheet) } : []
        return RoomOutcome(room: desk.room, events: desk.journal.takeEvents(), end: now, scores: scores)
    }

    /// A season's luck on top of the projections, in steps of two points, so that some teams tie.
    private func score(of sheet: TeamSheet) -> Int64 {
        let luck = random.int64(in: 70...130) + random.int64(in: 70...130)
        return sheet.points * luck / 200 / 200 * 200
    }
}
