import CommandTesting
import Foundation
import TestSupport
import Testing

/// `page`: from exports to a page, without a ledger; and the options of `report --html` that it shares.
@Suite(.seeded) struct PageCommandTests {
    private let scratch = TemporaryDirectory()

    @Test func aPageIsWrittenWhereItIsSaidToBe() throws {
        let export = MadeUpExport(seed: 1, drafts: 3)
        try scratch.write(export.underdog, to: "ud.csv")
        try scratch.write(export.adp(on: "2026-06-01"), to: "adp.csv")
        let ran = Ran(["page", scratch("ud.csv"), "--adp", scratch("adp.csv"), "--output", scratch("mine.html")])
        #expect(ran.status == 0 && ran.output.isEmpty, "\(ran)")
        #expect(ran.messages == "Wrote \(scratch("mine.html")): a page of 3 entries. Open it in a browser.\n")
        let page = try String(contentsOfFile: scratch("mine.html"), encoding: .utf8)
        #expect(page.contains("<h2>Exposure by position</h2>") && page.contains("a site&#39;s ADP on the day"))
        let piped = Ran(["page", scratch("ud.csv"), "--adp", scratch("adp.csv"), "-o", "-"])
        #expect(piped.status == 0 && piped.output == page)
        // Nothing else was written, in particular no ledger.
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch("."))
        #expect(Set(files) == ["ud.csv", "adp.csv", "mine.html"])
    }

    @Test func wrongFilesAndOptionsAreSaidWithWhatToDo() throws {
        try scratch.write(MadeUpExport(seed: 2, drafts: 2).underdog, to: "ud.csv")
        try scratch.write("name,position,adp\nAnn,WR,1\n", to: "rankings.csv")
        for (arguments, status, words) in [
            (["page"], 64, "Missing expected argument"),
            (["page", scratch("none.csv"), "-o", "-"], 66, "There is no file"),
            (
                ["page", scratch("rankings.csv"), "-o", "-"], 65,
                "Export your drafts at Underdog, DraftKings or Drafters"
            ),
            (
                ["page", scratch("ud.csv"), "-o", "-", "--entry", "e-9"], 64,
                "--entry e-9: the exports have no such entry"
            ),
            (["page", scratch("ud.csv"), "-o", "-", "--site", "x"], 64, "name the file with --adp"),
            (["page", scratch("ud.csv"), "-o", "-", "--reference", "latest"], 64, "name a file with --adp"),
            (["page", scratch("ud.csv"), "-o", "-", "--reference", "later"], 64, "'later' is not valid"),
        ] as [([String], Int32, String)] {
            let ran = Ran(arguments)
            #expect(ran.status == status && ran.messages.contains(words), "\(arguments) \(ran)")
        }
    }

    @Test func oneSeasonIsAsked() throws {
        try scratch.write(MadeUpExport(seed: 3, drafts: 2).underdog, to: "ud.csv")
        #expect(Ran(["page", scratch("ud.csv"), "-o", "-", "--season", "2026"]).output.contains("N = 2 entries"))
        #expect(Ran(["page", scratch("ud.csv"), "-o", "-", "--season", "2025"]).output.contains("Nothing to report"))
    }

    @Test func aReportPageTakesTheReferenceAndTheEntry() throws {
        let export = MadeUpExport(seed: 4, drafts: 3)
        try scratch.write(export.underdog, to: "ud.csv")
        try scratch.write(export.adp(on: "2026-06-01"), to: "adp.csv")
        let ledger = ["--ledger", scratch("ledger")]
        try #require(Ran(ledger + ["import", scratch("ud.csv")]).status == 0)
        let plain = Ran(ledger + ["report", "--html", "-"]).output
        #expect(plain.contains("Closing line value: no pick has a reference."))
        let file = Ran(ledger + ["report", "--html", "-", "--adp", scratch("adp.csv")]).output
        #expect(file.contains("Reference: a site&#39;s ADP on the day of the draft"))
        try #require(
            Ran(
                ledger + [
                    "import", scratch("adp.csv"), "--input-format", "adp", "--season", "2026", "--site", "underdog",
                ]
            ).status == 0)
        // What is on record is used without being asked for.
        #expect(Ran(ledger + ["report", "--html", "-"]).output.contains("Reference: a site&#39;s ADP on the day"))
        let latest = Ran(ledger + ["report", "--html", "-", "--reference", "latest", "--site", "underdog"]).output
        #expect(latest.contains("Reference: a site&#39;s latest ADP"))
        let wrong = Ran(ledger + ["report", "--html", "-", "--reference", "closing", "--site", "underdog"])
        #expect(
            wrong.status == 64 && wrong.messages.contains("--site needs the reference at-date or latest"), "\(wrong)")
        let entry = Ran(ledger + ["report", "--html", "-", "--user", "me", "--entry", "e-2"]).output
        #expect(entry.contains("<h1>Entry e-2</h1>") && entry.contains("<h2>Roster</h2>"))
        #expect(Ran(ledger + ["report", "--html", "-", "--entry", "e-7"]).messages.contains("There is no entry 'e-7'"))
    }
}
