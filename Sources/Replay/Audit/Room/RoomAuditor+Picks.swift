import Draft
import DraftLedger

extension RoomAuditor {
    /// A pick by hand or by the rules: the next number, its slot, its seat, an available player.
    mutating func checkTurn(
        _ pick: PickNumber, of seat: Seat, at slot: Slot, taking player: PlayerIndex?, _ recorded: RecordedEvent,
        in room: RoomState
    ) {
        notes.counts.picks += 1
        judgeLateEdits(of: seat)
        track.hearings[seat] = nil
        let next = room.currentPickNumber
        guard pick == next, next <= room.ruleset.snake.pickCount else {
            return notes.note(
                .turn, at: recorded, expected: "pick \(next) of \(room.ruleset.snake.pickCount)",
                actual: "pick \(pick)", "The pick does not have the next number.")
        }
        let owner = room.ruleset.snake.slot(of: pick)
        if slot != owner {
            notes.note(
                .turn, at: recorded, expected: "draft position \(owner &+ 1)", actual: "draft position \(slot &+ 1)",
                "Pick \(room.ruleset.snake.label(of: pick)) belongs to another slot.")
        }
        if seat != room.seatOnClock {
            notes.note(
                .turn, at: recorded, expected: room.seatOnClock.map { room.placeName(of: $0) } ?? "no seat",
                actual: room.placeName(of: seat),
                "Pick \(room.ruleset.snake.label(of: pick)) does not belong to this seat.")
        }
        if let player { checkPlayer(player, recorded, in: room) }
    }

    /// Checks that a player is in the pool and not drafted yet.
    mutating func checkPlayer(_ player: PlayerIndex, _ recorded: RecordedEvent, in room: RoomState) {
        guard let pool = view.pool(room.pool) else {
            return notes.note(
                .player, at: recorded, expected: "pool \(room.pool)", actual: "no such pool",
                "The room's player pool was never published.")
        }
        if !pool.contains(player) {
            notes.note(
                .player, at: recorded,
                expected: "a player of pool \(pool.id), which has \(pool.players.count), from 0 on",
                actual: "player \(player)", "The player is not in the pool.")
        } else if room.taken.contains(player) {
            let earlier = room.picks.firstIndex { $0.player == player }.map { "pick \($0 + 1)" } ?? "no pick"
            notes.note(
                .player, at: recorded, expected: "an available player",
                actual: "\(pool.players[Int(player)].name), taken by \(earlier)", "The player was taken twice.")
        }
    }

    /// Checks that manual picks reached the server before the end of grace. A room paused overnight has no clock.
    mutating func checkInTime(_ made: PickMade, _ recorded: RecordedEvent, in room: RoomState) {
        guard room.ruleset.isTimed, room.status == .active else { return }
        guard let clock = room.runningClock else {
            return notes.note(
                .clock, at: recorded, expected: "a running clock", actual: "none",
                "Pick \(made.pick) was made without a clock.")
        }
        if recorded.moment > clock.graceEndsAt {
            notes.note(
                .clock, at: recorded, expected: "arrived by \(clock.graceEndsAt.iso8601)",
                actual: "\(recorded.moment.iso8601), \((recorded.moment - clock.graceEndsAt).seconds()) too late",
                "Pick \(made.pick) counted although its grace had ended.")
        }
        let member = room.member(at: made.seat)?.user
        if let actor = recorded.origin?.actor, actor.role == .user,
            !CommandKind.makePick.authority.allows(actor, over: member)
        {
            notes.note(
                .turn, at: recorded, expected: "user \(member?.description ?? "none")",
                actual: "user \(actor.user?.description ?? "none")",
                "Another user picked for \(room.placeName(of: made.seat)).")
        }
    }

