import Platform
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Testing
import TextFormats

@testable import Server  // how many sessions there are is the module's own

/// Signing in by a cookie: what it stands for, when it ends, and what other sites cannot do with it.
@Suite struct SessionTests {
    private static func origin(_ server: RunningServer) -> String { "http://127.0.0.1:\(server.port)" }

    /// Signs in, and returns the cookie as a browser sends it.
    private func cookie(_ token: String, at server: RunningServer) async throws -> String {
        let answer = try await server.send("POST", "/v1/session", as: token)
        #expect(answer.status == 200, "\(answer.text)")
        return String(try #require(answer.header("set-cookie")).prefix { $0 != ";" })
    }

    /// The user whom a cookie is; nil where it is nobody's.
    private func user(_ cookie: String, at server: RunningServer) async throws -> UInt64? {
        let answer = try await server.get("/v1/session", ["Cookie": cookie])
        #expect(answer.status == 200)
        return try answer.json["user"]?.integer(as: UInt64.self)
    }

    @Test func aCookieIsForThisHostAndNoScript() async throws {
        let table = try await Table()
        let answer = try await table.server.send("POST", "/v1/session", as: table.anna.token)
        let parts = try #require(answer.header("set-cookie")).components(separatedBy: "; ")
        #expect(parts.first?.wholeMatch(of: #/draftledger=[0-9a-f]{64}/#) != nil)
        #expect(
            Set(parts.dropFirst().map { $0.hasPrefix("Max-Age=") ? "Max-Age" : $0 })
                == ["Path=/", "HttpOnly", "SameSite=Strict", "Max-Age"])
        #expect(answer.header("cache-control") == "no-store")
        // Where it is not development, encrypted connections alone, and under a name that says so.
        let options = ServerOptions(software: SoftwareStarted(rulesVersion: 3, version: "", commit: ""))
        let session = try Sessions().begin(1, [], machine: nil, until: nil).session
        let setting = SessionCookie(options).setting("0", for: session)
        #expect(setting.hasPrefix("__Host-draftledger=0; Path=/;") && setting.contains("; Secure;"))
        #expect(!setting.contains("Domain"))
        try await table.server.stop()
    }

    @Test func whoIsSignedInCanBeAsked() async throws {
        let table = try await Table()
        let (server, officer) = (table.server, try await table.server.signIn("olga", roles: ["officer"]))
        let nobody = try await server.get("/v1/session")
        #expect(nobody.status == 200)
        #expect(try nobody.json["user"]?.kind == .null)
        #expect(try nobody.json["roles"]?.elements.isEmpty == true)
        let cookie = try await cookie(officer.token, at: server)
        for answer in [
            try await server.get("/v1/session", ["Cookie": cookie]),
            try await server.get("/v1/session", ["Cookie": "a=b; \(cookie); draft=1"]),
            try await server.get("/v1/session", as: officer.token),
        ] {
            let json = try answer.json
            #expect(json["user"]?.integer() == officer.user && json["name"]?.string == "olga")
            #expect(json["roles"]?.elements.map(\.string) == ["officer"])
            #expect(json["expiresAt"]?.string.flatMap { Timestamp(iso8601: $0) } != nil)
        }
        #expect(try await server.get("/v1/session", as: "nonsense").status == 401)
        try await server.stop()
    }

