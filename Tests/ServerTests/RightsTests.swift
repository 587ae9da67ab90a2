import Crypto
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Platform
import TestSupport
import Testing
import TextFormats
import Timekeeping
import Tokens

@testable import Server  // tokens of machines, and an issuer, are made by hand

/// Rights that end: by the event or at their second, for requests, sessions and streams. The heartbeat is ten minutes here, so
/// that nothing ends by it.
@Suite struct RightsTests {
    private struct Scene {
        let directory = TemporaryDirectory()
        let key = P256.Signing.PrivateKey()
        let table: Table
        let file: String
        let issuers: [TokenIssuer]
        let time = SetClock()

        init() async throws {
            file = try directory.write(Self.set(key), to: "keys.json")
            let issuers = [
                TokenIssuer(
                    issuer: "https://issuer.example", audiences: ["drafts"], algorithms: [.es256],
                    maximumLifetimeSeconds: 3_600, keys: file)
            ]
            self.issuers = issuers
            let clock = time.clock
            table = try await Table { ($0.issuers, $0.secondsClock) = (issuers, clock) }
        }

        static func set(_ key: P256.Signing.PrivateKey) -> String {
            let point = key.publicKey.rawRepresentation
            let (x, y) = (Base64URL.encode(point.prefix(32)), Base64URL.encode(point.suffix(32)))
            return "{\"keys\":[{\"kid\":\"k1\",\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"\(x)\",\"y\":\"\(y)\"}]}"
        }

        /// - Parameter lifetime: from now on.
        func token(of subject: String = "sue", lifetime: Int = 600, age: Int = 0) throws -> String {
            let now = Int(Date().timeIntervalSince1970)
            let claims =
                "{\"iss\":\"https://issuer.example\",\"aud\":\"drafts\",\"sub\":\"\(subject)\",\"iat\":\(now - age),"
                + "\"exp\":\(now + lifetime)}"
            let input =
                "\(Base64URL.encode(#"{"alg":"ES256","kid":"k1"}"#.utf8)).\(Base64URL.encode(claims.utf8))"
            let signature = try key.signature(for: Array(input.utf8)).rawRepresentation
            return "\(input).\(Base64URL.encode(signature))"
        }
    }

