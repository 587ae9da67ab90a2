import Draft
import Foundation
import Pages
import Reports
import TestSupport
import Testing
import TextFormats

/// Players of several pools are matched, and what could not be is listed.
@Suite struct PlayersCommandTests {
    private let scratch = TemporaryDirectory()

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
        let ledger = scratch("ledger")
        let first = [("D.J. Moore", "WR", "CHI"), ("Taysom Hill", "QB", "NO"), ("Only Here", "RB", "NYJ")]
        let second = [("DJ Moore", "WR", "CHI"), ("Taysom Hill", "TE", "NO"), ("New Man", "RB", "NYG")]
        try scratch.write(export("a", year: 2023, first), to: "a.csv")
        try scratch.write(export("b", year: 2024, second), to: "b.csv")
        for file in ["a.csv", "b.csv"] {
            let ran = Ran(["--ledger", ledger, "import", scratch(file), "--as", "underdog"])
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
        let ledger = scratch("ledger")
        #expect(
            Ran(["--ledger", ledger, "simulate", "--rooms", "1", "--teams", "2", "--rounds", "2"]).status == 0)
        #expect(Ran(["--ledger", ledger, "players", "--unmatched"]).output.contains("no pool has namesakes"))
        #expect(Ran(["--ledger", ledger, "exposure"]).messages.isEmpty)
    }

    @Test func aPoolThatNobodyDraftedFromIsNotListedAndThatIsSaid() throws {
        let ledger = scratch("ledger")
        try scratch.write("id,firstName,lastName,position,team,adp\n1,Justin,Jefferson,WR,MIN,1.5\n", to: "pool.csv")
        let imported = Ran(["--ledger", ledger, "import", scratch("pool.csv"), "--as", "rankings"])
        #expect(imported.status == 0, "\(imported)")
        #expect(Ran(["--ledger", ledger, "players"]).output.contains("listed here once entries draft from it"))
    }

    @Test func whoWasMatchedUnderAnotherNameStandsBesideHisOldOne() {
        func pool(_ number: UInt64, _ name: String) -> PoolState {
            var pool = PoolState(id: PoolID(number))
            var player = PlayerListing.blank
            (player.name, player.externalID, player.position) = (name, "a1", .wideReceiver)
            pool.players = [player]
            return pool
        }
        let catalogue = PlayerCatalogue(pools: [pool(1, "Robbie Anderson"), pool(2, "Robbie Chosen")])
        let page = PlayersPage(catalogue: catalogue, onlyFindings: true, poolTitles: [:])
        let line = page.text(on: .file).last?.plain ?? ""
        #expect(line.contains("Robbie Chosen") && line.contains("matched by id under another name  Robbie Anderson"))
        guard case .array(let findings) = page.json else { return #expect(Bool(false), "\(page.json)") }
        #expect("\(findings)".contains("Robbie Anderson") && "\(findings)".contains("Robbie Chosen"))
    }
}
