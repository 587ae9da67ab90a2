import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Projections
import Testing

@testable import Interchange  // the columns of a contest, by their names

/// What a broken export is refused for: each draft once, for the reason that caused it.
@Suite struct UnderdogRefusalTests {
    /// Three drafts of three picks, in lines 2 to 10.
    private let sheet = {
        var sheet = UnderdogSheet()
        for day in 1...3 { sheet.draft("draft-\(day)", slot: 3, rounds: 3, teams: 4, day: day) }
        return sheet
    }()

    private func importing(_ text: String) throws -> (ImportSummary, rooms: [String]) {
        let house = try TemporaryLedger.forImports()
        let path = try house.file("")
        try Data(text.utf8).write(to: URL(filePath: path))
        let summary = try house.importing([path], as: .underdog())
        return (summary, try house.ledger.rooms().map(\.externalID).sorted())
    }

    /// Changes a line, from 1.
    private func changed(_ line: Int, _ change: (String) -> String) -> String {
        var lines = sheet.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines[line - 1] = change(lines[line - 1])
        return lines.joined(separator: "\n")
    }

    @Test(arguments: UnderdogContest.Kind.allCases, [0, 1])
    func aContestInPartIsRefused(kind: UnderdogContest.Kind, missing: Int) throws {
        let name = kind.columnNames[missing]
        let text = changed(1) { $0.replacing(",\(name),", with: ",Something,") }
        let (summary, rooms) = try importing(text)
        #expect(rooms.isEmpty && summary.refused.count == 1)
        #expect(summary.refused.first?.found == "a header without '\(name)'")
    }

    /// The row of line 6 is the middle draft's.
    @Test(arguments: ["First,", "First\",", "\"First\"x,", "First,,"])
    func aRowThatCannotBeReadIsItsDrafts(instead: String) throws {
        let (summary, rooms) = try importing(changed(6) { $0.replacing("First,", with: instead) })
        guard instead != "First," else { return #expect(rooms.count == 3) }
        #expect(rooms == ["draft-1", "draft-3"] && summary.refusedDrafts == 1)
        #expect(summary.refused.map(\.line) == [6] && summary.refused.map(\.draft) == ["draft-2"], "\(summary)")
    }

    @Test func aRowWithoutADraftIsARow() throws {
        let (summary, rooms) = try importing(sheet.text + "1,2,3\n")
        #expect(rooms.count == 3 && summary.refused.count == 1 && summary.refusedDrafts == 0)
    }

    /// Whatever stands behind the quote is lost, and that is the one thing to say.
    @Test func anOpenQuoteIsTheOneReason() throws {
        var mixed = sheet
        mixed.rows = [0, 1, 2, 3, 6, 4, 7, 5, 8].map { sheet.rows[$0] }
        let lines = mixed.text.split(separator: "\n").map(String.init)
        let text = (lines[..<6] + [lines[6].replacing("First,", with: "\"First,")] + lines[7...])
        let (summary, rooms) = try importing(text.joined(separator: "\n"))
        #expect(rooms == ["draft-1"] && summary.refusedDrafts == 2)
        #expect(summary.refused.map(\.line) == [7], "\(summary)")
        #expect(summary.refused.first?.found.hasPrefix("a quote that is never closed") == true)
    }

    @Test func aPickIsRepeatedOrThereTwice() throws {
        let (repeated, rooms) = try importing(sheet.text + sheet.text)
        #expect(repeated.imported == 3 && repeated.refused.isEmpty && rooms.count == 3, "\(repeated)")

        var double = sheet
        double.rows.insert(double.rows[4], at: 5)
        double.rows[5].last = "Somebody"
        double.rows[5].appearance = "a99"
        let (summary, _) = try importing(double.text)
        #expect(summary.imported == 2 && summary.refused.map(\.line) == [7])
        #expect(summary.refused.first?.found == "Pick Number 5 a second time")
        #expect(summary.refused.first?.expected == "each pick once")
    }

    @Test func theWrongNumberIsBlamedAndNotTheLastOne() throws {
        var wrong = sheet
        wrong.rows[3].pick = 13
        let issue = try #require(try importing(wrong.text).0.refused.first)
        #expect(issue.line == 5 && issue.found == "Pick Number 13", "\(issue)")
        #expect(issue.expected == "4, the pick of slot 4 of 4 in round 1")
    }

    /// Each of its parts may be as long as a name, but the name may not.
    @Test func aNameThatIsTooLongIsBlamed() throws {
        for (first, last, column) in [(1, 254, 5), (127, 128, 5), (128, 127, 4), (254, 1, 4)] {
            var long = sheet
            (long.rows[1].first, long.rows[1].last) = (
                String(repeating: "x", count: first), String(repeating: "y", count: last)
            )
            let (summary, rooms) = try importing(long.text)
            let issue = try #require(summary.refused.first)
            #expect(issue.draft == "draft-1" && issue.line == 3 && rooms.count == 2)
            let text = long.text.split(separator: "\n")[2]
            let start = text.split(separator: ",", omittingEmptySubsequences: false)[..<(column - 1)].map {
                $0.count + 1
            }.reduce(1, +)
            #expect(issue.column == start, "\(issue)")
            #expect(
                issue.found == "a name of 256 bytes"
                    && issue.expected == "at most 255 bytes, first and last name together")
        }
        var whole = sheet
        (whole.rows[1].first, whole.rows[1].last) = (
            String(repeating: "x", count: 127), String(repeating: "y", count: 127)
        )
        #expect(try importing(whole.text).0.refused.isEmpty)
    }

    @Test(arguments: [(";", "semicolons"), ("\t", "tabs")])
    func anotherSeparatorIsNamed(separator: String, name: String) throws {
        let (summary, _) = try importing(sheet.text.replacing(",", with: separator))
        #expect(summary.refused.map(\.found) == ["a header that is separated by \(name) and not by commas"])
    }

    @Test func aHeaderAloneIsNoted() throws {
        let (summary, _) = try importing(UnderdogSheet().text)
        #expect(summary.refused.isEmpty && summary.notes.count == 1)
        #expect(summary.notes.first?.hasSuffix("drafts.csv has a header and no picks.") == true)
    }
}
