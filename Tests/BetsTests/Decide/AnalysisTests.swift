import Bets
import Testing
import Values

/// Models, analyses and box scores.
@Suite struct AnalysisTests {
    static let parameters = ModelParameters(
        window: 20, shrinkage: 10, homeAdvantage: 1_100_000, leagueWeight: 50, biasWeight: 200, weight: 0,
        leagueRating: 110_000_000, leaguePace: 100_000_000, leagueBias: 1_100_000, totalDeviationOfMarket: 18_000_000,
        totalDeviationOfModel: 18_600_000, marginDeviation: 13_300_000, draws: 10_000, lean: 5_500, strong: 6_000,
        kellyShare: 2_500, greatestStake: 200)

    static func model(_ change: (inout ModelParameters) -> Void = { _ in }) -> ModelPublished {
        var parameters = parameters
        change(&parameters)
        return ModelPublished(table: .zero, backtest: .zero, parameters: parameters, title: "totals 1")
    }

    /// 6,000 draws of 225, 1,000 of 224 and 3,000 of 223, at a line of 224.
    static func analysis(consensus: Int32? = 226_000_000, offer: UInt64? = nil) -> AnalysisMade {
        AnalysisMade(
            position: 4, model: 1, seed: .zero, offer: offer, line: Line(halfPoints: 448),
            inputs: AnalysisInputs(
                modelHome: 113_000_000, modelAway: 111_000_000, games: 20, consensusTotal: consensus,
                consensusMargin: nil, totalBooks: 2, marginBooks: 0, homePace: 0, awayPace: 0, homeOffence: 0,
                awayOffence: 0, homeDefence: 0, awayDefence: 0, trend: 0),
            over: 6_000, under: 3_000, push: 1_000, verdict: .strongOver, confidence: .medium, firstTotal: 223,
            firstMargin: -3, totals: [3_000, 1_000, 6_000], margins: [4_000, 6_000])
    }

    private func published() throws -> BetLog {
        var log = try BetLog.scheduled()
        try log.accept(.publishModel(1, Self.model()))
        return log
    }

    @Test func aVersionOfAModelNeverChanges() throws {
        var log = try published()
        #expect(try log.accept(.publishModel(1, Self.model())).isEmpty)
        #expect(log.refuse(.publishModel(1, Self.model { $0.weight = 1 }))?.code == .conflict)
        #expect(try log.accept(.publishModel(2, Self.model { $0.weight = 1 })).count == 1)
        for change: (inout ModelParameters) -> Void in [
            { $0.draws = 0 }, { $0.lean = 6_001 }, { $0.strong = 10_001 }, { $0.weight = 10_001 },
        ] {
            #expect(log.refuse(.publishModel(3, Self.model(change)))?.code == .invalidValue)
        }
        #expect(log.refuse(.publishModel(3, Self.model()), by: .scheduler)?.code == .forbidden)
    }

    @Test func analysesAreFarEnoughApartThatSeedsCannotBeChosen() throws {
        var log = try published()
        let first = Self.analysis()
        try log.accept(.makeAnalysis(BetLog.game, first))
        log.now = log.now + .seconds(299)
        #expect(log.refuse(.makeAnalysis(BetLog.game, first))?.code == .tooSoon)
        #expect(log.refuse(.makeAnalysis(BetLog.game, Self.analysis(consensus: 226_499_999)))?.code == .tooSoon)
        // The consensus moves by half a point, goes, and comes.
        try log.accept(.makeAnalysis(BetLog.game, Self.analysis(consensus: 225_500_000)))
        try log.accept(.makeAnalysis(BetLog.game, Self.analysis(consensus: nil)))
        #expect(log.refuse(.makeAnalysis(BetLog.game, Self.analysis(consensus: nil)))?.code == .tooSoon)
        try log.accept(.makeAnalysis(BetLog.game, first))
        log.now = log.now + .seconds(300)
        try log.accept(.makeAnalysis(BetLog.game, first))
        #expect(log.state.games[BetLog.game]?.analyses.count == 5)
    }

