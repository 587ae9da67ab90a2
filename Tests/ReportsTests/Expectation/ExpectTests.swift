import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import Projections
import TestSupport
import Testing

@testable import Reports  // how many cores, and what a season is drawn from

/// What simulated seasons have to come to, whatever is drawn.
@Suite(.seeded) struct ExpectTests {
    private let analysis: Analysis
    private let contest: ContestOutcome
    private let field = SeasonField(seed: 11)

    init() throws {
        let house = try TemporaryLedger(field.events)
        analysis = try Analysis(of: house.ledger)
        contest = try ContestOutcome(of: 1, in: house.ledger, upTo: analysis.rosters.position)
    }

    private static func figures(_ report: ExpectReport) -> [[Double]] {
        report.rows.map { row in
            let estimates = row.reached + [row.won].compactMap { $0 }
            return [Double(row.entry.number), row.points] + estimates.flatMap { [$0.mean, $0.low, $0.high] }
        }
    }

    private func expect(
        _ filter: RosterFilter = RosterFilter(), _ change: (inout ExpectTerms) -> Void = { _ in }
    ) throws -> ExpectReport {
        var terms = ExpectTerms(seed: 3, seasons: 90, entries: 36, prizes: SeasonField.prizes)
        change(&terms)
        return try analysis.expect(ReportFilter(filter), contest: contest, like: contest, terms: terms)
    }