    @Test func aCookieStandsForItsTokenEverywhere() async throws {
        let table = try await Table()
        try await table.draft()
        let (server, roles) = (table.server, try await Roles(at: table))
        let paths = [
            "/v1/rooms", "/v1/rooms/1", "/v1/rooms/1/events", "/v1/rooms/1/seats/0/queue", "/v1/rooms/1/audit",
            "/v1/users/\(table.anna.user)/balance", "/v1/users/me", "/v1/events", "/v1/balances",
            "/v1/reports/ownership", "/metrics",
        ]
        for kind in Roles.Kind.allCases {
            guard let token = roles[kind] else { continue }
            let cookie = try await cookie(token, at: server)
            for path in paths {
                let (own, stands) = (
                    try await server.get(path, as: token), try await server.get(path, ["Cookie": cookie])
                )
                #expect(own.status == stands.status, "\(kind), \(path)")
            }
        }
        // A token that is sent counts, whatever cookie comes along.
        let otto = try await server.signIn("otto")
        let me = try await server.get(
            "/v1/users/me", as: otto.token, ["Cookie": try await cookie(table.anna.token, at: server)])
        #expect(try me.json["user"]?.integer() == otto.user)
        try await server.stop()
    }

    @Test func aStreamTakesACookieAndEndsWithItsSession() async throws {
        let table = try await Table { $0.limits.heartbeat = .milliseconds(100) }
        try await table.draft()
        let cookie = try await cookie(table.anna.token, at: table.server)
        var reader = try await EventReader(
            table.server, path: "/v1/stream?rooms=1&me", as: nil, headers: ["Cookie": cookie])
        #expect(reader.status == 200)
        let start = try await reader.until("live")
        #expect(start.contains { $0.name == "snapshot" } && start.contains { $0.name == "you" })
        let ended = try await table.server.send(
            "DELETE", "/v1/session", nil, ["Cookie": cookie, "Origin": Self.origin(table.server)])
        #expect(ended.status == 204 && ended.header("set-cookie")?.hasPrefix("draftledger=;") == true)
        #expect(try await reader.until("bye").last?.name == "bye")
        let again = try await EventReader(
            table.server, path: "/v1/stream?rooms=1&me", as: nil, headers: ["Cookie": cookie])
        #expect(again.status == 401)
        try await table.server.stop()
    }

    @Test func anotherSiteCannotHaveAnythingDone() async throws {
        let table = try await Table()
        let server = table.server
        let cookie = try await cookie(table.anna.token, at: server)
        let own = Self.origin(server)
        let join = "{\"kind\":\"joinTournament\",\"user\":\(table.anna.user),\"tournament\":1,\"entries\":1}"
        func status(_ headers: [String: String]) async throws -> UInt {
            var headers = headers
            headers["Cookie"] = cookie
            headers["Idempotency-Key"] = UUID().uuidString
            return try await server.post("/v1/commands", join, headers).status
        }
        let size = try table.ledger.size
        for foreign in [
            [:], ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": own + "0"],
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
            ["Origin": own, "Sec-Fetch-Site": "cross-site"],
            ["Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"],
        ] {
            #expect(try await status(foreign) == 403, "\(foreign)")
            var headers = foreign
            headers["Cookie"] = cookie
            #expect(try await server.send("DELETE", "/v1/users/me", nil, headers).status == 403)
        }
        #expect(try table.ledger.size == size)
        #expect(try await status(["Origin": own]) == 200)
        #expect(try await status(["Origin": own, "Sec-Fetch-Site": "same-origin"]) == 200)
        // Nor can it sign somebody in, or out; who has no page says nothing of where it stands.
        for method in ["POST", "DELETE"] {
            let answer = try await server.send(
                method, "/v1/session", as: table.ben.token, nil,
                ["Origin": "https://evil.example", "Cookie": cookie])
            #expect(answer.status == 403 && answer.header("set-cookie") == nil)
        }
        #expect(try await user(cookie, at: server) == table.anna.user)
        #expect(try await server.send("DELETE", "/v1/session", as: table.anna.token, nil).status == 204)
        try await server.stop()
    }

    @Test func aSessionBeginsWithATokenAndNotWithACookie() async throws {
        let table = try await Table()
        let server = table.server
        let headers = ["Cookie": try await cookie(table.anna.token, at: server), "Origin": Self.origin(server)]
        for headers in [[:], headers, ["Authorization": "Bearer nonsense"]] {
            let answer = try await server.send("POST", "/v1/session", nil, headers)
            #expect(answer.status == 401 && answer.header("set-cookie") == nil)
        }
        try await server.stop()
    }

