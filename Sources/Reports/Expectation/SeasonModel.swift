import Draft
import Platform
import Projections

/// Simulated seasons: for each player of a contest a real season, scaled to a level that is drawn too.
///
/// A player gets the season of a donor: of somebody of the same position whose closing ADP in a reference contest had the
/// same rank, or one of the eight ranks before and after it. Nobody gets a season of their own. So injuries, missed games
/// and surprises come as often as they came.
///
/// Three draws make a season. The donor is drawn, each as likely as another. The level is drawn: what the rank promises,
/// times an even number between `1 - levelError` and `1 + levelError`, since no rank tells a player's true level. And the
/// weeks in which the donor played change places: by chance, so that two players who get seasons of one year have no weeks
/// in common, and a quarterback and those who catch for the team so that they have their good weeks together as often as
/// real ones do.
///
/// A projection decides the rank and the level: a donor's season may begin in any week, and the mean of a week over all
/// draws is what is projected of it.
struct SeasonModel: Sendable {
    /// The players who are ranked, position by position in the order of their ranks.
    private let players: [Player]

    /// The donors' seasons, one after the other, each `width` weeks from week 0, which has no games: hundredths.
    private let donated: [Int32]

    /// By ranked player, then by week from week 0: what a donor's points are multiplied by.
    private let multipliers: [Double]

    /// The weeks in which the contest is played.
    private let weeks: [UInt8]

    /// By player of the pool: the number among the ranked, from 1; 0 for players without a rank.
    ///
    /// It says who a player is, wherever the pool lists them.
    let numbers: [UInt64]

    /// Drafted players who have no season: each of theirs counts 0.00. In the order of the pool.
    let withoutSeason: [PlayerIndex]

    /// Of how many ranked players a team is known, so that their good weeks are their team's.
    let withTeam: Int

    /// In thousandths of what a rank promises.
    private let levelError: UInt64

    static let width = Int(SeasonState.weeks.upperBound) + 1

    /// How many ranks on each side count.
    static let neighbours = 8

    private struct Player: Sendable {
        /// The first of the donors' seasons, and how many there are.
        var first: Int
        var count: Int
        /// Whether a season may begin in any week, as it may where points are projected.
        var isTurned: Bool
        /// Seeds the good weeks of the player's team; 0 for a player who has good weeks regardless of a team.
        var team: UInt64
        var isQuarterback: Bool
    }

