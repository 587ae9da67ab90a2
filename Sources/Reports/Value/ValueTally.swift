import Draft
import Projections

/// The source of the references of picks.
enum ReferenceSource: Sendable {
    /// Of the pick itself.
    case atPick
    case closing(ClosingLines)
    /// Of the day on which the draft started, or of the last one.
    case dated(DatedPositions?, isLatest: Bool)

    /// The place of the day whose ADPs hold for a draft; nil without one, and if no day matters.
    ///
    /// - Parameter seasons: of contests that state theirs.
    func day(of draft: RosterColumns.Draft, seasons: [TournamentID: SeasonID]) -> Int? {
        guard case .dated(let dated?, let isLatest) = self else { return nil }
        if let season = dated.season {
            let known = draft.tournament.flatMap { seasons[$0] } ?? draft.startedAt.flatMap { SeasonID(yearOf: $0) }
            guard known ?? season == season else { return nil }
        }
        if isLatest { return dated.days.indices.last }
        return draft.startedAt.flatMap { dated.day(at: $0) }
    }

    /// Returns the references of a pool's players, by index there: for all picks of a draft without a reference of their own.
    ///
    /// - Parameter day: the place of the day whose ADPs hold for the draft.
    func references(of draft: RosterColumns.Draft, _ pool: PoolFacts, day: Int?) -> [PickReference] {
        switch self {
        case .atPick: return pool.adps.map { PickReference(hundredths: draft.isImported ? 0 : $0) }
        case .closing(let lines):
            let closing = lines.references(of: ClosingLines.Market(draft))
            return pool.numbers.map { Int($0) < closing.count ? closing[Int($0)] : PickReference() }
        case .dated(let dated, _):
            let adps = dated?.positions(on: day) ?? []
            return pool.numbers.map { PickReference(hundredths: Int($0) < adps.count ? adps[Int($0)] : 0) }
        }
    }
}

/// Sums up what picks are worth.
///
/// The picks of a player are summed apart for each closing line that they are held against: under one line their
/// references have one denominator, and all sums are whole numbers.
struct ValueTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// By line, then by player.
    private var sums: [Sum] = []

    /// The indices of the sums of each line. Against the pick there is a single one.
    private var places: [ClosingLines.Market?: Int] = [:]
    private(set) var withoutReference = 0

    /// Drafts that make no closing line; none against the pick.
    private(set) var partialDrafts = 0
    private(set) var distribution: [UInt64] = Array(repeating: 0, count: ValueReport.Curve.bucketCount)
    private(set) var entries: [ValueReport.Entry] = []

    private let listed: [Bool]
    private let source: ReferenceSource
    private let curve: ValueReport.Curve
    private let byEntry: Bool
    /// Of contests that state theirs.
    private let seasons: [TournamentID: SeasonID]
    private var pool = PoolFacts.none
    private var draft: RosterColumns.Draft?
    private var market: ClosingLines.Market?
    private var isImported = false

    /// The place of the day whose ADPs the quotes are.
    private var day: Int?

    /// By index in the pool.
    private var quotes: [Quote] = []

    /// The reference of a player's picks.
    private struct Quote {
        /// The index of the player's sums; -1 for one who is not listed.
        var sum: Int
        /// Of the reference, over the denominator that stands with the sums.
        var numerator: Int64
        /// The reference in picks; 0 for none.
        var value: Double
    }

    private struct Sum {
        var picks: Int64 = 0
        var pickSum: Int64 = 0
        /// The sum of the references' numerators, all over this denominator; 0 without a reference.
        var references: Int64 = 0
        var denominator: Int64 = 0
        /// In billionths.
        var values: Int64 = 0

        mutating func include(_ pick: Int64, numerator: Int64, billionths: Int64) {
            picks += 1
            pickSum += pick
            references += numerator
            values += billionths
        }

        mutating func include(_ other: Self) {
            picks += other.picks
            pickSum += other.pickSum
            references += other.references
            denominator = max(denominator, other.denominator)
            values += other.values
        }
    }

    init(
        listed: [Bool], source: ReferenceSource, curve: ValueReport.Curve, byEntry: Bool,
        seasons: [TournamentID: SeasonID] = [:]
    ) {
        self.seasons = seasons
        self.listed = listed
        self.source = source
        self.curve = curve
        self.byEntry = byEntry
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.draft = draft
        if case .closing = source, !draft.isWhole { partialDrafts += 1 }
        let market = ClosingLines.Market(draft)
        let day = source.day(of: draft, seasons: seasons)
        guard self.pool !== pool || self.market != market || isImported != draft.isImported || self.day != day
        else { return }
        (self.pool, self.market, isImported, self.day) = (pool, market, draft.isImported, day)
        let references = source.references(of: draft, pool, day: day)
        let first = place(of: isByMarket ? market : nil)
        quotes = zip(pool.numbers, references).map { number, reference in
            let sum = first + Int(number)
            sums[sum].denominator = isByMarket ? reference.denominator : PickReference.hundred
            return Quote(
                sum: listed[Int(number)] ? sum : -1, numerator: reference.numerator, value: reference.value)
        }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        let slot = part.slots[place]
        guard let draft, slot != RosterColumns.noSlot else { return }
        var overall = OverallPicks(of: slot, in: draft)
        var (picks, total) = (0, 0.0)
        let hasRecorded = isAtPick && !part.recordedADPs.isEmpty
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            if player < quotes.count, quotes[player].sum >= 0 {
                var quote = quotes[player]
                if hasRecorded, let recorded = part.recordedReference(index) {
                    (quote.numerator, quote.value) = (recorded.numerator, recorded.value)
                }
                if quote.value > 0 {
                    let pick = overall.number
                    let value = curve.value(of: pick, against: quote.value)
                    let billionths = ValueReport.Curve.billionths(value)
                    sums[quote.sum].include(pick, numerator: quote.numerator, billionths: billionths)
                    distribution[curve.bucket(of: billionths)] += 1
                    picks += 1
                    total += value
                } else {
                    withoutReference += 1
                }
            }
            overall.advance()
        }
        if byEntry {
            let total = ValueReport.Curve.rounded(total)
            entries.append(
                ValueReport.Entry(
                    entry: part.entry(at: place, of: draft), slot: slot, picks: picks, totalValue: total,
                    averageValue: picks == 0 ? nil : total / Double(picks)))
        }
    }

    private var isAtPick: Bool {
        if case .atPick = source { true } else { false }
    }

    /// Whether references are fractions of a market's own, and not hundredths.
    private var isByMarket: Bool {
        if case .closing = source { true } else { false }
    }

    /// The index of the first sum of a line.
    private mutating func place(of line: ClosingLines.Market?) -> Int {
        if let known = places[line] { return known }
        let place = sums.count
        sums += Array(repeating: Sum(), count: listed.count)
        places[line] = place
        return place
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        withoutReference += other.withoutReference
        partialDrafts += other.partialDrafts
        entries += other.entries
        for (line, their) in other.places {
            let mine = place(of: line)
            for number in listed.indices { sums[mine + number].include(other.sums[their + number]) }
        }
        for index in distribution.indices { distribution[index] += other.distribution[index] }
    }
}

