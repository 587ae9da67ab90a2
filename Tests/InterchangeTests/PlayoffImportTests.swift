import Draft
import DraftLedger
import GRDB
import Interchange
import LedgerTesting
import Records
import Reports
import TestSupport
import Testing
import TextFormats

/// Files of playoffs go in with the drafts of their entries, which they call by the id of the tournament alone.
@Suite struct PlayoffImportTests {
    /// Drafts of three entries or more, which the tournament calls "d1-t1" and so on; nothing is stated of their round.
    private static func regular(_ drafts: [String] = ["d1"], teams: Int = 3, rounds: Int = 2) -> Sheet {
        var sheet = Sheet(drafts: drafts, teams: teams, rounds: rounds)
        sheet.header += ["tournament_entry_id", "tournament_round_number", "roster_points", "pick_points"]
        for row in sheet.rows.indices {
            sheet.rows[row] += ["\(sheet[row, "draft_id"])-t\(sheet[row, "pick_order"])", "1", "", ""]
        }
        return sheet
    }

    /// Rows of a later round: a pod's, with other ids and numbers without meaning. A pick scores its number and a half.
    private static func playoffs(
        _ round: Int, of entries: [(id: String, points: String)], drafts: [String] = ["d1"], teams: Int = 3,
        rounds: Int = 2
    ) -> Sheet {
        var sheet = regular(drafts, teams: teams, rounds: rounds)
        sheet.rows = sheet.rows.compactMap { row in
            let tournamentEntry = sheet.column("tournament_entry_id")
            guard let entry = entries.first(where: { $0.id == row[tournamentEntry] }) else { return nil }
            var row = row
            let pick = row[sheet.column("overall_pick_number")]
            for (name, cell) in [
                ("draft_id", "pod"), ("draft_time", ""), ("draft_entry_id", "other-\(entry.id)"),
                ("projection_adp", "0"), ("pick_order", "0"), ("overall_pick_number", "1741"),
                ("tournament_round_number", "\(round)"),
                ("roster_points", entry.points), ("pick_points", "\(pick).5"),
            ] {
                row[sheet.column(name)] = cell
            }
            return row
        }
        return sheet
    }

    private static func importing(
        _ sheets: [Sheet], into house: TemporaryLedger, dryRun: Bool = false
    ) throws -> ImportSummary {
        let paths = try sheets.enumerated().map { try house.file($1.text(), "\($0).csv") }
        return try house.importing(paths, dryRun: dryRun)
    }

    private static func statements(_ house: TemporaryLedger, of room: RoomID = 1) throws -> [ResultsStated] {
        try house.events.compactMap { recorded in
            guard recorded.stream == .room(room), case .resultsStated(let results) = recorded.event else { return nil }
            return results
        }
    }

    /// Of three entries the first, which has gone on and made picks 1 and 6.
    private static func first(
        _ points: Int32?, round: UInt8, advances: Bool? = nil, hasPicks: Bool = true
    ) -> ResultsStated {
        var picks = [StatedPick](repeating: .blank, count: hasPicks ? 6 : 0)
        if hasPicks { (picks[0].points, picks[5].points) = (150, 650) }
        return ResultsStated(
            round: round, source: "Underdog",
            entries: [StatedEntry(points: points, advances: advances), .blank, .blank], picks: picks)
    }

