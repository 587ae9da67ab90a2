import Draft

/// The bytes of a command's content: numbers in eight bytes each, texts with their length before them.
struct CommandContent {
    /// Which bytes they are.
    enum Form {
        /// Of which the fingerprints in the log are made, and so fixed for ever. Lists run on into what follows them
        /// and some of what may be missing leaves no gap, so that two contents can be the same bytes.
        case logged
        /// Lists begin with their lengths, and what is missing says so: no two contents are the same bytes.
        case exact
    }

    private let form: Form
    private(set) var bytes: [UInt8] = []

    init(_ form: Form) { self.form = form }

    /// Begins a list. Its elements follow.
    mutating func beginList(of count: Int) {
        if form == .exact { add(UInt64(count)) }
    }

    /// Begins something that may be missing.
    mutating func begin(isThere: Bool) {
        if form == .exact { bytes.append(isThere ? 1 : 0) }
    }

    mutating func add(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ value: Int64) { add(UInt64(bitPattern: value)) }

    mutating func add(_ value: UInt64?) {
        bytes.append(value == nil ? 0 : 1)
        if let value { add(value) }
    }

    mutating func add(_ text: String) {
        add(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ digest: Digest256) { bytes.append(contentsOf: digest.bytes) }

    mutating func add(_ limits: PositionLimits) {
        bytes += [limits.quarterbacks, limits.runningBacks, limits.wideReceivers, limits.tightEnds]
    }

    mutating func add(_ ruleset: Ruleset) {
        bytes += [ruleset.preset.rawValue, ruleset.teams, ruleset.rounds]
        add(ruleset.pickClock.microseconds)
        add(ruleset.grace.microseconds)
        add(ruleset.countdown.microseconds)
        add(ruleset.tickInterval.microseconds)
        add(ruleset.limits)
        bytes += [ruleset.autopickPolicy, ruleset.missedPicksBeforeAutodraft]
    }

    mutating func add(_ room: OpenRoom) {
        add(room.tournament?.number)
        add(room.pool.number)
        add(room.entryFee.map { UInt64(bitPattern: $0.value) })
        add(room.ruleset)
        add(room.externalID)
    }

    mutating func add(_ player: PlayerListing) {
        add(UInt64(player.index))
        bytes.append(player.position.rawValue)
        add(player.byeWeek.map(UInt64.init))
        add(player.adp.map(UInt64.init))
        add(player.projectedPoints.map { UInt64(bitPattern: Int64($0)) })
        add(player.rank.map(UInt64.init))
        add(player.externalID)
        add(player.name)
        add(player.team)
    }

    mutating func add(_ details: TournamentCreated) {
        // Only where there are any: the commands of before have the fingerprints that they had.
        begin(isThere: details.statedPrizes != nil)
        if let prizes = details.statedPrizes { add(prizes.value) }
        add(details.pool.number)
        add(details.entryFee.map { UInt64(bitPattern: $0.value) })
        add(details.maxEntries.map(UInt64.init))
        add(details.maxEntriesPerUser.map(UInt64.init))
        add(UInt64(details.rakeBasisPoints))
        add(details.ruleset)
        beginList(of: details.prizes.count)
        for tier in details.prizes {
            add(UInt64(tier.firstPlace))
            add(UInt64(tier.lastPlace))
            add(tier.amount.value)
        }
        add(details.title)
        add(details.externalID)
    }
}
