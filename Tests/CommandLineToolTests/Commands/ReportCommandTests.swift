import Foundation
import Testing

@testable import CommandLineTool

@Suite struct ReportCommandTests {
    private static let ledger = Result { try LedgerFixture() }

    private static let commands = [
        ["exposure"], ["exposure", "--by", "slot"], ["ownership", "--user", "1"], ["adp", "--undrafted", "last"],
        ["adp", "--by", "week"], ["pairs", "--by", "lift"], ["stacks"], ["clv", "--reference", "at-pick"],
        ["clv", "--user", "1", "--curve", "power"], ["construction"], ["construction", "--by", "round"], ["byes"],
        ["duplicates", "--first", "1"], ["duplicates", "--first", "1", "--user", "1"],
    ]

    @Test(arguments: commands)
    func everyReportStatesItsScopeInEachForm(command: [String]) throws {
        let ledger = try Self.ledger.get()
        let text = ledger.run(command + ["--include-unfinished"])
        #expect(text.status == 0 && text.output.contains("unfinished rooms too"), "\(text)")
        #expect(text.output.contains("as of pos:"))
        let json = ledger.run(command + ["--include-unfinished", "--format", "json"])
        let object = try #require(json.json as? [String: Any])
        #expect(object["entries"] is Int && object["position"] is Int && object["filter"] is String)
        let csv = ledger.run(command + ["--include-unfinished", "--format", "csv"])
        #expect(csv.status == 0 && csv.output.contains("\r\n"))
    }

    @Test(arguments: commands)
    func nothingInARangeIsAnAnswer(command: [String]) throws {
        let ran = try Self.ledger.get().run(command + ["--since", "2099-01-01"])
        #expect(ran.status == 0 && ran.output.contains("No entry of this filter"), "\(ran)")
    }

    @Test func whoeverDoesNotExistIsSaidSo() throws {
        let ledger = try Self.ledger.get()
        for command in [["exposure", "--user", "nobody"], ["ownership", "--contest", "none"]] {
            #expect(ledger.run(command).status == 66)
        }
        #expect(ledger.run(["pairs", "--limit", "0"]).status == 64)
        #expect(ledger.run(["clv", "--curve", "round"]).status == 64)
    }

    @Test func thePageIsWrittenWhole() throws {
        let ledger = try Self.ledger.get()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(ledger.run(["report", "--html", file.path, "--include-unfinished"]).status == 0)
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n") && page.contains("Ja&#39;Marr Chase"))
        #expect(ledger.run(["report", "--html", "/nowhere/at/all.html"]).status == 73)
    }
}
