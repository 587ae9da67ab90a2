import CommandTesting
import Draft
import DraftLedger
import Foundation
import TestSupport
import Testing

/// What breaks no rule and still needs a look is visible where a member looks: held withdrawals, prizes without results, and
/// imported events.
@Suite struct PaymentMarkTests {
    private let scratch = TemporaryDirectory()

    private func object(_ ran: Ran) throws -> [String: Any] {
        #expect(ran.status == 0, "\(ran)")
        return try #require(ran.json as? [String: Any])
    }

    private func simulated(_ options: String...) throws -> String {
        let path = scratch("ledger")
        #expect(Ran(["--ledger", path, "simulate", "--seed", "7"] + options).status == 0)
        return path
    }

    @Test func aHeldWithdrawalIsInTheStatementAndInTheActivity() async throws {
        let path = try simulated("--rooms", "1", "--teams", "2", "--rounds", "2")
        let ledger = try DraftLedger.open(at: path, for: .writing)
        let user = UserID(900_001)
        for command in [
            Command.user(user, .registerUser),
            .wallet(user, .recordDeposit(amount: Cents(5_000), provider: "bank", reference: "mark-1")),
            .wallet(user, .holdWithdrawal(amount: Cents(2_000), provider: "bank")),
        ] {
            let isDeposit = command.kind == .recordDeposit
            let outcome = try await ledger.send(
                command, as: isDeposit ? .provider(onBehalfOf: user) : .user(user), id: .random())
            guard case .accepted = outcome else { throw Unexpected("\(outcome)") }
        }
        ledger.close()
        for command in ["statement", "activity"] {
            let ask = ["--ledger", path, command, "\(user)"]
            let json = try object(Ran(ask + ["--format", "json"]))
            let held = try #require(json["heldWithdrawals"] as? [[String: Any]])
            #expect(held.map { $0["amountCents"] as? Int } == [2_000], "\(command)")
            #expect(Ran(ask).output.contains("neither paid nor released"), "\(command)")
        }
        #expect(
            Ran(["--ledger", path, "activity", "\(user)", "--until", "2000-01-01", "--format", "json"]).output
                .contains("\"heldWithdrawals\":[]"))
    }

    private struct Unexpected: Error {
        let outcome: String
        init(_ outcome: String) { self.outcome = outcome }
    }

    @Test func aPrizeWithoutRecordedResultsIsMarked() throws {
        let path = try simulated("--rooms", "3", "--teams", "2", "--rounds", "2")
        let ledger = try DraftLedger.open(at: path)
        var prize: (user: UserID, contest: TournamentID)?
        try ledger.events(from: 0) { recorded in
            if case .wallet(let user) = recorded.stream, case .prizeCredited(let credited) = recorded.event {
                prize = (user, credited.tournament)
            }
            return prize == nil
        }
        let (user, contest) = try #require(prize)
        let state = try #require(try ledger.tournament(contest))
        ledger.close()
        let follows = state.rounds != nil && state.scoring != nil
        let statement = try object(Ran(["--ledger", path, "statement", "\(user)", "--format", "json"]))
        let postings = try #require(statement["postings"] as? [[String: Any]])
        let prizes = postings.filter { $0["type"] as? String == "PrizeCredited" }
        let marks = prizes.map { $0["followsFromResults"] as? Bool }
        #expect(!marks.isEmpty && marks.allSatisfy { $0 == follows })
        let text = Ran(["--ledger", path, "activity", "\(user)"]).output
        #expect(text.contains("follows from no recorded results") == !follows)
    }

    @Test func theBoardOfAnImportedRoomSaysSo() throws {
        let path = try simulated("--rooms", "1", "--teams", "2", "--rounds", "2")
        let file = scratch("events.jsonl")
        #expect(Ran(["--ledger", path, "export", "--as", "jsonl", "--output", file]).status == 0)
        let copy = scratch("copy")
        #expect(Ran(["--ledger", copy, "import", file, "--input-format", "jsonl"]).status == 0)
        let original = try object(Ran(["--ledger", path, "board", "1", "--format", "json"]))
        #expect((original["imported"] as? [Any])?.isEmpty == true)
        for command in ["board", "room"] {
            let json = try object(Ran(["--ledger", copy, command, "1", "--format", "json"]))
            let spans = try #require(json["imported"] as? [[String: Any]])
            #expect(spans.map { $0["firstPosition"] as? Int } == [0], "\(command)")
        }
        for command in [["board", "1"], ["room", "1"], ["replay", "1"]] {
            let words = Ran(["--ledger", copy] + command).output.split(separator: "\n").joined(separator: " ")
            #expect(words.contains("were imported from a file"), "\(command): \(words.prefix(400))")
            #expect(!Ran(["--ledger", path] + command).output.contains("imported from a file"))
        }
    }
}
