import CommandTesting
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import PagesTesting
import Records
import TestSupport
import Testing

@testable import CommandLineTool  // the fixtures of rooms

/// Whether something is genuine and whether the rules were kept are two questions: a script tells the answers apart by
/// the exit status alone.
@Suite struct ExitStatusTests {
    private let scratch = TemporaryDirectory()

    private func simulated() -> String {
        let simulate = ["simulate", "--rooms", "2", "--teams", "4", "--rounds", "4", "--seed", "7"]
        #expect(Ran(["--ledger", scratch("ledger")] + simulate).status == 0)
        return scratch("ledger")
    }

    /// A room whose order is not the one that its secret draws, and a pick of it.
    private func broken() throws -> LedgerFixture {
        var room = RoomFixture.started()
        room.pick(3)
        return try LedgerFixture(room)
    }

    /// The history of a simulation, but that a clock of room 1 ran longer than its rules have it.
    private func lengthened() throws -> TemporaryLedger {
        let source = try DraftLedger.open(at: simulated())
        defer { source.close() }
        var events: [PendingEvent] = []
        try source.events { recorded in
            var event = PendingEvent(recorded)
            if recorded.stream == .room(1), case .clockStarted(var clock) = recorded.event, clock.pick == 5 {
                clock.graceEndsAt = clock.graceEndsAt + .seconds(10)
                event.event = .clockStarted(clock)
            }
            events.append(event)
            return true
        }
        let changed = try TemporaryLedger(origin: nil, events)
        changed.ledger.close()
        return changed
    }

    @Test func anAuditTellsABrokenRuleFromDamage() throws {
        #expect(Ran(["--ledger", simulated(), "audit"]).status == 0)
        let ledger = try broken()
        let audit = ledger.run("audit", "--format", "json")
        let rules = try #require((audit.json as? [String: Any])?["findings"] as? [[String: Any]])
            .compactMap { $0["rule"] as? String }
        #expect(!rules.isEmpty && !rules.contains("storage"), "\(rules)")
        #expect(audit.status == 3)
        #expect(ledger.run("audit", "12").status == 3)
        #expect(ledger.run("verify").status == 0, "it is genuine all the same")
        // A published head of another history is damage, whatever rules are broken besides.
        let checkpoint = try String(contentsOfFile: ledger.path + "/checkpoint", encoding: .utf8)
        let lines = checkpoint.split(separator: "\n", omittingEmptySubsequences: false)
        try ([lines[0], "1"] + lines[2...]).joined(separator: "\n")
            .write(toFile: ledger.path + "/checkpoint", atomically: true, encoding: .utf8)
        #expect(ledger.run("audit").status == 1)
    }

