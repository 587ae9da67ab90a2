import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import Projections
import TestSupport
import Testing

/// Who is who in a user's own export, where an id is that of a player in one slate.
@Suite struct UnderdogPlayerTests {
    private struct Mike {
        var id = ""
        var first = "Mike"
        var last = "Williams"
        var team = "LAC"
        var position = "WR"
        var contest = "t-1"
    }

    /// A draft for each of them, in which he is the first pick of two.
    private func sheet(_ mikes: [Mike], from number: Int = 1) -> UnderdogSheet {
        var sheet = UnderdogSheet()
        for (draft, mike) in zip(number..., mikes) {
            sheet.draft("d\(draft)", slot: 0, rounds: 2, teams: 4, firstPlayer: 10 * draft, day: draft)
            let row = sheet.rows.count - 2
            sheet.rows[row].appearance = mike.id
            (sheet.rows[row].first, sheet.rows[row].last) = (mike.first, mike.last)
            (sheet.rows[row].team, sheet.rows[row].position) = (mike.team, mike.position)
            for place in sheet.rows.indices.suffix(2) { sheet.rows[place].contest["Tournament"] = mike.contest }
        }
        return sheet
    }

    @discardableResult
    private func importing(_ sheets: UnderdogSheet..., into house: TemporaryLedger) throws -> ImportSummary {
        let paths = try sheets.enumerated().map { try house.file($1.text, "export-\($0).csv") }
        return try house.importing(paths, as: .underdog())
    }

    /// The pool's index of the first pick of each draft, in the order of the rooms.
    private func firstPicks(_ house: TemporaryLedger) throws -> [PlayerIndex?] {
        try house.ledger.rooms().sorted { $0.room < $1.room }.map { try house.ledger.room($0.room)?.picks[0].player }
    }

    @Test func twoIDsAreOnePlayerWhereEverythingElseAgrees() throws {
        let cases: [(Mike, Mike, isOne: Bool)] = [
            (Mike(id: "a"), Mike(id: "b", contest: "t-2"), true),
            (Mike(id: "a"), Mike(id: "b", team: "", contest: "t-2"), true),
            (Mike(id: "a"), Mike(id: "b", first: "MIKE", last: "Williams Jr.", contest: "t-2"), true),
            // One contest is one slate, and has one id for each player.
            (Mike(id: "a"), Mike(id: "b"), false),
            (Mike(id: "a"), Mike(id: "b", team: "TB", contest: "t-2"), false),
            (Mike(id: "a"), Mike(id: "b", position: "TE", contest: "t-2"), false),
            (Mike(id: "a"), Mike(id: "a", first: "Michael", team: "TB"), true),
            (Mike(), Mike(team: "TB"), false),
            (Mike(first: "DJ", last: "Moore"), Mike(first: "D.J.", last: "Moore Jr."), true),
            (Mike(), Mike(id: "a", team: ""), true),
        ]
        for (first, second, isOne) in cases {
            let together = try TemporaryLedger.forImports()
            try importing(sheet([first, second]), into: together)
            let picks = try firstPicks(together)
            #expect((picks[0] == picks[1]) == isOne, "\(first) and \(second) in one file")
            #expect(try importing(sheet([first, second]), into: together).events == 0, "\(first) and \(second)")

            // Which slate an id is of is not in the ledger: one export after the other, names decide alone.
            guard first.contest != second.contest || first.id.isEmpty else { continue }
            let apart = try TemporaryLedger.forImports()
            try importing(sheet([first]), into: apart)
            try importing(sheet([second], from: 2), into: apart)
            let later = try firstPicks(apart)
            #expect((later[0] == later[1]) == isOne, "\(first) and then \(second)")
            #expect(try importing(sheet([first, second]), into: apart).events == 0, "\(first) and then \(second)")
        }
    }