extension RosterColumns {
    /// The ADP that the source showed at a pick; nil if it showed no ADP.
    func recordedReference(_ index: Int) -> PickReference? {
        guard index < recordedADPs.count else { return nil }
        let recorded = recordedADPs[index]
        return recorded == Self.noADP || recorded == 0 ? nil : PickReference(hundredths: recorded)
    }
}

extension ValueTally {
    /// The value of a player's picks against all lines.
    struct Total {
        var picks = 0
        var pickSum = 0
        var references = 0.0
        var value = 0.0
    }

    /// By player.
    var totals: [Total] {
        var totals = [Total](repeating: Total(), count: listed.count)
        // In one order whatever the cores met first: floating point sums depend on it.
        for first in places.sorted(by: { Self.precedes($0.key, $1.key) }).map(\.value) {
            for number in totals.indices where sums[first + number].picks > 0 {
                let sum = sums[first + number]
                let denominator = Double(sum.denominator)
                totals[number].picks += Int(sum.picks)
                totals[number].pickSum += Int(sum.pickSum)
                totals[number].references += Double(sum.references) / denominator
                totals[number].value +=
                    curve == .linear
                    ? Double(sum.pickSum * sum.denominator - sum.references) / denominator
                    : Double(sum.values) / 1e9
            }
        }
        // One line leaves the fraction as it is; several are added up.
        guard places.count > 1 else { return totals }
        for number in totals.indices { totals[number].value = ValueReport.Curve.rounded(totals[number].value) }
        return totals
    }

    private static func precedes(_ one: ClosingLines.Market?, _ other: ClosingLines.Market?) -> Bool {
        func order(_ market: ClosingLines.Market?) -> (Int, UInt64) {
            switch market {
            case nil: (0, 0)
            case .contest(let contest): (1, contest.number)
            case .pool(let pool): (2, pool.number)
            }
        }
        return order(one) < order(other)
    }
}
