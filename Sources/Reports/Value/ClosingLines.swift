import Draft
import Projections

/// The closing line of every contest: the mean pick of each player over the last two weeks of its drafts.
///
/// Drafts without all seats known are not part of it: a user's picks would be compared with themselves.
struct ClosingLines: Sendable {
    /// A contest, or, for drafts of none, the pool that they draft from.
    enum Market: Hashable {
        case contest(TournamentID)
        case pool(PoolID)

        init(_ draft: RosterColumns.Draft) {
            self = draft.tournament.map { .contest($0) } ?? .pool(draft.pool)
        }
    }

    /// By market, then by player; blank for a player that was not taken in the window.
    private let lines: [Market: [PickReference]]

    fileprivate init(_ lines: [Market: [PickReference]]) { self.lines = lines }

    /// The lines that hold for a market, by player; empty where there are none.
    func references(of market: Market) -> [PickReference] { lines[market] ?? [] }
}

extension Analysis {
    /// The closing lines of all contests, from all their drafts that are complete and known from every seat, regardless
    /// of their members.
    ///
    /// One scan of the picks.
    func closingLines() -> ClosingLines {
        let windows = closingWindows()
        let blank = ClosingTally(players: players.players.count)
        let tally = rosters.scan(players, with: blank) { number, part, draft, players, tally in
            guard draft.status == .complete, draft.isWhole, let start = draft.startedAt,
                windows[ClosingLines.Market(draft)]?.contains(start) == true
            else { return }
            tally.begin(draft, players.facts(of: draft.pool), in: number)
            for place in draft.first..<draft.end { tally.add(place, of: part) }
        }
        return ClosingLines(
            tally.places.mapValues { place in
                Array(tally.sums[place..<place + players.players.count])
            })
    }

    /// The last two weeks of each contest, both ends included.
    private func closingWindows() -> [ClosingLines.Market: ClosedRange<Timestamp>] {
        var closings: [ClosingLines.Market: Timestamp] = [:]
        for draft in rosters.parts.lazy.flatMap(\.drafts) {
            guard draft.status == .complete, let start = draft.startedAt else { continue }
            let market = ClosingLines.Market(draft)
            closings[market] = max(closings[market] ?? start, start)
        }
        for market in closings.keys {
            // Rooms that had filled may start after the entries closed; the line is the one of the closing.
            if case .contest(let contest) = market, let closed = self.closings[contest] { closings[market] = closed }
        }
        return closings.mapValues { ($0 - ValueReport.Reference.window)...$0 }
    }
}

/// Sums up, by market and player, the picks of the drafts that it is given.
private struct ClosingTally: RosterTally {
    /// By market, where its sums stand.
    private(set) var places: [ClosingLines.Market: Int] = [:]

    /// By market, then by player.
    private(set) var sums: [PickReference] = []
    private let playerCount: Int
    private var pool = PoolFacts.none
    private var draft: RosterColumns.Draft?
    /// Of the draft that has begun: where the sums of its market start.
    private var market = 0

    init(players: Int) { playerCount = players }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        self.pool = pool
        self.draft = draft
        market = place(of: ClosingLines.Market(draft))
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        let slot = part.slots[place]
        guard let draft, slot != RosterColumns.noSlot else { return }
        var pick = OverallPicks(of: slot, in: draft)
        let (numbers, market) = (pool.numbers, market)
        var sums = self.sums.mutableSpan
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            if player < numbers.count {
                let sum = market + Int(numbers[player])
                sums[sum].include(pick.number)
            }
            pick.advance()
        }
    }

    mutating func merge(_ other: Self) {
        for (market, their) in other.places {
            let mine = place(of: market)
            for number in 0..<playerCount {
                sums[mine + number].include(other.sums[their + number])
            }
        }
    }

    /// The index of the first sum of a market.
    private mutating func place(of market: ClosingLines.Market) -> Int {
        if let known = places[market] { return known }
        let place = sums.count
        sums += Array(repeating: PickReference(), count: playerCount)
        places[market] = place
        return place
    }
}

/// The reference of a player's picks, as a fraction: a mean of whole numbers is seldom a decimal, and a player whom all
/// took exactly at the reference must have the value 0.
struct PickReference {
    /// Of the picks that the reference is the mean of; or hundredths of a pick.
    var numerator: Int64 = 0
    /// The number of those picks; 0 without a reference.
    var denominator: Int64 = 0

    /// In hundredths of a pick, as ADP is kept; 0 for none.
    init(hundredths: some BinaryInteger) {
        numerator = Int64(hundredths)
        denominator = hundredths == 0 ? 0 : Self.hundred
    }

    /// The denominator of every ADP.
    static let hundred: Int64 = 100

    init() {}

    /// In picks; nothing to divide by for none.
    var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }

    mutating func include(_ pick: Int64) {
        numerator += pick
        denominator += 1
    }

    mutating func include(_ other: Self) {
        numerator += other.numerator
        denominator += other.denominator
    }
}
