import DraftLedger
import Testing

@testable import Draft  // events that the game alone makes
@testable import Projections  // rows of rosters made by hand
@testable import Reports  // standings of entrants of one's own

/// Standings of made-up contests: each entry has one quarterback of its own, who is all that scores.
@Suite struct StandingsTests {
    /// Players 0-5, quarterbacks "P0" to "P5".
    private static let pool = PoolState.named((0..<6).map { "P\($0)" }) { $0.position = .quarterback }

    private static let rounds = [
        ContestRound(firstWeek: 1, lastWeek: 2, podSize: 2, advancing: 1),
        ContestRound(firstWeek: 3, lastWeek: 3, podSize: 3, advancing: 1),
        ContestRound(firstWeek: 4, lastWeek: 4, podSize: 1, advancing: 0),
    ]

    /// - Parameters:
    ///   - points: by player, then by week from the first; nil for none.
    ///   - ties: what decides where points do not.
    private static func outcome(
        _ points: [[Int32?]], ties: [TieBreak] = [.bestWeek, .earlierEntry], final: Set<UInt8> = []
    ) -> ContestOutcome {
        var season: SeasonState?
        var version: UInt64 = 0
        func tell(_ event: Event) {
            let place = EventPlace(
                stream: .season(2022), position: version, recordedAt: Timestamp(microseconds: 0), origin: nil)
            season.fold(event, at: place)
            version += 1
        }
        for (player, weeks) in points.enumerated() {
            for case (let week, let points?) in weeks.enumerated() {
                tell(
                    .playerScored(
                        PlayerScored(
                            week: UInt8(week + 1), position: .quarterback, points: points, scoring: "s", source: "",
                            name: "P\(player)")))
            }
        }
        for week in final { tell(.weekFinal(WeekFinal(week: week, players: 1, scoring: "s"))) }
        let lineup = Lineup(
            quarterbacks: 1, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 0, flexPositions: [])
        return ContestOutcome(
            tournament: 1, title: "T", rounds: ContestRoundsSet(season: 2022, rounds: rounds, ties: ties),
            scoring: ScoringSet(lineup: lineup, scoring: "s"),
            points: SeasonPoints(season, of: 2022, scoring: "s", for: pool))
    }

    /// Rooms of two from room 1 on, players in order; the last room lacks its second entry where their number is odd.
    private static func analysis(players: Int = 6, preset: Ruleset.Preset = .fast) -> Analysis {
        var columns = RosterColumns()
        for player in 0..<players {
            let (room, seat) = (UInt64(player / 2 + 1), Seat(player % 2))
            columns.append(
                RosterRow(
                    entry: EntryID(room: RoomID(room), join: UInt16(seat) + 1), seat: seat, slot: seat, user: nil,
                    tournament: 1, pool: 1, fee: nil, startedAt: nil, status: .complete, preset: preset, teams: 2,
                    rounds: 1, players: [PlayerIndex(player)], recordedADPs: []))
        }
        return Analysis(
            RosterTable(RosterSnapshot(position: 9, parts: [columns])), players: PlayerCatalogue(pools: [pool]))
    }

    /// "1.2 1000 1 yes": room and join, points, place, whether it advances.
    private static func lines(_ standings: Standings) -> [String] {
        standings.entries.map { entry in
            "\(entry.room).\(entry.entry.number & 0xFFFF) \(entry.points) \(entry.place.map(String.init) ?? "-") "
                + (entry.advances.map { $0 ? "yes" : "no" } ?? "-")
        }
    }

