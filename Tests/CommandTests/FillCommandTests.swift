import CommandTesting
import DraftLedger
import Foundation
import TestSupport
import Testing

/// Ledgers are filled, copied and checked from the command line.
@Suite struct FillCommandTests {
    private func root(_ ledger: String) -> String? {
        (Ran(["--ledger", ledger, "status", "--format", "json"]).json as? [String: Any])?["root"] as? String
    }

    private static let small = ["simulate", "--rooms", "2", "--teams", "4", "--rounds", "4", "--seed", "7"]

    @Test func theSameSeedGivesTheSameLedger() throws {
        let scratch = TemporaryDirectory()
        let ledgers = ["a", "b", "c"].map { scratch($0) }
        for ledger in ledgers.prefix(2) { #expect(Ran(["--ledger", ledger] + Self.small).status == 0) }
        #expect(Ran(["--ledger", ledgers[2]] + Self.small.dropLast() + ["8"]).status == 0)
        #expect(root(ledgers[0]) != nil)
        #expect(root(ledgers[0]) == root(ledgers[1]))
        #expect(root(ledgers[0]) != root(ledgers[2]))
        let summary = Ran(["--ledger", ledgers[0]] + Self.small + ["--format", "json"]).json as? [String: Any]
        #expect(summary?["rooms"] as? Int == 2, "a ledger that is there goes on")
        #expect(Ran(["--ledger", ledgers[0], "rooms", "--format", "json"]).list?.count == 4)
    }

    @Test func aCreationThatWasKilledIsGoneOnWith() throws {
        let scratch = TemporaryDirectory()
        let (killed, whole) = (scratch("killed"), scratch("whole"))
        // Without an origin there is no key and no first event yet.
        try DraftLedger.create(at: killed, origin: nil).close()
        try FileManager.default.removeItem(atPath: killed + "/draw.key")
        #expect(Ran(["--ledger", killed] + Self.small).status == 0)
        #expect(Ran(["--ledger", whole] + Self.small).status == 0)
        #expect(root(killed) != nil && root(killed) == root(whole))
        #expect(Ran(["--ledger", killed, "verify"]).output.hasPrefix("OK: no problems found."))
    }

    @Test func optionsOutOfRangeAreUsageErrors() throws {
        let ledger = TemporaryDirectory()("none")
        for options in [["--rooms", "0"], ["--rooms", "1", "--teams", "33"], ["--rooms", "1", "--clock", "turbo"]] {
            #expect(Ran(["--ledger", ledger, "simulate"] + options).status == 64)
            #expect(!FileManager.default.fileExists(atPath: ledger), "nothing is created for \(options)")
        }
    }

    @Test func whatIsExportedImportsToTheSameRoot() throws {
        let scratch = TemporaryDirectory()
        let (original, copy) = (scratch("original"), scratch("copy"))
        let lines = scratch("events.jsonl")
        #expect(Ran(["--ledger", original] + Self.small).status == 0)
        let exported = Ran(["--ledger", original, "export", "--as", "jsonl", "-o", lines])
        #expect(exported.status == 0)
        #expect(exported.output.isEmpty)
        #expect(Ran(["--ledger", copy, "import", lines, "--as", "jsonl"]).status == 0)
        #expect(root(copy) == root(original))
        let again =
            Ran(["--ledger", copy, "import", lines, "--as", "jsonl", "--format", "json"]).json as? [String: Any]
        #expect(again?["events"] as? Int == 0)
        #expect(Ran(["--ledger", copy, "verify"]).output.hasPrefix("OK: no problems found."))
    }

    /// The first event is the ledger's own creation, and from a file it is as good as any other.
    @Test func theFirstEventAloneIsALedger() throws {
        let scratch = TemporaryDirectory()
        let (original, copy) = (scratch("original"), scratch("copy"))
        #expect(Ran(["--ledger", original] + Self.small).status == 0)
        #expect(Ran(["--ledger", original, "export", "--as", "jsonl", "-o", scratch("all.jsonl")]).status == 0)
        let lines = try String(contentsOfFile: scratch("all.jsonl"), encoding: .utf8)
        try scratch.write(String(lines.prefix { $0 != "\n" }) + "\n", to: "first.jsonl")
        let ran = Ran(["--ledger", copy, "import", scratch("first.jsonl"), "--as", "jsonl"])
        #expect(ran.status == 0 && ran.output == "1 event was appended\n", "\(ran)")
        let status = Ran(["--ledger", copy, "status", "--format", "json"]).json as? [String: Any]
        #expect(status?["size"] as? Int == 1)
        #expect(Ran(["--ledger", copy, "import", scratch("all.jsonl"), "--as", "jsonl"]).status == 0)
        #expect(root(copy) == root(original))
        try scratch.write("", to: "empty.jsonl")
        #expect(Ran(["--ledger", scratch("none"), "import", scratch("empty.jsonl"), "--as", "jsonl"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: scratch("none")))
    }

    @Test func aBrokenDraftIsToldByLineAndColumn() throws {
        let scratch = TemporaryDirectory()
        let ledger = scratch("ledger")
        try scratch.write("draft_id,pick\nd1,x\n", to: "broken.csv")
        let broken = scratch("broken.csv")
        let ran = Ran(["--ledger", ledger, "import", broken, "--as", "bbm", "--format", "json"])
        #expect(ran.status == 65)
        #expect(ran.messages.hasPrefix("refused  \(broken)"))
        let refused = (ran.json as? [String: Any])?["refused"] as? [[String: Any]]
        #expect(refused?.isEmpty == false)
        #expect(refused?.first?["file"] as? String == broken)
    }

    /// What stood there before the import stands there after it.
    @Test func anImportOfNothingLeavesNoLedgerBehind() throws {
        let scratch = TemporaryDirectory()
        try scratch.write("draft_id,pick\nd1,x\n", to: "broken.csv")
        try Data([0x1F, 0x8B, 8, 0, 1]).write(to: URL(filePath: scratch("broken.gz")))
        let folder = scratch("folder")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for file in [scratch("broken.csv"), scratch("broken.gz")] {
            #expect(Ran(["--ledger", scratch("ledger"), "import", file, "--as", "bbm"]).status == 65)
            #expect(!FileManager.default.fileExists(atPath: scratch("ledger")), "\(file)")
            #expect(Ran(["--ledger", folder, "import", file, "--as", "bbm"]).status == 65)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty, "\(file)")
        }
        #expect(Ran(["--ledger", folder, "simulate", "--rooms", "1", "--teams", "2", "--rounds", "1"]).status == 0)
        #expect(Ran(["--ledger", folder, "import", scratch("broken.csv"), "--as", "bbm"]).status == 65)
        #expect(Ran(["--ledger", folder, "verify"]).status == 0)
    }

    @Test func filesThatAreNotThereCreateNoLedger() throws {
        let scratch = TemporaryDirectory()
        let ledger = scratch("ledger")
        let ran = Ran(["--ledger", ledger, "import", "\(scratch.path)/missing.csv", "--as", "bbm"])
        #expect(ran.status == 66)
        #expect(ran.messages.contains("missing.csv cannot be read: no such file or directory"))
        #expect(!FileManager.default.fileExists(atPath: ledger))
        #expect(Ran(["--ledger", ledger, "import", "x.csv", "--as", "bbm", "--players", "p"]).status == 64)
    }

    @Test(.enabled(if: SharedData.isThere, "no real drafts in ../shared/real"))
    func aDryRunLeavesNothingBehind() throws {
        let picks = SharedData.bbm
        let scratch = TemporaryDirectory()
        let ledger = scratch("ledger")
        let dry = Ran(["--ledger", ledger, "import", picks, "--as", "bbm", "--dry-run"])
        #expect(dry.output.contains("14 drafts would be imported"))
        #expect(!FileManager.default.fileExists(atPath: ledger))
        #expect(Ran(["--ledger", ledger, "import", picks, "--as", "bbm"]).status == 0)
        #expect(Ran(["--ledger", ledger, "import", picks, "--as", "bbm"]).output.contains("14 there already"))
        let rooms = Ran(["--ledger", ledger, "rooms", "--format", "json"]).list
        #expect(rooms?.count == 14)
        #expect(rooms?.allSatisfy { $0["picks"] as? Int == 216 } == true)
    }

    /// A draft that was taken for one of two rounds goes on in another room, and every rule holds for both.
    @Test func otherRoundsThanBeforeStandTheAudit() throws {
        let scratch = TemporaryDirectory()
        let ledger = scratch("ledger")
        func export(picks: Int) throws -> String {
            let rows = (1...picks).map { pick in
                "2024-06-01 12:0\(pick):00 UTC,\(2 * pick - pick % 2),a\(pick),First,Last \(pick),CIN,WR,d1,e1,2\n"
            }
            let header =
                "Picked At,Pick Number,Appearance,First Name,Last Name,Team,Position,Draft,Draft Entry,Draft Size\n"
            try scratch.write(header + rows.joined(), to: "\(picks).csv")
            return scratch("\(picks).csv")
        }
        let (earlier, later) = (try export(picks: 3), try export(picks: 5))
        #expect(Ran(["--ledger", ledger, "import", earlier, "--as", "underdog"]).status == 0)
        let ran = Ran(["--ledger", ledger, "import", later, "--as", "underdog"])
        #expect(ran.status == 0 && ran.messages.contains("its room is voided"), "\(ran.messages)")
        let stated = Ran(["--ledger", ledger, "import", later, "--as", "underdog", "--rounds", "6"])
        #expect(stated.status == 0 && stated.output.contains("1 draft imported"))
        #expect(Ran(["--ledger", ledger, "import", later, "--as", "underdog"]).output.hasPrefix("0 events"))
        let rooms = Ran(["--ledger", ledger, "rooms", "--format", "json"]).list
        #expect(rooms?.map { $0["status"] as? String } == ["voided", "voided", "active"])
        #expect(Ran(["--ledger", ledger, "audit"]).status == 0)
        #expect(Ran(["--ledger", ledger, "board", "d1", "--format", "json"]).output.contains("\"room\":3"))
    }
}
