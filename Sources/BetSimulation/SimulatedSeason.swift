package import Bets
package import Values

/// A season of a league that does not exist: its past with results, and tonight's games with live lines and scores.
///
/// Everything follows from the options. Two ledgers with the same name, secret and sequence of steps have the same root.
///
/// ```swift
/// let season = SimulatedSeason(SimulatedSeason.Options(seed: 7, games: 10, start: tonight))
/// for step in season.steps {
///     if let command = step.command(in: state) { send(command, as: step.sender, at: step.moment) }
/// }
/// ```
package struct SimulatedSeason: Sendable {
    package struct Options: Hashable, Sendable {
        package var seed: UInt64
        /// The number of games tonight, 1 to 15. The league has two teams for each.
        package var games: Int
        /// The beginning of the evening. The first tip-off is ten minutes later.
        package var start: Timestamp
        /// How many times faster the evening passes: 1 to 1000. The past is not affected.
        package var speed: Int
        /// The number of bettors.
        package var bettors: Int

        package init(seed: UInt64, games: Int, start: Timestamp, speed: Int = 1, bettors: Int = 8) {
            self.seed = seed
            self.games = min(max(games, Self.allowedGames.lowerBound), Self.allowedGames.upperBound)
            self.start = start
            self.speed = min(max(speed, Self.allowedSpeeds.lowerBound), Self.allowedSpeeds.upperBound)
            self.bettors = max(1, bettors)
        }

        package static let allowedGames = 1...15
        package static let allowedSpeeds = 1...1_000
    }

    /// The rounds before tonight: enough for a window of 20 games of each team.
    package static let rounds = 22
    /// The last rounds, which have the offers of all books, bets and incidents.
    static let roundsWithBets = 6
    private static let daysBetweenRounds = 2

    package let options: Options
    /// The moment at which the ledger begins.
    package let begins: Timestamp
    /// The steps in the order of their moments.
    package let steps: [SimulatedStep]
    /// Tonight's games.
    package let tonight: [GameID]
    /// The true total of each game, in thousandths of a point. Scores are drawn around it, and no feed reports it.
    package let trueTotals: [GameID: Int]

    package init(_ options: Options) {
        self.options = options
        let chance = Chance(seed: options.seed)
        let season = Self.season(of: options.start)
        let league = SimulatedLeague(2 * options.games, season: season, chance)
        begins = Self.evening(0, options).base - .seconds(Int64(GameScript.day))
        var steps = StepList()
        for command in league.commands { steps.add(command, at: begins + .seconds(1)) }
        var (tonight, totals): ([GameID], [GameID: Int]) = ([], [:])
        for round in 0...Self.rounds {
            let games = Self.games(of: round, league, options, chance: chance.fork(.round, round))
            for (script, truth) in games {
                totals[script.id] = truth
                script.write(to: &steps)
            }
            if round == Self.rounds { tonight = games.map(\.script.id) }
            guard round >= Self.rounds - Self.roundsWithBets else { continue }
            var bettors = Bettors(count: options.bettors, chance: chance.fork(.bettor, round))
            bettors.write(games.map(\.script), to: &steps)
        }
        self.steps = steps.ordered(seed: options.seed)
        self.tonight = tonight
        trueTotals = totals
    }

    /// The season of a moment: it begins in August.
    private static func season(of moment: Timestamp) -> LeagueSeason {
        let date = GameScript.date(of: moment).description
        let (year, month) = (UInt64(date.prefix(4)) ?? 0, Int(date.dropFirst(5).prefix(2)) ?? 0)
        return LeagueSeason(month >= 8 ? year : year - min(year, 1))
    }

    /// The times of a round. Only tonight passes faster.
    private static func evening(_ round: Int, _ options: Options) -> Pace {
        let days = Int64((rounds - round) * daysBetweenRounds)
        return Pace(
            base: options.start - .seconds(days * Int64(GameScript.day)),
            speed: round == rounds ? options.speed : 1, isLive: round == rounds)
    }

    private static func games(
        of round: Int, _ league: SimulatedLeague, _ options: Options, chance: Chance
    ) -> [(script: GameScript, truth: Int)] {
        let incidents = incidents(of: round, options.games, chance: chance.fork(.incident))
        let detail: GameScript.Detail =
            round == rounds ? .minutes : round >= rounds - roundsWithBets ? .periods : .result
        return league.pairs(chance).enumerated().map { index, pair in
            var chance = chance.fork(.game, index)
            let truth = league.expectation(home: pair.home, away: pair.away)
            // One of tonight's games has a book that is off the others, so that an analysis leans.
            let outlier = detail == .minutes && index % 5 == 1 ? chance.number(0...BookLines.books.count - 1) : nil
            let script = GameScript(
                id: GameID(league.season.number % 100 * 100_000 + 20_000_001 + UInt64(round * options.games + index)),
                season: league.season, home: pair.home, away: pair.away,
                tipOff: 600 + 900 * (detail == .result ? 0 : index % 5),
                pace: evening(round, options), incident: incidents[index], detail: detail,
                score: GameScore(truth, &chance), lines: BookLines(truth, outlier: outlier, chance),
                books: detail == .result ? 1 : BookLines.books.count, chance: chance)
            return (script, truth.total)
        }
    }

    /// The incidents of a round by game, at most two.
    private static func incidents(of round: Int, _ games: Int, chance: Chance) -> [Int: Incident] {
        guard round >= rounds - roundsWithBets else { return [:] }
        var chance = chance
        let isTonight = round == rounds
        // A game that is given up has its final three days later, which is before tonight.
        let possible = isTonight ? Incident.ofOneNight : Array(Incident.allCases)
        var found: [Int: Incident] = [:]
        for _ in 0..<min(2, games - 1) {
            let last = round == rounds - 1
            let allowed = possible.filter { incident in
                !last || (incident != .abandonedLate && incident != .abandonedEarly)
            }
            found[chance.number(0...games - 1)] = chance.element(of: allowed)
        }
        return found
    }
}
