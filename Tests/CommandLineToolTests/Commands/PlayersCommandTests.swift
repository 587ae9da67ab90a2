import Foundation
import Testing

@testable import CommandLineTool

@Suite("Players of several pools are matched, and what could not be is listed")
struct PlayersCommandTests {
    private let scratch = ScratchFolder()

    /// One user's export of 2 x 2 with a player of each name.
    private func export(_ id: String, year: Int, _ players: [(name: String, position: String, team: String)]) -> String
    {
        let header = "PickedAt,PickNumber,Appearance,FirstName,LastName,Team,Position,Draft,DraftEntry,DraftSize\n"
        let picks = [1, 4, 5, 8]
        return header
            + zip(picks, players).map { pick, player in
                "\(year)-06-01 12:00:0\(pick) UTC,\(pick),\(id)-\(pick),,\(player.name),\(player.team),\(player.position),"
                    + "\(id),e-\(id),2\n"
            }.joined()
    }

    @Test func whoWasKeptApartIsListedAndSaidUnderEveryReport() throws {
        let ledger = scratch["ledger"]
        let first = [("D.J. Moore", "WR", "CHI"), ("Taysom Hill", "QB", "NO"), ("Only Here", "RB", "NYJ")]
        let second = [("DJ Moore", "WR", "CHI"), ("Taysom Hill", "TE", "NO"), ("New Man", "RB", "NYG")]
        try scratch.write(export("a", year: 2023, first), to: "a.csv")
        try scratch.write(export("b", year: 2024, second), to: "b.csv")
        for file in ["a.csv", "b.csv"] {
            let ran = Ran(["--ledger", ledger, "import", scratch[file], "--as", "underdog"])
            #expect(ran.status == 0, "\(ran.messages)")
        }
        let all = try #require(Ran(["--ledger", ledger, "players", "--format", "json"]).json as? [[String: Any]])
        #expect(all.count == 5, "the two spellings of Moore are one player")
        let open = try #require(
            Ran(["--ledger", ledger, "players", "--unmatched", "--format", "json"]).json as? [[String: Any]])
        let findings = open.map { "\($0["name"] as? String ?? "") \($0["finding"] as? String ?? "")" }
        let apart = ["Taysom Hill otherPosition", "Taysom Hill noCounterpart"]
        #expect(Set(findings) == Set(apart + ["Only Here noCounterpart", "New Man noCounterpart"]))
        #expect(Ran(["--ledger", ledger, "players", "--unmatched"]).output.contains("kept apart: another position"))
        #expect(Ran(["--ledger", ledger, "players"]).output.contains("Underdog players 2023, Underdog players 2024"))
        #expect(Ran(["--ledger", ledger, "exposure"]).messages.contains("`players --unmatched` lists them"))
    }

    @Test func onePoolLeavesNothingToMatch() {
        let ledger = scratch["ledger"]
        #expect(
            Ran(["--ledger", ledger, "simulate", "--rooms", "1", "--teams", "2", "--rounds", "2"]).status == 0)
        #expect(Ran(["--ledger", ledger, "players", "--unmatched"]).output.contains("no pool has namesakes"))
        #expect(Ran(["--ledger", ledger, "exposure"]).messages.isEmpty)
    }
}
