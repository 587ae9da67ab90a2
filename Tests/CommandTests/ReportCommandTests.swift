import CommandTesting
import Draft
import DraftLedger
import Foundation
import PagesTesting
import TestSupport
import Testing

@Suite struct ReportCommandTests {
    private static func ledger() throws -> LedgerFixture {
        var room = RoomFixture.started(teams: 2, rounds: 2, turn: 0)
        room.pick(0)
        room.autopick(11, .queue, queueVersion: 2)
        return try LedgerFixture(room)
    }

    /// A member of the room.
    private static let user = "1"

    private static let commands = [
        ["exposure"], ["exposure", "--by", "slot"], ["ownership", "--user", user], ["adp", "--undrafted", "last"],
        ["adp", "--by", "week"], ["pairs", "--by", "lift"], ["stacks"], ["clv", "--reference", "at-pick"],
        ["clv", "--user", user, "--curve", "power"], ["construction"], ["construction", "--by", "round"], ["byes"],
        ["duplicates", "--first", "1"], ["duplicates", "--first", "1", "--user", user], ["exposure", "--by", "week"],
        ["movers"], ["pairs", "--size", "3"], ["portfolio"], ["construction", "--by", "archetype"],
    ]

    @Test(arguments: commands)
    func everyReportStatesItsScopeInEachForm(command: [String]) throws {
        let ledger = try Self.ledger()
        let text = ledger.run(all: command + ["--include-unfinished"])
        #expect(text.status == 0 && text.output.contains("unfinished rooms too"), "\(text)")
        #expect(text.output.contains("as of pos:"))
        let json = ledger.run(all: command + ["--include-unfinished", "--format", "json"])
        let object = try #require(json.json as? [String: Any])
        #expect(object["entries"] is Int && object["position"] is Int && object["filter"] is String)
        let csv = ledger.run(all: command + ["--include-unfinished", "--format", "csv"])
        #expect(csv.status == 0 && csv.output.contains("\r\n"))
    }

    @Test(arguments: commands)
    func nothingInARangeIsAnAnswer(command: [String]) throws {
        let ran = try Self.ledger().run(all: command + ["--since", "2099-01-01"])
        #expect(ran.status == 0 && ran.output.contains("No entry of this filter"), "\(ran)")
    }

    @Test func whoeverDoesNotExistIsSaidSo() throws {
        let ledger = try Self.ledger()
        for command in [["exposure", "--user", "nobody"], ["ownership", "--contest", "none"]] {
            #expect(ledger.run(all: command).status == 66)
        }
        #expect(ledger.run(all: ["pairs", "--limit", "0"]).status == 64)
        #expect(ledger.run(all: ["clv", "--curve", "round"]).status == 64)
        #expect(ledger.run(all: ["clv", "--top", "0"]).status == 64)
    }

    @Test func anEmptyAnswerSaysWhy() throws {
        let ledger = try Self.ledger()
        let unfinished = ledger.run(all: ["exposure"])
        #expect(unfinished.status == 0 && unfinished.output.contains("2 in unfinished ones"), "\(unfinished)")
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ledger").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try DraftLedger.create(at: path, origin: "example.com/empty").close()
        for command in Self.commands where !command.contains("--user") {
            let empty = Ran(["--ledger", path] + command)
            #expect(empty.status == 0 && empty.output.contains("The ledger has no entries yet"), "\(empty)")
        }
        let page = path + ".html"
        defer { try? FileManager.default.removeItem(atPath: page) }
        #expect(Ran(["--ledger", path, "report", "--html", page]).status == 0)
        #expect(Ran(["--ledger", path + "-not-there", "exposure"]).status == 66)
    }

