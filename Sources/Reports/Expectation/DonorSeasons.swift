import Draft
import Projections

/// The points of the players of a reference contest, by position in the order of their closing ADP.
struct DonorSeasons: Sendable {
    private let byPosition: [PlayerPosition: [Season]]

    /// The expected level of a rank, by position.
    private let lines: [PlayerPosition: Line]

    /// Whether the season is the one that is simulated.
    private let isSameSeason: Bool

    struct Season: Sendable {
        /// The player's, in the catalogue.
        var number: Int
        /// By week from week 0, which has no games: hundredths.
        var points: [Int32]
        /// 0 where no source says.
        var byeWeek: UInt8

        /// The season of a player whose bye is in another week: the two weeks change places.
        func played(withByeIn week: UInt8) -> [Int32] {
            var points = points
            let weeks = SeasonState.weeks
            if weeks.contains(week), weeks.contains(byeWeek) { points.swapAt(Int(week), Int(byeWeek)) }
            return points
        }
    }

    /// - Parameters:
    ///   - reference: the contest whose season it was.
    ///   - ranks: of its players.
    ///   - weeks: of which the points are promised.
    ///   - isSameSeason: whether the season is the one that is simulated: then no player gets their own.
    init(_ reference: ContestOutcome, _ ranks: PlayerRanks, weeks: [UInt8], isSameSeason: Bool) {
        self.isSameSeason = isSameSeason
        byPosition = ranks.byPosition.mapValues { players in
            players.map { player in
                Season(
                    number: player.number,
                    points: (0..<UInt8(SeasonModel.width)).map { reference.points.counted(player.indexes, week: $0) },
                    byeWeek: player.byeWeek)
            }
        }
        lines = byPosition.mapValues { seasons in
            Line(through: seasons.map { season in weeks.reduce(0) { $0 + Int64(season.points[Int($1)]) } })
        }
    }

    /// The expected points of a rank, from 0, over the weeks, in hundredths: never negative.
    func level(_ rank: Int, at position: PlayerPosition) -> Int64 {
        guard let line = lines[position] else { return 0 }
        return Int64(max(0, (line.base + line.slope * Line.step(to: rank)).rounded(.toNearestOrAwayFromZero)))
    }

    /// The line through totals over the harmonic numbers of their ranks, by least squares: what is lost from one rank to the
    /// next shrinks as the ranks grow, as by a logarithm.
    private struct Line: Sendable {
        var base: Double
        var slope = 0.0

        init(through totals: [Int64]) {
            var (count, step, steps, squares, products) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for total in totals {
                count += 1
                step += 1 / count
                steps += step
                squares += step * step
                products += step * Double(total)
            }
            let sum = Double(totals.reduce(0, +))
            if count > 1 { slope = (count * products - steps * sum) / (count * squares - steps * steps) }
            base = count > 0 ? (sum - slope * steps) / count : 0
        }

        /// The harmonic number of a rank, from 0.
        static func step(to rank: Int) -> Double { (0...rank).reduce(0) { $0 + 1 / Double($1 + 1) } }
    }

    /// Returns the seasons next to a rank, from 0: fewer at the ends of the list, and after its end those next to the last.
    ///
    /// - Parameter player: number of the player who is to get one; no other season is left where it is their own.
    func near(_ rank: Int, at position: PlayerPosition, for player: Int) -> [Season] {
        guard let seasons = byPosition[position] else { return [] }
        let place = min(rank, seasons.count - 1)
        let near = seasons[
            max(0, place - SeasonModel.neighbours)...min(seasons.count - 1, place + SeasonModel.neighbours)]
        guard isSameSeason, near.count > 1 else { return Array(near) }
        return near.filter { $0.number != player }
    }
}

/// The players of a contest, by position in the order in which they are thought of.
struct PlayerRanks: Sendable {
    private(set) var byPosition: [PlayerPosition: [Player]] = [:]

    struct Player: Sendable {
        /// In the catalogue.
        var number: Int
        /// In the contest's pool: one, unless somebody has said that several listings are of him.
        var indexes: [PlayerIndex]
        /// 0 where no source says.
        var byeWeek: UInt8
        /// By week from week 0, in hundredths; empty for one of whom nothing is projected.
        var projected: [Int32] = []
        /// NFL team; empty where no source says.
        var team = ""
    }

    /// - Parameters:
    ///   - drafted: the contest's players in the order of their ADP.
    ///   - pool: what they are drafted from.
    ///   - teams: names, by the places that the pool's facts have.
    init(_ drafted: [DraftPositionReport.Row], _ pool: PoolFacts, teams: [String]) {
        let indexes = pool.indexesByNumber
        for row in drafted {
            guard let indexes = indexes[row.player.number], let last = indexes.last else { continue }
            byPosition[row.player.position, default: []].append(
                Player(
                    number: row.player.number, indexes: indexes, byeWeek: pool.byeWeeks[Int(last)],
                    team: teams[Int(pool.teams[Int(last)])]))
        }
    }

    /// Puts those of whom something is projected in the order of what it comes to, before the others.
    ///
    /// - Parameters:
    ///   - projections: by number in the catalogue, then by week from week 0.
    ///   - weeks: in which the contest is played.
    mutating func rank(by projections: [Int: [Int32]], weeks: [UInt8]) {
        for (position, players) in byPosition {
            var known: [(total: Int64, player: Player)] = []
            var others: [Player] = []
            for var player in players {
                guard let projected = projections[player.number] else {
                    others.append(player)
                    continue
                }
                player.projected = projected
                known.append((weeks.reduce(0) { $0 + Int64(projected[Int($1)]) }, player))
            }
            // Those of whom the same is projected stay in the order of their ADP.
            let ranked = known.enumerated().sorted { ($1.element.total, $0.offset) < ($0.element.total, $1.offset) }
            byPosition[position] = ranked.map(\.element.player) + others
        }
    }

    /// Of how many players something is projected.
    var projected: Int { byPosition.values.reduce(0) { $0 + $1.count { !$0.projected.isEmpty } } }
}
