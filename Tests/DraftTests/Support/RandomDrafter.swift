import Draft
import DraftTesting
import TestSupport

/// Sends a room commands of every kind, sensible ones and nonsense, from one seed.
struct RandomDrafter {
    private var random: SeededGenerator
    private(set) var moment: Timestamp

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        moment = House.start
    }

    /// A room of random size and clock, full, its countdown over.
    mutating func ledger() -> House {
        let teams = UInt8.random(in: 2...5, using: &random)
        let rounds = UInt8.random(in: 1...5, using: &random)
        var ruleset: Ruleset
        switch Int.random(in: 0..<4, using: &random) {
        case 0: ruleset = .slow(teams: teams, rounds: rounds)
        case 1: ruleset = .untimed(teams: teams, rounds: rounds)
        default: ruleset = .fast(teams: teams, rounds: rounds)
        }
        ruleset.missedPicksBeforeAutodraft = .random(in: 0...3, using: &random)
        ruleset.limits = PositionLimits(quarterbacks: 1, runningBacks: 2, wideReceivers: 2, tightEnds: 1)
        return .drafting(ruleset)
    }

    /// The next command and who sends it.
    mutating func step(_ room: RoomState) -> (command: Command, actor: Sender) {
        advance(room)
        let someone = Sender.user(UserID(UInt64.random(in: 1...7, using: &random)))
        let onClock = room.seatOnClock.flatMap { room.member(at: $0)?.user }.map { Sender.user($0) } ?? someone
        let seat = random.oneIn(3) ? Seat.random(in: 0...6, using: &random) : room.seatOnClock ?? 0
        let number = random.oneIn(8) ? PickNumber.random(in: 0...30, using: &random) : room.currentPickNumber
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<6:
            return (.room(1, .makePick(MakePick(pick: number, player: player()))), random.oneIn(8) ? someone : onClock)
        case 6..<9:
            let epoch = random.oneIn(6) ? room.epoch &- 1 : room.epoch
            return (
                .room(1, .automatePick(pick: number, epoch: epoch)), random.oneIn(3) ? House.admin : .scheduler
            )
        case 9: return (.room(1, .tickClock(pick: number)), .scheduler)
        case 10: return (.room(1, .setAutodraft(seat: seat, on: random.oneIn(2))), House.admin)
        case 11: return (queueEdit(seat), House.admin)
        case 12: return pausing(room)
        case 13: return correction(room)
        case 14: return (.room(1, .extendClock(pick: number, by: .seconds(20), reason: "x")), House.admin)
        default: return (.room(1, .setConnection(seat: seat, connected: random.oneIn(2))), .scheduler)
        }
    }

    /// Time goes on, mostly a little; sometimes exactly to the end of grace or just past it.
    private mutating func advance(_ room: RoomState) {
        let step: Int64 = random.oneIn(4) ? 40_000_000 : 3_000_000
        moment = moment + Interval(microseconds: .random(in: 0...step, using: &random))
        if let ends = room.runningClock?.graceEndsAt, ends > moment, random.oneIn(6) {
            moment = ends + Interval(microseconds: .random(in: 0...1, using: &random))
        }
    }

    private mutating func player() -> PlayerIndex { .random(in: 0...26, using: &random) }

    private mutating func queueEdit(_ seat: Seat) -> Command {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .queue(1, seat, .setRankings(players: [player()]))
        case 1: return .queue(1, seat, .addToQueue(player: player(), index: nil, expectedVersion: nil))
        case 2: return .queue(1, seat, .clearQueue(expectedVersion: .random(in: 0...3, using: &random)))
        default:
            return .queue(1, seat, .setQueue(players: Array(Set([player(), player()])).sorted(), expectedVersion: nil))
        }
    }

    private mutating func pausing(_ room: RoomState) -> (Command, Sender) {
        if room.status == .paused { return (.room(1, .resumeRoom), .scheduler) }
        let kind = RoomPaused.Kind.allCases.randomElement(using: &random) ?? .manual
        // The rules of these rooms know no nights.
        return (.room(1, .pauseRoom(kind: kind, reason: "")), kind == .overnight ? House.admin : .scheduler)
    }

    private mutating func correction(_ room: RoomState) -> (Command, Sender) {
        let mode = PickCorrected.Mode.allCases.randomElement(using: &random) ?? .lastOnly
        // Cascades undo what the others build, so they stay rare.
        guard mode != .cascade || random.oneIn(4) else { return (.room(1, .startDraft), .scheduler) }
        let pick = mode == .lastOnly ? PickNumber(room.picks.count) : PickNumber.random(in: 0...12, using: &random)
        let command = CorrectPick(
            pick: pick, mode: mode, player: mode == .cascade ? nil : player(), requestedBy: 800, approvedBy: 801,
            reason: "x")
        return (.room(1, .correctPick(command)), House.admin)
    }
}