    @Test func aMomentBeforeTheFirstEntryIsNoEmptyLedger() throws {
        let ledger = try Self.ledger()
        for command in [["exposure"], ["adp"], ["ownership"], ["duplicates"]] {
            let ran = ledger.run(all: command + ["--at", "pos:1"])
            #expect(ran.status == 0 && ran.output.contains("There were no entries yet at pos:1: --at is"), "\(ran)")
        }
        let his = ledger.run(all: ["exposure", "--user", Self.user, "--at", "2020-01-01"])
        #expect(his.output.contains("no entry of user 1 yet at 2020-01-01T00:00:00"), "\(his)")
        #expect(his.output.contains("--since and --until are the dates of the drafts"))
    }

    @Test func datesThatHoldNothingAreRefused() throws {
        let ledger = try Self.ledger()
        for since in ["2026-09-01", "2026-08-31T23:59:59.999999Z"] {
            let ran = ledger.run(all: ["adp", "--since", since, "--until", "2026-08-31"])
            #expect(ran.status == 64 && ran.messages.contains("is not before --until"), "\(ran)")
        }
        #expect(ledger.run(all: ["adp", "--since", "2026-02-30"]).status == 64)
        #expect(ledger.run(all: ["adp", "--at", "pick:1"]).status == 64)
        #expect(ledger.run(all: ["exposure", "--user", "-1"]).messages.contains("There is no user '-1'"))
        #expect(ledger.run(all: ["adp", "--at", "pos:999999"]).status == 66)
    }