    @Test func evidenceTellsABrokenRuleFromAForgery() throws {
        let ledger = try lengthened()
        let bundle = scratch("b.tar")
        let made = Ran(["--ledger", ledger.path, "evidence", "create", "1", "--pick", "5", "-o", bundle])
        #expect(made.status == 0, "\(made.messages)")
        let key = try #require(Ran(["--ledger", ledger.path, "key"]).lines.dropLast().last)
        try scratch.write("log \(key)\nquorum none\n", to: "policy")
        let verify = ["evidence", "verify", bundle, "--policy", scratch("policy")]
        let genuine = Ran(verify)
        #expect(genuine.status == 3, "\(genuine.output)")
        #expect(genuine.output.contains("The bundle is genuine, and shows that rules were broken."))
        var bytes = try Data(contentsOf: URL(filePath: bundle))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: bundle))
        #expect(Ran(verify).status == 1)
    }

    @Test func aDisputeIsAskedForItsAnswer() throws {
        let ledger = simulated()
        var seen: Set<String> = []
        for pick in 1...16 {
            let dispute = ["--ledger", ledger, "dispute", "1", "--pick", "\(pick)", "--format", "json"]
            #expect(Ran(dispute).status == 0)
            let checked = Ran(dispute + ["--check"])
            let verdict = try #require((checked.json as? [String: Any])?["verdict"] as? String)
            #expect(checked.status == ["rejected": 0, "upheld": 3, "undecidable": 1][verdict], "\(verdict)")
            seen.insert(verdict)
        }
        #expect(seen.contains("rejected"))
    }

    /// Autopicked with a click in time on record.
    @Test func aClaimThatIsUpheldIsABrokenRule() throws {
        var room = RoomFixture.started()
        let start = room.now
        room.now = start + .seconds(12)
        var refused = CommandRejected.blank
        refused.code = .clockExpired
        (refused.pick, refused.seat, refused.player, refused.count) = (1, room.state?.seatOnClock, 3, 1)
        refused.deadline = start + .seconds(30)
        refused.graceEndsAt = start + .seconds(35)
        refused.margin = .seconds(23)
        room.add(.commandRejected(refused), actor: .user(2))
        room.now = start
        room.autopick(0, .adp)
        let ledger = try LedgerFixture(room)
        let dispute = ledger.run("dispute", "12", "--pick", "1", "--check")
        #expect(dispute.status == 3 && dispute.output.contains("upheld"), "\(dispute.output)")
        #expect(ledger.run("dispute", "12", "--pick", "1").status == 0)
    }

    @Test func disputesAsTablesHaveTheirReasons() throws {
        let ledger = simulated()
        let dispute = ["--ledger", ledger, "dispute", "1", "--pick", "5", "--format"]
        let json = try #require(Ran(dispute + ["json"]).json as? [String: Any])
        let reasons = try #require(json["reasons"] as? [[String: Any]])
        let lines = Ran(dispute + ["csv"]).output.components(separatedBy: "\r\n")
        #expect(lines[0].hasSuffix(",text,rule,bearing,positions"))
        #expect(lines.count == 1 + (json["timeline"] as? [Any] ?? []).count + reasons.count + 1)
        for reason in reasons {
            let rule = try #require(reason["rule"] as? String)
            #expect(lines.contains { $0.contains(",\(rule),\(reason["bearing"] as? String ?? ""),") })
        }
    }

    /// Whatever turns a command down: the rules, or the state of a case, in a file or on the command line.
    @Test func whatIsRefusedEndsWithOne() throws {
        let ledger = simulated()
        func run(_ arguments: String...) -> Ran { Ran(["--ledger", ledger] + arguments) }
        #expect(run("deposit", "1", "2500", "--reference", "pay-1").status == 0)
        let cases = try #require(run("case", "list", "--format", "json").list)
        let judged = try #require(cases.first { $0["verdict"] is String }?["case"] as? Int)
        let command = "{\"kind\":\"makePick\",\"room\":99,\"pick\":1,\"player\":1}"
        try scratch.write(command, to: "pick.json")
        let refused = [
            run("deposit", "1", "2500", "--reference", "pay-1"), run("contest", "close", "99"),
            run(
                "case", "resolve", "\(judged)", "--verdict", "upheld", "--against-rules", "--by", "900", "--reason",
                "No."),
            run("send", scratch("pick.json"), "--as", "user/7"),
            run("players", "alias", "1:1", "1:1", "--reason", "The same."),
        ]
        for ran in refused { #expect(ran.status == 1, "\(ran)") }
        #expect(refused[0].messages.contains("alreadyExists"))
        #expect(Ran(["--help"]).output.replacing("\n", with: " ").contains("or a command was refused"))
    }

    @Test func theStatusesAreInTheHelp() {
        let help = Ran(["--help"]).output
        #expect(help.contains("  3    The records are genuine, but a rule was broken"))
        for command in [["audit"], ["evidence", "verify"], ["dispute"]] {
            let words = Ran(command + ["--help"]).output.split(whereSeparator: \.isWhitespace)
            #expect(words.contains("3"), "\(command)")
        }
    }
}
