import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Pages
import Replay
import Reports
import Testing
import TextFormats

/// What the officer's desk reads beside the rooms: who may, and that the answers are the command line's.
@Suite struct DeskTests {
    private func finish(_ table: Table) async throws {
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
    }

    /// The member on the clock claims the first pick.
    private func openCase(_ table: Table) async throws -> (token: String, user: UInt64) {
        let claimant = try table.turn().on
        let room = try #require(try table.ledger.room(1))
        let seat = try #require(room.seat(of: UserID(claimant.user)))
        let opened = try await table.server.command(
            "{\"kind\":\"openDispute\",\"dispute\":1,\"room\":1,\"pick\":1,\"seat\":\(seat),\"roomVersion\":"
                + "\(room.version),\"claimant\":\(claimant.user),\"claim\":\"I clicked.\"}", as: claimant.token)
        #expect(opened.status == 200, "\(opened.text)")
        return claimant
    }

    private func document(_ page: some Page) -> String { page.document(as: .jsonArray) }

    @Test func whoMaySeeWhatOfTheDesk() async throws {
        let table = try await Table()
        try await table.draft()
        let claimant = try await openCase(table)
        let (roles, anna) = (try await Roles(at: table), table.anna.user)
        let kind: Roles.Kind = claimant.user == anna ? .member : .rival
        for path in [
            "cases", "cases?status=open", "cases?againstRules=true", "cases?user=\(claimant.user)&againstRules=true",
            "unusual", "unusual?kind=together&top=3", "audit", "search?q=1", "cases/1", "words/0",
        ] { try await roles.expect("/v1/\(path)", isFor: [.officer]) }
        try await roles.expect("/v1/cases?status=upheld", isFor: [.officer, .cashier])
        try await roles.expect("/v1/cases?user=\(claimant.user)", isFor: [.officer, kind])
        for path in ["profile", "activity", "activity?since=2020-01-01"] {
            try await roles.expect("/v1/users/\(anna)/\(path)", isFor: [.member, .officer])
        }
        for path in ["staff", "measures", "pools"] {
            try await roles.expect("/v1/\(path)", isFor: [.officer, .auditor, .cashier])
        }
        try await roles.expect("/v1/staff/actions", isFor: [.officer, .auditor])
        for kind in Roles.Kind.allCases where kind != .officer {
            let answer = try await table.server.post("/v1/audit", as: roles[kind], "")
            #expect(answer.status == (kind == .nobody ? 401 : 403), "\(kind)")
        }
        let changes: [(method: String, path: String, allowed: Roles.Kind?)] = [
            ("DELETE", "users/9999/profile", .officer), ("DELETE", "words/0", .officer),
            ("POST", "checkpoint-key", nil),
        ]
        for (method, path, allowed) in changes {
            for kind in Roles.Kind.allCases where kind != allowed {
                let answer = try await table.server.send(method, "/v1/\(path)", as: roles[kind])
                #expect(answer.status == (kind == .nobody ? 401 : 403), "\(method) \(path), \(kind)")
            }
        }
        try await finish(table)
        try await roles.expect("/v1/cases/1", isFor: [.officer, kind])
        try await table.server.stop()
    }

    @Test func theAnswersAreTheCommandLines() async throws {
        let table = try await Table()
        try await table.draft()
        _ = try await openCase(table)
        try await finish(table)
        let (ledger, server) = (table.ledger, table.server)
        let officer = try await server.signIn("olga", roles: ["officer"]).token
        func expect(_ path: String, is expected: String) async throws {
            let answer = try await server.get(path, as: officer)
            #expect(answer.status == 200 && answer.text == expected, "\(path)")
        }
        let names = LedgerNames(ledger)
        let summary = try #require(CaseSummary(1, try ledger.caseHistory(1)))
        try await expect("/v1/cases", is: document(CasesPage(cases: [summary], names: names)))
        try await expect("/v1/cases?status=resolved", is: document(CasesPage(cases: [], names: names)))
        try await expect("/v1/cases?openedBefore=2001-01-01", is: document(CasesPage(cases: [], names: names)))
        try await expect("/v1/cases/1", is: document(try ledger.casePage(1)))
        let kinds = UnusualFinding.Kind.allCases
        let findings = try Unusual(ledger).findings(of: kinds)
        try await expect(
            "/v1/integrity-indicators", is: document(IntegrityPage(of: kinds, findings: findings, names: names)))
        let anna = UserID(table.anna.user)
        var activity = ActivityPage(of: anna, names: names)
        try ledger.events(at: try ledger.positions(ofUser: anna)) { event in
            activity.add(try ledger.told(event))
            return true
        }
        try await expect("/v1/users/\(anna)/activity", is: document(activity))
        try await expect("/v1/staff", is: document(StaffPage(staff: try ledger.staff(), names: names)))
        let profile = ProfilePage(
            user: anna, profile: try ledger.profile(of: anna), words: try ledger.countWords(about: anna))
        try await expect("/v1/users/\(anna)/profile", is: document(profile))
        let csv = try await server.get("/v1/cases", as: officer, ["Accept": "text/csv"])
        #expect(csv.text == CasesPage(cases: [summary], names: names).document(as: .csv))
        try await server.stop()
    }