    /// A free agent signs: wherever in the file his team first stands, he has it.
    @Test func aKnownTeamBeatsAnUnknownOne() throws {
        let cases: [(String, [Mike])] = [
            ("the same id", [Mike(id: "a", team: ""), Mike(id: "a")]),
            ("the id of another slate", [Mike(id: "a", team: ""), Mike(id: "b", contest: "t-2")]),
            ("no id", [Mike(team: ""), Mike(id: "a")]),
            ("the team first", [Mike(id: "a"), Mike(id: "a", team: "")]),
        ]
        for (name, mikes) in cases {
            let house = try TemporaryLedger.forImports()
            try importing(sheet(mikes), into: house)
            #expect(Set(try firstPicks(house)).count == 1, "\(name)")
            #expect(try house.ledger.pool(1)?.players.first?.team == "LAC", "\(name)")
            let path = house.directory("out.csv")
            try UnderdogExport(user: 1).run(house.ledger, to: path)
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            #expect(lines.count { $0.contains("Mike,Williams,LAC,WR") } == 2, "\(name)")
            #expect(try house.importing([path], as: .underdog()).events == 0, "\(name)")
        }
    }

    /// A pool never changes what it lists, so a team that only a later import knows cannot get there.
    @Test func aTeamThatComesLateIsSaid() throws {
        let house = try TemporaryLedger.forImports()
        #expect(try importing(sheet([Mike(id: "a", team: "")]), into: house).notes.isEmpty)
        for _ in 1...2 {
            let later = try importing(sheet([Mike(id: "a")]), into: house)
            #expect(later.events == 0 && later.refused.isEmpty)
            #expect(
                later.notes.map { $0.prefix(72) } == [
                    "A player came without a team before and has one now: Mike Williams (LAC)"
                ])
        }
    }

    /// Two who could be meant are not told apart by chance: whoever has no team is a third one.
    @Test func whoCouldBeSeveralIsNobodyOfThem() throws {
        let house = try TemporaryLedger.forImports()
        let exported = sheet([Mike(id: "a"), Mike(id: "b", team: "TB"), Mike(team: "")])
        #expect(try importing(exported, into: house).refused.isEmpty)
        #expect(Set(try firstPicks(house)).count == 3)
        #expect(try importing(exported, into: house).events == 0)
    }

    @Test func namesakesInOneDraftAreTwoPlayers() throws {
        for teams in [("LAC", "LAC"), ("LAC", "TB")] {
            let house = try TemporaryLedger.forImports()
            var exported = sheet([Mike(id: "a", team: teams.0)])
            (exported.rows[1].first, exported.rows[1].last) = ("Mike", "Williams")
            (exported.rows[1].appearance, exported.rows[1].team, exported.rows[1].position) = ("b", teams.1, "WR")
            #expect(try importing(exported, into: house).refused.isEmpty)
            #expect(try house.ledger.pool(1)?.players.map(\.externalID) == ["a", "b"])
            #expect(try importing(exported, into: house).events == 0)
        }
    }

    @Test func oneIDWithTwoNamesKeepsTheFirst() throws {
        let house = try TemporaryLedger.forImports()
        let summary = try importing(
            sheet([Mike(id: "a"), Mike(id: "a", first: "Someone", last: "Else")]), into: house)
        #expect(summary.imported == 2 && summary.notes.count == 1, "\(summary)")
        #expect(summary.notes.first?.contains("a is Mike Williams (WR) and Someone Else (WR)") == true)
        #expect(try house.ledger.pool(1)?.players.first?.name == "Mike Williams")
    }

    /// A player is traded, or spelled in another way, between two exports: each of them alone, both together, and one
    /// after the other come to the same.
    @Test func anOlderAndANewerExportAreOne() throws {
        let older = sheet([Mike(id: "a"), Mike(id: "b", contest: "t-2")])
        let moved = Mike(first: "Michael", team: "NYJ")
        var newer = sheet([moved, moved, moved])
        for (row, id) in [(0, "a"), (2, "b"), (4, "a")] { newer.rows[row].appearance = id }
        for row in 2...3 { newer.rows[row].contest["Tournament"] = "t-2" }
        let (together, apart) = (try TemporaryLedger.forImports(), try TemporaryLedger.forImports())
        #expect(try importing(older, newer, into: together).refused.isEmpty)
        try importing(older, into: apart)
        let summary = try importing(newer, into: apart)
        #expect(summary.imported == 1 && summary.skipped == 2 && summary.refused.isEmpty, "\(summary)")
        #expect(summary.notes.contains { $0.contains("Michael Williams (WR, listed as Mike Williams, WR)") })
        for house in [together, apart] {
            #expect(Set(try firstPicks(house)).count == 1)
            #expect(try importing(newer, older, into: house).events == 0)
            #expect(try house.ledger.pool(1)?.players.first?.name == "Mike Williams")
        }
    }
}
