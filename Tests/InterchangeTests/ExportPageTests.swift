import Draft
import Foundation
import Interchange
import Reports
import TestSupport
import Testing

/// Exports of three sites as one page.
@Suite(.seeded) struct ExportPageTests {
    private let scratch = TemporaryDirectory()

    private func page(
        _ files: [String], _ question: ExportPage.Question = ExportPage.Question(),
        comparedWith reference: ExportPage.Reference = ExportPage.Reference()
    ) throws -> ExportPage {
        try ExportPage(of: files.map { scratch($0) }, question) { _ in reference }
    }

    @Test func exportsOfThreeSitesAreOnePortfolio() throws {
        try scratch.write(MadeUpExport(seed: 1, drafts: 6).underdog, to: "ud.csv")
        try scratch.write(MadeUpExport(seed: 2, drafts: 5, rounds: 20).draftKings, to: "dk.csv")
        try scratch.write(MadeUpExport(seed: 3, drafts: 4, rounds: 20).drafters, to: "dr.csv")
        let page = try page(["ud.csv", "dk.csv", "dr.csv"])
        #expect(page.entries == 15 && page.refused.isEmpty)
        #expect(page.html.contains("N = 15 entries in 15 drafts."))
        for title in ["Exposure by position", "Exposure against ADP", "Fees at risk", "Stacks"] {
            #expect(page.html.contains("<h2>\(title)</h2>"), "\(title)")
        }
        // A player whom all three sites list is one player: the table of exposures names each once.
        let table = try #require(page.html.firstMatch(of: #/<h2>Exposure</h2>.*?</section>/#.dotMatchesNewlines()))
        let (first, last) = MadeUpExport.name(MadeUpExport(seed: 1, drafts: 6).drafts[0].picks[0].player)
        #expect(table.output.components(separatedBy: ">\(first) \(last)<").count == 2)
        // Nobody who drops an export wants to hear of a ledger.
        #expect(!page.html.contains("ledger position") && !page.html.contains("players --unmatched"))
    }

    @Test func picksAreComparedWithTheADPsOfAFile() throws {
        let export = MadeUpExport(seed: 4, drafts: 3)
        try scratch.write(export.underdog, to: "ud.csv")
        try scratch.write(export.adp(on: "2026-06-01"), to: "adp.csv")
        let without = try page(["ud.csv"])
        #expect(without.html.contains("Closing line value: no pick has a reference."))
        #expect(without.html.contains("with a site&#39;s ADPs with --adp."))
        var known = ExportPage.Reference()
        known.positions = try PlayerNoteFile.read(scratch("adp.csv"), for: .positions)
        known.facts = try PlayerNoteFile.read(scratch("adp.csv"), for: .facts)
        let with = try page(["ud.csv"], comparedWith: known)
        // The ADP of player n is n + 1.
        let values = export.drafts.flatMap(\.picks).map { Double($0.number - $0.player - 1) }
        let average = values.reduce(0, +) / Double(values.count)
        let words = String(format: "%.2f", average)
        #expect(with.html.contains("Average \(words) over 54 picks"), "\(words)")
        #expect(with.html.contains("<h2>Byes</h2>") && !without.html.contains("<h2>Byes</h2>"))
    }

    @Test func oneEntryIsARosterInTheOrderOfTheBoard() throws {
        let export = MadeUpExport(seed: 5, drafts: 4)
        try scratch.write(export.underdog, to: "ud.csv")
        try scratch.write(export.adp(on: "2026-06-01"), to: "adp.csv")
        var known = ExportPage.Reference()
        known.positions = try PlayerNoteFile.read(scratch("adp.csv"), for: .positions)
        var question = ExportPage.Question()
        question.entry = "e-3"
        let page = try page(["ud.csv"], question, comparedWith: known)
        let roster = try #require(page.html.firstMatch(of: #/<h2>Roster</h2>.*?</section>/#.dotMatchesNewlines()))
        let draft = export.drafts[2]
        let names = draft.picks.map { MadeUpExport.name($0.player) }.map { "\($0.first) \($0.last)" }
        let shown = roster.output.matches(of: #/<td class="w">(.*?)</td>/#).map { String($0.output.1) }
        #expect(shown == names)
        let first = draft.picks[0]
        let value = Double(first.number - first.player - 1)
        #expect(roster.output.contains(">\(value > 0 ? "+" : "")\(String(format: "%.1f", value))<"))
        question.entry = "e-33"
        let error = try #require(throws: ReportArgumentError.self) { try self.page(["ud.csv"], question) }
        #expect(error.description.contains("the exports have no such entry") && error.description.contains("e-1"))
    }

    @Test func whatIsNoExportIsSaidAndNothingIsLeftBehind() throws {
        try FileManager.default.createDirectory(atPath: scratch("temporary"), withIntermediateDirectories: false)
        var question = ExportPage.Question()
        question.folder = scratch("temporary")
        try scratch.write("name,position,adp\nAnn,WR,1\n", to: "rankings.csv")
        try scratch.write("", to: "empty.csv")
        try scratch.write("hello\n", to: "words.csv")
        for file in ["rankings.csv", "empty.csv", "words.csv"] {
            let error = try #require(throws: InterchangeError.self) { try page([file], question) }
            #expect(error.message.contains("is not a drafter's own export"), "\(error)")
            #expect(!error.message.contains("--input-format"), "\(error)")
        }
        // Every row is broken, so that no draft is left.
        try scratch.write(
            MadeUpExport(seed: 6, drafts: 2).underdog.replacing(",12,,The", with: ",twelve,,The"), to: "broken.csv")
        let error = try #require(throws: InterchangeError.self) { try page(["broken.csv"], question) }
        #expect(error.message.hasPrefix("No draft can be read.") && error.message.contains("line 2"), "\(error)")
        question.mostDrafts = 3
        try scratch.write(MadeUpExport(seed: 7, drafts: 4).underdog, to: "many.csv")
        #expect(throws: InterchangeError.self) { try page(["many.csv"], question) }
        question.mostDrafts = 4
        #expect(try page(["many.csv"], question).entries == 4)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch("temporary")).isEmpty)
    }

    @Test func draftsThatCannotBeReadAreLeftOutAndSaid() throws {
        var lines = MadeUpExport(seed: 8, drafts: 3).underdog.split(separator: "\n").map(String.init)
        // The first pick of the second draft is told a second time, of another player.
        lines.append(lines[19].replacing(",a-", with: ",b-").replacing("Made", with: "Other"))
        try scratch.write(lines.joined(separator: "\n"), to: "ud.csv")
        let page = try page(["ud.csv"])
        #expect(page.entries == 2 && page.refused.count == 1)
        #expect(page.html.contains("Left out: 1 draft that cannot be read."))
    }

    /// Not a promise about time, which depends on the machine: the test prints what it took.
    @Test func aHundredAndFiftyEntriesMakeAPage() throws {
        try scratch.write(MadeUpExport(seed: 9, drafts: 150).underdog, to: "ud.csv")
        let start = ContinuousClock.now
        let page = try page(["ud.csv"])
        print("a page of 150 entries took \(ContinuousClock.now - start), \(page.html.utf8.count) bytes")
        #expect(page.entries == 150 && page.html.contains("of 150 teams"))
    }

    @Test(.withSharedData) func aRealExportIsAPageOfAllItsEntries() throws {
        let page = try ExportPage(of: [SharedData.underdog]) { _ in ExportPage.Reference() }
        #expect(page.entries == 52 && page.refused.isEmpty, "\(page.refused)")
    }
}
