import Contestant
import Draft
import DraftLedger
import Records

/// Drafts as the product records them, with the same rooms, events and picks as the log of the other contestants.
///
/// A room opens, draws its order and starts; then one event in 13 is a pick, the one after it the next clock, the
/// others are ticks: the product has more to decode than the others, who have ticks there. Its ticks stand in a stream of
/// their own, the room's clock, and the others' in the room's. Events are as long as the product makes them, not padded to
/// the competitors' 200 bytes.
struct DraftLog {
    private let rooms: Int
    private let picks: Bool
    private let ruleset = Ruleset.fast(teams: 20, rounds: 30)

    init(_ options: Options) {
        rooms = options.rooms
        picks = options.shape != .tick
    }

    /// The event at a position.
    func event(at number: Int) -> PendingEvent {
        let room = RoomID(UInt64(number % rooms + 1))
        let version = number / rooms + 1
        let event = event(version, at: number)
        let isTick = if case .clockTicked = event { true } else { false }
        let origin = CommandOrigin(
            occurredAt: moment(number), actor: .user(UserID(UInt64(number % 500_000 + 1))),
            commandID: CommandID(high: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, low: UInt64(number)),
            fingerprint: UInt32(truncatingIfNeeded: number &* 2_654_435_761))
        return PendingEvent(
            stream: isTick ? .clock(room) : .room(room), event: event, origin: isTick ? nil : origin,
            recordedAt: moment(number))
    }

    private func event(_ version: Int, at number: Int) -> Event {
        let pick = PickNumber(version / 13)
        switch version {
        case 1:
            return .roomOpened(
                RoomOpened(
                    tournament: nil, pool: 1, entryFee: nil, ruleset: ruleset, commitment: nil, externalID: ""))
        case 2:
            return .draftOrderDrawn(DraftOrderDrawn(secret: nil, seats: Array(0..<ruleset.teams)))
        case 3: return .draftStarted(DraftStarted())
        case _ where version > 4 && !picks: break
        case _ where version % 13 == 0: return .pickMade(made(pick, at: number, version))
        case _ where version == 4 || version % 13 == 1: return .clockStarted(clock(of: pick + 1, at: number))
        default: break
        }
        return .clockTicked(
            ClockTicked(pick: picks ? pick + 1 : 1, remaining: UInt32(30_000 - version % 13 * 1_000)))
    }

    private func made(_ pick: PickNumber, at number: Int, _ version: Int) -> PickMade {
        let slot = ruleset.snake.slot(of: pick)
        return PickMade(
            pick: pick, slot: slot, seat: slot, player: PlayerIndex((number * 7 + version) % 1_000), adp: nil,
            claimedAt: moment(number))
    }

    private func clock(of pick: PickNumber, at number: Int) -> ClockStarted {
        let deadline = moment(number) + ruleset.pickClock
        return ClockStarted(
            pick: pick, slot: ruleset.snake.slot(of: pick), epoch: UInt32(pick), deadline: deadline,
            graceEndsAt: deadline + ruleset.grace)
    }

    private func moment(_ number: Int) -> Timestamp {
        Timestamp(microseconds: 1_700_000_000_000_000 + Int64(number) * 8)
    }
}

/// Events that the caller has decided, through the product's own encoding.
func appendEvents(_ options: Options) throws -> Score {
    let ledger = try DraftLedger.create(at: options.directory, origin: nil)
    let log = DraftLog(options)
    var score = Score()
    let stopwatch = Stopwatch(limit: options.seconds)
    while score.events < options.events, stopwatch.goesOn {
        let end = min(score.events + options.batch, options.events)
        try ledger.append((score.events..<end).map(log.event))
        score.events = end
        score.operations += 1
    }
    score.seconds = stopwatch.seconds
    ledger.close()
    return score
}