    @Test func theBetterOfADraftAdvances() throws {
        let outcome = Self.outcome([[100, 200], [250, 100], [nil, 5], [0, nil], [-40, -40], [-10]], final: [1])
        let standings = try Self.analysis().standings(outcome)
        #expect(
            Self.lines(standings) == [
                "1.2 350 1 yes", "1.1 300 2 no", "2.1 5 1 yes", "2.2 0 2 no", "3.2 -10 1 yes", "3.1 -80 2 no",
            ])
        #expect(standings.throughWeek == 2 && !standings.isFinal)
        let first = try Self.analysis().standings(outcome, throughWeek: 1)
        #expect(Self.lines(first).prefix(2) == ["1.2 250 1 yes", "1.1 100 2 no"])
    }

    @Test func theListOfStepsDecidesTies() throws {
        let points: [[Int32?]] = [[100, 200], [300, 0], [50, 50], [50, 50]]
        let byWeek = try Self.analysis(players: 4).standings(Self.outcome(points))
        #expect(Self.lines(byWeek) == ["1.2 300 1 yes", "1.1 300 2 no", "2.1 100 1 yes", "2.2 100 2 no"])
        let byEntry = try Self.analysis(players: 4).standings(Self.outcome(points, ties: [.earlierEntry]))
        #expect(Self.lines(byEntry).prefix(2) == ["1.1 300 1 yes", "1.2 300 2 no"])
    }

    @Test func ofADraftThatIsNotKnownWholeNobodyHasAPlace() throws {
        let standings = try Self.analysis(players: 3).standings(Self.outcome([[1], [2], [3]]))
        #expect(Self.lines(standings) == ["1.2 2 1 yes", "1.1 1 2 no", "2.1 3 - -"])
        let report = try Self.analysis(players: 3).advance(by: .player, outcomes: [Self.outcome([[1], [2], [3]])])
        #expect(report.scope.entries == 2 && report.leftOut == 1 && report.advanced == 1 && report.baseRate == 0.5)
        #expect(!report.isFinal)
    }

    /// Three go on, and the second round's pod has room for three.
    @Test func whoGoesOnIsComparedAnew() throws {
        let outcome = Self.outcome(
            [[9, 9, 1, 5], [1, 1, 9, 9], [9, 9, 2], [], [], [9, 9, 3, 7]], final: [1, 2, 3])
        let second = try Self.analysis().standings(outcome, round: 2)
        #expect(Self.lines(second) == ["3.2 3 1 yes", "2.1 2 2 no", "1.1 1 3 no"])
        #expect(second.isFinal && second.arePodsKnown)
        let third = try Self.analysis().standings(outcome, round: 3)
        #expect(Self.lines(third) == ["3.2 7 1 -"])
        #expect(throws: OutcomeError.noSuchRound(4, of: 3)) { try Self.analysis().standings(outcome, round: 4) }
        #expect(throws: OutcomeError.weekOutsideRound(2, round: 2, Self.rounds[1])) {
            try Self.analysis().standings(outcome, round: 2, throughWeek: 2)
        }
        #expect(throws: OutcomeError.noPoints(2022, scoring: "s")) {
            try Self.analysis().standings(Self.outcome([]))
        }
    }

    /// Others may have gone on whose drafts are not here.
    @Test func ofAContestHeldElsewhereOnlyAWholeFinalHasPlaces() throws {
        let outcome = Self.outcome(
            [[9, 9, 1, 5], [1, 1, 9, 9], [9, 9, 2], [], [], [9, 9, 3, 7]], final: [1, 2, 3])
        let analysis = Self.analysis(preset: .untimed)
        let second = try analysis.standings(outcome, round: 2)
        #expect(Self.lines(second) == ["3.2 3 - -", "2.1 2 - -", "1.1 1 - -"] && !second.arePodsKnown)
        #expect(throws: OutcomeError.unknownEntrants(round: 3, podsOf: 2)) {
            try analysis.standings(outcome, round: 3)
        }
        func third(_ entrants: Set<EntryID>) throws -> [String] {
            Self.lines(try analysis.standings(outcome, round: 3, entrants: entrants, exchanging: nil))
        }
        let (one, other) = (EntryID(room: 1, join: 1), EntryID(room: 3, join: 2))
        #expect(try third([other]) == ["3.2 7 1 -"])
        #expect(try third([one, other]) == ["3.2 7 - -", "1.1 5 - -"])
    }

    /// Four go on, into two pods; in the second one that is on record which was corrected later.
    @Test func laterRoundsGoByThePodsThatWereDrawn() throws {
        let counted = Self.outcome([[9, 9, 1], [1, 1, 6], [9, 9, 2], [1, 1, 8], [9, 9], [1, 1, 7]])
        func entry(_ player: Int) -> EntryID {
            EntryID(room: RoomID(UInt64(player / 2 + 1)), join: UInt16(player % 2) + 1)
        }
        var rounds = Self.rounds
        rounds[1].podSize = 2
        var (first, second) = (PlayedRound(), PlayedRound())
        (first.pods, first.closedPods) = (3, 3)
        (second.pods, second.closedPods, second.drawn) = (2, 1, [entry(0), entry(3), entry(5), entry(1)])
        (second.secret, second.seasonVersion) = (.zero, 17)
        second.standings = [
            RoundStanding(entry: entry(0), points: 9, bestWeek: 9, place: 1),
            RoundStanding(entry: entry(3), points: 8, bestWeek: 8, place: 2),
        ]
        let outcome = ContestOutcome(
            tournament: 1, title: "T", rounds: ContestRoundsSet(season: 2022, rounds: rounds), scoring: counted.scoring,
            points: counted.points, played: [first, second])
        let standings = try Self.analysis().standings(outcome, round: 2)
        #expect(Self.lines(standings) == ["2.2 8 1 no", "1.1 1 2 yes", "3.2 7 1 yes", "1.2 6 2 no"])
        #expect(standings.entries.map(\.pod) == [1, 1, 2, 2] && standings.closedAsOf == 17)
        #expect(standings.entries.map { $0.recorded?.points } == [8, 9, nil, nil])
        let bracket = try Bracket(of: Self.contest(outcome)).listing(round: nil, entries: nil)
        #expect(bracket.rounds.map(\.number) == [2])
        #expect(
            bracket.rounds[0].pods.map { $0.entries.map(\.entry) } == [[entry(0), entry(3)], [entry(5), entry(1)]])
        #expect(bracket.rounds[0].pods.map { $0.entries.map(\.advances) } == [[true, false], [nil, nil]])
    }

    private static func contest(_ outcome: ContestOutcome) -> TournamentState {
        var contest = TournamentState(
            id: outcome.tournament,
            details: TournamentCreated(
                pool: 1, entryFee: nil, maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 0,
                ruleset: .untimed(teams: 2, rounds: 1), prizes: [], title: outcome.title, externalID: ""))
        (contest.rounds, contest.played) = (outcome.rounds, outcome.played)
        return contest
    }

    @Test func anIntervalHoldsTheRate() {
        let half = AdvanceReport.interval(5, of: 10)
        #expect(abs(half.lowerBound - 0.2366) < 0.0001 && abs(half.upperBound - 0.7634) < 0.0001)
        #expect(AdvanceReport.interval(0, of: 3).lowerBound == 0 && AdvanceReport.interval(3, of: 3).upperBound == 1)
        #expect(AdvanceReport.interval(0, of: 0) == 0...1)
    }
}

