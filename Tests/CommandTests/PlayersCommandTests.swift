import CommandTesting
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
        let all = try #require(Ran(["--ledger", ledger, "players", "--format", "json"]).list)
        #expect(all.count == 5, "the two spellings of Moore are one player")
        let open = try #require(
            Ran(["--ledger", ledger, "players", "--unmatched", "--format", "json"]).list)
        let findings = open.map { "\($0["name"] as? String ?? "") \($0["finding"] as? String ?? "")" }
        let apart = ["Taysom Hill otherPosition", "Taysom Hill noCounterpart"]
        #expect(Set(findings) == Set(apart + ["Only Here noCounterpart", "New Man noCounterpart"]))
        #expect(Ran(["--ledger", ledger, "players", "--unmatched"]).output.contains("kept apart: another position"))
        #expect(Ran(["--ledger", ledger, "players"]).output.contains("Underdog players 2023, Underdog players 2024"))
        #expect(Ran(["--ledger", ledger, "exposure"]).messages.contains("`players --unmatched` lists them"))
    }

    /// Said, seen by every report from there on, taken back, and as it was as of every moment before.
    @Test func aTradedPlayerIsOneForReportsOnceSomebodySaysSo() throws {
        let ledger = scratch("traded")
        try scratch.write(export("a", year: 2023, [("Malik Nabers", "WR", "NYG"), ("A", "RB", "NYJ")]), to: "1.csv")
        try scratch.write(export("b", year: 2024, [("Malik Nabers", "WR", "KC"), ("A", "RB", "NYJ")]), to: "2.csv")
        for file in ["1.csv", "2.csv"] {
            #expect(Ran(["--ledger", ledger, "import", scratch(file), "--as", "underdog"]).status == 0)
        }
        func drafted(_ options: String...) throws -> [Int] {
            let table = Ran(["--ledger", ledger, "exposure", "--format", "json"] + options)
            let rows = try #require((table.json as? [String: Any])?["players"] as? [[String: Any]], "\(table)")
            return rows.filter { ($0["name"] as? String)?.hasPrefix("Malik") == true }.compactMap {
                $0["drafted"] as? Int
            }
        }
        func say(_ arguments: String...) -> Ran { Ran(["--ledger", ledger, "players"] + arguments) }
        #expect(try drafted() == [1, 1])
        let open = try #require(say("--unmatched", "--format", "json").list)
        let commands = open.flatMap { $0["commands"] as? [String] ?? [] }
        #expect(commands == ["players alias 2:0 1:0"])
        #expect(say("--unmatched").output.contains("players alias 2:0 1:0"))
        let before = try #require(say("aliases", "--format", "json").list)
        #expect(before.isEmpty)
        #expect(say("alias", "Malik Nabers").status == 64, "a reason is asked for")
        #expect(say("alias", "Nobody", "--reason", "r").status == 66)
        #expect(say("apart", "A", "9:0", "--reason", "r").status != 0)

        let joined = say("alias", "Malik Nabers", "--reason", "Traded in March.")
        #expect(joined.status == 0 && joined.output.contains("1:0 and 2:0 are one player"), "\(joined)")
        #expect(try drafted() == [2])
        #expect(say("alias", "Malik Nabers", "--reason", "r").messages.contains("is one player already"))
        #expect(say("alias", "1:0", "2:0", "--reason", "r").messages.contains("alreadyExists"))
        #expect(say("apart", "Malik Nabers", "--reason", "r").messages.contains("aliasContradiction"))
        let aliases = try #require(say("aliases", "--format", "json").list)
        let alias = try #require(aliases.first)
        #expect(alias["reason"] as? String == "Traded in March." && alias["areOne"] as? Bool == true)
        #expect(alias["name"] as? String == "Malik Nabers" && alias["actor"] as? String == "admin")
        let position = try #require(alias["position"] as? Int)
        #expect(try drafted("--at", "pos:\(position)") == [1, 1])
        #expect(try drafted("--at", "pos:\(position + 1)") == [2])
        #expect(say("--at", "pos:\(position)").output.split(separator: "\n").filter { $0.contains("Malik") }.count == 2)
        #expect(say("aliases").output.contains("Traded in March."))

        #expect(say("withdraw", "malik nabers", "--reason", "Another one.").status == 0)
        #expect(try drafted() == [1, 1])
        #expect(try drafted("--at", "pos:\(position + 1)") == [2])
        #expect(say("withdraw", "Malik Nabers", "--reason", "r").status == 66)
        #expect(say("apart", "A", "--reason", "Two of one name.").status == 0)
        let all = try #require(say("--format", "json").list)
        #expect(all.count == 4)
        #expect(Ran(["--ledger", ledger, "audit"]).status == 0)
        let told = Ran(["--ledger", ledger, "events", "--stream", "aliases"]).output
        #expect(
            told.contains("are the same player") && told.contains("is withdrawn")
                && told.contains("are different players"), "\(told)")
    }

    /// Traded between two of a season's drafts: one pool lists him twice.
    @Test func whoIsTradedWithinASeasonIsOneOnceSomebodySaysSoAndTwoWhereADraftKnowsBoth() throws {
        let ledger = scratch("within")
        try scratch.write(export("a", year: 2024, [("Malik Nabers", "WR", "NYG"), ("A", "RB", "NYJ")]), to: "1.csv")
        try scratch.write(export("b", year: 2024, [("Malik Nabers", "WR", "KC"), ("A", "RB", "NYJ")]), to: "2.csv")
        let both = [("Malik Nabers", "WR", "NYG"), ("Malik Nabers", "WR", "KC")]
        try scratch.write(export("c", year: 2024, both), to: "3.csv")
        func run(_ arguments: String...) -> Ran { Ran(["--ledger", ledger] + arguments) }
        func drafted() throws -> [Int] {
            let rows = try #require((run("exposure", "--format", "json").json as? [String: Any])?["players"])
            return try #require(rows as? [[String: Any]]).filter { ($0["name"] as? String) == "Malik Nabers" }
                .compactMap { $0["drafted"] as? Int }
        }
        for file in ["1.csv", "2.csv"] { #expect(run("import", scratch(file), "--as", "underdog").status == 0) }
        #expect(try drafted() == [1, 1])
        #expect(run("players", "--unmatched").output.contains("players alias 1:2 1:0 --within-pool"))
        let refused = run("players", "alias", "Malik Nabers", "--reason", "Traded.")
        #expect(
            refused.status == 66 && refused.messages.contains("--within-pool links them"), "\(refused)")
        let joined = run("players", "alias", "Malik Nabers", "--within-pool", "--reason", "Traded.")
        #expect(joined.status == 0 && joined.output.contains("1:0 and 1:2 are one player"), "\(joined)")
        #expect(try drafted() == [2])
        #expect(run("players", "--unmatched").output.contains("Every player is matched"))
        #expect(run("import", scratch("3.csv"), "--as", "underdog").status == 0)
        #expect(try drafted() == [2, 2])
        #expect(run("players", "--unmatched").output.contains("despite a recorded identity: a draft has both"))
        #expect(run("audit").status == 0)
        #expect(run("events", "--stream", "aliases").output.contains("are the same player, within a pool"))
    }

    /// What is on record is said of the listings that were named, not of others of the same player.
    @Test func aListingThatIsNamedByItsIDIsTheOneThatIsMeant() throws {
        let ledger = scratch("named")
        for (file, team) in [("a", "NYG"), ("b", "KC"), ("c", "DEN")] {
            try scratch.write(
                export(file, year: 2024, [("Malik Nabers", "WR", team), ("A", "RB", "NYJ")]), to: "\(file).csv")
            #expect(Ran(["--ledger", ledger, "import", scratch("\(file).csv"), "--as", "underdog"]).status == 0)
        }
        func say(_ arguments: String...) -> Ran {
            Ran(["--ledger", ledger, "players"] + arguments + ["--reason", "r"])
        }
        let first = say("alias", "a-1", "b-1", "--within-pool")
        #expect(first.output.contains("1:0 and 1:2 are one player"), "\(first)")
        let second = say("alias", "a-1", "c-1", "--within-pool")
        #expect(second.output.contains("1:0 and 1:3 are one player"), "\(second)")
        #expect(say("withdraw", "a-1", "b-1").status == 0 && say("withdraw", "a-1", "c-1").status == 0)
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
        guard case .array(let findings) = page.json["findings"] else { return #expect(Bool(false), "\(page.json)") }
        #expect("\(findings)".contains("Robbie Anderson") && "\(findings)".contains("Robbie Chosen"))
    }
}
