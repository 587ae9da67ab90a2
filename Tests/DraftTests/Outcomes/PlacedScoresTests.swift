import DraftTesting
import Testing

@testable import Draft  // events that the game alone makes

/// Scores under another spelling: no round closes while they may be a drafted player's, and two people say whose they are.
@Suite struct PlacedScoresTests {
    /// A contest whose round 1 could close, but that player 9, who was drafted, has his points as "P. 9".
    private static func house() throws -> House {
        var house = try RoundTests.drafted()
        try house.accept(.tournament(1, .closeEntries), as: .admin(90))
        for week in [1, 2] as [UInt8] {
            let scores = (0..<40).map { player in
                PlayerScore(
                    position: .wideReceiver, points: RoundTests.points(player, week),
                    externalID: player == 9 ? "x9" : "p\(player)", name: player == 9 ? "P. 9" : "Player \(player)")
            }
            try house.accept(
                .season(2022, .recordScores(RecordScores(week: week, scoring: "s", source: "t", scores: scores))),
                as: .importer)
            try house.accept(.season(2022, .closeWeek(week: week, scoring: "s")), as: .importer)
        }
        return house
    }

    private static func assign(
        _ player: PlayerIndex = 9, belongs: Bool = true, asking: UserID? = 90, approver: UserID = 91
    ) -> Command {
        .season(
            2022,
            .assignScores(
                ScoresAssigned(
                    PoolPlayer(1, player), SeasonPlayer(externalID: "x9", name: "P. 9", position: .wideReceiver),
                    named: "P. 9", position: .wideReceiver, belongs: belongs, requestedBy: asking, approvedBy: approver,
                    reason: "the same player")))
    }

    private static func refusal(of command: Command, as sender: Sender, in house: inout House) throws -> Refusal {
        guard case .refused(let refusal) = house.send(command, as: sender) else {
            throw Refusal(.invalidValue, "It was accepted.")
        }
        return refusal
    }

    private static func close(_ house: House) -> Command {
        RoundTests.close(1, RoundTests.version(house), RoundTests.roomNumbers)
    }

    @Test func noRoundClosesWhileScoresMayBeADraftedPlayers() throws {
        var house = try Self.house()
        let refusal = try Self.refusal(of: Self.close(house), as: .scheduler, in: &house)
        #expect(refusal.code == .wrongStatus && refusal.player == 9)
        #expect(refusal.message.contains("Player 9 (WR) has no points; P. 9 (WR) has points without a player."))
    }

    @Test func assignedPointsCount() throws {
        var house = try Self.house()
        try house.accept(Self.assign(), as: .admin(90))
        let season = try #require(house.state.season(2022))
        let pool = try #require(house.state.pool(1))
        let points = SeasonPoints(season, of: 2022, scoring: "s", for: pool, playedIn: 1...4)
        #expect(points.points(of: 9, week: 1) == RoundTests.points(9, 1))
        #expect(points.unplaced.isEmpty)
        // As of a version before, nobody has said it.
        let before = SeasonPoints(
            season.asOf(version: season.version - 1), of: 2022, scoring: "s", for: pool, playedIn: 1...4)
        #expect(before.points(of: 9, week: 1) == nil)
        try house.accept(Self.close(house), as: .scheduler)
    }

    /// A round does not close as of a version that leaves out what two people have said.
    @Test func theClosingCannotLeaveTheAssignmentOut() throws {
        var house = try Self.house()
        try house.accept(Self.assign(), as: .admin(90))
        let version = RoundTests.version(house) - 1
        let refusal = try Self.refusal(
            of: RoundTests.close(1, version, RoundTests.roomNumbers), as: .scheduler, in: &house)
        #expect(refusal.code == .invalidValue && refusal.message.contains("assigns points to a player"))
    }

    @Test func scoresOfSomebodyElseLiftTheRefusalAndCountForNobody() throws {
        var house = try Self.house()
        try house.accept(Self.assign(belongs: false), as: .admin(90))
        try house.accept(Self.close(house), as: .scheduler)
        let pool = try #require(house.state.pool(1))
        let points = SeasonPoints(house.state.season(2022), of: 2022, scoring: "s", for: pool, playedIn: 1...4)
        #expect(points.points(of: 9, week: 1) == nil && points.unplaced.map(\.name) == ["P. 9"])
    }