    @Test func aSessionEndsWhereItsTokenOrAccountDoes() async throws {
        let table = try await Table()
        let server = table.server
        // A machine's token that is revoked.
        let tokens = MachineTokens(of: table.ledger.path)
        let (machine, entry) = try tokens.create(
            "monitor", user: 906, roles: [.auditor], at: Timestamp(microseconds: 0))
        let monitor = try await cookie(machine, at: server)
        #expect(try await server.get("/v1/events", ["Cookie": monitor]).status == 200)
        _ = try tokens.revoke(entry.id)
        #expect(try await user(monitor, at: server) == nil)
        // An account that is closed.
        let anna = try await cookie(table.anna.token, at: server)
        #expect(try await user(anna, at: server) == table.anna.user)
        let closed = try await server.command(
            "{\"kind\":\"closeAccount\",\"user\":\(table.anna.user)}", as: table.anna.token)
        #expect(closed.status == 200, "\(closed.text)")
        while try await user(anna, at: server) != nil { try await Task.sleep(for: .milliseconds(10)) }
        // A server that has stopped.
        let ben = try await cookie(table.ben.token, at: server)
        try await server.stop()
        try await table.serveAgain()
        let answer = try await table.server.get("/v1/session", ["Cookie": ben])
        #expect(try answer.json["user"]?.kind == .null && answer.header("set-cookie")?.contains("Max-Age=0") == true)
        #expect(try await table.server.get("/v1/users/me", ["Cookie": ben]).status == 401)
        // What is everybody's is not withheld from who once was somebody.
        #expect(try await table.server.get("/v1/rooms", ["Cookie": ben]).status == 200)
        try await table.server.stop()
    }

    @Test func aSessionExpiresNoLaterThanItsToken() throws {
        let (start, passed) = (1_800_000_000.0, Guarded(0.0))
        let now = Date(timeIntervalSince1970: start)
        let sessions = Sessions(by: SecondsClock(now: { start + passed.withLock { $0 } }, uptime: { 0 }))
        let short = try sessions.begin(1, [], machine: nil, until: now.addingTimeInterval(60))
        #expect(short.session.expiresAt == now.addingTimeInterval(60))
        let long = try sessions.begin(1, [], machine: nil, until: now.addingTimeInterval(1e7))
        #expect(long.session.expiresAt == now.addingTimeInterval(Sessions.longest))
        #expect(try sessions.begin(2, [], machine: "m", until: nil).session.expiresAt == long.session.expiresAt)
        let key = Sessions.key(of: short.secret)
        passed.withLock { $0 = 59 }
        #expect(sessions.session(of: key)?.user == 1)
        passed.withLock { $0 = 60 }
        #expect(sessions.session(of: key) == nil)
        passed.withLock { $0 = 0 }
        #expect(sessions.session(of: key) == nil && sessions.count == 2)
    }

    @Test func thereIsABoundOnThemWhoeverSignsIn() throws {
        let sessions = Sessions(atMost: 40)
        let own = try (0..<(Sessions.mostOfUser + 2)).map { _ in
            Sessions.key(of: try sessions.begin(1, [], machine: nil, until: nil).secret)
        }
        #expect(
            own.map { sessions.session(of: $0) != nil }
                == [false, false] + [Bool](repeating: true, count: Sessions.mostOfUser))
        let others = try (0..<100).map { user in
            Sessions.key(of: try sessions.begin(UserID(UInt64(10 + user)), [], machine: nil, until: nil).secret)
        }
        #expect(sessions.count <= 40)
        #expect(others.last.flatMap { sessions.session(of: $0) }?.user == 109)
        #expect(sessions.session(of: own[5]) == nil)
        sessions.endAll(of: 109)
        #expect(others.last.flatMap { sessions.session(of: $0) } == nil)
    }
}
