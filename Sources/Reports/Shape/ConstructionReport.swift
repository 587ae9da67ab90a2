public import Draft
import Projections

/// How rosters are built: how many players of each position, and when.
public struct ConstructionReport: Sendable {
    public var scope: ReportScope

    /// The known fees of all entries that count; nil when none is known.
    public var fees: Cents?

    /// Entries that count but whose fee is not known.
    public var entriesWithoutFee: Int

    /// By number of entries, then by its counts.
    public var builds: [Row]

    /// By round, from the first.
    public var rounds: [Round]

    /// Players by position.
    public struct Build: Hashable, Sendable, CustomStringConvertible {
        public var quarterbacks: Int
        public var runningBacks: Int
        public var wideReceivers: Int
        public var tightEnds: Int
        /// Of all other positions; best ball knows none.
        public var others: Int

        /// "3-5-8-2", in the order QB-RB-WR-TE, with "+1" behind it where there are others.
        public var description: String {
            "\(quarterbacks)-\(runningBacks)-\(wideReceivers)-\(tightEnds)" + (others > 0 ? "+\(others)" : "")
        }
    }

    public struct Row: Sendable {
        public var build: Build
        public var entries: Int
        /// `entries` / N.
        public var share: Double
        /// The known fees of those entries; nil when none is known.
        public var fees: Cents?
    }

    /// The picks of one round.
    public struct Round: Sendable {
        /// From 1.
        public var round: Int
        /// Picks that named a player.
        public var picks: Int
        /// By position group: QB, RB, WR, TE, other.
        public var counts: [Int]

        /// The share of a position in the round's picks; 0 in a round without any.
        public func share(of position: PositionGroup) -> Double {
            picks == 0 ? 0 : Double(counts[Int(position.rawValue)]) / Double(picks)
        }
    }
}

extension Analysis {
    /// Construction: every build's entries, share and fees, and the share of each position by round.
    ///
    /// A position in the filter changes nothing. One scan of the picks.
    public func construction(_ filter: ReportFilter = ReportFilter()) -> ConstructionReport {
        let tally = rosters.count(filter.entries, of: players, with: ConstructionTally())
        let rows = tally.builds.map { key, sums in
            ConstructionReport.Row(
                build: ConstructionReport.Build(key: key), entries: Int(sums.entries),
                share: Double(sums.entries) / Double(tally.scope.entries), fees: sums.knownFees)
        }
        let last = tally.rounds.lastIndex { $0 != .zero }.map { $0 + 1 } ?? 0
        var all = ConstructionTally.Sums()
        for sums in tally.builds.values { all.include(sums) }
        return ConstructionReport(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts), fees: all.knownFees,
            entriesWithoutFee: Int(all.entries - all.entriesWithFee),
            builds: rows.sorted { ($1.entries, $0.build.order) < ($0.entries, $1.build.order) },
            rounds: tally.rounds.prefix(last).enumerated().map { index, counts in
                let counts = (0..<PositionGroup.allCases.count).map { Int(counts[$0]) }
                return ConstructionReport.Round(round: index + 1, picks: counts.reduce(0, +), counts: counts)
            })
    }
}

extension ConstructionReport.Build {
    /// One byte for each group, from QB in the lowest.
    init(key: UInt64) {
        func count(_ group: PositionGroup) -> Int { Int(key >> (8 * UInt64(group.rawValue)) & 0xFF) }
        quarterbacks = count(.quarterback)
        runningBacks = count(.runningBack)
        wideReceivers = count(.wideReceiver)
        tightEnds = count(.tightEnd)
        others = count(.other)
    }

    /// Sorts by quarterbacks, then running backs, and so on.
    fileprivate var order: UInt64 {
        [quarterbacks, runningBacks, wideReceivers, tightEnds, others].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

private struct ConstructionTally: RosterTally {
    private(set) var scope = ScopeTally()
    private(set) var builds: [UInt64: Sums] = [:]

    /// By round, then by position group.
    private(set) var rounds: [SIMD8<UInt64>] = Array(repeating: .zero, count: Int(Ruleset.allowedRounds.upperBound))
    private var pool = PoolFacts.none
    private var fee: Int64?

    struct Sums {
        var entries: UInt32 = 0
        var entriesWithFee: UInt32 = 0
        var fees: Int64 = 0

        /// Nil when none is known: no fee would be 0.
        var knownFees: Cents? { entriesWithFee == 0 ? nil : Cents(fees) }

        mutating func include(_ other: Self) {
            entries += other.entries
            entriesWithFee += other.entriesWithFee
            fees += other.fees
        }
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.pool = pool
        fee = draft.fee?.value
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        var key: UInt64 = 0
        for (round, index) in part.picks(of: place).enumerated() {
            let player = Int(part.players[index])
            guard player < pool.positions.count, round < rounds.count else { continue }
            let group = pool.positions[player].rawValue
            key += 1 << (8 * UInt64(group))
            rounds[round][Int(group)] += 1
        }
        builds[key, default: Sums()].include(
            Sums(entries: 1, entriesWithFee: fee == nil ? 0 : 1, fees: fee ?? 0))
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        for (key, sums) in other.builds { builds[key, default: Sums()].include(sums) }
        for round in rounds.indices { rounds[round] &+= other.rounds[round] }
    }
}
