public import Draft

/// How often each player of a pool was drafted by the entries of a filter, when, and for how much money.
///
/// Whole numbers only, counts and sums: whoever prints divides. An exposure of a whole field is its ownership, and the
/// mean pick its ADP. Parts can be counted apart and merged. Memory is 32 bytes for each player of the pool.
public struct Exposure: Hashable, Sendable {
    /// In which the players' indexes count; entries of other pools are left out.
    public let pool: PoolID

    public let filter: RosterFilter

    /// N: entries that count.
    public private(set) var entries: UInt32 = 0

    /// The fees of the entries that count, as far as they are known.
    public private(set) var fees: Cents = .zero

    /// Entries that count but whose fee is not known: no part of any fee-weighted figure.
    public private(set) var entriesWithoutFee: UInt32 = 0

    /// By index, as far as the last player who was drafted.
    private var tallies: [Tally] = []

    private struct Tally: Hashable, Sendable {
        var drafted: UInt32 = 0
        var earliest: PickNumber = 0
        var latest: PickNumber = 0
        var picks: UInt64 = 0
        var fees: Int64 = 0

        mutating func include(_ other: Tally) {
            earliest = drafted == 0 ? other.earliest : min(earliest, other.earliest)
            latest = max(latest, other.latest)
            drafted += other.drafted
            picks += other.picks
            fees += other.fees
        }
    }

    public init(of pool: PoolID, _ filter: RosterFilter = RosterFilter()) {
        self.pool = pool
        self.filter = filter
    }

    /// Counts an entry, if the filter has it. O(rounds).
    public mutating func add(_ row: RosterRow) {
        guard row.pool == pool, filter.matches(row) else { return }
        count(fee: row.fee)
        for (index, player) in row.players.enumerated() {
            guard let player, let pick = row.pick(inRound: UInt8(index + 1)) else { continue }
            tally(player, at: pick, fee: row.fee?.value ?? 0)
        }
    }

    /// Counts a stored row, if the filter has it, without making a `RosterRow` of it. O(rounds), no allocation.
    ///
    /// - Parameter rowValue: what `RosterRow.rowValue` wrote; bytes that are none are left out.
    public mutating func add(rowValue: RawSpan) {
        typealias Layout = RosterRow.Layout
        guard RosterRow.isComplete(rowValue), rowValue.number(at: Layout.pool) == pool.number,
            filter.matches(rowValue)
        else { return }
        let fee = rowValue.signed(at: Layout.fee)
        count(fee: fee == Layout.noNumber ? nil : Cents(fee))
        let (slot, teams) = (rowValue.byte(at: Layout.slot), rowValue.byte(at: Layout.teams))
        guard slot != Layout.noSlot else { return }
        let snake = Snake(teams: teams, rounds: rowValue.byte(at: Layout.rounds))
        for index in 0..<Int(rowValue.short(at: Layout.playerCount)) {
            let player = rowValue.short(at: Layout.players + 2 * index)
            guard player != Layout.noPlayer else { continue }
            tally(player, at: snake.pick(of: slot, in: UInt8(index + 1)), fee: fee == Layout.noNumber ? 0 : fee)
        }
    }

    /// Adds what was counted elsewhere.
    ///
    /// - Precondition: the other one counts the same pool by the same filter.
    public mutating func merge(_ other: Exposure) {
        precondition(pool == other.pool && filter == other.filter, "exposures of different entries do not add up")
        entries += other.entries
        fees += other.fees
        entriesWithoutFee += other.entriesWithoutFee
        grow(to: other.tallies.count)
        for (index, tally) in other.tallies.enumerated() where tally.drafted > 0 {
            tallies[index].include(tally)
        }
    }

    private mutating func count(fee: Cents?) {
        entries += 1
        if let fee { fees += fee } else { entriesWithoutFee += 1 }
    }

    private mutating func tally(_ player: PlayerIndex, at pick: PickNumber, fee: Int64) {
        let index = Int(player)
        if index >= tallies.count { grow(to: index + 1) }
        tallies[index].include(Tally(drafted: 1, earliest: pick, latest: pick, picks: UInt64(pick), fees: fee))
    }

    private mutating func grow(to count: Int) {
        while tallies.count < count { tallies.append(Tally()) }
    }
}

extension Exposure {
    /// One player's figures.
    public struct Player: Hashable, Sendable {
        public var player: PlayerIndex

        /// Entries that drafted the player. Exposure is `drafted / entries`.
        public var drafted: UInt32

        /// The known fees of those entries. Fee-weighted exposure is `fees / Exposure.fees`.
        public var fees: Cents

        /// The sum of the overall picks at which the player was drafted. The average pick is `pickSum / drafted`.
        public var pickSum: UInt64

        public var earliestPick: PickNumber
        public var latestPick: PickNumber
    }

    /// The players who were drafted at all, in the order of their indexes. O(players).
    public var players: [Player] {
        tallies.enumerated().compactMap { index, tally in
            guard tally.drafted > 0 else { return nil }
            return Player(
                player: PlayerIndex(index), drafted: tally.drafted, fees: Cents(tally.fees), pickSum: tally.picks,
                earliestPick: tally.earliest, latestPick: tally.latest)
        }
    }

    /// One player's figures; nil for a player whom no entry drafted. O(1).
    public subscript(player: PlayerIndex) -> Player? {
        guard Int(player) < tallies.count, tallies[Int(player)].drafted > 0 else { return nil }
        let tally = tallies[Int(player)]
        return Player(
            player: player, drafted: tally.drafted, fees: Cents(tally.fees), pickSum: tally.picks,
            earliestPick: tally.earliest, latestPick: tally.latest)
    }
}
