import Draft
import DraftLedger
import LedgerTesting
import Projections
import Reports
import TestSupport
import Testing
import TextFormats

@testable import Interchange  // the parsers' own results

/// Files in the shapes in which sites hand them out.
@Suite struct SiteFileTests {
    // MARK: Line ends and rows of several lengths

    @Test(arguments: ["\n", "\r\n"]) func theLastLineBreakIsOptional(end: String) throws {
        let rows = ["week,player,position,points", "1,Al Known,QB,20.5", "1,Bo Mate,WR,13.3"]
        let house = try TemporaryLedger.forImports()
        let path = try house.file(rows.joined(separator: end), "scores.csv")
        #expect(try house.importing([path], as: .scores(ScoreTerms(season: 2022))).imported == 1)
        let cut = try house.file(rows.dropLast().joined(separator: end) + end + "1,Bo Mate,WR", "cut.csv")
        #expect(try house.importing([cut], as: .scores(ScoreTerms(season: 2023))).refused.count == 1)
    }

    @Test func fieldsThatAreNotReadMayBeMissing() throws {
        let text = """
            \u{FEFF}ID,Name,Position,ADP,Team,,Instructions
            1,Al Known,QB,1.5445986,ATL,,"1. Rank players, in column A."
            2,Bo Mate,WR,2.25,FA
            3,Cy Other,WR,,LAR
            """
        let players = try RankingsParser.players(CSVReader(Array(text.utf8)), path: "dk.csv")
        #expect(
            players.map(\.name) == ["Al Known", "Bo Mate", "Cy Other"] && players.map(\.team) == ["ATL", "", "LAR"])
        #expect(players.map(\.adp) == [154, 225, nil])
        let short = text.replacing("2,Bo Mate,WR,2.25,FA", with: "2,Bo Mate,WR")
        #expect(throws: ImportIssue.self) { try RankingsParser.players(CSVReader(Array(short.utf8)), path: "dk.csv") }
        let long = text.replacing("2.25,FA", with: "2.25,FA,,,more")
        #expect(throws: ImportIssue.self) { try RankingsParser.players(CSVReader(Array(long.utf8)), path: "dk.csv") }
    }

    // MARK: Weekly statistics

    private static func statistics(interceptions: String, team: String) -> String {
        """
        player_id,player_name,player_display_name,position,\(team),season,week,season_type,passing_yards,passing_tds,\(interceptions),sack_fumbles_lost,passing_2pt_conversions,rushing_yards,rushing_tds,rushing_fumbles_lost,rushing_2pt_conversions,receptions,receiving_yards,receiving_tds,receiving_fumbles_lost,receiving_2pt_conversions,special_teams_tds,wopr
        q,A.Known,Al Known,QB,ATL,2022,1,REG,300,2,1,0,0,10,0,0,0,0,0,0,0,0,0,
        w,B.Mate,Bo Mate,WR,LA,2022,1,REG,0,0,0,0,0,0,0,0,0,4,50,1,1,1,0,0.5
        t,C.Line,Cy Line,T,LA,2022,1,REG,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,
        l,D.Snap,Di Snap,LS,LA,2022,1,REG,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
        c,E.Both,Ed Both,CB,JAX,2022,1,REG,0,0,0,0,0,0,0,0,0,3,30,0,0,0,0,
        d,F.Only,Fy Only,CB,JAX,2022,1,REG,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
        q,A.Known,Al Known,QB,ATL,2022,19,POST,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
        q,A.Known,Al Known,QB,ATL,2021,1,REG,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
        """
    }

    @Test(arguments: [("interceptions", "recent_team"), ("passing_interceptions", "team")])
    func weeklyStatisticsGoInAsPoints(interceptions: String, team: String) throws {
        let house = try TemporaryLedger.forImports()
        let path = try house.file(Self.statistics(interceptions: interceptions, team: team), "stats.csv")
        #expect(try FileKind.of(path: path) == .dialect(.scores))
        let summary = try house.importing([path], as: .scores(ScoreTerms(season: 2022)))
        #expect(summary.imported == 1 && summary.refused.isEmpty, "\(summary)")
        let scores = try #require(try house.ledger.season(2022)).scores
        #expect(scores.map(\.name) == ["Al Known", "Bo Mate", "Ed Both"])
        // 300 / 25 + 2 x 4 - 1 + 1; 4 / 2 + 5 + 6 - 2 + 2; 3 / 2 + 3.
        #expect(scores.map(\.points) == [2_000, 1_300, 450])
        #expect(scores.map(\.position) == [.quarterback, .wideReceiver, .defensiveBack] && scores[1].team == "LAR")
        let note = try #require(summary.notes.first)
        #expect(
            note.contains("5 rows were passed over: 1 of other seasons (2021), 1 of the postseason, 3 of positions"))
        #expect(note.contains("Cy Line (T)"))
        let read = try StatisticsFile.read(path, season: 2022)
        #expect(read.weeks.map(\.player.name) == ["Al Known", "Bo Mate", "Ed Both"] && read.passedOver.count == 5)
        #expect(throws: ImportIssue.self) { try StatisticsFile.read(path, season: 2020) }
    }

    /// Of rows without a kind of game the week tells: the league's regular season had 17 weeks until 2020.
    @Test func weeksAfterTheRegularSeasonAreThePostseason() throws {
        let text = Self.statistics(interceptions: "interceptions", team: "team")
            .replacing(",season_type,", with: ",kind,")
        for (season, week, imported) in [(2022, 18, 2), (2022, 19, 1), (2020, 18, 1), (2020, 17, 2)] {
            let house = try TemporaryLedger.forImports()
            let rows = text.replacing(",2022,", with: ",\(season),").replacing(",19,POST,", with: ",\(week),POST,")
            let summary = try house.importing(
                [try house.file(rows, "stats.csv")], as: .scores(ScoreTerms(season: SeasonID(UInt64(season)))))
            #expect(summary.imported == imported && summary.refused.isEmpty, "\(season) \(week) \(summary)")
            let games = "week,home,away\n1,SEA,NE\n\(week),BUF,MIA\n"
            let schedule = try house.importing(
                [try house.file(games, "games.csv")], as: .schedule(NoteTerms(season: SeasonID(UInt64(season)))))
            #expect(schedule.events == UInt64(imported), "\(season) \(week) \(schedule)")
        }
    }

    @Test func statisticsWithAGapNameTheColumnThatIsMissing() throws {
        let house = try TemporaryLedger.forImports()
        func found(_ text: String) throws -> String {
            let terms = ScoreTerms(season: 2022)
            return try house.importing([try house.file(text, "s.csv")], as: .scores(terms)).refused.first?.found ?? ""
        }
        let text = Self.statistics(interceptions: "interceptions", team: "team")
        // 'receptions' is a column of its own, however near its name is.
        #expect(try found(text.replacing("interceptions", with: "pass_int")) == "a header without 'interceptions'")
        #expect(
            try found(text.replacing("interceptions", with: "intercepions"))
                == "a header without 'interceptions', but with 'intercepions'")
        #expect(try found(text.replacing(",receptions,", with: ",recieptions,")).contains("but with 'recieptions'"))
        #expect(try found("week,player,position,pionts\n1,Al Known,QB,2\n").contains("'points', but with 'pionts'"))
    }

    @Test func ascheduleOfAllSeasonsGivesTheOneThatIsNamed() throws {
        let text = """
            game_id,season,game_type,week,away_team,away_score,home_team,home_score
            a,2025,REG,18,DET,19,CHI,16
            b,2025,WC,19,GB,27,CHI,31
            c,2026,REG,1,NE,,SEA,
            d,2026,REG,1,SF,,LA,
            """
        let house = try TemporaryLedger.forImports()
        let path = try house.file(text, "games.csv")
        let summary = try house.importing([path], as: .schedule(NoteTerms(season: 2026)))
        #expect(summary.events == 2 && summary.refused.isEmpty && summary.notes.first?.contains("2 rows") == true)
        let other = try house.importing([path], as: .schedule(NoteTerms(season: 2020)))
        #expect(other.refused.first?.description.contains("2 of other seasons") == false && other.refused.count == 1)
    }

    // MARK: ADPs

    private static let severalSites = """
        "Rank","Player","Team","Bye","POS","Underdog","DraftKings","AVG"
        "1","Al Known","ATL","5","RB1","1","1","1.3"
        "2","Bo Mate","CIN","10","WR12","3","4","2.3"
        "","","","","","","",""
        """

    private func positions(_ text: String, _ name: String, site: String?, map: [String] = []) throws -> [UInt32?] {
        let house = try TemporaryLedger.forImports()
        let terms = NoteTerms(season: 2026, site: site, day: PlayerNoteFile.day("2026-06-01"))
        let summary = try HistoryImport(.adp(terms), columns: try ColumnMap(map))
            .run([try house.file(text, name)], into: house.ledger)
        #expect(summary.refused.isEmpty, "\(summary)")
        return try #require(try house.ledger.notes(of: 2026)).positions.map(\.adp)
    }

    @Test func aListOfSeveralSitesGivesTheOneThatIsNamedOrTheAverage() throws {
        #expect(try positions(Self.severalSites, "adp.csv", site: nil) == [130, 230])
        #expect(try positions(Self.severalSites, "adp.csv", site: "underdog") == [100, 300])
        #expect(try positions(Self.severalSites, "adp.csv", site: nil, map: ["adp=DraftKings"]) == [100, 400])
    }

    @Test func aJSONListIsReadLikeATable() throws {
        let json = """
            {"lastUpdated": "2026-05-30T11:25:13+00:00", "adp": [
              {"name": "Al Known", "pos": "RB", "team": "ATL", "ud": 1.5, "dk": 2},
              {"name": "Bo Mate", "pos": "WR", "team": null, "ud": null, "dk": 7}]}
            """
        #expect(try positions(json, "adp.json", site: "underdog") == [150])
        #expect(try positions(json, "adp.json", site: "x", map: ["adp=dk"]) == [200, 700])
        let house = try TemporaryLedger.forImports()
        let path = try house.file(json, "adp.json")
        #expect(try FileKind.of(path: path) == .dialect(.adp))
        let notes = try PlayerNoteFile.read(path, for: .positions, site: "dk")
        #expect(notes.map(\.day) == [PlayerNoteFile.day("2026-05-30"), PlayerNoteFile.day("2026-05-30")])
        #expect(throws: ImportIssue.self) { try PlayerNoteFile.read(path, for: .positions) }
    }

    @Test func aListIsFoundHoweverDeepAndNamesWhatIsMisspelt() throws {
        let player = #"{"name": "Al Known", "position": "RB", "adp": 1.5, "more": {"x": 1}}"#
        #expect(try positions(#"{"data": {"players": [\#(player)]}}"#, "a.json", site: nil) == [150])
        #expect(try positions(#"{"data": {"17": \#(player)}}"#, "b.json", site: nil) == [150])
        let house = try TemporaryLedger.forImports()
        func refused(_ text: String, _ source: ImportSource? = nil, _ name: String = "c.json") throws -> String {
            let terms = NoteTerms(season: 2026, day: PlayerNoteFile.day("2026-06-01"))
            let summary = try house.importing([try house.file(text, name)], as: source ?? .adp(terms))
            #expect(summary.events == 0 && summary.refused.count == 1, "\(summary)")
            return summary.refused.first?.description ?? ""
        }
        #expect(try refused("[\(player)]".replacing("position", with: "positon")).contains("'positon' for 'position'"))
        #expect(try refused("[\(player)]".replacing("\"name", with: "\"nmae")).contains("'nmae' for 'name'"))
        #expect(try refused("[\(player)]".replacing("adp", with: "apd")).contains("but 'apd'"))
        #expect(try refused("[\(player)]".replacing("1.5", with: "null")).contains("no player with an ADP"))
        let pitchers = "name,position,adp\nAl Known,P,1.5\nBo Mate,P,2\n"
        #expect(try refused(pitchers, nil, "p.csv").contains("drafts of other sports are not read"))
        #expect(try refused(pitchers, .rankings, "p.csv").contains("drafts of other sports are not read"))
    }

    @Test func aSlateIsOneWhateverTheDayAndTheCase() throws {
        let house = try TemporaryLedger.forImports()
        func importing(
            _ day: String, _ ids: String, _ step: Int, slate: String? = nil, reason: String? = nil
        ) throws -> ImportSummary {
            let rows = (1...30).map { "\(ids)\($0),Player \($0),WR,\($0 * step)" }
            let terms = NoteTerms(
                season: 2026, site: "underdog", slate: slate, day: PlayerNoteFile.day(day), reason: reason)
            let file = try house.file((["id,name,position,adp"] + rows).joined(separator: "\n"), "adp.csv")
            return try house.importing([file], as: .adp(terms))
        }
        #expect(try importing("2026-06-29", "m", 1).events == 30)
        #expect(try importing("2026-06-30", "m", 2).events == 30)
        let other = try importing("2026-07-01", "s", 3)
        #expect(other.events == 0 && other.refused.first?.description.contains("of 2026-06-30 on record") == true)
        #expect(try importing("2026-07-01", "s", 3, slate: "superflex").events == 30)
        #expect(try importing("2026-07-02", "s", 3, slate: "SuperFlex").events == 30)
        #expect(try importing("2026-07-01", "n", 3, reason: "The site has new ids.").events == 30)
        let sources = Set(try #require(try house.ledger.notes(of: 2026)).positions.map(\.source))
        #expect(sources == ["underdog", "underdog/superflex"])
    }

    @Test func theSecondSlateOfADayIsNotMixedIntoTheFirst() throws {
        let house = try TemporaryLedger.forImports()
        func importing(_ adps: [String], _ ids: String, slate: String? = nil) throws -> ImportSummary {
            let rows = zip(["Al Known,QB,BUF", "Bo Mate,WR,CIN"], adps).enumerated().map {
                "\(ids)\($0),\($1.0),\($1.1)"
            }
            let text = (["id,name,position,team,adp"] + rows).joined(separator: "\n")
            let terms = NoteTerms(
                season: 2026, site: "underdog", slate: slate, day: PlayerNoteFile.day("2026-06-29"))
            return try house.importing([try house.file(text, "\(ids).csv")], as: .adp(terms))
        }
        #expect(try importing(["22.4", "3.1"], "m").events == 2)
        let refused = try importing(["1.3", "9.0"], "s")
        #expect(refused.events == 0 && refused.refused.first?.description.contains("--slate") == true)
        #expect(refused.refused.first?.description.contains("Al Known 1.30, on record 22.40") == true)
        #expect(try importing(["1.3", "9.0"], "s", slate: "superflex").events == 2)
        #expect(try importing(["22.4", "3.1"], "m").events == 0)
        let sources = try #require(try house.ledger.notes(of: 2026)).positions.map(\.source)
        #expect(sources == ["underdog", "underdog", "underdog/superflex", "underdog/superflex"])
    }

    @Test func positionsAreReadHoweverASiteRanksThem() {
        #expect(PlayerPosition(site: "RB12") == .runningBack && PlayerPosition(site: "DST3") == .defense)
        #expect(PlayerPosition(site: "WR/CB") == .wideReceiver && PlayerPosition(site: "CB/WR") == .wideReceiver)
        #expect(PlayerPosition(site: "WR/CB40") == .wideReceiver && PlayerPosition(site: "CB12/WR3") == .wideReceiver)
        #expect(PlayerPosition(site: "D/ST") == .defense && PlayerPosition(site: "1B") == nil)
        #expect(PlayerPosition(site: "WR/1B") == nil && PlayerPosition(site: "D/ST12") == .defense)
        #expect(
            PlayerPosition(site: "PG") == nil && PlayerPosition(site: "12") == nil && PlayerPosition(site: "") == nil)
    }

    // MARK: Tables of picks

    private static func board(_ order: Ruleset.Order, teams: UInt8 = 4) -> String {
        let snake = Snake(teams: teams, rounds: 4, order: order)
        let rows = (1...snake.pickCount).map { pick in
            "b1,\(snake.slot(of: pick) + 1),\(snake.round(of: pick)),Player \(pick),WR,\(pick).5"
        }
        return (["board,team,round,player,position,adp"] + rows).joined(separator: "\n") + "\n"
    }

    @Test(arguments: Ruleset.Order.allCases) func thePickFollowsFromSlotAndRound(order: Ruleset.Order) throws {
        let house = try TemporaryLedger.forImports()
        let path = try house.file(Self.board(order), "picks.csv")
        #expect(try FileKind.of(path: path) == .dialect(.csv))
        let refused = try house.importing([path], as: .rankings)
        #expect(refused.imported == 0 && refused.refused.first?.found.contains("a table of picks") == true)
        let map = try PickMap(["draft=board,slot=team,round=round,player=player,position=position,adp=adp"])
        let summary = try house.importing([path], as: .table(map, TableTerms(rounds: 4)))
        #expect(summary.imported == 1, "\(summary)")
        let room = try #require(try house.ledger.room(1))
        // Slots and rounds alone look like a plain snake, whichever they come from.
        #expect(room.ruleset.order == .snake && room.picks.count == 16 && room.ruleset.teams == 4)
    }

    @Test func thirdRoundReversalShowsInThePicks() throws {
        let snake = Snake(teams: 32, rounds: 4, order: .thirdRoundReversal)
        let rows = (1...snake.pickCount).map { "d,\($0),\(snake.slot(of: $0) + 1),Player \($0)" }
        let house = try TemporaryLedger.forImports()
        let path = try house.file((["draft,pick,slot,player"] + rows).joined(separator: "\n"), "picks.csv")
        let map = try PickMap(["draft=draft,pick=pick,slot=slot,player=player"])
        #expect(try house.importing([path], as: .table(map, TableTerms(rounds: 4))).imported == 1)
        let room = try #require(try house.ledger.room(1))
        #expect(room.ruleset.order == .thirdRoundReversal && room.ruleset.teams == 32)
        #expect(RoomState(canonicalBytes: room.canonicalBytes) == room)
        let first = try #require(RosterRow.rows(of: room).first { $0.slot == 0 })
        #expect(first.order == .thirdRoundReversal && first.pick(inRound: 3) == 96 && first.rounds == 4)
        #expect(RosterRow(rowKey: first.rowKey, rowValue: first.rowValue) == first)
        #expect(try house.importing([path], as: .table(map, TableTerms(rounds: 4))).events == 0)
        #expect(try house.ledger.verify(full: true).isSound)
    }

    @Test func tablesOfTwoSitesHaveAPoolEach() throws {
        let house = try TemporaryLedger.forImports()
        let map = try PickMap(["draft=board,slot=team,round=round,player=player"])
        for site in ["one", "two"] {
            let path = try house.file(Self.board(.snake), "\(site).csv")
            #expect(try house.importing([path], as: .table(map, TableTerms(rounds: 4, site: site))).imported == 1)
        }
        #expect(
            Set(try house.ledger.pools().compactMap { try house.ledger.pool($0)?.externalID }) == [
                "csv-one", "csv-two",
            ])
    }

    @Test func aMapNamesTheColumnsOfAnyDialect() throws {
        let house = try TemporaryLedger.forImports()
        let path = try house.file("Wk,Who,Pos,Half\n1,Al Known,QB,3.5\n", "own.csv")
        let map = try ColumnMap(["week=Wk,player=Who,points=Half"])
        let summary = try HistoryImport(.scores(ScoreTerms(season: 2022)), columns: map).run([path], into: house.ledger)
        #expect(summary.imported == 1 && summary.refused.isEmpty, "\(summary)")
        #expect(try house.ledger.season(2022)?.scores.map(\.points) == [350])
        #expect(throws: InterchangeError.self) {
            try HistoryImport(.scores(ScoreTerms(season: 2022)), columns: try ColumnMap(["points=Full"]))
                .run([path], into: house.ledger)
        }
        #expect(throws: InterchangeError.self) { try ColumnMap(["points"]) }
        #expect(throws: InterchangeError.self) { try ColumnMap(["a=b,a=c"]) }
    }
}