    @Test(arguments: ["stacks", "construction", "construction --by round", "byes", "duplicates"])
    func whatCountsWholeRostersTakesNoPosition(command: String) throws {
        let ledger = try Self.ledger()
        let words = command.split(separator: " ").map(String.init)
        let ran = ledger.run(all: words + ["--position", "QB"])
        #expect(
            ran.status == 64
                && ran.messages.contains("exposure, ownership, adp, movers, pairs, clv, advance and report take"),
            "\(ran)")
        let attested = ledger.run(all: ["attest", words[0], "--position", "QB"])
        #expect(attested.status == 64 && attested.messages.contains("counts whole rosters"), "\(attested)")
        #expect(!Ran([words[0], "--help"]).output.contains("--position"))
        #expect(Ran(["exposure", "--help"]).output.contains("--position"))
    }

    /// Best Ball Mania comes back every year under its name.
    @Test func aTitleOfSeveralContestsIsNotTakenForTheFirst() throws {
        let scratch = TemporaryDirectory()
        let ledger = ["--ledger", scratch("ledger")]
        var sheet = "PickedAt,PickNumber,Appearance,FirstName,LastName,Team,Position,Draft,DraftEntry,DraftSize,"
        sheet += "Tournament,TournamentTitle\n"
        for (year, draft) in [(2023, "a"), (2024, "b")] {
            for (pick, player) in [(1, "One"), (4, "Two")] {
                sheet += "\(year)-06-01 12:00:0\(pick) UTC,\(pick),\(draft)-\(pick),,\(player),KC,QB,\(draft),"
                sheet += "e-\(draft),2,t-\(draft),Same Title\n"
            }
        }
        try scratch.write(sheet, to: "a.csv")
        #expect(Ran(ledger + ["import", scratch("a.csv"), "--as", "underdog"]).status == 0)
        for command in [["exposure"], ["ownership"], ["report", "--html", "-"], ["attest", "exposure"]] {
            let ran = Ran(ledger + command + ["--contest", "Same Title"])
            #expect(ran.status == 64 && ran.output.isEmpty, "\(ran)")
            #expect(ran.messages.contains("2 contests in"))
            #expect(ran.messages.contains("Use one of the numbers: 1 (external id t-a), 2 (external id t-b)."))
        }
        for name in ["1", "t-b"] {
            let ran = Ran(ledger + ["exposure", "--contest", name, "--format", "json"])
            #expect((ran.json as? [String: Any])?["drafts"] as? Int == 1)
            #expect(
                Ran(ledger + ["report", "--html", "-", "--contest", name]).output.contains("<h1>Same Title</h1>"))
        }
    }

    @Test(
        arguments: [
            ["duplicates", "--top"], ["duplicates", "--first", "1", "--top"], ["pairs", "--top"],
            ["pairs", "--minimum"],
            ["pairs", "--by", "lift", "--top"],
        ])
    func theGreatestNumberIsOneLikeOthers(command: [String]) throws {
        let ran = try Self.ledger().run(all: command + [String(Int.max), "--include-unfinished"])
        #expect(ran.status == 0 && ran.output.contains("as of pos:"), "\(ran)")
    }

    @Test func pairsWithAPlayerAreHis() throws {
        let ledger = try Self.ledger()
        let all = ["pairs", "--include-unfinished", "--format", "json"]
        let names = try #require(ledger.run(all: ["exposure"] + all.dropFirst()).json as? [String: Any])
        let players = try #require(names["players"] as? [[String: Any]])
        let name = try #require(players.first?["name"] as? String)
        let ran = ledger.run(all: all + ["--with", name.uppercased(), "--top", "3"])
        let report = try #require(ran.json as? [String: Any], "\(ran)")
        #expect(report["with"] as? String == players.first?["playerID"] as? String)
        for pair in report["pairs"] as? [[String: Any]] ?? [] {
            #expect([pair["first"] as? String, pair["second"] as? String].contains(name))
        }
        let none = ledger.run(all: ["pairs", "--include-unfinished", "--minimum", "9999"])
        #expect(none.output.contains("No pair is in 9,999 entries or more, which the minimum requires."), "\(none)")
        let nobody = ledger.run(all: ["pairs", "--with", "Nobody at All"])
        #expect(nobody.status == 66 && nobody.messages.contains("Nobody at All"))
    }

    @Test func aTableForSpreadsheetsTellsItsScopeBesideIt() throws {
        let ran = try Self.ledger().run(all: ["clv", "--reference", "at-pick", "--format", "csv"])
        #expect(ran.output.hasPrefix("playerID,") && ran.messages.contains("as of pos:"))
        #expect(ran.messages.contains("reference: at-pick, curve: linear"))
    }

    @Test func theFirstPlayersByValueLeaveTheAverageAsItIs() throws {
        let ledger = try Self.ledger()
        let all = ["clv", "--reference", "at-pick", "--include-unfinished"]
        let (whole, first) = (
            ledger.run(all: all + ["--format", "json"]).json as? [String: Any],
            ledger.run(all: all + ["--format", "json", "--top", "1"]).json as? [String: Any]
        )
        #expect((whole?["players"] as? [Any])?.count == 2 && (first?["players"] as? [Any])?.count == 1)
        #expect(whole?["averageValue"] as? Double == first?["averageValue"] as? Double)
        #expect(ledger.run(all: all + ["--top", "1"]).output.contains("the first 1 of 2 players"))
        #expect(!ledger.run(all: all + ["--top", "2"]).output.contains("the first"))
    }

    @Test func thePageIsWrittenWhole() throws {
        let ledger = try Self.ledger()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(ledger.run(all: ["report", "--html", file.path, "--include-unfinished"]).status == 0)
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n") && page.contains("Ja&#39;Marr Chase"))
        #expect(ledger.run(all: ["report", "--html", "/nowhere/at/all.html"]).status == 73)
        let piped = ledger.run(all: ["report", "--html", "-", "--include-unfinished"])
        #expect(piped.output == page && !FileManager.default.fileExists(atPath: "-"))
    }

    @Test func aPositionRestrictsThePageWhereItSaysSo() throws {
        let page = try Self.ledger().run(all: [
            "report", "--html", "-", "--include-unfinished", "--position", "QB", "--user", Self.user,
        ]).output
        #expect(page.contains("unfinished rooms too, QB only where a card says so</p>"))
        #expect(!page.contains("QB only, ") && page.contains("QB drafted"))
    }
}

extension LedgerFixture {
    fileprivate func run(all arguments: [String]) -> Ran { Ran(["--ledger", path] + arguments) }
}
