import Draft
import DraftLedger
import Interchange
import LedgerTesting
import Records
import TestSupport
import Testing
import TextFormats

/// What a dump of Best Ball Mania states itself of its entries goes on record beside its drafts.
@Suite struct StatedResultsImportTests {
    /// Drafts of three entries, with what the site states of them; an empty cell states nothing.
    private static func sheet(
        drafts: [String] = ["d1"], points: [String] = ["1517.36", "-0.4", "12"], advances: [String]? = ["1", "0", "0"],
        picks: ((Int) -> String)? = { "\($0).5" }
    ) -> Sheet {
        var sheet = Sheet(drafts: drafts)
        sheet.header += ["roster_points"] + (advances == nil ? [] : ["made_playoffs"])
        sheet.header += picks == nil ? [] : ["pick_points"]
        for row in sheet.rows.indices {
            let entry = (Int(sheet[row, "pick_order"]) ?? 1) - 1
            sheet.rows[row].append(points[entry])
            if let advances { sheet.rows[row].append(advances[entry]) }
            if let picks { sheet.rows[row].append(picks(Int(sheet.rows[row][9]) ?? 0)) }
        }
        return sheet
    }

    private static let whole = ResultsStated(
        round: 1, source: "Underdog",
        entries: [
            StatedEntry(points: 151_736, advances: true), StatedEntry(points: -40, advances: false),
            StatedEntry(points: 1_200, advances: false),
        ], picks: (1...6).map { StatedPick(points: $0 * 100 + 50) })

    private static func statements(_ house: TemporaryLedger, of room: RoomID = 1) throws -> [ResultsStated] {
        try house.events.compactMap { recorded in
            guard recorded.stream == .room(room), case .resultsStated(let results) = recorded.event else { return nil }
            return results
        }
    }

    @Test func aDraftsResultsStandBehindIt() throws {
        let house = try TemporaryLedger.forImports()
        let summary = try house.importing(Self.sheet(drafts: ["d1", "d2"]))
        #expect(summary.imported == 2 && summary.refused.isEmpty && summary.notes.isEmpty)
        let last = try #require(try house.events.last)
        #expect(last.event == .resultsStated(Self.whole) && last.stream == .room(2) && last.origin?.actor == .importer)
        #expect(try Self.statements(house) == [Self.whole])
        #expect(try house.ledger.room(1)?.status == .complete)
        #expect(try house.ledger.verify().isSound)
    }

    @Test func theSecondTimeNothingIsAppended() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Self.sheet(drafts: ["d1", "d2"]))
        let size = try house.ledger.size
        let again = try house.importing(Self.sheet(drafts: ["d2", "d1"]))
        #expect(again.events == 0 && again.skipped == 2 && again.notes.isEmpty && again.refused.isEmpty)
        // A file that says less says nothing new.
        for sheet in [
            Self.sheet(advances: nil, picks: nil), Self.sheet(points: ["", "-0.40", "NA"], picks: nil), Sheet(),
        ] {
            #expect(try house.importing(sheet).events == 0)
        }
        #expect(try house.ledger.size == size)
    }

    @Test func otherFiguresAreALaterStatementAndTheEarlierOneStays() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Self.sheet(drafts: ["d1", "d2"]))
        var corrected = Self.whole
        corrected.entries[2].points = 1_210
        let sheet = Self.sheet(points: ["1517.36", "-0.4", "12.1"])
        let dry = try house.importing(sheet, dryRun: true)
        let summary = try house.importing(sheet)
        #expect(dry == summary && summary.events == 1 && summary.skipped == 1 && summary.imported == 0)
        #expect(
            summary.notes.first?.hasPrefix("New results that the site states were recorded for 1 draft of the ledger")
                == true)
        #expect(try Self.statements(house) == [Self.whole, corrected])
        #expect(try Self.statements(house, of: 2) == [Self.whole])
        #expect(try house.importing(sheet).events == 0)
        // The file that is imported last is the site's last word, whatever was said before.
        #expect(try house.importing(Self.sheet()).events == 1)
        #expect(try Self.statements(house) == [Self.whole, corrected, Self.whole])
        #expect(try house.ledger.verify().isSound)
    }

    /// A ledger that has the drafts from a version that did not record it, or from a file that did not state it.
    @Test func whatIsStatedLaterIsAddedLater() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet(drafts: ["d1"]))
        #expect(try Self.statements(house).isEmpty, "what a file does not state is unknown, and never zero")
        let points = Self.sheet(advances: nil, picks: nil)
        #expect(try house.importing(points).events == 1)
        #expect(try Self.statements(house)[0].entries.map(\.advances) == [nil, nil, nil])
        #expect(try Self.statements(house)[0].picks.isEmpty)
        #expect(try house.importing(Self.sheet()).events == 1)
        #expect(try Self.statements(house).count == 2)
    }

    @Test func unknownStaysUnknown() throws {
        let house = try TemporaryLedger.forImports()
        let sheet = Self.sheet(points: ["", "0", "-"], advances: ["", "", "1"]) { $0 == 2 ? "0.0" : "" }
        try house.importing(sheet)
        let results = try #require(try Self.statements(house).first)
        #expect(results.entries == [.blank, StatedEntry(points: 0), StatedEntry(advances: true)])
        #expect(results.picks == [.blank, StatedPick(points: 0), .blank, .blank, .blank, .blank])
        let silent = try TemporaryLedger.forImports()
        try silent.importing(Self.sheet(points: ["", "", ""], advances: ["", "", ""]) { _ in "" })
        #expect(try Self.statements(silent).isEmpty)
        #expect(try silent.ledger.room(1)?.status == .complete)
    }

    @Test(arguments: [
        ("roster_points", "much", "an entry's points with at most two decimals, such as 1517.36"),
        ("roster_points", "100000.01", "an entry's points with at most two decimals, such as 1517.36"),
        ("roster_points", "1517.37", "what the entry's other rows say"),
        ("made_playoffs", "2", "1 for an entry that advances, or 0"),
        ("made_playoffs", "0", "what the entry's other rows say"),
        ("pick_points", "nan", "a pick's points with at most two decimals, such as 104.8"),
    ])
    func aCellThatCannotBeRefusesItsDraft(column: String, cell: String, expected: String) throws {
        let house = try TemporaryLedger.forImports()
        var sheet = Self.sheet(drafts: ["d1", "d2"])
        sheet[5, column] = cell
        let summary = try house.importing(sheet)
        #expect(summary.imported == 1 && summary.refused.map(\.draft) == ["d1"])
        let (issue, place) = (try #require(summary.refused.first), sheet.place(5, column))
        #expect(issue.found == "\"\(cell)\"" && issue.expected == expected)
        #expect(issue.line == place.line && issue.column == place.column)
    }

    @Test func linesOfJSONKeepIt() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Self.sheet(drafts: (1...5).map { "d\($0)" }))
        let path = house.directory("all.jsonl")
        try JSONLinesExport().run(house.ledger, to: path)
        let copy = try TemporaryLedger.forImports(origin: nil)
        #expect(try copy.importing([path], as: .jsonl).refused.isEmpty)
        #expect(try copy.ledger.root == house.ledger.root && Self.statements(copy) == [Self.whole])
        // The dump itself adds nothing to the copy either.
        #expect(try copy.importing(Self.sheet()).events == 0)
    }
}