    /// Checks an autopick: it had a reason, and recomputing it gives the same player.
    mutating func checkAutomation(
        _ made: PickAutomated, _ recorded: RecordedEvent, in room: RoomState, _ group: CommandGroup
    ) {
        // Another site's automation was not ours to make, nor its reasons ours to judge.
        guard made.policyVersion > 0 || recorded.origin?.actor.role != .importer else { return }
        switch made.reason {
        case .clockExpired where room.ruleset.isTimed:
            if let clock = room.runningClock, recorded.moment <= clock.graceEndsAt {
                notes.note(
                    .clock, at: recorded, expected: "after \(clock.graceEndsAt.iso8601)",
                    actual: "\(recorded.moment.iso8601), \((clock.graceEndsAt - recorded.moment).seconds()) too early",
                    "The autopick for pick \(made.pick) was made while its clock was running.")
            } else if room.runningClock == nil {
                notes.note(
                    .clock, at: recorded, expected: "a clock that has run out", actual: "none",
                    "Pick \(made.pick) was treated as missed without a clock.")
            } else if let clock = room.runningClock, let night = room.ruleset.overnight?.night(at: recorded.moment),
                clock.graceEndsAt >= night.begin
            {
                notes.note(
                    .clock, at: recorded, expected: "not before \(night.end.iso8601)", actual: recorded.moment.iso8601,
                    "Pick \(made.pick) was treated as missed during the overnight pause.")
            }
        case .autodraft where room.member(at: made.seat)?.autodraft != true:
            notes.note(
                .autopick, at: recorded, expected: "autodraft on for \(room.placeName(of: made.seat))", actual: "off",
                "An autopick was made for a seat with autodraft off.")
        case .admin where recorded.origin?.actor.role != .admin:
            notes.note(
                .autopick, at: recorded, expected: "an admin", actual: recorded.origin?.actor.text ?? "no sender",
                "Only an admin can request an autopick for a seat.")
        default: break
        }
        track.hearings[made.seat] = RoomTrack.KeptHearing(
            hearing: Hearing(made: made, pick: recorded, graceEndsAt: room.runningClock?.graceEndsAt))
        guard hasQueue(of: made.seat) else { return notes.counts.unknownAutopicks += 1 }
        notes.counts.autopicks += 1
        remake(made, passingOver: group.skipped(by: made), recorded, in: room)
        checkDigest(of: made, recorded, group)
    }

    private mutating func remake(
        _ made: PickAutomated, passingOver skipped: [PickAutomated.Skip], _ recorded: RecordedEvent, in room: RoomState
    ) {
        guard let pool = view.pool(room.pool) else {
            return notes.note(
                .autopick, at: recorded, expected: "pool \(room.pool)", actual: "no pool of that number",
                "The autopick cannot be recomputed: its player pool is missing.")
        }
        guard made.policyVersion == Autopick.currentPolicy else {
            return notes.note(
                .autopick, at: recorded, expected: "policy \(Autopick.currentPolicy)",
                actual: "policy \(made.policyVersion)", "The autopick cannot be recomputed: its policy is unknown.")
        }
        let queue = queue(of: made.seat, at: made.queueVersion)
        if made.queueVersion != view.queue(room.id, made.seat).version {
            notes.note(
                .autopick, at: recorded, expected: "queue version \(view.queue(room.id, made.seat).version)",
                actual: "version \(made.queueVersion)", "The autopick did not use the seat's latest queue.")
        }
        let choice = Autopick.choose(
            roster: room.roster(of: made.seat).map(\.player), taken: room.taken, pool: pool, queue: queue,
            limits: room.ruleset.limits, terms: room.draw)
        if choice?.player != made.player || choice?.source != made.source || choice?.skipped != skipped {
            var expected =
                choice.map { Self.describe($0.player, of: pool, by: $0.source, over: $0.skipped) } ?? "no player"
            var actual = made.player.map { Self.describe($0, of: pool, by: made.source, over: skipped) } ?? "no player"
            if expected == actual, let choice {
                let index = zip(choice.skipped, skipped).prefix { $0 == $1 }.count
                expected += Self.describe(choice.skipped, at: index, pool)
                actual += Self.describe(skipped, at: index, pool)
            }
            notes.note(
                .autopick, at: recorded, expected: expected, actual: actual,
                "Recomputing the autopick of pick \(made.pick) gives a different result.")
        }
    }

    /// A seat's queue as of a version.
    func queue(of seat: Seat, at version: UInt32) -> QueueState {
        let current = view.queue(id, seat)
        if current.version == version { return current }
        return QueueState.folding(track.queues[seat, default: []].prefix(Int(version)))
    }

    private static func describe(
        _ player: PlayerIndex, of pool: PoolState, by source: PickAutomated.Source, over skipped: [PickAutomated.Skip]
    ) -> String {
        "\(name(of: player, pool)) by \(source)" + (skipped.isEmpty ? "" : ", \(skipped.count) skipped")
    }

    /// One of those who were passed over, where two lists differ.
    private static func describe(_ skipped: [PickAutomated.Skip], at index: Int, _ pool: PoolState) -> String {
        guard index < skipped.count else { return "" }
        let skip = skipped[index]
        return ", number \(index + 1) \(name(of: skip.player, pool)) (\(skip.cause))"
    }

    private static func name(of player: PlayerIndex, _ pool: PoolState) -> String {
        pool.player(player)?.name ?? "player \(player)"
    }
}