/// Which of a season's players a pool means.
@Suite struct SeasonPointsTests {
    private static func points(
        _ listing: (name: String, team: String, id: String), _ scores: [PlayerScored], namesakeOf team: String? = nil,
        in span: ClosedRange<UInt8>? = nil
    ) -> SeasonPoints {
        var season: SeasonState?
        for (position, score) in scores.enumerated() {
            let place = EventPlace(
                stream: .season(2022), position: UInt64(position), recordedAt: Timestamp(microseconds: 0), origin: nil)
            season.fold(.playerScored(score), at: place)
        }
        let pool = PoolState.named([listing.name] + (team == nil ? [] : [listing.name])) { player in
            (player.team, player.externalID) =
                player.index == 0 ? (listing.team, listing.id) : (team ?? "", "another")
        }
        return SeasonPoints(season, of: 2022, scoring: "s", for: pool, playedIn: span)
    }

    private static func scored(
        _ name: String, _ points: Int32, team: String = "", id: String = "",
        position: PlayerPosition = .wideReceiver, scoring: String = "s", week: UInt8 = 1
    ) -> PlayerScored {
        PlayerScored(
            week: week, position: position, points: points, scoring: scoring, source: "", externalID: id, name: name,
            team: team)
    }

    @Test(
        arguments: [
            // By name and position, however it is spelled; by another scoring, nobody.
            (("DJ Moore", "", ""), [scored("D.J. Moore Jr.", 5)], 5, nil),
            (("DJ Moore", "", ""), [scored("DJ Moore", 5, scoring: "ppr")], nil, nil),
            (("DJ Moore", "", ""), [], nil, nil),
            // By id before any name.
            (("DJ Moore", "", "x"), [scored("DJ Moore", 5), scored("David Moore", 6, id: "x")], 6, nil),
            // The only one, for whomever he plays: told where it is another team.
            (("DJ Moore", "CAR", ""), [scored("DJ Moore", 5, team: "CAR")], 5, nil),
            (("DJ Moore", "CHI", ""), [scored("DJ Moore", 5, team: "CAR")], 5, .otherTeam),
            // Of several the one of the team.
            (
                ("DJ Moore", "JAC", ""), [scored("DJ Moore", 5, team: "CAR"), scored("D.J. Moore", 6, team: "JAX")], 6,
                nil
            ),
            (
                ("DJ Moore", "", ""), [scored("DJ Moore", 5, team: "CAR"), scored("D.J. Moore", 6, team: "JAX")], nil,
                .ambiguous
            ),
            (("DJ Moore", "CAR", ""), [scored("DJ Moore", 5, team: "CAR", position: .tightEnd)], nil, .otherPosition),
        ] as [((String, String, String), [PlayerScored], Int32?, SeasonPoints.Finding.Kind?)])
    func aPlayerIsMatchedByIdElseByNameAndPosition(
        listing: (String, String, String), scores: [PlayerScored], points: Int32?, doubt: SeasonPoints.Finding.Kind?
    ) {
        let found = Self.points((name: listing.0, team: listing.1, id: listing.2), scores)
        #expect(found.points(of: 0, week: 1) == points && found.counted(0, week: 1) == points ?? 0)
        #expect(found.findings.map(\.kind) == (doubt.map { [$0] } ?? []))
        #expect(found.withoutPoints == (points == nil ? [0] : []))
        #expect(found.points(of: 0, week: 2) == nil && found.points(of: 1, week: 1) == nil)
    }

