extension RoomState {
    /// The state in one canonical encoding: equal states give equal bytes, and `init(canonicalBytes:)` reads it back.
    ///
    /// The members in the order of their declaration, written as `CanonicalWriter` says, after one byte for the
    /// format. Players taken are left out, since the picks name them; times and positions of picks are differences to
    /// the pick before. A finished room of 216 picks takes about 4 KB.
    public var canonicalBytes: [UInt8] { bytes(isWhole: true) }

    /// The canonical bytes without `pickClocks` and the people who declared an outage. Digests of folds are taken of these, so
    /// that they stay what they were before rooms kept either.
    public var foldedBytes: [UInt8] { bytes(isWhole: false) }

    private func bytes(isWhole: Bool) -> [UInt8] {
        let hasClocks = isWhole && !pickClocks.isEmpty
        let declarers = isWhole ? pause?.declaredBy ?? [] : []
        var writer = CanonicalWriter(reserving: 512 + picks.count * 24)
        var format = draw == nil ? Self.canonicalFormat : Self.formatWithTerms
        if hasNightsOrSpectators { format += Self.addedByThese }
        if ruleset.overnight?.zone != nil { format += Self.addedByZone }
        if ruleset.order != .snake { format += Self.addedByOrder }
        if hasClocks { format += Self.addedByPickClocks }
        if !declarers.isEmpty { format += Self.addedByDeclarers }
        writer.write(format)
        writer.write(id)
        writer.write(tournament) { $0.write($1) }
        writer.write(pool)
        writer.write(entryFee) { $0.write($1.value) }
        writer.write(ruleset)
        writer.write(commitment) { $0.write($1) }
        writer.write(secret) { $0.write($1) }
        writer.write(externalID)
        writer.write(status.rawValue)
        writer.write(pause) {
            $0.write($1.kind.rawValue)
            $0.write($1.remaining)
        }
        writer.write(members) { $0.write($1) { $0.write($1) } }
        writer.write(joins)
        writer.write(seatOfSlot) { $0.write($1) }
        writer.write(countdownEndsAt) { $0.write($1) }
        writer.write(startedAt) { $0.write($1) }
        writer.write(picks: picks)
        writer.write(clock) { $0.write($1) }
        writer.write(lastPickClock) { $0.write($1) }
        writer.write(epoch)
        writer.write(refusals) { $0.write($1) }
        writer.write(version)
        writer.write(ticks)
        if hasClocks { write(pickClocks, to: &writer) }
        if !declarers.isEmpty { writer.write(declarers) { $0.write($1) } }
        if hasNightsOrSpectators {
            writer.write(ruleset.overnight) { $0.write($1) }
            writer.write(spectators) { $0.write($1.rawValue) }
            if let zone = ruleset.overnight?.zone { writer.write(zone.text) }
        }
        if ruleset.order != .snake { writer.write(ruleset.order.rawValue) }
        if let draw {
            write(draw, to: &writer)
        } else if let signedCommands {
            // Left out where it is nil: such a room has the bytes that it had before there was anything to say.
            writer.write(signedCommands.rawValue)
        }
        return writer.bytes
    }

    /// - Returns: nil unless the bytes are what `canonicalBytes` of this version writes.
    public init?(canonicalBytes: [UInt8]) {
        var reader = CanonicalReader(canonicalBytes)
        guard let state = try? RoomState(from: &reader), reader.isAtEnd,
            state.members.count == Int(state.ruleset.teams), state.refusals.count == state.members.count,
            state.picks.count <= Int(state.ruleset.snake.pickCount)
        else { return nil }
        self = state
    }

    private static let canonicalFormat: UInt8 = 2

    /// Of rooms with terms of their draw.
    private static let formatWithTerms: UInt8 = 3

    /// By how much the format of a room is higher that has nights or spectators. Others have the bytes that they had before
    /// there was either.
    private static let addedByThese: UInt8 = 2

    /// The same of rooms whose nights are by the clock of a zone, and have nights therefore.
    private static let addedByZone: UInt8 = 4

    /// The same of rooms whose picks do not come in the order of a plain snake.
    private static let addedByOrder: UInt8 = 8

    /// The same of rooms with picks that were made under a clock.
    private static let addedByPickClocks: UInt8 = 16

    /// The same of rooms that are paused for an outage that people declared.
    private static let addedByDeclarers: UInt8 = 32

    private var hasNightsOrSpectators: Bool { ruleset.overnight != nil || spectators != nil }

