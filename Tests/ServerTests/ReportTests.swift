import Draft
import DraftLedger
import Foundation
import LedgerTesting
import TestSupport
import Testing
import TextFormats

@testable import Server  // the kinds of reports are the module's own

/// Reports over HTTP: the figures of the commands, and for whom they are.
@Suite struct ReportTests {
    private func finish(_ table: Table) async throws {
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
    }

    @Test func aFieldThatStillDraftsIsForAnalysts() async throws {
        let table = try await Table()
        try await table.draft()
        let roles = try await Roles(at: table)
        for kind in ReportKind.allCases {
            try await roles.expect("/v1/reports/\(kind.rawValue)", isFor: [.analyst])
            try await roles.expect("/v1/reports/\(kind.rawValue)?contest=1&includeUnfinished=true", isFor: [.analyst])
            // What a user's own report is made of alone, that user may know; the rest tells of others.
            let own: Set<Roles.Kind> = [.adp, .ownership, .duplicates, .clv].contains(kind) ? [] : [.member]
            try await roles.expect(
                "/v1/reports/\(kind.rawValue)?user=\(table.anna.user)", isFor: own.union([.analyst]))
        }
        try await roles.expect(
            "/v1/reports/clv?reference=at-pick&user=\(table.anna.user)", isFor: [.analyst, .member])
        try await roles.expect("/v1/users/\(table.anna.user)/exposure", isFor: [.member, .officer])
        try await roles.expect("/v1/balances", isFor: [.officer])
        try await table.server.stop()
    }

    @Test func aContestThatIsOverIsEverybodys() async throws {
        let table = try await Table()
        try await table.draft()
        try await finish(table)
        let roles = try await Roles(at: table)
        // It still takes entries.
        try await roles.expect("/v1/reports/ownership?contest=1", isFor: [.analyst])
        _ = try await table.ledger.send(.tournament(1, .closeEntries), as: .admin(nil), id: .random()).get()
        for kind in ReportKind.allCases {
            try await roles.expect("/v1/reports/\(kind.rawValue)?contest=1", isFor: Roles.everybody)
            try await roles.expect("/v1/reports/\(kind.rawValue)", isFor: [.analyst])
        }
        try await table.server.stop()
    }

    @Test func theFiguresAreThoseOfTheLedger() async throws {
        let table = try await Table()
        try await table.draft()
        try await finish(table)
        let analyst = try await table.server.signIn("ana", roles: ["analyst"]).token
        let answer = try await table.server.get("/v1/reports/exposure?position=WR", as: analyst)
        let json = try answer.json
        #expect(json["entries"]?.integer() == 2 && json["filter"]?.string == "all users, all contests, WR only")
        let players = try #require(json["players"]?.elements)
        #expect(players.map { $0["name"]?.string } == ["P0", "P1", "P2", "P3"])
        #expect(players.allSatisfy { $0["drafted"]?.integer() == 1 })
        let csv = try await table.server.get("/v1/reports/exposure?position=WR", as: analyst, ["Accept": "text/csv"])
        #expect(csv.header("content-type") == "text/csv; charset=utf-8" && csv.text.hasPrefix("playerID,name,"))
        let tag = try #require(answer.header("etag"))
        let same = try await table.server.get(
            "/v1/reports/exposure?position=WR", as: analyst, ["If-None-Match": tag])
        #expect(same.status == 304 && same.text == "")
        let past = try await table.server.get("/v1/reports/exposure?at=pos:5", as: analyst)
        #expect(try past.json["entries"]?.integer() == 0)
        let own = try await table.server.get("/v1/users/\(table.anna.user)/exposure", as: table.anna.token)
        #expect(try own.json["entries"]?.integer() == 1)
        try await table.server.stop()
    }

    /// A filter that is passed over would give figures of something else than was asked.
    @Test func whatIsNotUnderstoodIsRefused() async throws {
        let table = try await Table()
        let analyst = try await table.server.signIn("ana", roles: ["analyst"]).token
        for query in [
            "exposure?usr=7", "exposure?user=x", "exposure?user=", "exposure?user=0x7", "exposure?user=1&user=2",
            "exposure?at=pick:3", "exposure?at=x", "exposure?at=pos:99999999", "exposure?slot=20",
            "exposure?clock=quick",
            "exposure?since=x", "exposure?since=2026-01-02&until=2026-01-01", "exposure?includeUnfinished=yes",
            "exposure?position=XX", "exposure?by=week", "exposure?top=3", "adp?undrafted=x", "pairs?minimum=0",
            "pairs?top=0", "pairs?by=x", "clv?curve=x", "clv?reference=x", "duplicates?first=0",
            "duplicates?first=999999", "byes?position=WR",
        ] {
            let answer = try await table.server.get("/v1/reports/\(query)", as: analyst)
            #expect(answer.status == 400, "\(query): \(answer.text)")
        }
        for query in ["exposure?contest=99", "pairs?with=Nobody", "nonsense"] {
            #expect(try await table.server.get("/v1/reports/\(query)", as: analyst).status == 404, "\(query)")
        }
        // Whose subject at the issuer is known is not found by it here.
        let named = try await table.server.get("/v1/reports/exposure?user=draftledger%20--dev%20anna", as: analyst)
        #expect(named.status == 400)
        try await table.server.stop()
    }

    @Test func soManyReportsAreMadeAtATime() async throws {
        let table = try await Table { $0.operations = { $0.longReads = 0 } }
        let analyst = try await table.server.signIn("ana", roles: ["analyst"]).token
        let answer = try await table.server.get("/v1/reports/byes", as: analyst)
        #expect(answer.status == 503 && answer.header("retry-after") == "5")
        #expect(try await table.server.get("/v1/rooms", as: analyst).status == 200)
        try await table.server.stop()
    }
}