    private static func cookie(_ token: String, at server: RunningServer) async throws -> String {
        let answer = try await server.send("POST", "/v1/session", as: token)
        return String(try #require(answer.header("set-cookie")).prefix { $0 != ";" })
    }

    private static func live(
        _ server: RunningServer, as token: String? = nil, _ headers: [String: String] = [:],
        path: String = "/v1/stream?lobby"
    ) async throws -> EventReader {
        var reader = try await EventReader(server, path: path, as: token, headers: headers)
        #expect(reader.status == 200)
        _ = try await reader.until("live")
        return reader
    }

    @Test func aStreamEndsAtTheSecondOfItsTokensExpiry() async throws {
        let scene = try await Scene()
        let server = scene.table.server
        let token = try scene.token(lifetime: 600)
        let cookie = try await Self.cookie(token, at: server)
        var streams = [
            try await Self.live(server, as: token), try await Self.live(server, ["Cookie": cookie]),
        ]
        scene.time.skip(300)
        #expect(try await server.get("/v1/users/me", as: token).status == 200)
        #expect(try await server.get("/v1/users/me", ["Cookie": cookie]).status == 200)
        scene.time.skip(301)
        for index in streams.indices { #expect(try await streams[index].until("bye").last?.name == "bye") }
        let answer = try await server.get("/v1/users/me", as: token)
        #expect(try answer.status == 401 && answer.json["reason"]?.string == "expired")
        try await server.stop()
    }

    @Test func aStreamEndsWhenItsSignersKeyIsRemoved() async throws {
        let scene = try await Scene()
        let server = scene.table.server
        let token = try scene.token()
        let cookie = try await Self.cookie(token, at: server)
        var streams = [
            try await Self.live(server, as: token), try await Self.live(server, ["Cookie": cookie]),
        ]
        _ = try scene.directory.write(Scene.set(P256.Signing.PrivateKey()), to: "keys.json")
        for index in streams.indices { #expect(try await streams[index].until("bye").last?.name == "bye") }
        #expect(try await server.get("/v1/users/me", as: token).status == 401)
        #expect(try await server.get("/v1/users/me", ["Cookie": cookie]).status == 401)
        try await server.stop()
    }

    @Test func aStreamEndsWhenAMachinesTokenIsRevoked() async throws {
        let table = try await Table()
        let tokens = MachineTokens(of: table.ledger.path)
        let (token, entry) = try tokens.create("monitor", user: 906, roles: [.auditor], at: Timestamp(microseconds: 0))
        let cookie = try await Self.cookie(token, at: table.server)
        var streams = [
            try await Self.live(table.server, as: token, path: "/v1/stream/all"),
            try await Self.live(table.server, ["Cookie": cookie], path: "/v1/stream/all"),
            try await Self.live(table.server, as: token, path: "/v1/stream/staff"),
        ]
        _ = try tokens.revoke(entry.id)
        for index in streams.indices { #expect(try await streams[index].until("bye").last?.name == "bye") }
        let answer = try await table.server.get("/v1/users/me", as: token)
        #expect(try answer.status == 401 && answer.json["reason"]?.string == "revoked")
        try await table.server.stop()
    }

    @Test func aStreamEndsWithItsAccount() async throws {
        let table = try await Table()
        var stream = try await Self.live(table.server, as: table.anna.token)
        var other = try await Self.live(table.server, as: table.ben.token)
        let closed = try await table.server.command(
            "{\"kind\":\"closeAccount\",\"user\":\(table.anna.user)}", as: table.anna.token)
        #expect(closed.status == 200, "\(closed.text)")
        #expect(try await stream.until("bye").last?.name == "bye")
        #expect(try await table.server.send("DELETE", "/v1/sessions", as: table.ben.token).status == 204)
        #expect(try await other.until("bye").last?.name == "bye")
        try await table.server.stop()
    }

    @Test func signingOutEverywhereEndsAllThatWasThereBefore() async throws {
        let scene = try await Scene()
        let server = scene.table.server
        let (token, older) = (try scene.token(), try scene.token(age: 30))
        let cookies = [try await Self.cookie(token, at: server), try await Self.cookie(older, at: server)]
        let user = try #require(try await server.get("/v1/users/me", as: token).json["user"]?.integer(as: UInt64.self))
        // The token of a machine stays; what a page has begun by it does not.
        let tokens = MachineTokens(of: scene.table.ledger.path)
        let machine = try tokens.create("own", user: UserID(user), roles: [], at: Timestamp(microseconds: 0)).token
        let page = try await Self.cookie(machine, at: server)
        var stream = try await Self.live(server, as: token)
        #expect(try await server.send("DELETE", "/v1/sessions").status == 401)
        let out = try await server.send("DELETE", "/v1/sessions", as: token)
        #expect(out.status == 204 && out.header("set-cookie")?.contains("Max-Age=0") == true)
        #expect(try await stream.until("bye").last?.name == "bye")
        for old in [token, older] {
            let answer = try await server.get("/v1/users/me", as: old)
            #expect(try answer.status == 401 && answer.json["reason"]?.string == "signed_out")
        }
        for cookie in cookies + [page] {
            #expect(try await server.get("/v1/users/me", ["Cookie": cookie]).status == 401)
        }
        #expect(try await server.get("/v1/users/me", as: machine).status == 200)
        #expect(try await server.get("/v1/users/me", as: scene.table.ben.token).status == 200)
        // As of a second later: issuers write whole seconds.
        #expect(try await server.get("/v1/users/me", as: try scene.token(age: -2)).status == 200)
        try await server.stop()
        try await scene.table.serveAgain()
        #expect(try await scene.table.server.get("/v1/users/me", as: older).status == 401)
        #expect(try await scene.table.server.get("/v1/users/me", as: try scene.token(age: -2)).status == 200)
        try await scene.table.server.stop()
    }

    @Test func anotherIsSignedOutByAnOfficerAlone() async throws {
        let table = try await Table()
        let (server, path) = (table.server, "/v1/users/\(table.anna.user)/sessions")
        let officer = try await server.signIn("olga", roles: ["officer"])
        #expect(try await server.send("DELETE", path).status == 401)
        #expect(try await server.send("DELETE", path, as: table.ben.token).status == 403)
        #expect(try await server.get("/v1/users/me", as: table.anna.token).status == 200)
        func signOuts() throws -> [UserID] {
            try table.ledger.stream(.user(UserID(table.anna.user))).compactMap { recorded in
                guard case .privateDataRead(let read) = recorded.event, read.kind == .signOut else { return nil }
                return read.reader
            }
        }
        #expect(try await server.send("DELETE", path, as: officer.token).status == 204)
        #expect(try await server.get("/v1/users/me", as: table.anna.token).status == 401)
        // Each time is on record, for the member and for staff.
        #expect(try await server.send("DELETE", path, as: officer.token).status == 204)
        #expect(try signOuts() == [UserID(officer.user), UserID(officer.user)])
        let acts = try await server.get("/v1/staff/actions", as: officer.token).text
        #expect(acts.contains("\"act\":\"sign-out\"") && acts.contains("signed out everywhere"), "\(acts)")
        // The member's own is not.
        #expect(try await server.send("DELETE", "/v1/sessions", as: table.ben.token).status == 204)
        let own = try table.ledger.stream(.user(UserID(table.ben.user))).compactMap { recorded in
            if case .privateDataRead(let read) = recorded.event { read.kind } else { nil }
        }
        #expect(own == [.money], "the list of acts shows the deposit")
        // A user who signs in again has a token that is newer.
        let again = try await server.signIn("anna")
        #expect(again.user == table.anna.user)
        #expect(try await server.get("/v1/users/me", as: again.token).status == 200)
        #expect(try await server.send("DELETE", path, as: again.token).status == 204)
        try await server.stop()
    }

    /// A first token registers its user, and a read by staff is an event.
    @Test func aReadStoresNothingWhileTheServerWaitsForTheClock() async throws {
        let scene = try await Scene()
        let (table, ledger) = (scene.table, scene.table.ledger)
        #expect(try await table.server.get("/v1/users/me", as: try scene.token()).status == 200)
        let olga = try await table.server.signIn("olga", roles: ["officer"])
        try await table.server.stop()
        let officer = try MachineTokens(of: ledger.path).create(
            "desk", user: UserID(olga.user), roles: .officer, at: Timestamp(microseconds: 0)
        ).token
        let last = try #require(try ledger.lastRecordedAt())
        let moment = Guarded(last + .seconds(-3_600))
        let clock = WallClock {
            moment.withLock { $0 }
        } sleep: { end in
            while moment.withLock({ $0 < end }) { try await Task.sleep(for: .milliseconds(5)) }
        }
        let server = try await RunningServer(ledger) { options in
            (options.clock, options.isDev, options.issuers) = (clock, false, scene.issuers)
        }
        let size = try ledger.size
        let questions = [
            ("/v1/users/me", try scene.token(of: "sam")), ("/v1/users/\(table.anna.user)/balance", officer),
        ]
        #expect(try await server.get("/v1/users/me", as: try scene.token()).status == 200)
        for (path, token) in questions {
            let answer = try await server.get(path, as: token)
            #expect(answer.status == 503 && answer.text.contains(last.iso8601), "\(path): \(answer.text)")
        }
        #expect(try ledger.size == size)
        moment.withLock { $0 = last + .seconds(3_600) }
        while try await server.get("/readyz").status != 200 { try await Task.sleep(for: .milliseconds(10)) }
        for (path, token) in questions { #expect(try await server.get(path, as: token).status == 200, "\(path)") }
        try await server.stop()
    }

    @Test func aRefusalNamesItsOneCauseAndIsCounted() async throws {
        let scene = try await Scene()
        let server = scene.table.server
        let good = try scene.token()
        for (header, reason, error) in [
            ("Bearer \(good.dropLast(4))AAAA", "signature", "invalid_token"),
            ("Bearer x", "malformed", "invalid_token"),
            ("Bearer draftledger_0", "revoked", "invalid_token"), ("Basic YTpi", "scheme", "invalid_request"),
            ("Bearer \(String(repeating: "a", count: 8_193))", "too_long", "invalid_token"),
        ] {
            let answer = try await server.get("/v1/users/me", ["Authorization": header])
            let json = try answer.json
            #expect(answer.status == 401 && json["reason"]?.string == reason && answer.code == "unauthenticated")
            let challenge = try #require(answer.header("www-authenticate"))
            #expect(challenge.hasPrefix("Bearer error=\"\(error)\", error_description=\""), "\(challenge)")
            let description = challenge.split(separator: "\"", omittingEmptySubsequences: false)
            #expect(description.count == 5 && json["detail"]?.string?.hasSuffix(description[3]) == true)
        }
        #expect(try await server.get("/v1/users/me").header("www-authenticate") == "Bearer")
        let monitor = try await server.signIn("ada", roles: ["auditor"]).token
        let figures = try await server.get("/metrics", as: monitor).text
        #expect(figures.contains("draftledger_tokens_refused_total{reason=\"signature\"} 1"), "\(figures)")
        #expect(figures.contains("draftledger_tokens_refused_total{reason=\"issuer\"} 0"))
        try await server.stop()
    }
}
