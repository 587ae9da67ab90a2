import DraftTesting
import Testing

@testable import Draft  // what is said of whom is internal

/// What sources say of a season beside its drafts and its scores.
@Suite struct NotesTests {
    private static let day = Timestamp(microseconds: 1_779_580_800_000_000)  // 2026-05-24

    private static func adp(
        _ players: [(String, UInt32)], site: String = "s", day: Timestamp? = day, reason: Wording = ""
    ) -> Command {
        let notes = players.map { NotedPlayer(position: .wideReceiver, adp: $1, name: $0, team: "PHI") }
        return .notes(2026, .recordNotes(RecordNotes(day: day, source: site, notes: notes, reason: reason)))
    }

    private static func facts(
        _ players: [(name: String, team: String, bye: UInt8?)], reason: Wording = "", source: String = "f"
    ) -> Command {
        let notes = players.map {
            NotedPlayer(position: .wideReceiver, byeWeek: $0.bye, name: $0.name, team: $0.team)
        }
        return .notes(2026, .recordNotes(RecordNotes(day: nil, source: source, notes: notes, reason: reason)))
    }

    private static func games(_ games: [(UInt8?, String, String)], reason: Wording = "") -> Command {
        .notes(
            2026,
            .recordGames(
                RecordGames(
                    source: "g", games: games.map { NotedGame(week: $0, home: $1, away: $2) }, reason: reason)))
    }

    @Test func aSitesADPIsOfADayAndCorrectedWithAReason() throws {
        var house = House()
        try house.accept(Self.adp([("D.J. Moore", 1_230), ("B C", 50)]), as: .importer)
        house.refuse(Self.adp([("DJ Moore", 1_230)]), as: .importer, .invalidValue)
        house.refuse(Self.adp([("DJ Moore", 1_240)]), as: .importer, .invalidValue)
        try house.accept(Self.adp([("DJ Moore", 1_240)], reason: "misread"), as: .admin(9))
        try house.accept(Self.adp([("DJ Moore", 1_250)], site: "t"), as: .importer)
        try house.accept(
            Self.adp([("DJ Moore", 1_250)], day: Self.day + .seconds(86_400)), as: .importer)
        let notes = try #require(house.state.notes(2026))
        #expect(notes.positions.map(\.adp) == [1_240, 50, 1_250, 1_250])
        #expect(notes.version == 7 && notes.facts.isEmpty && notes.games.isEmpty)
        #expect(house.state.season(2026) == nil, "nothing is told of points")
    }

    @Test func factsOfSeveralSourcesAddUpInAnyOrder() throws {
        let parts = [
            Self.facts([("A B", "KC", nil)]), Self.facts([("A.B.", "", 9)], source: "g"),
            Self.facts([("C D", "NE", 5)], source: "h"),
        ]
        var told: Set<[String]> = []
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2]] {
            var house = House()
            for part in order { try house.accept(parts[part], as: .importer) }
            let facts = try #require(house.state.notes(2026)?.facts)
            told.insert(
                facts.map { "\(PlayerName.normalized($0.name)) \($0.team) \($0.byeWeek ?? 0)" }.sorted())
            house.refuse(Self.facts([("A B", "KCC", 9)]), as: .importer, .invalidValue)
            house.refuse(Self.facts([("A B", "LV", 9)]), as: .importer, .invalidValue)
            try house.accept(Self.facts([("A B", "LV", nil)], reason: "traded"), as: .importer)
            #expect(house.state.notes(2026)?.facts.contains { $0.team == "LV" && $0.byeWeek == 9 } == true)
        }
        #expect(told == [["ab KC 9", "cd NE 5"]])
    }

    @Test func aTeamPlaysOnceAWeekWhateverIsMoved() throws {
        var house = House()
        try house.accept(Self.games([(1, "PHI", "DAL"), (2, "KC", "BUF")]), as: .importer)
        house.refuse(Self.games([(1, "PHI", "DAL")]), as: .importer, .invalidValue)
        house.refuse(Self.games([(1, "DAL", "NYG")]), as: .importer, .invalidValue)
        house.refuse(Self.games([(3, "PHI", "DAL")]), as: .importer, .invalidValue)
        house.refuse(Self.games([(nil, "NE", "DAL")], reason: "off"), as: .importer, .invalidValue)
        // Two that trade weeks are held against each other, not against what was before.
        try house.accept(Self.games([(2, "PHI", "DAL"), (1, "KC", "BUF")], reason: "moved"), as: .admin(9))
        #expect(house.state.notes(2026)?.games.map { "\($0.home) \($0.week ?? 0)" } == ["KC 1", "PHI 2"])
        try house.accept(Self.games([(nil, "PHI", "DAL")], reason: "called off"), as: .admin(9))
        #expect(house.state.notes(2026)?.games.map(\.home) == ["KC"])
        try house.accept(Self.games([(2, "PHI", "NYG"), (20, "KC", "BUF")]), as: .importer)
        #expect(house.state.notes(2026)?.games.count == 3, "the playoffs can bring the same two together again")
    }

    @Test func whatNoSourceCanMeanIsRefused() throws {
        var house = House()
        let noon = Self.day + .seconds(43_200)
        for command in [
            Self.adp([]), Self.adp([("A", 0)]), Self.adp([("A", 1_000_001)]), Self.adp([("", 5)]),
            Self.adp([("A", 5), ("A", 6)]), Self.adp([("A", 5)], site: ""), Self.adp([("A", 5)], day: noon),
            Self.adp([("A", 5)], day: Timestamp(microseconds: 0)), Self.adp([("A", 5)], day: nil),
            Self.facts([("A", "", nil)]), Self.facts([("A", "FA", nil)]), Self.facts([("A", "KC", 19)]),
            Self.facts([("A", "KC", 0)]), Self.games([]), Self.games([(0, "PHI", "DAL")]),
            Self.games([(23, "PHI", "DAL")]), Self.games([(1, "PHI", "PHI")]), Self.games([(1, "", "PHI")]),
            Self.games([(1, "JAX", "JAC")]), Self.games([(1, "PHI", "DAL"), (2, "PHI", "DAL")]),
            .notes(26, .recordGames(RecordGames(source: "s", games: [NotedGame(week: 1, home: "A", away: "B")]))),
        ] {
            house.refuse(command, as: .importer, .invalidValue)
        }
        house.refuse(Self.adp([("A", 5)]), as: .user(1), .forbidden)
        house.refuse(Self.games([(1, "PHI", "DAL")]), as: .scheduler, .forbidden)
        #expect(house.state.notes(2026) == nil)
    }
}
