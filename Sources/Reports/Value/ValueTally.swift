import Draft
import Projections

/// Where the references of picks come from.
enum ReferenceSource: Sendable {
    /// Of the pick itself.
    case atPick
    case closing(ClosingLines)
}

/// Sums up what picks are worth.
struct ValueTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// By player.
    private(set) var players: [Player]
    private(set) var withoutReference = 0
    private(set) var distribution: [UInt64] = Array(repeating: 0, count: ValueReport.Curve.bucketCount)
    private(set) var entries: [ValueReport.Entry] = []

    private let listed: [Bool]
    private let source: ReferenceSource
    private let curve: ValueReport.Curve
    private let byEntry: Bool
    private var pool = PoolFacts.none
    private var draft: RosterColumns.Draft?
    private var market: ClosingLines.Market?

    /// By index in the pool.
    private var quotes: [Quote] = []

    /// What picks of a player are held against.
    private struct Quote {
        /// In the catalogue; -1 for one who is not listed.
        var number: Int
        /// In millionths of a pick; 0 for none.
        var reference: Int64
    }

    struct Player {
        var picks: UInt64 = 0
        var pickSum: UInt64 = 0
        /// In millionths.
        var references: Int64 = 0
        var values: Int64 = 0

        mutating func include(pick: Int64, reference: Int64, value: Int64) {
            picks += 1
            pickSum += UInt64(pick)
            references += reference
            values += value
        }
    }

    init(listed: [Bool], source: ReferenceSource, curve: ValueReport.Curve, byEntry: Bool) {
        self.listed = listed
        self.source = source
        self.curve = curve
        self.byEntry = byEntry
        players = Array(repeating: Player(), count: listed.count)
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.draft = draft
        let market = ClosingLines.Market(draft)
        guard self.pool !== pool || self.market != market else { return }
        (self.pool, self.market) = (pool, market)
        var references = pool.adps.map { Int64($0) * 10_000 }
        if case .closing(let lines) = source {
            let closing = lines.references(of: draft)
            references = pool.numbers.map { Int($0) < closing.count ? closing[Int($0)] : 0 }
        }
        quotes = zip(pool.numbers, references).map { number, reference in
            Quote(number: listed[Int(number)] ? Int(number) : -1, reference: reference)
        }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        let slot = part.slots[place]
        guard let draft, slot != RosterColumns.noSlot else { return }
        let teams = Int64(draft.teams)
        var (pick, other) = (Int64(slot) + 1, teams - Int64(slot))
        var (picks, total) = (0, 0 as Int64)
        let hasRecorded = isAtPick && !part.recordedADPs.isEmpty
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            if player < quotes.count, quotes[player].number >= 0 {
                let number = quotes[player].number
                var reference = quotes[player].reference
                if hasRecorded, let recorded = recorded(index, of: part) { reference = recorded }
                if reference > 0 {
                    let value = curve.value(of: pick, against: reference)
                    players[number].include(pick: pick, reference: reference, value: value)
                    distribution[curve.bucket(of: value)] += 1
                    picks += 1
                    total += value
                } else {
                    withoutReference += 1
                }
            }
            (pick, other) = (other + teams, pick + teams)
        }
        if byEntry {
            entries.append(
                ValueReport.Entry(
                    entry: part.entry(at: place, of: draft), slot: slot, picks: picks,
                    totalValue: Double(total) / 1e6,
                    averageValue: picks == 0 ? nil : Double(total) / 1e6 / Double(picks)))
        }
    }

    private var isAtPick: Bool {
        if case .atPick = source { true } else { false }
    }

    /// The ADP that the source showed at a pick, in millionths; nil where it is the pool's.
    private func recorded(_ index: Int, of part: RosterColumns) -> Int64? {
        guard index < part.recordedADPs.count else { return nil }
        let recorded = part.recordedADPs[index]
        return recorded == RosterColumns.noADP || recorded == 0 ? nil : Int64(recorded) * 10_000
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        withoutReference += other.withoutReference
        entries += other.entries
        for index in players.indices {
            players[index].picks += other.players[index].picks
            players[index].pickSum += other.players[index].pickSum
            players[index].references += other.players[index].references
            players[index].values += other.players[index].values
        }
        for index in distribution.indices { distribution[index] += other.distribution[index] }
    }
}