    @Test func anAnalysisIsOfOneSimulation() throws {
        var log = try published()
        let changes: [(inout AnalysisMade) -> Void] = [
            { $0.over = 6_001 }, { ($0.over, $0.push) = (6_001, 999) }, { $0.totals = [3_000, 1_000] },
            { $0.margins = [] }, { $0.firstTotal = 222 }, { $0.line = Line(halfPoints: 0) },
        ]
        for change in changes {
            var made = Self.analysis()
            change(&made)
            #expect(log.refuse(.makeAnalysis(BetLog.game, made))?.code == .invalidValue)
        }
        var made = Self.analysis()
        made.model = 2
        #expect(log.refuse(.makeAnalysis(BetLog.game, made))?.code == .unknownModel)
        #expect(log.refuse(.makeAnalysis(5, Self.analysis()))?.code == .unknownGame)
        #expect(log.refuse(.makeAnalysis(BetLog.game, Self.analysis()), by: .user(7))?.code == .forbidden)
        #expect(log.refuse(.makeAnalysis(BetLog.game, Self.analysis(offer: 3)))?.code == .offerGone)
        let offer = try #require(
            log.accept(.recordOffer(BetLog.game, BetLog.Wager.over(448).offer(at: log.now))).first)
        try log.accept(.makeAnalysis(BetLog.game, Self.analysis(offer: offer)))
        try log.tipOff()
        #expect(log.refuse(.makeAnalysis(BetLog.game, Self.analysis()))?.code == .gameStarted)
    }

    /// 40 field goals of 88, 12 threes of 35, 21 free throws of 25: 113 points.
    static let line = BoxLine(
        seconds: 14_400, points: 113, fieldGoals: 40, fieldGoalAttempts: 88, threePointers: 12, threePointAttempts: 35,
        freeThrows: 21, freeThrowAttempts: 25, offensiveRebounds: 10, turnovers: 12)

    @Test func aBoxScoreIsOfATeamOfTheGameAndAddsUp() throws {
        var log = try BetLog.scheduled()
        try log.tipOff()
        func box(_ line: BoxLine, team: TeamID = BetLog.boston, athletes: [AthleteLine] = []) -> BetCommand {
            .recordBoxScore(
                BetLog.game, BoxScoreRecorded(team: team, line: line, athletes: athletes, feed: "league"))
        }
        #expect(log.refuse(box(Self.line))?.code == .wrongStatus)
        try log.finish(.final(113, 112))
        #expect(log.refuse(box(Self.line, team: 5))?.code == .invalidValue)
        let changes: [(inout BoxLine) -> Void] = [
            { $0.points = 112 }, { $0.fieldGoalAttempts = 39 }, { $0.threePointAttempts = 11 },
            { $0.freeThrowAttempts = 20 }, { $0.threePointAttempts = 89 },
            { ($0.threePointers, $0.fieldGoals, $0.points) = (41, 40, 142) },
        ]
        for change in changes {
            var line = Self.line
            change(&line)
            #expect(log.refuse(box(line))?.code == .invalidValue)
            #expect(
                log.refuse(box(Self.line, athletes: [AthleteLine(athlete: 1, isStarter: true, line: line)]))?.code
                    == .invalidValue)
        }
        func athletes(_ numbers: ClosedRange<UInt64>, starters: Int) -> [AthleteLine] {
            numbers.enumerated().map { index, number in
                AthleteLine(athlete: AthleteID(number), isStarter: index < starters, line: BoxLine())
            }
        }
        #expect(log.refuse(box(Self.line, athletes: athletes(1...8, starters: 6)))?.code == .invalidValue)
        #expect(log.refuse(box(Self.line, athletes: athletes(1...41, starters: 5)))?.code == .invalidValue)
        let twice = athletes(1...1, starters: 0) + athletes(1...1, starters: 0)
        #expect(log.refuse(box(Self.line, athletes: twice))?.code == .invalidValue)
        #expect(try log.accept(box(Self.line, athletes: athletes(1...40, starters: 5))).count == 1)
        #expect(try log.accept(box(Self.line, athletes: athletes(1...40, starters: 5))).isEmpty)
        #expect(try log.accept(box(Self.line)).count == 1)
        #expect(log.state.games[BetLog.game]?.boxScores[BetLog.boston]?.athletes == [])
    }
}
