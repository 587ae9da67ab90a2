import Draft
import Platform
import Projections

/// Which seasons each player of a contest may have: real ones, of players of his rank.
///
/// Of his position he gets a season of whoever has his rank by ADP in a reference contest, or of the eight before and the
/// eight behind; each is as likely as another. So the seasons that end in week 3 come as often as they did, and so do those
/// that nobody expected. All are scaled alike, to what the rank promises: whether the fifth was lucky in that year says nothing
/// about the next one. The week in which the donor had his bye changes places with the one in which the player has his.
///
/// A projection decides the player's rank and the level: every season is turned so that any week may come first, and scaled
/// so that the mean of a week over all of them is what is projected of it.
struct SeasonModel: Sendable {
    /// All seasons one after the other, each `width` weeks from week 0, which nobody plays: hundredths.
    private let points: [Int32]

    /// By player of the pool: where his seasons begin in `points`, and how many there are, none for who has no donors; and his
    /// number among the ranked, from 1.
    private let seasons: [(first: Int, count: Int, number: UInt64)]

    /// Drafted players who have no season: each of theirs counts 0.00. In the order of the pool.
    let withoutSeason: [PlayerIndex]

    static let width = Int(SeasonState.weeks.upperBound) + 1

    /// How many ranks on each side count.
    static let neighbours = 8

    /// - Parameters:
    ///   - donors: the seasons of the reference contest.
    ///   - ranks: of the contest's players.
    ///   - weeks: in which the contest is played.
    ///   - count: of players in the contest's pool.
    init(_ donors: DonorSeasons, _ ranks: PlayerRanks, weeks: [UInt8], players count: Int) {
        var points: [Int32] = []
        var seasons = Array(repeating: (first: 0, count: 0, number: UInt64(0)), count: count)
        var withoutSeason: [PlayerIndex] = []
        var number: UInt64 = 0
        for (position, players) in ranks.byPosition.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            for (rank, player) in players.enumerated() {
                let near = donors.near(rank, at: position)
                let first = points.count / Self.width
                if player.projected.isEmpty {
                    points += Self.scaled(
                        near.map { $0.played(withByeIn: player.byeWeek) }, to: donors.level(rank, at: position),
                        weeks: weeks)
                } else {
                    points += Self.turned(near.map(\.points), to: player.projected, weeks: weeks)
                }
                let found = points.count / Self.width - first
                number += 1
                for index in player.indexes { seasons[Int(index)] = (first, found, number) }
                if found == 0, let index = player.indexes.last { withoutSeason.append(index) }
            }
        }
        self.points = points
        self.seasons = seasons
        self.withoutSeason = withoutSeason.sorted()
    }

    /// By player of the pool: his number among the ranked, from 1; 0 for who is not drafted. It says who he is wherever the
    /// pool lists him.
    var numbers: [UInt64] { seasons.map(\.number) }

    /// What a player scores in a week of one of his seasons.
    ///
    /// - Parameter season: where it begins, as `draw` has it.
    func points(week: UInt8, of season: Int) -> Int32 { points[season * Self.width + Int(week)] }

    /// Draws a season for each player.
    ///
    /// SplitMix64 of the seed seeds with its nth number a SplitMix64 of season n, whose mth number is that of the mth player,
    /// position by position in the order of their ranks, both from 1; the upper bits of its product with the number of seasons
    /// say which. So a draw depends on nothing that is drawn besides, nor on where the pool lists somebody.
    ///
    /// - Parameters:
    ///   - number: of the simulated season, from 0.
    ///   - seed: of the simulation.
    ///   - drawn: what it held is lost; afterwards by player of the pool where his season begins, -1 for none.
    func draw(_ number: Int, seed: UInt64, into drawn: inout [Int]) {
        drawn.removeAll(keepingCapacity: true)
        let state = SplitMix64.number(UInt64(number) + 1, from: seed)
        for seasons in seasons {
            guard seasons.count > 0 else {
                drawn.append(-1)
                continue
            }
            let word = SplitMix64.number(seasons.number, from: state)
            drawn.append(seasons.first + Int(word.multipliedFullWidth(by: UInt64(seasons.count)).high))
        }
    }

    /// Seasons whose mean comes to so many points over the weeks.
    private static func scaled(_ seasons: [[Int32]], to level: Int64, weeks: [UInt8]) -> [Int32] {
        let total = total(seasons, weeks)
        return seasons.joined().map { played in
            total > 0
                ? Int32(clamping: roundedQuotient(Int128(played) * Int128(level) * Int128(seasons.count), total)) : 0
        }
    }

    /// Each season as often as there are weeks, each time begun in another one, scaled to what is projected.
    private static func turned(_ seasons: [[Int32]], to projected: [Int32], weeks: [UInt8]) -> [Int32] {
        let total = total(seasons, weeks)
        let count = Int128(seasons.count * weeks.count)
        var points: [Int32] = []
        for played in seasons {
            for start in weeks.indices {
                var season = [Int32](repeating: 0, count: width)
                for (place, week) in weeks.enumerated() {
                    let points = Int128(played[Int(weeks[(place + start) % weeks.count])])
                    let wanted = Int128(projected[Int(week)])
                    season[Int(week)] = Int32(
                        clamping: total > 0 ? roundedQuotient(points * wanted * count, total) : wanted)
                }
                points += season
            }
        }
        return points
    }

    private static func total(_ seasons: [[Int32]], _ weeks: [UInt8]) -> Int128 {
        seasons.reduce(0) { sum, season in weeks.reduce(sum) { $0 + Int128(season[Int($1)]) } }
    }

    /// Halves away from zero; `divisor` is positive.
    private static func roundedQuotient(_ dividend: Int128, _ divisor: Int128) -> Int128 {
        (dividend + (dividend < 0 ? -divisor : divisor) / 2) / divisor
    }
}