    @Test func itTakesTwoPeople() throws {
        var house = try Self.house()
        #expect(try Self.refusal(of: Self.assign(approver: 90), as: .admin(90), in: &house).code == .conflictOfInterest)
        #expect(
            try Self.refusal(of: Self.assign(asking: nil, approver: 90), as: .admin(90), in: &house).code
                == .conflictOfInterest)
        #expect(
            try Self.refusal(of: Self.assign(asking: 91, approver: 90), as: .admin(90), in: &house).code
                == .conflictOfInterest)
        #expect(try Self.refusal(of: Self.assign(approver: 0), as: .admin(90), in: &house).code == .approverRequired)
        #expect(try Self.refusal(of: Self.assign(), as: .importer, in: &house).code == .forbidden)
        #expect(try Self.refusal(of: Self.assign(), as: .user(1), in: &house).code == .forbidden)
    }

    @Test func theLastStatementHoldsAndOneOwnerAtATime() throws {
        var house = try Self.house()
        try house.accept(Self.assign(), as: .admin(90))
        #expect(try Self.refusal(of: Self.assign(), as: .admin(90), in: &house).code == .alreadyExists)
        #expect(try Self.refusal(of: Self.assign(10), as: .admin(90), in: &house).code == .aliasContradiction)
        try house.accept(Self.assign(belongs: false), as: .admin(90))
        try house.accept(Self.assign(10), as: .admin(90))
        let unknown = ScoresAssigned(
            PoolPlayer(1, 9), SeasonPlayer(externalID: "", name: "No One", position: .wideReceiver), named: "No One",
            position: .wideReceiver, approvedBy: 91, reason: "r")
        #expect(
            try Self.refusal(of: .season(2022, .assignScores(unknown)), as: .admin(90), in: &house).code
                == .invalidValue)
    }

    @Test(arguments: [
        ("Gabe Davis", "Gabriel Davis"), ("Mitch Trubisky", "Mitchell Trubisky"), ("Dee Eskridge", "D'Wayne Eskridge"),
        ("Jeff Wilson", "Jeffery Wilson"), ("Josh Palmer", "Joshua Palmer"), ("Mike Williams", "Michael Williams"),
        ("Hollywood Brown", "Marquise Brown"), ("Kenneth Gainwell", "Kenneth Gainwel"),
        ("J. Taylor", "Jonathan Taylor"), ("Stefon Diggs", "Stephon Diggs"), ("Damien Pierce", "Dameon Pierce"),
        ("Olave", "Chris Olave"), ("St. Brown", "Amon-Ra St. Brown"), ("Davis, Gabe", "Gabriel Davis"),
    ]) func namesOfOneTeamAndPositionAreNear(one: String, other: String) {
        let first = PlayerLikeness(name: one, position: .wideReceiver, teams: ["BUF"])
        #expect(first.fits(PlayerLikeness(name: other, position: .wideReceiver, teams: ["BUF"])))
        #expect(!first.fits(PlayerLikeness(name: other, position: .runningBack, teams: ["BUF"])))
    }

    @Test func othersAreNotNear() {
        func likeness(_ name: String, _ position: PlayerPosition = .wideReceiver, _ team: String = "BUF")
            -> PlayerLikeness
        {
            PlayerLikeness(name: name, position: position, teams: team.isEmpty ? [] : [team])
        }
        #expect(!likeness("Josh Allen", .quarterback).fits(likeness("Josh Allen", .linebacker, "JAX")))
        #expect(likeness("Travis Hunter").fits(likeness("Travis Hunter", .defensiveBack)))
        #expect(!likeness("Hollywood Brown").fits(likeness("Marquise Brown", .wideReceiver, "KC")))
        #expect(!likeness("Player 12").fits(likeness("Player 13")))
        #expect(likeness("Ekeler, Austin").fits(likeness("Austin Ekeler", .wideReceiver, "")))
        #expect(likeness("Pittman Jr., Michael").fits(likeness("Michael Pittman", .wideReceiver, "IND")))
        #expect(!likeness("Olave").fits(likeness("Chris Olave", .wideReceiver, "KC")))
        #expect(likeness("Olave").fits(likeness("Chris Olave", .wideReceiver, "")))
        #expect(likeness("Stefon Diggs").fits(likeness("Stephon Diggs", .wideReceiver, "HOU")))
        #expect(!likeness("Tyler Johnson").fits(likeness("Tyron Johnson", .wideReceiver, "LAC")))
        #expect(!likeness("Brown, Jr.").fits(likeness("Jerome Brown", .wideReceiver, "KC")))
        #expect(!likeness("Amari Cooper").fits(likeness("Stefon Diggs")))
        #expect(likeness("Eagles D/ST", .defense, "PHI").fits(likeness("Philadelphia", .defense, "PHI")))
    }
}