    @Test func playoffsStandBehindTheirDrafts() throws {
        let house = try TemporaryLedger.forImports()
        let sheets = [
            Self.playoffs(2, of: [("d1-t1", "101.5"), ("d2-t3", "99")], drafts: ["d1", "d2"]),
            Self.regular(["d1", "d2"]), Self.playoffs(3, of: [("d1-t1", "8")]),
        ]
        let dry = try Self.importing(sheets, into: house, dryRun: true)
        let summary = try Self.importing(sheets, into: house)
        #expect(dry == summary && summary.imported == 2 && summary.refused.isEmpty)
        #expect(summary.notes == ["The files state the results of entries in playoffs: 2 of round 2, 1 of round 3."])
        #expect(
            try Self.statements(house) == [
                Self.first(nil, round: 1, advances: true, hasPicks: false),
                Self.first(10_150, round: 2, advances: true), Self.first(800, round: 3),
            ])
        let other = try Self.statements(house, of: 2)
        #expect(other.map(\.round) == [1, 2] && other[1].entries[2] == StatedEntry(points: 9_900))
        #expect(other[1].picks.map(\.points) == [nil, nil, 350, 450, nil, nil])
        #expect(try house.ledger.verify().isSound)
        #expect(try Self.importing(sheets, into: house).events == 0)
        #expect(try Self.importing([sheets[1]], into: house).events == 0)
    }

    @Test func draftsThatAreThereGetTheirs() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Self.regular())
        #expect(try Self.statements(house).isEmpty)
        let sheets = [Self.regular(), Self.playoffs(4, of: [("d1-t1", "7.25")])]
        let summary = try Self.importing(sheets, into: house)
        #expect(summary.events == 4 && summary.imported == 0 && summary.skipped == 1 && summary.refused.isEmpty)
        #expect(summary.notes.first?.hasPrefix("The files state") == true, "\(summary.notes)")
        let known = try Self.statements(house)
        #expect(known.map(\.round) == [1, 2, 3, 4] && known.dropLast().allSatisfy { $0.entries[0].advances == true })
        #expect(known.last == Self.first(725, round: 4))
        #expect(try Self.importing(sheets, into: house).events == 0)
        // Another figure is a later statement.
        let corrected = [Self.regular(), Self.playoffs(4, of: [("d1-t1", "7.5")])]
        #expect(try Self.importing(corrected, into: house).events == 1)
        #expect(try Self.statements(house).last?.entries[0].points == 750)
        #expect(try house.ledger.verify().isSound)
    }

    /// With whom they are compared nobody says; their points are what the ledger computes.
    @Test func whoIsStatedInARoundStandsInIt() throws {
        let house = try TemporaryLedger.forImports()
        func playoffs(_ round: Int, _ entries: String...) -> Sheet {
            Self.playoffs(round, of: entries.map { ($0, "8") }, drafts: ["d1", "d2"], teams: 12, rounds: 18)
        }
        let sheets = [
            Self.regular(["d1", "d2"], teams: 12, rounds: 18), playoffs(2, "d1-t1", "d2-t2", "d2-t3"),
            playoffs(3, "d1-t1", "d2-t3"),
        ]
        _ = try Self.importing(sheets, into: house)
        // Player 1, whom the first entry of each draft picks, scores in week 16 alone.
        let rows = (1...17).map { "2022,\($0),Player 1,WR,\($0 == 16 ? "12.5" : "0")\n" }
        let scores = try house.file("season,week,player,position,points\n" + rows.joined(), "scores.csv")
        _ = try HistoryImport(.scores(ScoreTerms(season: 2022, isFinal: true))).run([scores], into: house.ledger)
        let analysis = try Analysis(of: house.ledger)
        let outcome = try ContestOutcome(of: 1, in: house.ledger, upTo: analysis.rosters.position)
        #expect(throws: OutcomeError.unknownEntrants(round: 3, podsOf: 2)) {
            try analysis.standings(outcome, round: 3)
        }
        let third = try analysis.standings(outcome, round: 3, throughWeek: nil, statedIn: house.ledger)
        let lines = third.entries.map { "\($0.room) \($0.points) \($0.place ?? 0) \($0.advances ?? false)" }
        #expect(lines == ["1 1250 0 false", "2 0 0 false"] && !third.arePodsKnown && third.throughWeek == 16)
        #expect(throws: OutcomeError.unknownEntrants(round: 3, podsOf: 2)) {
            try analysis.standings(outcome, round: 4, throughWeek: nil, statedIn: house.ledger)
        }
        let path = house.directory("standing.sqlite")
        try SQLiteExport().run(house.ledger, to: path)
        let sql = """
            SELECT contest_round || ' ' || count(*) || ' ' || count(place) || ' ' || sum(points) FROM standing
            GROUP BY contest_round
            """
        let standing = try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: sql) }
        #expect(standing == ["1 24 24 0.0", "2 3 0 0.0", "3 2 0 12.5"])
    }

    /// What a column says of who goes on is the site's word, and stays.
    /// The ledger's points would have others go on, and those of half a round anybody.
    @Test(arguments: [14, 5]) func theSiteSaysWhoPlaysARoundAndNotThePoints(weeks: Int) throws {
        let house = try TemporaryLedger.forImports()
        let sheets = [
            Self.regular(teams: 12, rounds: 18),
            Self.playoffs(2, of: [("d1-t11", "8"), ("d1-t12", "8")], drafts: ["d1"], teams: 12, rounds: 18),
        ]
        _ = try Self.importing(sheets, into: house)
        // The first two entries have players 1 and 2, and lead.
        let rows = (Array(1...weeks) + [15]).flatMap { week in
            (1...2).map { "2022,\(week),Player \($0),WR,\(week == 15 ? 0 : 12 + $0)\n" }
        }
        let scores = try house.file("season,week,player,position,points\n" + rows.joined(), "scores.csv")
        _ = try HistoryImport(.scores(ScoreTerms(season: 2022, isFinal: true))).run([scores], into: house.ledger)
        let analysis = try Analysis(of: house.ledger)
        let outcome = try ContestOutcome(of: 1, in: house.ledger, upTo: analysis.rosters.position)
        let second = try analysis.standings(outcome, round: 2, throughWeek: nil, statedIn: house.ledger)
        let ids = try house.ledger.externalIDs(of: [1], upTo: analysis.rosters.position)
        #expect(Set(second.entries.compactMap { ids[$0.entry] }) == ["d1-e11", "d1-e12"])
        if weeks == 14 {
            #expect(try analysis.standings(outcome, round: 2).entries.count == 2)
        } else {
            #expect(throws: OutcomeError.unknownEntrants(round: 2, podsOf: 1)) {
                try analysis.standings(outcome, round: 2)
            }
        }
    }

    /// A file without roster_points says by its picks who is there, and what they come to.
    @Test func whatThePicksComeToIsWhatTheEntryDoes() throws {
        let house = try TemporaryLedger.forImports()
        var playoffs = Self.playoffs(2, of: [("d1-t1", ""), ("d1-t2", "")])
        let last = try #require(playoffs.rows.lastIndex { $0[playoffs.column("tournament_entry_id")] == "d1-t2" })
        playoffs.rows[last][playoffs.column("pick_points")] = ""
        #expect(try Self.importing([Self.regular(), playoffs], into: house).refused.isEmpty)
        #expect(try Self.statements(house).last?.entries == [.blank, .blank, .blank])
        let results = try #require(try house.ledger.statedResults(of: [1], round: 2, upTo: .max))
        let seats = try house.events.compactMap { recorded -> (Seat, EntryID)? in
            guard case .seatTaken(let taken) = recorded.event else { return nil }
            return (taken.seat, taken.entry)
        }.sorted { $0.0 < $1.0 }.map(\.1)
        // Of one of the second entry's picks the file says nothing, and of the third entry it does not at all.
        #expect(results == [seats[0]: StatedEntry(points: 800), seats[1]: .blank])
        #expect(try house.ledger.statedResults(of: [1], round: 3, upTo: .max) == nil)
    }

    @Test func whatAFileDoesNotStateIsNotSaidToBeStated() throws {
        let house = try TemporaryLedger.forImports()
        var playoffs = Self.playoffs(2, of: [("d1-t1", "")])
        for row in playoffs.rows.indices { playoffs.rows[row][playoffs.column("pick_points")] = "" }
        let summary = try Self.importing([Self.regular(), playoffs], into: house)
        #expect(summary.notes.contains("The files state no points of playoffs."), "\(summary.notes)")
        #expect(try Self.statements(house).map(\.round) == [1], "that it has gone on")
    }

    @Test func anEntryOfWhichRowsAreMissingIsRefused() throws {
        let house = try TemporaryLedger.forImports()
        var cut = Self.playoffs(2, of: [("d1-t1", "8"), ("d1-t2", "9")])
        cut.rows.removeLast()
        let summary = try Self.importing([Self.regular(), cut], into: house)
        #expect(summary.refused.map(\.found) == ["1 of the 2 players of tournament_entry_id d1-t1 in round 2"])
        #expect(try Self.statements(house).last?.entries.map(\.points) == [nil, 900, nil])
    }

    @Test func aRoundThatTheContestDoesNotHaveIsRefused() throws {
        let house = try TemporaryLedger.forImports()
        let sheet = Self.playoffs(5, of: [("d1-t1", "8")])
        let summary = try Self.importing([Self.regular(), sheet], into: house)
        #expect(summary.refused.map(\.place) == [sheet.place(0, "tournament_round_number")])
        #expect(summary.refused.map(\.expected) == ["a round from 1 to 4, as Best Ball Mania 2022 has"])
        #expect(try Self.statements(house).isEmpty)
    }

    @Test func aColumnOfWhoGoesOnStays() throws {
        let house = try TemporaryLedger.forImports()
        var regular = Self.regular()
        regular.header.append("made_playoffs")
        for row in regular.rows.indices { regular.rows[row].append("0") }
        _ = try Self.importing([regular, Self.playoffs(2, of: [("d1-t1", "1")])], into: house)
        #expect(try Self.statements(house).first?.entries.map(\.advances) == [false, false, false])
    }

    @Test func playoffsWithoutTheirDraftsAreRefused() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Self.regular())
        let size = try house.ledger.size
        let sheet = Self.playoffs(2, of: [("d1-t1", "1"), ("d1-t2", "2")])
        let summary = try house.importing(sheet)
        #expect(summary.events == 0 && summary.refused.count == 1 && summary.refusedDrafts == 0)
        let issue = try #require(summary.refused.first)
        #expect(
            issue.found
                == "playoffs of 2 entries without their draft in the files of the command (tournament_entry_id d1-t1 and "
                + "others)")
        #expect(issue.expected.hasPrefix("the drafts of round 1 in the same command"))
        #expect(issue.line == 2 && issue.column == sheet.place(0, "tournament_entry_id").column)
        #expect(try house.ledger.size == size)
        // Of those whose draft is there it goes in, and the rest is told.
        let mixed = try Self.importing(
            [Self.regular(), Self.playoffs(2, of: [("d1-t1", "1"), ("d2-t2", "2")], drafts: ["d1", "d2"])], into: house)
        #expect(mixed.events == 2 && mixed.refused.count == 1)
        #expect(mixed.refused.first?.found.contains("of an entry without") == true)
    }

    @Test(arguments: [
        ("player_name", "Nobody", "Nobody in playoffs of tournament_entry_id d1-t1, which did not draft him"),
        ("player_name", "", "nothing"), ("roster_points", "much", "\"much\""), ("roster_points", "2", "\"2\""),
        ("pick_points", "x", "\"x\""), ("tournament_round_number", "17", "\"17\""),
        ("position_name", "XX", "\"XX\""),
    ])
    func aCellThatCannotBeRefusesItsEntry(column: String, cell: String, found: String) throws {
        let house = try TemporaryLedger.forImports()
        var sheet = Self.playoffs(2, of: [("d1-t1", "1"), ("d1-t2", "3")])
        let row = try #require(sheet.rows.lastIndex { $0[sheet.column("tournament_entry_id")] == "d1-t1" })
        sheet[row, column] = cell
        let summary = try Self.importing([Self.regular(), sheet], into: house)
        // A row of another round is missing in its own.
        let isOfAnotherRound = column == "tournament_round_number"
        let missing = "1 of the 2 players of tournament_entry_id d1-t1 in round 2"
        #expect(summary.imported == 1)
        #expect(Set(summary.refused.map(\.found)) == Set([found] + (isOfAnotherRound ? [missing] : [])))
        let (place, issue) = (sheet.place(row, column), try #require(summary.refused.first { $0.found == found }))
        #expect(issue.line == place.line && issue.column == place.column && issue.file.hasSuffix("1.csv"))
        let second = try #require(try Self.statements(house).first { $0.round == 2 })
        #expect(second.entries[1].points == 300 && second.entries[0].points == nil)
    }

    /// One player under two spellings is one.
    @Test(arguments: [
        ("PLAYER 1", "1.5", "PLAYER 1, another spelling of a player of tournament_entry_id d1-t1"),
        ("PLAYER 1", "", "PLAYER 1, another spelling of a player of tournament_entry_id d1-t1"),
        ("Player 1", "1.5", "Player 1 a second time"), ("Player 1", "1.25", "Player 1 a second time"),
    ])
    func aPlayerWhoIsThereTwiceRefusesHisEntry(name: String, points: String, found: String) throws {
        let house = try TemporaryLedger.forImports()
        var sheet = Self.playoffs(2, of: [("d1-t1", "1"), ("d1-t2", "3")])
        var again = try #require(sheet.rows.first { $0[sheet.column("player_name")] == "Player 1" })
        again[sheet.column("player_name")] = name
        again[sheet.column("pick_points")] = points
        sheet.rows.append(again)
        let summary = try Self.importing([Self.regular(), sheet], into: house)
        #expect(summary.imported == 1 && summary.refused.map(\.found) == [found])
        #expect(summary.refused.first?.place == sheet.place(sheet.rows.count - 1, "player_name"))
        let second = try #require(try Self.statements(house).first { $0.round == 2 })
        #expect(second.entries.map(\.points) == [nil, 300, nil])
    }

    @Test func anEntryInTwoPodsOfARoundIsRefused() throws {
        let house = try TemporaryLedger.forImports()
        var sheet = Self.playoffs(2, of: [("d1-t1", "1"), ("d1-t2", "3")])
        let row = try #require(sheet.rows.lastIndex { $0[sheet.column("tournament_entry_id")] == "d1-t1" })
        sheet[row, "draft_id"] = "pod2"
        let summary = try Self.importing([Self.regular(), sheet], into: house)
        #expect(summary.refused.map(\.found) == ["\"pod2\""])
        #expect(summary.refused.first?.place == sheet.place(row, "draft_id"))
        let second = try #require(try Self.statements(house).first { $0.round == 2 })
        #expect(second.entries.map(\.points) == [nil, 300, nil])
    }

    /// The last line break is optional.
    @Test(arguments: [0, 1]) func aLastRowWithAllFieldsIsWhole(cut: Int) throws {
        let house = try TemporaryLedger.forImports()
        let sheet = Self.playoffs(2, of: [("d1-t1", "1"), ("d1-t2", "3")])
        let text = String(sheet.text().dropLast(cut))
        let paths = [try house.file(Self.regular().text(), "1.csv"), try house.file(text, "2.csv")]
        let summary = try house.importing(paths)
        #expect(summary.imported == 1 && summary.refused.isEmpty, "\(summary)")
        let second = try #require(try Self.statements(house).first { $0.round == 2 })
        #expect(second.entries[..<2].map(\.points) == [100, 300])
    }

    /// Such a row is no pick of the first round either.
    @Test(arguments: ["", "x", "0", " 2", "-"]) func aRoundThatIsNoneIsNamed(cell: String) throws {
        let house = try TemporaryLedger.forImports()
        var sheet = Self.playoffs(2, of: [("d1-t1", "1"), ("d1-t2", "3")])
        let row = try #require(sheet.rows.lastIndex { $0[sheet.column("tournament_entry_id")] == "d1-t1" })
        sheet[row, "tournament_round_number"] = cell
        let summary = try Self.importing([Self.regular(), sheet], into: house)
        let issue = try #require(summary.refused.first { $0.expected.hasPrefix("a tournament_round_number from 1 to") })
        #expect(issue.place == sheet.place(row, "tournament_round_number"))
        #expect(issue.found == (cell.isEmpty ? "nothing" : "\"\(cell)\""))
        #expect(summary.imported == 1 && summary.refused.count == 2, "\(summary.refused)")
        let second = try #require(try Self.statements(house).first { $0.round == 2 })
        #expect(second.entries.map(\.points) == [nil, 300, nil])
        var regular = Self.regular()
        regular[3, "tournament_round_number"] = cell
        let refused = try Self.importing([regular], into: try TemporaryLedger.forImports()).refused
        #expect(refused.map(\.place) == [regular.place(3, "tournament_round_number")], "\(refused)")
    }

    @Test func rowsThatNameNobodyOrTwoAreRefused() throws {
        let house = try TemporaryLedger.forImports()
        var shared = Self.regular(["d1", "d2"])
        for row in shared.rows.indices where shared[row, "tournament_entry_id"] == "d2-t1" {
            shared[row, "tournament_entry_id"] = "d1-t1"
        }
        var sheet = Self.playoffs(2, of: [("d1-t1", "1"), ("d1-t2", "3")])
        let nameless = try #require(sheet.rows.lastIndex { $0[sheet.column("tournament_entry_id")] == "d1-t2" })
        sheet[nameless, "tournament_entry_id"] = ""
        let summary = try Self.importing([shared, sheet], into: house)
        #expect(
            Set(summary.refused.map(\.found))
                == [
                    "nothing", "tournament_entry_id d1-t1, which several entries of round 1 have",
                    "1 of the 2 players of tournament_entry_id d1-t2 in round 2",
                ])
        #expect(summary.imported == 2)
        // An entry has one such id.
        var torn = Self.regular()
        torn[5, "tournament_entry_id"] = "d1-t9"
        #expect(try Self.importing([torn], into: house).refused.map(\.expected) == ["what the entry's other rows say"])
    }

    /// A player whom the site calls by another id in a later round is still known by his name.
    @Test(arguments: ["a-", "b-"])
    func playersAreKnownByIDOrName(prefix: String) throws {
        let house = try TemporaryLedger.forImports()
        func withIDs(_ sheet: Sheet, _ prefix: String) -> Sheet {
            var sheet = sheet
            sheet.header.append("player_id")
            for row in sheet.rows.indices { sheet.rows[row].append("\(prefix)\(sheet[row, "player_name"])") }
            return sheet
        }
        let sheets = [withIDs(Self.regular(), "a-"), withIDs(Self.playoffs(2, of: [("d1-t1", "101.5")]), prefix)]
        #expect(try Self.importing(sheets, into: house).refused.isEmpty)
        #expect(try Self.statements(house).last == Self.first(10_150, round: 2))
    }
}
