import Draft
import DraftLedger
import LedgerTesting
import TestSupport
import Testing

@testable import Interchange  // the parser without the import

/// A file may be cut within a draft: what is left is told from a whole one.
@Suite struct CutDraftTests {
    private func cut(_ sheet: Sheet, after picks: Int, of draft: String) -> Sheet {
        var cut = sheet
        cut.rows.removeAll { $0[0] == draft && Int($0[sheet.column("overall_pick_number")]) ?? 0 > picks }
        return cut
    }

    @Test func wholeRoundsAreNoWholeDraftOfTwelve() throws {
        let whole = Sheet(teams: 12, rounds: 18)
        let batch = try cut(whole, after: 120, of: "d1").parsed()
        #expect(batch.drafts.isEmpty)
        let issue = try #require(batch.issues.first)
        #expect(issue.draft == "d1" && issue.found == "120 of 216 picks" && issue.line == 121)
        #expect(issue.expected.contains("the rest may be in another file") && issue.expected.contains("--rounds"))
        #expect(try whole.parsed().issues.isEmpty)
    }

    @Test(arguments: [1, 26, 119])
    func aCutWithinARoundTellsHowMuchIsThere(picks: Int) throws {
        let batch = try cut(Sheet(drafts: ["d1", "d2"], teams: 12, rounds: 18), after: picks, of: "d2").parsed()
        #expect(batch.drafts.map(\.externalID) == ["d1"])
        #expect(batch.issues.first?.found.hasPrefix("\(picks) of 216 picks (") == true, "\(batch.issues)")
        #expect(batch.issues.first?.expected.contains("another file") == true)
    }

    /// Drafts of other sizes are as long as most drafts of their year, of equally many the longer ones.
    @Test func theOthersTellHowLongADraftIs() throws {
        let batch = try cut(Sheet(drafts: ["d1", "d2"], teams: 4, rounds: 5), after: 12, of: "d2").parsed()
        #expect(batch.drafts.map(\.externalID) == ["d1"] && batch.issues.map(\.found) == ["12 of 20 picks"])
        #expect(try Sheet(teams: 4, rounds: 3).parsed().issues.isEmpty, "alone it may be whole")
    }

    @Test func whoStatesTheRoundsIsBelieved() throws {
        let house = try TemporaryLedger.forImports()
        let file = try house.file(cut(Sheet(teams: 12, rounds: 18), after: 120, of: "d1").text())
        func importing(_ rounds: UInt8?) throws -> ImportSummary {
            try HistoryImport(.bbm, isDryRun: true, rounds: rounds).run([file], into: nil)
        }
        #expect(try importing(nil).imported == 0)
        #expect(try importing(10).imported == 1)
        #expect(try importing(9).refused.map(\.expected) == ["9, the rounds that were stated"])
        #expect(try importing(11).refused.map(\.found) == ["120 of 132 picks"])
        #expect(throws: InterchangeError.self) { try importing(31) }
    }

    /// The last line break is optional; a row that lacks a field that is read is cut.
    @Test(arguments: ["made_playoffs", "pick_points", "src_file"])
    func aLastRowWithAllFieldsIsWhole(column: String) throws {
        var sheet = Sheet(drafts: ["d1", "d2"])
        sheet.header.append(column)
        for row in sheet.rows.indices { sheet.rows[row].append(column == "made_playoffs" ? "0" : "12.5") }
        let house = try TemporaryLedger.forImports()
        let file = try house.file(String(sheet.text().dropLast()))
        let summary = try house.importing([file])
        #expect(summary.imported == 2 && summary.refused.isEmpty, "\(summary)")
        let cut = try house.file(String(sheet.text().dropLast(column == "made_playoffs" ? 3 : 6)), "cut.csv")
        let fresh = try TemporaryLedger.forImports()
        #expect(try fresh.importing([cut]).imported == (column == "src_file" ? 2 : 1))
    }

    @Test func bothPartsTogetherAreTheDraft() throws {
        let house = try TemporaryLedger.forImports()
        let whole = Sheet(teams: 12, rounds: 18)
        let (first, second) = (cut(whole, after: 120, of: "d1"), whole)
        var rest = second
        rest.rows.removeFirst(120)
        let paths = [try house.file(first.text(), "1.csv"), try house.file(rest.text(), "2.csv")]
        #expect(try house.importing([paths[0]]).refusedDrafts == 1)
        #expect(try house.importing([paths[1]]).refusedDrafts == 1)
        #expect(try house.importing(paths).imported == 1)
        #expect(try house.ledger.room(1)?.ruleset.rounds == 18)
    }

    @Test func rowsOfPlayoffsAreNoDraft() throws {
        var sheet = Sheet(drafts: ["d1", "d2"])
        sheet.header.append("tournament_round_number")
        for row in sheet.rows.indices { sheet.rows[row].append(sheet.rows[row][0] == "d2" ? "4" : "1") }
        for row in sheet.rows.indices.suffix(6) { sheet[row, "overall_pick_number"] = "1741" }
        let batch = try sheet.parsed()
        #expect(batch.drafts.map(\.externalID) == ["d1"] && batch.issues.count == 1)
        #expect(
            batch.issues.first?.found
                == "tournament_round_number 4, with 6 rows of playoffs without a tournament_entry_id")
        #expect(batch.issues.first?.place == sheet.place(6, "tournament_round_number"))
    }
}