    /// Two halves of one file, either first: the same seasons for the same players, the same drafts beside those that are
    /// asked about, the same entries before others of as many points, and the same of equally many that are like an entry.
    @Test(.withSharedData) func theOrderOfImportChangesNothing() throws {
        let rows = try String(contentsOfFile: SharedData.bbm, encoding: .utf8).split(whereSeparator: \.isNewline)
        func draft(_ row: Substring) -> Substring { row.prefix { $0 != "," } }
        let half = Set(Set(rows.dropFirst().map(draft)).sorted().prefix(7))
        var reports: [ExpectReport] = []
        var portfolios: [[String]] = []
        for isFirst in [true, false] {
            let house = try TemporaryLedger(createdAt: Timestamp(iso8601: "2026-01-01T00:00:00Z"))
            for wanted in [isFirst, !isFirst] {
                let part = [rows[0]] + rows.dropFirst().filter { half.contains(draft($0)) == wanted }
                let file = try house.directory.write(part.joined(separator: "\n") + "\n", to: "\(wanted).csv")
                #expect(try HistoryImport(.bbm).run([file], into: house.ledger).imported == 7)
            }
            _ = try HistoryImport(.scores(ScoreTerms(season: 2022, isFinal: true))).run(
                [SharedData.scores], into: house.ledger)
            let analysis = try Analysis(of: house.ledger)
            let contest = try ContestOutcome(of: 1, in: house.ledger, upTo: analysis.rosters.position)
            reports.append(
                try analysis.expect(
                    ReportFilter(RosterFilter(slot: 3, startedBefore: Timestamp(iso8601: "2022-07-20T00:00:00Z"))),
                    contest: contest, like: contest,
                    terms: ExpectTerms(seed: 8, seasons: 20, drafts: 12, prizes: SeasonField.prizes)))
            let portfolio = try analysis.portfolio(against: .atPick)
            let ids = try house.ledger.externalIDs(of: Set(portfolio.rows.map(\.room)), upTo: .max)
            portfolios.append(
                try portfolio.rows.map { row in
                    let ids = [row.entry, try #require(row.nearest)].map { ids[$0] ?? "" }.joined(separator: " ")
                    return "\(ids) \(row.shared) \(row.averageShared ?? 0)"
                } + ["\(portfolio.averageShared ?? 0)"])
        }
        #expect(portfolios[0] == portfolios[1] && portfolios[0].count == 169)
        let figures = reports.map { Self.figures($0).map { $0.dropFirst() } }
        #expect(figures[0] == figures[1] && reports[0].drafts == 12)
        #expect((1..<12).contains(figures[0].count), "some are asked about, and others stand beside them")
    }

    /// Two of each draft advance, one of three and then all meet: nothing is lost and nothing comes from nowhere.
    @Test func placesAndPrizesAddUp() throws {
        let report = try expect { $0.entries = nil }
        #expect(report.rows.count == 36 && report.leftOut == 3 && report.drafts == SeasonField.drafts)
        for room in Dictionary(grouping: report.rows, by: { $0.room }).values {
            #expect(abs(room.reduce(0) { $0 + ($1.advance?.mean ?? 0) } - 2) < 1e-12)
        }
        // 39 entries are ten drafts, of which one seat less is taken: 20 go on, to seven pods, and seven to a final of two.
        let final = report.rows.reduce(0) { $0 + ($1.final?.mean ?? 0) }
        #expect(abs(final - 7 * 18.0 / 20) < 1e-9, "\(final)")
        let won = report.rows.reduce(0) { $0 + ($1.won?.mean ?? 0) }
        #expect(won > 0 && won < 100_000 + 60_000 + 10_500 + 4_500)
    }

    @Test func theSameSeedGivesTheSameOnAnyNumberOfCores() throws {
        let report = try expect()
        for threads in [1, 2, 7] {
            var rosters = analysis.rosters
            rosters.sharing.threads = threads
            let again = try Analysis(rosters, players: analysis.players).expect(
                contest: contest, like: contest,
                terms: ExpectTerms(seed: 3, seasons: 90, entries: 36, prizes: SeasonField.prizes))
            #expect(Self.figures(again) == Self.figures(report), "\(threads) threads")
        }
        #expect(Self.figures(try expect { $0.seed = 4 }) != Self.figures(report))
    }

    /// 36 entries and 90 seasons.
    @Test func aSimulationTakesNoMoreThanItMay() throws {
        let terms = ExpectTerms(seed: 3, seasons: 90, entries: 36, prizes: SeasonField.prizes)
        func expect(_ limits: ExpectLimits) throws -> ExpectReport {
            try analysis.expect(contest: contest, like: contest, terms: terms, within: limits)
        }
        let free = Self.figures(try expect(.none))
        // On one thread nothing else touches it.
        nonisolated(unsafe) var asked = 0
        let narrow = ExpectLimits(plays: 36 * 90, threads: 1) { asked += 1 }
        #expect(Self.figures(try expect(narrow)) == free)
        #expect(asked == 90, "before each season")
        let over = ReportLimit.seasons(90, entries: 36, most: 36 * 90 - 1)
        #expect(throws: over) { try expect(ExpectLimits(plays: 36 * 90 - 1)) }
        #expect("\(over)".contains("36 entries times 90 seasons"))
        let impatient = ExpectLimits(threads: 1) {
            asked += 1
            if asked > 97 { throw CancellationError() }
        }
        #expect(throws: CancellationError.self) { try expect(impatient) }
        #expect(asked == 98, "no season is played after that")
    }

    /// Who asks changes nobody's chances, as long as the same drafts are played.
    @Test func aFilterPicksRowsAndChangesNone() throws {
        let all = Dictionary(uniqueKeysWithValues: zip(try expect().rows.map(\.entry), Self.figures(try expect())))
        let mine = try expect(RosterFilter(user: 2))
        #expect(!mine.rows.isEmpty && mine.rows.allSatisfy { $0.user == 2 } && mine.drafts == SeasonField.drafts)
        for (row, figures) in zip(mine.rows, Self.figures(mine)) { #expect(all[row.entry] == figures, "\(row.entry)") }
        let alone = try expect(RosterFilter(user: 2, slot: 1)) { $0.drafts = 1 }
        #expect(alone.drafts == Set(alone.rows.map(\.room)).count && alone.drafts < SeasonField.drafts)
        // The first round is against the same three.
        for row in alone.rows { #expect(all[row.entry]?[2] == row.advance?.mean) }
        #expect(try expect(RosterFilter(user: 99)).rows.isEmpty)
    }

    /// The model of the field's contest, without a level error unless one is given.
    private func model(
        levelError: Int = 0, _ change: (inout PlayerRanks) -> Void = { _ in }
    ) -> (model: SeasonModel, ranks: PlayerRanks, donors: DonorSeasons) {
        let drafted = analysis.draftPositions(ReportFilter(RosterFilter(tournament: 1)), undrafted: .last)
        let known = PlayerRanks(drafted.rows, analysis.players.facts(of: 1), teams: analysis.players.teams)
        var ranks = known
        change(&ranks)
        let weeks = Array(SeasonField.weeks)
        let donors = DonorSeasons(contest, known, weeks: weeks, isSameSeason: true)
        let model = SeasonModel(
            donors, ranks, weeks: weeks, players: analysis.players.players.count, levelError: levelError)
        return (model, ranks, donors)
    }

    /// The reference decides by the ranks nearby what seasons a player may get, and by a line what they come to.
    @Test func aRankHasTheSeasonsAroundIt() throws {
        let (model, ranks, donors) = self.model()
        let weeks = Array(SeasonField.weeks)
        #expect(model.withoutSeason == [] && donors.near(0, at: .kicker, for: 0).isEmpty)
        var drawn = SeasonModel.Drawn()
        let places = analysis.players.players.count + 1
        var seen = [Set<[Int32]>](repeating: [], count: places)
        var totals = [Int](repeating: 0, count: places)
        for season in 0..<600 {
            model.draw(season, seed: 9, into: &drawn)
            for row in 1..<drawn.points.count / SeasonModel.width {
                let points = weeks.map { drawn.points[row * SeasonModel.width + Int($0)] }
                seen[row].insert(points.sorted())
                totals[row] += points.reduce(0) { $0 + Int($1) }
            }
        }
        for (position, players) in ranks.byPosition {
            let levels = players.indices.map { donors.level($0, at: position) }
            #expect(levels == levels.sorted(by: >) && levels.last ?? -1 >= 0, "who is taken early is worth more")
            for (rank, player) in players.enumerated() {
                let near = max(0, rank - 8)...min(players.count - 1, rank + 8)
                let others = players[near].map(\.number).filter { $0 != player.number }
                #expect(
                    donors.near(rank, at: position, for: player.number).map(\.number) == others,
                    "nobody gets their own season: \(player)")
                let row = Int(model.numbers[Int(player.indexes[0])])
                #expect(seen[row].count == others.count, "each comes up, whatever the order of its weeks")
                let (mean, level) = (Double(totals[row]) / 600, Double(levels[rank]))
                #expect(abs(mean - level) < 0.15 * level + 300, "\(player)")
            }
            #expect(donors.near(players.count + 9, at: position, for: -1).count == min(9, players.count))
            #expect(donors.level(players.count + 9, at: position) <= levels.last ?? 0)
        }
    }

    /// A week's mean over many seasons of a player is what is projected of it.
    @Test func seasonsAreScaledToWhatIsProjected() throws {
        var projected: [Int: [Int32]] = [:]
        for number in 0..<20 {
            projected[number] = (0..<SeasonModel.width).map { Int32($0 == 3 ? 0 : 1_000 - 37 * number + 11 * $0) }
        }
        let weeks = Array(SeasonField.weeks)
        let (model, ranks, _) = self.model(levelError: 300) { $0.rank(by: projected, weeks: weeks) }
        var drawn = SeasonModel.Drawn()
        var sums = [Int](repeating: 0, count: (analysis.players.players.count + 1) * SeasonModel.width)
        for season in 0..<4_000 {
            model.draw(season, seed: 9, into: &drawn)
            for (place, points) in drawn.points.enumerated() { sums[place] += Int(points) }
        }
        for (_, players) in ranks.byPosition {
            let totals = players.filter { !$0.projected.isEmpty }.map { $0.projected[1] }
            #expect(totals == totals.sorted(by: >), "in the order of what is projected")
            for player in players where !player.projected.isEmpty {
                let row = Int(model.numbers[Int(player.indexes[0])]) * SeasonModel.width
                for week in weeks {
                    let mean = Double(sums[row + Int(week)]) / 4_000
                    let wanted = Double(player.projected[Int(week)])
                    #expect(abs(mean - wanted) <= 0.06 * wanted, "\(player.number) week \(week)")
                }
            }
        }
    }

    /// The level of a player spreads evenly over the error that it has, and takes nothing from the mean.
    @Test func aLevelErrorSpreadsLevels() throws {
        let (exact, _, _) = self.model()
        let (spread, _, _) = self.model(levelError: 500)
        var (one, other) = (SeasonModel.Drawn(), SeasonModel.Drawn())
        var ratios: [Double] = []
        for season in 0..<500 {
            exact.draw(season, seed: 5, into: &one)
            spread.draw(season, seed: 5, into: &other)
            for (points, spread) in zip(one.points, other.points) where points > 1_000 {
                ratios.append(Double(spread) / Double(points))
            }
        }
        #expect(ratios.allSatisfy { (0.499...1.501).contains($0) })
        let (least, most) = (ratios.min() ?? 1, ratios.max() ?? 1)
        #expect(least < 0.51 && most > 1.49)
        let mean = ratios.reduce(0, +) / Double(ratios.count)
        #expect(abs(mean - 1) < 0.02)
    }

    /// A quarterback and who catches for him have their good weeks together, those of another team do not.
    @Test func teamMatesHaveTheirGoodWeeksTogether() throws {
        let (model, ranks, _) = self.model()
        let weeks = Array(SeasonField.weeks)
        var drawn = SeasonModel.Drawn()
        var (mates, others) = ((sum: 0.0, count: 0.0), (sum: 0.0, count: 0.0))
        for season in 0..<400 {
            model.draw(season, seed: 2, into: &drawn)
            func points(_ player: PlayerRanks.Player) -> [Double] {
                let row = Int(model.numbers[Int(player.indexes[0])]) * SeasonModel.width
                return weeks.map { Double(drawn.points[row + Int($0)]) }
            }
            for thrower in ranks.byPosition[.quarterback] ?? [] where !thrower.team.isEmpty {
                for catcher in ranks.byPosition[.wideReceiver] ?? [] where !catcher.team.isEmpty {
                    guard let correlation = Self.correlation(points(thrower), points(catcher)) else { continue }
                    if thrower.team == catcher.team {
                        mates = (mates.sum + correlation, mates.count + 1)
                    } else {
                        others = (others.sum + correlation, others.count + 1)
                    }
                }
            }
        }
        #expect(mates.count > 500 && others.count > 500)
        #expect((0.15...0.45).contains(mates.sum / mates.count), "\(mates.sum / mates.count)")
        #expect(abs(others.sum / others.count) < 0.06, "\(others.sum / others.count)")
    }

    /// Over the weeks in which both played; nil where those are fewer than four.
    private static func correlation(_ one: [Double], _ other: [Double]) -> Double? {
        let both = zip(one, other).filter { $0.0 != 0 && $0.1 != 0 }
        guard both.count >= 4 else { return nil }
        func spread(_ points: [Double]) -> [Double] {
            let mean: Double = points.reduce(0, +) / Double(points.count)
            return points.map { $0 - mean }
        }
        let (mine, theirs) = (spread(both.map(\.0)), spread(both.map(\.1)))
        var (product, square, otherSquare) = (0.0, 0.0, 0.0)
        for (first, second) in zip(mine, theirs) {
            product += first * second
            square += first * first
            otherSquare += second * second
        }
        return square * otherSquare > 0 ? product / (square * otherSquare).squareRoot() : nil
    }

    @Test func totalsAreThoseOfTheBestLineup() {
        var random = SeededGenerator(seed: 4)
        let lineups = [
            Lineup.underdog, Lineup(quarterbacks: 1, runningBacks: 1, wideReceivers: 2, tightEnds: 0, flex: 3),
            Lineup(
                quarterbacks: 1, runningBacks: 2, wideReceivers: 2, tightEnds: 1, flex: 1,
                flexPositions: .all),
            Lineup(quarterbacks: 2, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 0),
        ]
        for _ in 0..<400 {
            let lineup = lineups[Int.random(in: 0..<lineups.count, using: &random)]
            var totals = LineupTotals(lineup)
            let positions = (0..<Int.random(in: 0...18, using: &random)).map { _ in
                [PlayerPosition.quarterback, .runningBack, .fullback, .wideReceiver, .tightEnd, .kicker][
                    Int.random(in: 0..<6, using: &random)]
            }
            let points: [Int32] = positions.map { _ in Int32.random(in: -3...9, using: &random) * 100 }
            let roster = totals.roster(positions.enumerated().map { ($1, 2 * $0) })
            var season: [Int32] = []
            for points in points { season += [-9_999, points] }
            let best = BestBall.lineup(lineup, positions: positions, points: points).points
            #expect(totals.total(roster, week: 1, in: season) == best, "\(lineup) \(positions) \(points)")
        }
    }

    @Test func everyWeekMustBeKnown() throws {
        var rounds = contest.rounds
        rounds.rounds[2].lastWeek = 9
        let longer = ContestOutcome(
            tournament: 1, title: "", rounds: rounds, scoring: contest.scoring, points: contest.points)
        let points = OutcomeError.weeksWithout("points of season 2022", weeks: [7, 8, 9])
        #expect(throws: points) { try analysis.expect(contest: longer, like: contest) }
        #expect("\(points)".contains("7, 8, 9"))
        let one = WeekProjection(
            player: PlayerNote(name: "Player Aax", position: .quarterback), week: 2, points: 100)
        #expect(throws: OutcomeError.weeksWithout("projections", weeks: [1, 3, 4, 5, 6])) {
            try analysis.expect(contest: contest, like: contest, projections: [one])
        }
    }

    @Test func calibrationHoldsWhatWasExpectedAgainstWhatCame() throws {
        let calibration = try #require(try expect().calibration)
        #expect(calibration.groups.map(\.entries) == [7, 7, 7, 7, 8])
        #expect(calibration.groups.reduce(0) { $0 + $1.advanced } == 18 && calibration.brier.base == 0.25)
        let expected = calibration.groups.map(\.expected)
        #expect(expected == expected.sorted() && calibration.brier.value > 0)
        func row(_ number: UInt64, _ share: Double) -> ExpectReport.Row {
            let estimate = ExpectReport.Estimate(mean: share, low: 0, high: 1)
            return ExpectReport.Row(entry: EntryID(number), user: nil, points: 0, reached: [estimate], won: nil)
        }
        let rows = [row(1, 1), row(2, 0), row(3, 0.5)]
        let advanced: [EntryID: Bool] = [1: true, 2: false, 3: false]
        let made = try #require(ExpectReport.Calibration(rows, advanced: advanced, seasons: 100))
        #expect(abs(made.brier.value - 0.25 / 3) < 1e-12 && abs(made.brier.base - 2.0 / 9) < 1e-12)
        let loss: Double = -(log(0.995) * 2 + log(0.5)) / 3
        #expect(abs(made.logLoss.value - loss) < 1e-12, "a certainty counts as half a season less than one")
        #expect(made.groups.map(\.advanced) == [0, 0, 1])
        #expect(ExpectReport.Calibration(rows, advanced: [1: true], seasons: 100) == nil)
    }
}

/// The chances of a pod that is drawn from a field.
@Suite struct PodOddsTests {
    /// Over shares of a field the chances add up to the pod's places, whatever its size.
    @Test(arguments: [1, 2, 3, 10, 470, 4_000])
    func chancesAddUp(size: Int) {
        let first = PodOdds((0..<size).map { $0 == 0 ? 1 : 0 })
        #expect(first.worth(toBest: 0) == 0 && first.worth(toBest: 1) == 1)
        for share in [1e-9, 0.001, 0.2, 0.5, 0.9, 1 - 1e-9] {
            // Somebody of the best share is first, unless nobody of the pod is of it.
            var nobody = 1.0
            for _ in 0..<size { nobody *= 1 - share }
            #expect(abs(first.worth(toBest: share) - (1 - nobody)) < 1e-12, "\(size) \(share)")
            let all = PodOdds(Array(repeating: 1, count: size))
            #expect(abs(all.worth(toBest: share) - Double(size) * share) < 1e-9 * Double(size), "\(size) \(share)")
        }
    }

