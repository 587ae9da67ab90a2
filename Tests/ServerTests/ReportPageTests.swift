import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Pages
import TestSupport
import Testing
import TextFormats

@testable import Server  // limits are made small, and policies are compared

/// Pages of figures over HTTP: of the ledger, and of a drafter's own export.
@Suite(.seeded) struct ReportPageRouteTests {
    private let export = MadeUpExport(seed: 1, drafts: 3)

    @Test func anExportBecomesAPageAndNothingElse() async throws {
        let table = try await Table()
        let size = try table.ledger.size
        let answer = try await table.server.post("/v1/page?name=ud.csv", as: table.anna.token, export.underdog)
        #expect(answer.status == 200 && answer.header("content-type") == "text/html; charset=utf-8", "\(answer.text)")
        #expect(answer.text.contains("<h2>Exposure by position</h2>") && answer.text.contains("of 3 teams"))
        #expect(answer.header("cache-control") == "no-store")
        // The member is no richer and no poorer in entries, and the ledger has no event of it.
        #expect(try table.ledger.size == size)
        let one = try await table.server.post("/v1/page?entry=e-2", as: table.anna.token, export.underdog)
        #expect(one.status == 200 && one.text.contains("<h2>Roster</h2>"))
        for text in [export.draftKings, export.drafters] {
            #expect(try await table.server.post("/v1/page", as: table.anna.token, text).status == 200)
        }
        try await table.server.stop()
    }

