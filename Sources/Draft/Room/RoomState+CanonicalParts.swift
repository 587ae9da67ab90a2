extension CanonicalWriter {
    mutating func write(_ ruleset: Ruleset) {
        write(ruleset.preset.rawValue)
        write(ruleset.teams)
        write(ruleset.rounds)
        write(ruleset.pickClock)
        write(ruleset.grace)
        write(ruleset.countdown)
        write(ruleset.tickInterval)
        write(ruleset.limits.quarterbacks)
        write(ruleset.limits.runningBacks)
        write(ruleset.limits.wideReceivers)
        write(ruleset.limits.tightEnds)
        write(ruleset.autopickPolicy)
        write(ruleset.missedPicksBeforeAutodraft)
    }

    mutating func write(_ member: RoomState.Member) {
        write(member.user) { $0.write($1) }
        write(member.entry)
        write(member.externalID)
        write(member.slot) { $0.write($1) }
        write(member.autodraft)
        write(member.missedPicks)
        write(member.connected)
    }

    mutating func write(_ clock: RoomState.Clock) {
        write(clock.pick)
        write(clock.slot)
        write(clock.epoch)
        write(clock.deadline)
        write(clock.graceEndsAt)
        write(clock.lastShown) { $0.write($1) }
    }

    /// Differences wrap around instead of overflowing: any two moments and positions have one.
    mutating func write(picks: [RoomState.Pick]) {
        var recordedAt: Int64 = 0
        var position: UInt64 = 0
        write(picks) { writer, pick in
            writer.write(pick.seat)
            writer.write(pick.player) { $0.write($1) }
            writer.write(pick.source.rawValue)
            writer.write(pick.missedBefore)
            writer.write(pick.recordedAt.microseconds &- recordedAt)
            recordedAt = pick.recordedAt.microseconds
            writer.write(pick.occurredAt) { $0.write($1.microseconds &- recordedAt) }
            writer.write(pick.position &- position)
            position = pick.position
            writer.write(pick.correctedAt) { $0.write($1) }
            writer.write(pick.adp) { $0.write($1) }
        }
    }
}

extension CanonicalReader {
    mutating func ruleset() throws -> Ruleset {
        Ruleset(
            preset: try choice(), teams: try number(), rounds: try number(), pickClock: try interval(),
            grace: try interval(), countdown: try interval(), tickInterval: try interval(),
            limits: PositionLimits(
                quarterbacks: try number(), runningBacks: try number(), wideReceivers: try number(),
                tightEnds: try number()),
            autopickPolicy: try number(), missedPicksBeforeAutodraft: try number())
    }

    mutating func member() throws -> RoomState.Member {
        RoomState.Member(
            user: try optional { try $0.id() }, entry: try id(),
            externalID: try text(), slot: try optional { try $0.number() },
            autodraft: try flag(), missedPicks: try number(), connected: try flag())
    }

    mutating func clock() throws -> RoomState.Clock {
        RoomState.Clock(
            pick: try number(), slot: try number(), epoch: try number(), deadline: try timestamp(),
            graceEndsAt: try timestamp(),
            lastShown: try optional { try $0.number() })
    }

    mutating func picks() throws -> [RoomState.Pick] {
        var recordedAt: Int64 = 0
        var position: UInt64 = 0
        return try list { reader in
            let seat: Seat = try reader.number()
            let player: PlayerIndex? = try reader.optional { try $0.number() }
            let source: PickSource = try reader.choice()
            let missedBefore: UInt8 = try reader.number()
            recordedAt &+= try reader.signed()
            let lag = try reader.optional { try $0.signed() }
            position &+= try reader.number(UInt64.self)
            return RoomState.Pick(
                occurredAt: lag.map { Timestamp(microseconds: recordedAt &+ $0) }, seat: seat, player: player,
                source: source, missedBefore: missedBefore, recordedAt: Timestamp(microseconds: recordedAt),
                position: position,
                correctedAt: try reader.optional { try $0.number() },
                adp: try reader.optional { try $0.number() })
        }
    }
}