    @Test func aContestsSizeDecidesItsPodsAndPrizes() throws {
        let prizes = try #require(PrizeTable(SeasonField.prizes))
        let shape = ContestShape(SeasonField.terms, entries: 36, prizes: prizes)
        #expect(shape.rounds.map { $0.entries } == [36, 18, 6])
        #expect(shape.rounds.map { $0.pods.map { $0.count } } == [[9], [6], [1]])
        #expect(shape.rounds[2].prizes == [100_000, 20_000, 20_000, 20_000, 1_050, 1_050])
        // Places 7-12, and 13-18, of which two are still paid 1,050 and four 500; 19-23 are five of the nine thirds.
        let (second, first): ([Double], [Double]) = ([0, 1_050, 4_100 / 6], [0, 0, 2_500 / 9, 0])
        #expect(shape.rounds[1].prizes == second)
        #expect(shape.rounds[0].prizes == first)
        #expect(ContestShape.fullField(SeasonField.terms) == 36)
        let uneven = ContestShape(SeasonField.terms, entries: 40, prizes: nil)
        #expect(uneven.rounds[1].pods.map { [$0.size, $0.count] } == [[3, 6], [2, 1]])
        let huge = [ContestRound(firstWeek: 1, lastWeek: 1, podSize: .max, advancing: 0)]
        #expect(ContestShape.fullField(huge) == ExpectTerms.mostEntries)
    }
}