    @Test func aPageIsForMembersAndWithinBounds() async throws {
        let table = try await Table()
        let (server, anna) = (table.server, table.anna.token)
        #expect(try await server.post("/v1/page", export.underdog).status == 401)
        let wrong = try await server.post("/v1/page", as: anna, "name,position,adp\nAnn,WR,1\n")
        #expect(wrong.status == 400 && wrong.text.contains("is not a drafter's own export"), "\(wrong.text)")
        #expect(
            !wrong.text.contains("draftledger-import") && wrong.text.contains("export.csv"), "no path of the server")
        #expect(try await server.post("/v1/page", as: anna, "").status == 400)
        let packed = try await server.post("/v1/page", as: anna, "\u{1F}\u{8B}")
        #expect(packed.status == 400)
        for query in [
            "entry=e-9", "reference=none", "site=", "season=x", "nonsense=1", "name=.hidden", "reference=latest",
        ] {
            let status = try await server.post("/v1/page?\(query)", as: anna, export.underdog).status
            #expect([400, 404].contains(status), "\(query) \(status)")
        }
        // A thousand drafts and one, of one pick each.
        let many = try await server.post(
            "/v1/page", as: anna, MadeUpExport(seed: 2, drafts: 1_001, rounds: 1).underdog)
        #expect(many.status == 413 && many.text.contains("at most 1000"), "\(many.text)")
        try await server.stop()
    }

    @Test func aFileOfMoreThanTheBoundIsRefused() async throws {
        let table = try await Table { $0.limits.exportBytes = 2_000 }
        let answer = try await table.server.post("/v1/page", as: table.anna.token, export.underdog)
        #expect(answer.status == 413 && answer.text.contains("2000 bytes"), "\(answer.text)")
        #expect(ServerOptions.Limits().exportBytes == 4 << 20)
        try await table.server.stop()
    }

    @Test func pagesHaveAQuotaOfTheirOwn() async throws {
        let table = try await Table { wishes in
            wishes.operations = { options in
                var rates = RateLimits()
                rates.pages = RatePolicy("pages", 2, inSeconds: 3_000)
                options.rates = rates
            }
        }
        for status in [200, 200, 429] as [UInt] {
            #expect(try await table.server.post("/v1/page", as: table.anna.token, export.underdog).status == status)
        }
        #expect(try await table.server.post("/v1/page", as: table.ben.token, export.underdog).status == 200)
        #expect(try await table.server.get("/v1/reports", as: table.anna.token).status == 200)
        try await table.server.stop()
    }

    /// Exports are compared with the ADPs on record.
    @Test func anExportIsComparedWithTheADPsOnRecord() async throws {
        let table = try await Table()
        let operator_ = try await table.server.signIn("olaf", roles: ["operator"]).token
        let file = "/v1/imports?as=adp&season=2026&site=underdog&name=adp.csv"
        #expect(try await table.server.post(file, as: operator_, export.adp(on: "2026-06-01")).status == 200)
        let page = try await table.server.post("/v1/page", as: table.anna.token, export.underdog)
        #expect(page.text.contains("Reference: a site&#39;s ADP on the day of the draft"))
        let none = try await table.server.post("/v1/page?site=other", as: table.anna.token, export.underdog)
        #expect(none.status == 404 && none.text.contains("'other'"), "\(none.text)")
        try await table.server.stop()
    }

    @Test func membersSeeAPageOfTheirOwnEntriesOnly() async throws {
        let table = try await Table.ofOutcome()
        let roles = try await Roles(at: table)
        let (anna, ben) = (table.anna.user, table.ben.user)
        try await roles.expect("/v1/reports.html?user=\(anna)&includeUnfinished=true", isFor: [.member, .analyst])
        try await roles.expect("/v1/reports.html?user=\(ben)&includeUnfinished=true", isFor: [.rival, .analyst])
        try await roles.expect("/v1/reports.html", isFor: [.analyst])
        try await roles.expect("/v1/reports.html?contest=1&user=\(anna)", isFor: [.analyst])
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        // A member cannot give options to a command.
        for query in ["user=\(anna)", "user=\(anna)&includeUnfinished=true"] {
            let page = try await table.server.get("/v1/reports.html?\(query)", as: table.anna.token).text
            let words = page.replacing(#/<(style|script)>.*?</(style|script)>/#.dotMatchesNewlines(), with: "")
            #expect(words.firstMatch(of: /[ `]--[a-z]|draftledger |`/) == nil, "\(query)")
        }
        let own = try await table.server.get("/v1/reports.html?user=\(anna)", as: table.anna.token)
        let all = try await table.server.get("/v1/reports.html", as: roles[.analyst])
        #expect(own.status == 200 && own.text.contains("N = 1 entry") && all.text.contains("N = 2 entries"))
        #expect(!all.text.contains("import FILE") && !all.text.contains("--adp"), "words of the command line")
        // Of the two rosters, that page has the players of one.
        let names = try table.ledger.room(1).map { room in
            room.picks.map { (user: room.member(at: $0.seat)?.user?.number, player: $0.player) }
        }
        let pool = try #require(try table.ledger.pool(1))
        for pick in names ?? [] {
            let name = try #require(pool.players.first { $0.index == pick.player }?.name)
            #expect(own.text.contains(">\(HTML.escaped(name))<") == (pick.user == anna), "\(name)")
            #expect(all.text.contains(HTML.escaped(name)))
        }
        for query in ["position=XX", "reference=none", "since=2026-02-01&until=2026-01-01", "nonsense=1", "at=pick:3"] {
            #expect(
                try await table.server.get("/v1/reports.html?\(query)", as: roles[.analyst]).status == 400, "\(query)")
        }
        try await table.server.stop()
    }

    /// A frame has the policy of the page that makes it: without the digests the page in it has no looks.
    @Test func thePolicyNamesTheStyleAndTheScriptOfReportPages() async throws {
        let table = try await Table()
        let policy = try #require(try await table.server.get("/page").header("content-security-policy"))
        #expect(policy.contains("frame-src blob:") && policy.contains("script-src 'self' 'sha256-"))
        let others = try #require(try await table.server.get("/exposure").header("content-security-policy"))
        #expect(!others.contains("frame-src") && others.contains("script-src 'self';"))
        let page = try await table.server.post("/v1/page", as: table.anna.token, export.underdog)
        #expect(page.text.contains("<style>\(ReportPage.inlineParts.style)</style>"))
        #expect(page.text.contains("<script>\(ReportPage.inlineParts.script)</script>"))
        #expect(!page.text.contains(" style=\"") && !page.text.contains(" onclick"))
        #expect(page.header("content-security-policy") == WebSite.policyOfReportPages)
        try await table.server.stop()
    }
}
