import Draft
import DraftLedger
import Foundation
import TestSupport
import Testing
import TextFormats

@testable import Server  // limits are made small

/// Files over HTTP: what goes in, what is refused with its place, and for whom.
@Suite struct ImportTests {
    private static let scores = "week,player,position,points\n1,P1,WR,12.5\n1,P2,WR,3\n2,P1,WR,7\n"

    private func post(
        _ query: String, _ body: String, to table: Table, as token: String?
    ) async throws -> RunningServer.Answer {
        try await table.server.post("/v1/imports?\(query)", as: token, body)
    }

    private func plan(
        _ query: String, _ body: String, to table: Table, as token: String?
    ) async throws -> RunningServer.Answer {
        try await table.server.post("/v1/imports/plan?\(query)", as: token, body)
    }

    @Test func aFileGoesInOnceAndTheSameAgainIsNothingNew() async throws {
        let table = try await Table()
        let token = try await table.server.signIn("ines", roles: ["operator"]).token
        let address = "as=scores&season=2026&final=true&name=scores.csv"
        let size = try table.ledger.size
        let trial = try await post(address + "&dryRun=true", Self.scores, to: table, as: token)
        #expect(
            try trial.status == 200 && trial.json["events"]?.integer() == 5 && trial.text.contains("\"dryRun\":true"))
        #expect(try table.ledger.size == size)
        let first = try await post(address, Self.scores, to: table, as: token)
        #expect(try first.status == 200 && first.json["imported"]?.integer() == 2, "\(first.text)")
        #expect(try table.ledger.season(2026)?.scores.map(\.source).allSatisfy { $0 == "scores.csv" } == true)
        #expect(try table.ledger.season(2026)?.isFinal(week: 2, scoring: ScoringSet.halfPPR) == true)
        let again = try await post(address, Self.scores, to: table, as: token)
        #expect(try again.status == 200 && again.json["skipped"]?.integer() == 2)
        #expect(try again.json["events"]?.integer() == 0)
        // Another figure of a final week takes a reason, here as everywhere.
        let other = Self.scores.replacing("12.5", with: "13")
        let refused = try await post(address, other, to: table, as: token)
        #expect(refused.status == 422 && refused.text.contains("12.50, as in the ledger"), "\(refused.text)")
        let corrected = try await post(address + "&reason=A%20stat%20correction", other, to: table, as: token)
        #expect(corrected.status == 200, "\(corrected.text)")
        try await table.server.stop()
    }

    @Test func eachKindOfFileGoesIn() async throws {
        let table = try await Table()
        let token = try await table.server.signIn("ines", roles: ["operator"]).token
        for (address, body) in [
            ("as=adp&season=2026&site=a-site&date=2026-05-24", "name,position,adp\nP1,WR,3.5\n"),
            ("as=players&season=2026", "name,position,team,bye\nP1,WR,KC,6\n"),
            ("as=schedule&season=2026", "week,home,away\n1,KC,SF\n"),
        ] {
            let answer = try await post(address, body, to: table, as: token)
            #expect(try answer.status == 200 && answer.json["events"]?.integer() == 1, "\(answer.text)")
        }
        #expect(try table.ledger.notes(of: 2026) != nil)
        let rankings = "name,position,adp,team\nA One,WR,1.5,KC\nB Two,RB,2.5,SF\n"
        for (events, skipped) in [(3, 0), (0, 1)] {
            let answer = try await post("as=rankings&name=my%20board.csv", rankings, to: table, as: token)
            let json = try answer.json
            #expect(answer.status == 200 && json["events"]?.integer() == UInt64(events), "\(answer.text)")
            #expect(json["skipped"]?.integer() == UInt64(skipped))
        }
        #expect(try table.ledger.pools() == [1, 2] && table.ledger.pool(2)?.title == "my board")
        try await table.server.stop()
    }

    /// The commands of a plan, sent one after the other by a client that could sign them, record what the import records.
    @Test func aPlanHasTheCommandsOfAnImportAndRecordsNothing() async throws {
        let table = try await Table()
        let ines = try await table.server.signIn("ines", roles: ["operator"])
        let size = try table.ledger.size
        let rankings = "name,position,adp,team\nA One,WR,1.5,KC\nB Two,RB,2.5,SF\n"
        for (address, body, kinds) in [
            ("as=rankings&name=board.csv", rankings, ["publishPool"]),
            (
                "as=scores&season=2026&final=true&name=scores.csv", Self.scores,
                ["recordScores", "closeWeek", "recordScores", "closeWeek"]
            ),
        ] {
            let plan = try await plan(address, body, to: table, as: ines.token)
            #expect(plan.status == 200, "\(plan.text)")
            let commands = try plan.json["commands"]?.elements ?? []
            #expect(commands.map { $0["kind"]?.string } == kinds)
            #expect(try plan.json["dryRun"]?.boolean == true)
            for command in commands {
                let text = JSON(command).compact.dropFirst()
                let answer = try await table.server.command(
                    "{\"actor\":\"admin/\(ines.user)\",\(text)", as: ines.token)
                #expect(answer.status == 200, "\(answer.text)")
            }
            let again = try await self.plan(address, body, to: table, as: ines.token).json
            #expect(again["commands"]?.elements.isEmpty == true && (again["skipped"]?.integer() ?? 0) > 0)
        }
        #expect(try table.ledger.size > size)
        #expect(try table.ledger.pool(2)?.title == "board" && table.ledger.season(2026)?.scores.count == 3)
        try await table.server.stop()
    }

    @Test func aPlanSaysWhatIsWrongAndIsForImportersAlone() async throws {
        let table = try await Table { $0.limits.importBytes = 4_096 }
        let token = try await table.server.signIn("ines", roles: ["operator"]).token
        let broken = "week,player,position,points\n1,P1,WR,\n"
        let plan = try await plan("as=scores&season=2026&name=cut.csv", broken, to: table, as: token)
        #expect(plan.status == 200, "\(plan.text)")
        let (refused, commands) = try (plan.json["refused"]?.elements, plan.json["commands"]?.elements)
        #expect(refused?.first?["file"]?.string == "cut.csv" && commands?.isEmpty == true)
        let cashier = try await table.server.signIn("cato", roles: ["cashier"]).token
        for (caller, status) in [(nil, 401), (table.anna.token, 403), (cashier, 403)] as [(String?, UInt)] {
            let answer = try await self.plan("as=scores&season=2026", Self.scores, to: table, as: caller)
            #expect(answer.status == status, "\(answer.text)")
        }
        let long = String(repeating: Self.scores, count: 100)
        #expect(try await self.plan("as=scores&season=2026", long, to: table, as: token).status == 413)
        #expect(try await self.plan("as=scores", Self.scores, to: table, as: token).status == 400)
        #expect(try table.ledger.season(2026) == nil && table.ledger.pools() == [1])
        try await table.server.stop()
    }

    @Test func staffOnlyAndNothingOfAWrongFile() async throws {
        let table = try await Table { $0.limits.importBytes = 4_096 }
        #expect(try await post("as=scores&season=2026", Self.scores, to: table, as: nil).status == 401)
        #expect(try await post("as=scores&season=2026", Self.scores, to: table, as: table.anna.token).status == 403)
        let analyst = try await table.server.signIn("ann", roles: ["analyst"]).token
        #expect(try await post("as=scores&season=2026", Self.scores, to: table, as: analyst).status == 403)
        let token = try await table.server.signIn("ines", roles: ["operator"]).token
        for (address, status, words) in [
            ("as=scores", 400, "season"), ("as=bbm&season=2026", 400, "'as' is 'bbm'"), ("season=2026", 400, "'as'"),
            ("as=scores&season=2026&site=x", 400, "site"), ("as=scores&season=2026&final=yes", 400, "final"),
            ("as=adp&season=2026&date=May", 400, "2026-05-24"), ("as=scores&season=2026&name=..%2Fx", 400, "name"),
            ("as=scores&season=2026&name=.x", 400, "name"), ("as=scores&season=1", 422, "season"),
        ] as [(String, UInt, String)] {
            let answer = try await post(address, Self.scores, to: table, as: token)
            #expect(answer.status == status && answer.text.contains(words), "\(address): \(answer.text)")
        }
        let cut = try await post(
            "as=scores&season=2026&name=cut.csv", "week,player,position,points\n1,P1,WR,\n", to: table, as: token)
        #expect(cut.status == 422 && cut.text.contains("\"file\":\"cut.csv\""), "\(cut.text)")
        let long = try await post(
            "as=scores&season=2026", String(repeating: Self.scores, count: 100), to: table, as: token)
        #expect(long.status == 413)
        #expect(try table.ledger.season(2026) == nil && table.ledger.season(1) == nil)
        try await table.server.stop()
    }
}