    private init(from reader: inout CanonicalReader) throws {
        var format = try reader.byte()
        let hasDeclarers = format >= Self.canonicalFormat + Self.addedByDeclarers
        if hasDeclarers { format -= Self.addedByDeclarers }
        let hasClocks = format >= Self.canonicalFormat + Self.addedByPickClocks
        if hasClocks { format -= Self.addedByPickClocks }
        let hasOrder = format >= Self.canonicalFormat + Self.addedByOrder
        if hasOrder { format -= Self.addedByOrder }
        let hasZone = format >= Self.canonicalFormat + Self.addedByZone
        if hasZone { format -= Self.addedByZone }
        let hasNightsOrSpectators = format >= Self.canonicalFormat + Self.addedByThese
        if hasNightsOrSpectators { format -= Self.addedByThese }
        guard [Self.canonicalFormat, Self.formatWithTerms].contains(format) else { throw CanonicalReader.Malformed() }
        id = try reader.id()
        tournament = try reader.optional { try $0.id() }
        pool = try reader.id()
        entryFee = try reader.optional { Cents(try $0.signed()) }
        ruleset = try reader.ruleset()
        commitment = try reader.optional { try $0.digest() }
        secret = try reader.optional { try $0.digest() }
        externalID = try reader.text()
        status = try reader.choice()
        pause = try reader.optional {
            Pause(kind: try $0.choice(), remaining: try $0.interval())
        }
        members = try reader.list { try $0.optional { try $0.member() } }
        joins = try reader.number()
        seatOfSlot = try reader.list { try $0.number() }
        countdownEndsAt = try reader.optional { try $0.timestamp() }
        startedAt = try reader.optional { try $0.timestamp() }
        picks = try reader.picks()
        taken = PlayerSet(picks.lazy.compactMap(\.player))
        clock = try reader.optional { try $0.clock() }
        lastPickClock = try reader.optional { try $0.clock() }
        epoch = try reader.number()
        refusals = try reader.list { try $0.number() }
        version = try reader.number()
        ticks = try reader.number()
        if hasClocks { try readPickClocks(from: &reader) }
        if hasDeclarers {
            let declarers: [UserID] = try reader.list { try $0.id() }
            guard pause != nil, !declarers.isEmpty else { throw CanonicalReader.Malformed() }
            pause?.declaredBy = declarers
        }
        if hasNightsOrSpectators {
            ruleset.overnight = try reader.optional { try $0.overnight() }
            spectators = try reader.optional { try $0.choice() }
            if hasZone { ruleset.overnight?.zone = ZoneOffsets(text: try reader.text()) }
            guard self.hasNightsOrSpectators else { throw CanonicalReader.Malformed() }
        }
        if hasOrder {
            ruleset.order = try reader.choice()
            guard ruleset.order != .snake else { throw CanonicalReader.Malformed() }
        }
        if format == Self.formatWithTerms {
            try readDraw(from: &reader)
        } else {
            signedCommands = reader.isAtEnd ? nil : try reader.choice()
        }
    }

    /// A clock starts with the pick before it and keeps the grace of the rules, so that most differences are 0.
    private func write(_ clocks: [PickClock], to writer: inout CanonicalWriter) {
        var pick: PickNumber = 0
        writer.write(clocks) { writer, clock in
            writer.write(clock.pick &- pick)
            pick = clock.pick
            writer.write(clock.deadline.microseconds &- expectedDeadline(of: pick))
            writer.write(
                clock.graceEndsAt.microseconds &- clock.deadline.microseconds &- ruleset.grace.microseconds)
        }
    }

    private mutating func readPickClocks(from reader: inout CanonicalReader) throws {
        var pick: PickNumber = 0
        pickClocks = try reader.list { reader in
            pick &+= try reader.number(PickNumber.self)
            let deadline = expectedDeadline(of: pick) &+ (try reader.signed())
            let graceEndsAt = deadline &+ ruleset.grace.microseconds &+ (try reader.signed())
            return PickClock(
                deadline: Timestamp(microseconds: deadline), graceEndsAt: Timestamp(microseconds: graceEndsAt),
                pick: pick)
        }
        guard !pickClocks.isEmpty else { throw CanonicalReader.Malformed() }
    }

    /// The deadline of a pick whose clock started with the pick before it and was not extended, in microseconds.
    private func expectedDeadline(of pick: PickNumber) -> Int64 {
        let before = Int(pick) - 2
        let start = picks.indices.contains(before) ? picks[before].recordedAt : startedAt
        return (start?.microseconds ?? 0) &+ ruleset.pickClock.microseconds
    }

    private func write(_ draw: DrawTerms, to writer: inout CanonicalWriter) {
        writer.write(signedCommands) { $0.write($1.rawValue) }
        writer.write(draw.version)
        writer.write(draw.poolPlayers)
        writer.write(revealsUntil) { $0.write($1) }
        for case let member? in members { writer.write(member.entropy) { $0.write($1) } }
    }

    private mutating func readDraw(from reader: inout CanonicalReader) throws {
        signedCommands = try reader.optional { try $0.choice() }
        draw = DrawTerms(version: try reader.number(), poolPlayers: try reader.number())
        revealsUntil = try reader.optional { try $0.timestamp() }
        for seat in members.indices where members[seat] != nil {
            members[seat]?.entropy = try reader.list { try $0.number() }
        }
    }
}

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

    mutating func write(_ window: OvernightWindow) {
        write(Int64(window.offset))
        write(window.from)
        write(window.until)
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

    mutating func overnight() throws -> OvernightWindow {
        guard let offset = Int16(exactly: try signed()) else { throw Malformed() }
        return OvernightWindow(offset: offset, from: try number(), until: try number())
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