    @Test func whileADraftGoesOnEditsOfAQueueAreTheUsersAlone() async throws {
        let table = try await Table()
        try await table.draft()
        let (server, anna) = (table.server, table.anna)
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(anna.user)))
        let queued = try await server.command(
            "{\"kind\":\"setQueue\",\"room\":1,\"seat\":\(seat),\"players\":[7]}", as: anna.token)
        #expect(queued.status == 200, "\(queued.text)")
        let officer = try await server.signIn("olga", roles: ["officer"]).token
        func edits(_ token: String) async throws -> UInt64? {
            try await server.get("/v1/users/\(anna.user)/activity", as: token).json["counts"]?["queueEdits"]?.integer()
        }
        #expect(try await edits(anna.token) == 1)
        #expect(try await edits(officer) == 0)
        try await finish(table)
        #expect(try await edits(officer) == 1)
        try await server.stop()
    }

    @Test func aSearchFindsByNumberAndByName() async throws {
        let table = try await Table()
        try await table.draft()
        let officer = try await table.server.signIn("olga", roles: ["officer"]).token
        func found(_ words: String, _ kind: StaticString) async throws -> [JSONValue] {
            let answer = try await table.server.get("/v1/search?q=\(words)", as: officer)
            #expect(answer.status == 200, "\(answer.text)")
            return try answer.json[kind]?.elements ?? []
        }
        #expect(try await found("1", "rooms").first?["room"]?.integer() == 1)
        #expect(try await found("1", "contests").first?["title"]?.string == "Test")
        #expect(try await found("TES", "contests").first?["tournament"]?.integer() == 1)
        let users = try await found("ANN", "users")
        #expect(users.map { $0["user"]?.integer() } == [table.anna.user])
        let member = try #require(try table.ledger.room(1)?.members.first ?? nil)
        let entry = try #require(try await found("\(member.entry)", "entries").first)
        #expect(entry["room"]?.integer() == 1 && entry["user"]?.integer() == member.user?.number)
        #expect(try await found("nobody%20at%20all", "users").isEmpty)
        for query in ["", "?q=", "?q=%20", "?q=1&q=2", "?x=1"] {
            #expect(try await table.server.get("/v1/search\(query)", as: officer).status == 400, "\(query)")
        }
        try await table.server.stop()
    }

    @Test func theAuditOfAllIsMadeForAllWhoAsk() async throws {
        let table = try await Table()
        try await table.draft()
        try await finish(table)
        let officer = try await table.server.signIn("olga", roles: ["officer"]).token
        let before = try await table.server.get("/v1/audit", as: officer).json
        #expect(before["running"]?.kind == .null && before["last"]?.kind == .null)
        let started = try await table.server.post("/v1/audit", as: officer, "")
        #expect(started.status == 202)
        var state = try started.json
        while state["running"]?.kind != .null {
            try await Task.sleep(for: .milliseconds(20))
            state = try await table.server.get("/v1/audit", as: officer).json
        }
        let report = try #require(state["last"]?["report"])
        let size = try #require(report["size"]?.integer(as: UInt64.self))
        #expect(report["ok"]?.boolean == true && report["room"]?.kind == .null && state["failure"]?.kind == .null)
        #expect(try size > 0 && size <= table.ledger.size)
        let rooms = report["checked"]?["rooms"]?.integer(as: UInt64.self)
        #expect(rooms == 1)
        try await table.server.stop()
    }

    @Test func aReportIsADatabaseToo() async throws {
        let table = try await Table.ofOutcome()
        try await finish(table)
        // A simulated season takes all of its weeks.
        for week in 1...3 as ClosedRange<UInt8> { try await table.score(week: week, [1_000, 2_500, 100, 0]) }
        let analyst = try await table.server.signIn("ana", roles: ["analyst"]).token
        let more = [
            "adp?by=week", "exposure?by=slot", "construction?by=round", "construction?by=archetype", "pairs?size=3",
            "portfolio?user=\(table.anna.user)",
        ]
        for path in ReportCatalogue.all.filter({ !$0.needsUser }).map({ $0.name }) + more {
            let answer = try await table.server.get(
                "/v1/reports/\(path)", as: analyst, ["Accept": "application/vnd.sqlite3"])
            #expect(answer.status == 200 && answer.text.hasPrefix("SQLite format 3\0"), "\(path)")
            #expect(answer.header("content-disposition")?.contains(".sqlite") == true)
        }
        let other = try await table.server.get(
            "/v1/reports/adp", as: table.anna.token, ["Accept": "application/vnd.sqlite3"])
        #expect(other.status == 403)
        try await table.server.stop()
    }

    @Test func actsOfTheHouseComeAPageAtATime() async throws {
        let table = try await Table()
        try await table.draft()
        let officer = try await table.server.signIn("olga", roles: ["officer"]).token
        let all = try await table.server.get("/v1/staff/actions", as: officer).text
        let count = all.split(separator: "\n").count
        #expect(count >= 2)
        var (path, pages) = ("/v1/staff/actions?limit=1", "")
        for _ in 0..<count {
            let answer = try await table.server.get(path, as: officer)
            pages += answer.text
            guard let link = answer.header("link") else { break }
            path = String(link.dropFirst().prefix { $0 != ">" })
        }
        #expect(pages == all)
        for query in ["actor=nonsense", "user=0", "room=0", "from=9223372036854775808"] {
            #expect(try await table.server.get("/v1/staff/actions?\(query)", as: officer).status == 400, "\(query)")
        }
        #expect(try await table.server.get("/v1/cases?user=0", as: officer).status == 400)
        let anna = try await table.server.get("/v1/staff/actions?user=\(table.anna.user)", as: officer).text
        #expect(anna.split(separator: "\n").allSatisfy { $0.contains("\"user\":\(table.anna.user)") } && !anna.isEmpty)
        try await table.server.stop()
    }

    /// The next page is one of the same question: with the ticks, and as of the moment, that were asked for.
    @Test func eventsOfARoomComeAPageAtATime() async throws {
        let table = try await Table()
        try await table.draft()
        _ = try await table.ledger.send(.room(1, .tickClock(pick: 1)), as: .scheduler, id: .random()).get()
        #expect(try await table.pick(0).status == 200)
        #expect(try await table.pick(1).status == 200)
        func read(_ first: String) async throws -> [String] {
            var (path, pages) = (first, [String]())
            while true {
                let answer = try await table.server.get(path, as: table.anna.token)
                #expect(answer.status == 200, "\(path): \(answer.text)")
                pages.append(answer.text)
                guard let link = answer.header("link") else { return pages }
                path = String(link.dropFirst().prefix { $0 != ">" })
            }
        }
        for query in ["ticks=true", "ticks=false", "ticks=true&at=pick:1"] {
            let all = try await read("/v1/rooms/1/events?\(query)").joined()
            let pages = try await read("/v1/rooms/1/events?\(query)&limit=2")
            #expect(pages.joined() == all && pages.count > 2, "\(query)")
            #expect(all.contains("ClockTicked") == query.contains("true"))
            #expect(all.split(separator: "\n").count { $0.contains("PickMade") } == (query.contains("at") ? 1 : 2))
        }
        #expect(try await table.server.get("/v1/rooms/1/events?ticks=yes", as: table.anna.token).status == 400)
        try await table.server.stop()
    }
}