    /// Points of weeks 1 to 3, `nil` where he has none.
    private static func weeks(_ points: SeasonPoints, of player: PlayerIndex = 0) -> [Int32?] {
        (1...3).map { points.points(of: player, week: $0) }
    }

    private static let told = [
        scored("DJ Moore", 5, team: "CAR", week: 1), scored("DJ Moore", 6, team: "CAR", week: 2),
    ]

    @Test(
        arguments: [
            // Of a later week, whoever it is about: another id, another team, the pool's own id.
            ([scored("DJ Moore", 0, team: "CAR", id: "z", week: 3)], [5, 6, 0], .joined),
            ([scored("DJ Moore", 9, team: "CHI", id: "z", week: 3)], [5, 6, 9], .joined),
            ([scored("David Moore", 9, id: "x", week: 3)], [5, 6, 9], .joined),
            ([scored("David Moore", 9, id: "x", week: 2)], [5, 6, nil], .otherTeam),
            // Of a week in which both have points: the one who was known before.
            ([scored("DJ Moore", 9, team: "CHI", id: "z", week: 2)], [5, 6, nil], .otherTeam),
            // And of one in which the contest is not played, nothing.
            ([scored("DJ Moore", 9, team: "CHI", id: "z", week: 22)], [5, 6, nil], .otherTeam),
            ([scored("David Moore", 9, id: "x", week: 22)], [5, 6, nil], .otherTeam),
        ] as [([PlayerScored], [Int32?], SeasonPoints.Finding.Kind?)])
    func nothingToldLaterChangesWhoSomebodyIs(
        later: [PlayerScored], points: [Int32?], doubt: SeasonPoints.Finding.Kind?
    ) {
        for scores in [Self.told + later, later + Self.told] {
            let found = Self.points((name: "DJ Moore", team: "CHI", id: "x"), scores, in: 1...17)
            #expect(Self.weeks(found) == points)
            #expect(found.findings.map(\.kind) == (doubt.map { [$0] } ?? []))
        }
    }

    @Test func anotherIDOfTheSameNameAndTeamIsTheSamePlayer() {
        let scores = (1...3).map { week in
            Self.scored("DJ Moore", 5, team: "CAR", id: "id of week \(week)", week: UInt8(week))
        }
        let found = Self.points((name: "DJ Moore", team: "CAR", id: ""), scores)
        #expect(Self.weeks(found) == [5, 5, 5] && found.findings.map(\.kind) == [.joined])
        #expect(found.subjects(of: 0).map(\.externalID) == scores.map(\.externalID))
    }

    @Test func ofTwoInThePoolEachHasHisOwnPoints() {
        let scores = [
            Self.scored("DJ Moore", 9, team: "CHI", id: "a", week: 1),
            Self.scored("DJ Moore", 5, team: "CAR", id: "b", week: 2),
            Self.scored("DJ Moore", 8, team: "CHI", id: "a", week: 3),
        ]
        let found = Self.points((name: "DJ Moore", team: "CAR", id: ""), scores, namesakeOf: "CHI")
        #expect(Self.weeks(found) == [nil, 5, nil] && Self.weeks(found, of: 1) == [9, nil, 8])
    }

    @Test func aWeekThatNoSeasonHasCountsForNobody() {
        let found = Self.points((name: "DJ Moore", team: "", id: ""), [Self.scored("DJ Moore", 9, week: 200)])
        #expect(found.weeks == [] && found.points(of: 0, week: 200) == nil && found.withoutPoints == [0])
    }
}
