import Draft
import Projections

/// The closing line of every contest: the mean pick of each player over the last two weeks of its drafts.
struct ClosingLines: Sendable {
    /// A contest, or, for drafts of none, the pool that they draft from.
    enum Market: Hashable {
        case contest(TournamentID)
        case pool(PoolID)

        init(_ draft: RosterColumns.Draft) {
            self = draft.tournament.map { .contest($0) } ?? .pool(draft.pool)
        }
    }

    /// By market, then by player: in millionths of a pick, 0 for a player whom nobody took in the window.
    private let lines: [Market: [Int64]]

    fileprivate init(_ lines: [Market: [Int64]]) { self.lines = lines }

    /// The lines that hold for a draft, by player; empty where there are none.
    func references(of draft: RosterColumns.Draft) -> [Int64] { lines[Market(draft)] ?? [] }
}

extension Analysis {
    /// The closing lines of all contests, from all their drafts that are complete, whoever is in them.
    ///
    /// One scan of the picks.
    func closingLines() -> ClosingLines {
        let windows = closingWindows()
        let tally = rosters.scan(with: ClosingTally(players: players.players.count)) { part, draft, tally in
            guard draft.status == .complete, let start = draft.startedAt,
                windows[ClosingLines.Market(draft)]?.contains(start) == true
            else { return }
            tally.begin(draft, players.facts(of: draft.pool), in: part)
            for place in draft.first..<draft.end { tally.add(place, of: rosters.parts[part]) }
        }
        return ClosingLines(
            tally.sums.mapValues { sums in
                sums.map { sum in
                    sum.count == 0 ? 0 : Int64((Double(sum.picks) * 1e6 / Double(sum.count)).rounded())
                }
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
    private(set) var sums: [ClosingLines.Market: [Sum]] = [:]
    private let playerCount: Int
    private var pool = PoolFacts.none
    private var draft: RosterColumns.Draft?

    struct Sum {
        var count: UInt64 = 0
        var picks: UInt64 = 0
    }

    init(players: Int) { playerCount = players }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        self.draft = draft
        self.pool = pool
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        let slot = part.slots[place]
        guard let draft, slot != RosterColumns.noSlot else { return }
        let blank = { [playerCount] in Array(repeating: Sum(), count: playerCount) }
        let snake = draft.snake
        let (pool, players) = (pool, part.players)
        let picks = part.picks(of: place)
        let count = { (sums: inout [Sum]) in
            for (round, index) in picks.enumerated() {
                let player = Int(players[index])
                guard player < pool.numbers.count else { continue }
                sums[Int(pool.numbers[player])].count += 1
                sums[Int(pool.numbers[player])].picks += UInt64(snake.pick(of: slot, in: UInt8(round + 1)))
            }
        }
        count(&sums[ClosingLines.Market(draft), default: blank()])
    }

    mutating func merge(_ other: Self) {
        for (market, theirs) in other.sums {
            guard var mine = sums.removeValue(forKey: market) else {
                sums[market] = theirs
                continue
            }
            for index in mine.indices {
                mine[index].count += theirs[index].count
                mine[index].picks += theirs[index].picks
            }
            sums[market] = mine
        }
    }
}