    /// - Parameters:
    ///   - donors: the seasons of the reference contest.
    ///   - ranks: of the contest's players.
    ///   - weeks: in which the contest is played.
    ///   - count: of players in the contest's pool.
    ///   - levelError: how far a level may be from what its rank promises, in thousandths: 0 to 1,000.
    init(_ donors: DonorSeasons, _ ranks: PlayerRanks, weeks: [UInt8], players count: Int, levelError: Int) {
        let teams = Set(ranks.byPosition.values.joined().map(\.team)).subtracting([""]).sorted()
        var (players, donated, multipliers): ([Player], [Int32], [Double]) = ([], [], [])
        var numbers = [UInt64](repeating: 0, count: count)
        var withoutSeason: [PlayerIndex] = []
        for (position, ranked) in ranks.byPosition.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            for (rank, player) in ranked.enumerated() {
                var seasons = donors.near(rank, at: position, for: player.number).map { donor in
                    player.projected.isEmpty ? donor.played(withByeIn: player.byeWeek) : donor.points
                }
                if seasons.isEmpty, let index = player.indexes.last { withoutSeason.append(index) }
                let total = seasons.reduce(0) { sum, season in weeks.reduce(sum) { $0 + Int64(season[Int($1)]) } }
                // Donors who scored nothing show no season: whatever is projected comes in full.
                if total <= 0, !player.projected.isEmpty { seasons = [[Int32](repeating: 1, count: Self.width)] }
                multipliers += Self.multipliers(
                    player.projected.isEmpty ? nil : player.projected, donors.level(rank, at: position),
                    of: seasons.count, total: total, weeks: weeks.count)
                let isPassGame = [.quarterback, .wideReceiver, .tightEnd].contains(position)
                players.append(
                    Player(
                        first: donated.count / Self.width, count: seasons.count, isTurned: !player.projected.isEmpty,
                        team: isPassGame ? teams.firstIndex(of: player.team).map { UInt64($0) + 1 } ?? 0 : 0,
                        isQuarterback: position == .quarterback))
                donated += seasons.joined()
                for index in player.indexes { numbers[Int(index)] = UInt64(players.count) }
            }
        }
        self.players = players
        self.donated = donated
        self.multipliers = multipliers
        self.weeks = weeks
        self.numbers = numbers
        self.withoutSeason = withoutSeason.sorted()
        self.levelError = UInt64(min(1_000, max(0, levelError)))
        withTeam = ranks.byPosition.values.joined().count { !$0.team.isEmpty }
    }

    /// By week from week 0, so that the mean over all draws is the level, or week by week what is projected.
    private static func multipliers(
        _ projected: [Int32]?, _ level: Int64, of seasons: Int, total: Int64, weeks: Int
    ) -> [Double] {
        guard let projected else {
            let multiplier = total > 0 ? Double(level) * Double(seasons) / Double(total) : 0
            return Array(repeating: multiplier, count: width)
        }
        guard total > 0 else { return projected.map { Double($0) } }
        return projected.map { Double($0) * Double(seasons * weeks) / Double(total) }
    }

    /// A season that was drawn.
    struct Drawn: Sendable {
        /// By ranked player from 1, then by week from week 0: hundredths. The first row is of players without a rank.
        fileprivate(set) var points: [Int32] = []

        fileprivate var games: [UInt64] = []
        fileprivate var week: [Int32] = []
        fileprivate var places: [(luck: UInt64, week: Int)] = []
    }

    /// Draws a season for each player.
    ///
    /// All numbers come from SplitMix64. The seed gives each season a state, a season's state each ranked player one, and
    /// from a player's state the first number says which donor, the second which level, and those from the third on how
    /// lucky each week is. A team has a state too. So a draw depends neither on what else is drawn nor on where the pool
    /// lists somebody.
    ///
    /// - Parameters:
    ///   - number: of the simulated season, from 0.
    ///   - seed: of the simulation.
    ///   - drawn: what it held is lost.
    func draw(_ number: Int, seed: UInt64, into drawn: inout Drawn) {
        let width = Self.width
        if drawn.points.count != (players.count + 1) * width {
            drawn.points = Array(repeating: 0, count: (players.count + 1) * width)
        }
        let season = SplitMix64.number(UInt64(number) + 1, from: seed)
        for (place, player) in players.enumerated() where player.count > 0 {
            let state = SplitMix64.number(UInt64(place) + 1, from: season)
            let turns = player.isTurned ? weeks.count : 1
            let choice = Self.below(player.count * turns, SplitMix64.number(1, from: state))
            let donor = (player.first + choice / turns) * width
            drawn.week.removeAll(keepingCapacity: true)
            for week in weeks.indices {
                drawn.week.append(donated[donor + Int(weeks[(week + choice % turns) % weeks.count])])
            }
            arrange(&drawn, of: player, state: state, season: season)
            let spread = Self.below(Int(2 * levelError) + 1, SplitMix64.number(2, from: state))
            let level = Double(1_000 - Int(levelError) + spread)
            for (week, points) in zip(weeks, drawn.week) {
                let scaled = Double(points) * multipliers[place * width + Int(week)] * level / 1_000
                drawn.points[(place + 1) * width + Int(week)] = Int32(clamping: Int64(Self.rounded(scaled)))
            }
        }
    }

    /// Gives the better weeks of a player to the weeks in which the player has luck. Weeks without points stay where they
    /// are: a player who is injured in one is injured in the next.
    ///
    /// A quarterback has the luck of the team, receivers and tight ends 3 parts of it and 8 of their own, which makes ranks
    /// that correlate by 0.35. Of the 64 pairs of a drafted quarterback and a drafted wide receiver of one team in 2022,
    /// the weeks' points correlate by 0.33 ± 0.04, those of 22 pairs with a tight end by 0.26 ± 0.07. With a running back it
    /// is -0.01 ± 0.05: they have their own luck, as players have of whom no source says the team.
    private func arrange(_ drawn: inout Drawn, of player: Player, state: UInt64, season: UInt64) {
        let game = SplitMix64.number(Self.teams + player.team, from: season)
        drawn.places.removeAll(keepingCapacity: true)
        drawn.games.removeAll(keepingCapacity: true)
        for (place, week) in weeks.enumerated() where drawn.week[place] != 0 {
            let luck = SplitMix64.number(UInt64(week), from: game) >> 8
            let own = SplitMix64.number(2 + UInt64(week), from: state) >> 8
            let mixed = player.isQuarterback ? luck : 3 * luck + 8 * own
            drawn.places.append((player.team == 0 ? own : mixed, place))
            drawn.games.append(UInt64(bitPattern: Int64(drawn.week[place])) ^ (1 << 63))
        }
        drawn.places.sort { ($0.luck, $0.week) < ($1.luck, $1.week) }
        drawn.games.sort()
        for (points, place) in zip(drawn.games, drawn.places) {
            drawn.week[place.week] = Int32(truncatingIfNeeded: Int64(bitPattern: points ^ (1 << 63)))
        }
    }

    /// After all players: which numbers of a season's state are the teams'.
    private static let teams: UInt64 = 1 << 32

    private static func below(_ count: Int, _ word: UInt64) -> Int {
        Int(word.multipliedFullWidth(by: UInt64(count)).high)
    }

    /// Halves away from zero, within what an `Int64` holds.
    private static func rounded(_ points: Double) -> Double {
        min(9e15, max(-9e15, points.rounded(.toNearestOrAwayFromZero)))
    }
}
