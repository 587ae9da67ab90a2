import DraftLedger
import Testing
import TextFormats

@testable import Interchange  // the parser without the import

/// Every way in which a dump can be broken: the draft is refused whole, its neighbours go in, and the message has the
/// file, the line, the column, what was found and what was expected.
@Suite struct BBMRefusalTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var row: Int
        var column: String
        var value: String
        /// The cell that the message points at, where it is not the broken one.
        var blamed: (row: Int, column: String)?
        var found: String
        var expected: String
        var testDescription: String { name }

        init(
            _ name: String, _ row: Int, _ column: String, _ value: String, at blamed: (Int, String)? = nil,
            found: String, expected: String
        ) {
            self.name = name
            self.row = row
            self.column = column
            self.value = value
            self.blamed = blamed.map { (row: $0.0, column: $0.1) }
            self.found = found
            self.expected = expected
        }
    }

    /// Rows 6-11 are the second of three drafts of 3 teams x 2 rounds.
    static let cases = [
        Case(
            "a pick out of turn", 7, "pick_order", "3", at: (8, "draft_entry_id"), found: "d2-e3",
            expected: "d2-e2, the entry of pick_order 3"),
        Case("no number", 7, "pick_order", "two", found: "\"two\"", expected: "pick_order from 1 to 32"),
        Case("order 0", 7, "pick_order", "0", found: "\"0\"", expected: "pick_order from 1 to 32"),
        Case("order 33", 7, "pick_order", "33", found: "\"33\"", expected: "pick_order from 1 to 32"),
        Case("pick 0", 7, "overall_pick_number", "0", found: "\"0\"", expected: "pick number from 1"),
        Case("half a pick", 7, "overall_pick_number", "2.5", found: "\"2.5\"", expected: "pick number"),
        Case("an empty pick", 7, "overall_pick_number", "", found: "nothing", expected: "pick number"),
        Case(
            "a number of another pick", 7, "overall_pick_number", "3", at: (7, "overall_pick_number"),
            found: "overall_pick_number 3", expected: "every pick, without a gap"),
        Case(
            "a gap", 11, "overall_pick_number", "7", at: (11, "overall_pick_number"),
            found: "overall_pick_number 7 and no 6", expected: "every pick, without a gap"),
        Case("no player", 8, "player_name", "", found: "nothing", expected: "a player's name"),
        Case("no such position", 8, "position_name", "FLEX", found: "\"FLEX\"", expected: "QB, RB, WR or TE"),
        Case("a week too far", 8, "bye_week", "19", found: "\"19\"", expected: "a week from 1 to 18"),
        Case("an ADP in words", 8, "projection_adp", "late", found: "\"late\"", expected: "average draft position"),
        Case("a negative ADP", 8, "projection_adp", "-1.5", found: "\"-1.5\"", expected: "average draft position"),
        Case("another entry", 10, "draft_entry_id", "d2-e9", found: "\"d2-e9\"", expected: "d2-e2"),
        Case(
            "an entry in two places", 6, "draft_entry_id", "d2-e2", at: (7, "draft_entry_id"),
            found: "\"d2-e2\"", expected: "another entry than that of pick_order 1"),
        Case("no entry", 8, "draft_entry_id", "", found: "nothing", expected: "an entry's id"),
        Case("another time", 8, "draft_time", "2022-09-07 07:46:24", found: "07:46:24", expected: "as in the draft's"),
        Case("no time at all", 6, "draft_time", "soon", found: "\"soon\"", expected: "a time such as"),
        Case(
            "another round", 8, "team_pick_number", "2", at: (8, "overall_pick_number"),
            found: "round 2 at overall_pick_number 3", expected: "round 1 of 3 teams"),
    ]

    @Test(arguments: cases)
    func oneBrokenCellRefusesItsDraftAndNoOther(broken: Case) throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet[broken.row, broken.column] = broken.value
        try expect(sheet, at: broken.blamed ?? (broken.row, broken.column), broken.found, broken.expected)
    }

    @Test(arguments: ["player_name", "draft_entry_id", "player_id", "user_id", "username"])
    func aTextThatNoRuleLetsThrough(name: String) throws {
        var sheet = Sheet.later(drafts: ["d1", "d2", "d3"])
        sheet[6, name] = String(repeating: "é", count: 128)
        try expect(sheet, at: (6, name), "a text of 256 bytes", "at most 255 bytes")
    }

    @Test func aPlayerTwice() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet[9, "player_name"] = "Player 2"
        sheet[9, "position_name"] = sheet[7, "position_name"]
        try expect(sheet, at: (9, "player_name"), "Player 2 at pick 4 and at pick 2", "no player twice")
    }

    @Test func theSameNameInAnotherPositionIsAnotherPlayer() throws {
        var sheet = Sheet()
        sheet[3, "player_name"] = "Player 2"
        #expect(try sheet.parsed().issues.isEmpty)
    }

    @Test func aPlayerTwiceUnderTwoNamesIsFoundByHisID() throws {
        var sheet = Sheet.later(drafts: ["d1", "d2", "d3"])
        sheet[9, "player_id"] = sheet[7, "player_id"]
        try expect(sheet, at: (9, "player_name"), "at pick 4 and at pick 2", "no player twice")
    }

    @Test func twoPicksThatSwappedTheirSlots() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        for column in ["pick_order", "draft_entry_id"] {
            let value = sheet[6, column]
            sheet[6, column] = sheet[7, column]
            sheet[7, column] = value
        }
        try expect(sheet, at: (6, "pick_order"), "pick_order 2 at pick 1", "pick_order 1, whose turn it is")
    }

    @Test func aMissingRowIsAGap() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet.rows.remove(at: 8)
        try expect(sheet, at: (8, "overall_pick_number"), "overall_pick_number 4 and no 3", "every pick, without a gap")
    }

    @Test func aMissingLastRowIsAnUnfinishedRound() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet.rows.remove(at: 11)
        try expect(sheet, at: (10, "overall_pick_number"), "5 picks of 3 teams", "6 picks")
    }

    @Test func aRowTwiceIsAPickTwice() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet.rows.insert(sheet.rows[8], at: 9)
        try expect(sheet, at: (9, "overall_pick_number"), "overall_pick_number 3 a second time", "each pick once")
    }

    @Test func aTeamWithoutPicks() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        for row in 6..<12 where sheet[row, "pick_order"] == "2" { sheet[row, "pick_order"] = "4" }
        try expect(sheet, at: (11, "overall_pick_number"), "no pick of pick_order 2 among 4 teams", "from 1 to 4")
    }

    @Test func aLoneTeamIsNoDraft() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet.rows.removeSubrange(7..<12)
        try expect(sheet, at: (6, "overall_pick_number"), "1 teams", "2-32 teams")
    }

    @Test func oneUserOnTwoSeats() throws {
        var sheet = Sheet.later(drafts: ["d1", "d2", "d3"])
        for row in 6..<12 where sheet[row, "pick_order"] == "2" { sheet[row, "user_id"] = "user-1" }
        try expect(sheet, at: (7, "user_id"), "\"user-1\"", "another user than that of pick_order 1")
    }

    @Test func anUnknownSource() throws {
        var sheet = Sheet.later(drafts: ["d1", "d2", "d3"])
        sheet[8, "source"] = "oracle"
        try expect(sheet, at: (8, "source"), "\"oracle\"", "user, queue, rankings or auto")
    }

    @Test func aRowWithAFieldTooFew() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet.rows[8].removeLast()
        try expect(sheet, at: (8, "overall_pick_number"), "10 fields", "11 fields, as in the header")
    }

    @Test func bytesThatAreNotUTF8() throws {
        let sheet = Sheet(drafts: ["d1", "d2", "d3"])
        var bytes = Array(sheet.text().utf8)
        let place = sheet.place(8, "player_name")
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        bytes[lines[place.line - 1].startIndex + place.column + 1] = 0xC3
        var parser = BBMParser()
        try parser.read(CSVReader(bytes), path: "file1.csv")
        let batch = parser.finish()
        #expect(batch.drafts.map(\.externalID) == ["d1", "d3"])
        #expect(batch.issues.map(\.place) == [TextPlace(line: place.line, column: place.column + 2)])
        #expect(batch.issues.first?.draft == "d2" && batch.issues.first?.expected == "UTF-8")
    }

    @Test func aQuoteThatIsNeverClosed() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet[13, "player_name"] = "\"Player 2"
        try expect(sheet, at: (13, "player_name"), "a quote that is never closed", "a closing quote", draft: "d3")
    }

    /// Whatever stands behind the quote is lost, and that is the one thing to say.
    @Test func anOpenQuoteTakesDraftsAlong() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet.rows.swapAt(7, 12)
        sheet[8, "player_name"] = "\"Player 3"
        let batch = try sheet.parsed()
        #expect(batch.drafts.map(\.externalID) == ["d1"])
        #expect(batch.issues.map(\.place) == [sheet.place(8, "player_name")])
        #expect(batch.issues.map(\.draftCount) == [2] && batch.issues.map(\.draft) == [nil])
    }

    @Test func aRowThatIsBrokenBeforeItsDraftIsTheDrafts() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet.header.insert("src_file", at: 0)
        for row in sheet.rows.indices { sheet.rows[row].insert("a", at: 0) }
        sheet[8, "src_file"] = "a \"file\""
        try expect(sheet, at: (8, "src_file"), "a quote inside a field", "the whole field in quotes", offset: 2)
    }

    @Test func aRowWithoutADraft() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet[8, "draft_id"] = ""
        let batch = try sheet.parsed()
        #expect(batch.drafts.map(\.externalID) == ["d1", "d3"])
        #expect(batch.issues.map(\.draft) == [nil, "d2"])
        #expect(batch.issues[0].place == sheet.place(8, "draft_id"))
        #expect(batch.issues[1].found == "5 of 6 picks (overall_pick_number 4 and no 3)")
    }

    @Test(arguments: [
        "draft_id", "draft_entry_id", "player_name", "position_name", "pick_order", "overall_pick_number",
    ])
    func aMissingColumnRefusesTheFile(name: String) throws {
        var sheet = Sheet()
        sheet.header[sheet.column(name)] = "something"
        let batch = try Sheet.parse([sheet.text(), Sheet(drafts: ["other"]).text()])
        #expect(batch.drafts.map(\.externalID) == ["other"])
        #expect(batch.issues.map(\.file) == ["file1.csv"])
        #expect(batch.issues.first?.place == TextPlace(line: 1, column: 1))
        #expect(batch.issues.first?.found == "a header without '\(name)'")
    }

    @Test(arguments: ["", "\u{FEFF}", "\n\n"])
    func aFileOfNothingIsRefused(text: String) throws {
        let batch = try Sheet.parse([text])
        #expect(batch.issues.map(\.found) == ["an empty file"])
        #expect(batch.issues.first?.place == TextPlace(line: 1, column: 1))
    }

    /// The one issue is about `draft`, points at the cell and says so; the other two drafts are sound.
    private func expect(
        _ sheet: Sheet, at cell: (row: Int, column: String), _ found: String, _ expected: String,
        draft: String = "d2", offset: Int = 0
    ) throws {
        let batch = try sheet.parsed()
        #expect(batch.drafts.map(\.externalID) == ["d1", "d2", "d3"].filter { $0 != draft })
        #expect(batch.issues.count == 1)
        let issue = try #require(batch.issues.first)
        #expect(issue.file == "file1.csv" && issue.draft == draft)
        let place = sheet.place(cell.row, cell.column)
        #expect(issue.place == TextPlace(line: place.line, column: place.column + offset), "\(issue)")
        #expect(issue.found.contains(found), "\(issue)")
        #expect(issue.expected.contains(expected), "\(issue)")
    }
}
