import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import TestSupport
import Testing
import TextFormats

@testable import Server  // quotas are the module's own

/// How often one client may ask, and what no quota may decide.
@Suite struct RateTests {
    @Test func howSomebodyStandsTakesNothing() {
        let (limiter, policy) = (RateLimiter(), RatePolicy("p", 2, inSeconds: 2))
        let start = ContinuousClock.now
        for _ in 0..<9 { #expect(limiter.standing(policy, of: .user(7), at: start).isWithin) }
        for left in [1, 0] { #expect(limiter.take(policy, for: .user(7), at: start).left == left) }
        let over = limiter.standing(policy, of: .user(7), at: start)
        #expect(over == limiter.take(policy, for: .user(7), at: start) && !over.isWithin && over.seconds == 1)
        #expect(limiter.standing(policy, of: .user(7), at: start + .seconds(1)).isWithin)
        #expect(limiter.standing(policy, of: .user(8), at: start).isWithin)
    }

    @Test func aQuotaComesBackWithTime() {
        let (limiter, policy) = (RateLimiter(), RatePolicy("p", 4, inSeconds: 2))
        let start = ContinuousClock.now
        let client = RateLimiter.Client.user(7)
        for left in [3, 2, 1, 0] {
            let standing = limiter.take(policy, for: client, at: start)
            #expect(standing.isWithin && standing.left == left)
        }
        let over = limiter.take(policy, for: client, at: start)
        #expect(
            !over.isWithin && over.seconds == 1 && over.field == "\"p\";r=0;t=1" && over.policyField == "\"p\";q=4;w=2")
        // Somebody else's is another one, and so is the same client's under another policy.
        #expect(limiter.take(policy, for: .user(8), at: start).isWithin)
        #expect(limiter.take(policy, for: .address("7"), at: start).isWithin)
        #expect(limiter.take(RatePolicy("q", 1, inSeconds: 1), for: client, at: start).isWithin)
        let half = start + .milliseconds(500)
        #expect(limiter.take(policy, for: client, at: half).isWithin)
        #expect(!limiter.take(policy, for: client, at: half).isWithin)
        // A clock that seems to go back gives nothing away, and a long rest no more than the quota.
        #expect(!limiter.take(policy, for: client, at: start).isWithin)
        let later = start + .seconds(1_000)
        #expect((0..<9).count { _ in limiter.take(policy, for: client, at: later).isWithin } == 4)
    }

    private func limited(_ change: @escaping @Sendable (inout RateLimits) -> Void) async throws -> Table {
        try await Table { wishes in
            wishes.operations = { options in
                var rates = RateLimits()
                change(&rates)
                options.rates = rates
            }
        }
    }

    /// Whether an answer says when to come again: so many seconds after the last one, of which some have passed.
    private func tells(_ answer: RunningServer.Answer, of seconds: Int) -> Bool {
        answer.header("retry-after").flatMap { Int($0) }.map { (seconds - 300...seconds).contains($0) } ?? false
    }

    @Test func whoAsksTooOftenIsToldWhenAgain() async throws {
        let table = try await limited { $0.reads = RatePolicy("reads", 3, inSeconds: 3_000) }
        let server = table.server
        for left in [2, 1, 0] {
            let answer = try await server.get("/v1/rooms", as: table.anna.token)
            #expect(answer.status == 200 && answer.header("ratelimit")?.contains("\"reads\";r=\(left);") == true)
            #expect(answer.header("ratelimit-policy")?.contains("\"reads\";q=3;w=3000") == true)
        }
        let over = try await server.get("/v1/rooms", as: table.anna.token)
        #expect(over.status == 429 && over.code == "tooManyRequests" && tells(over, of: 1_000))
        // Nobody else pays for it, and whether the server lives may always be asked.
        #expect(try await server.get("/v1/rooms", as: table.ben.token).status == 200)
        #expect(try await server.get("/readyz", as: table.anna.token).status == 200)
        try await server.stop()
    }

    @Test func anOfficerMayGoFastThroughCasesAndMeasuresButNotHaveAllOfThemJudged() async throws {
        let table = try await limited { $0.reports = RatePolicy("reports", 2, inSeconds: 3_000) }
        let officer = try await table.server.signIn("olga", roles: ["officer"]).token
        for path in ["cases", "measures", "cases?status=open"] {
            for _ in 0..<4 { #expect(try await table.server.get("/v1/\(path)", as: officer).status == 200) }
        }
        for status in [200, 200, 429] as [UInt] {
            #expect(try await table.server.get("/v1/cases?againstRules=true", as: officer).status == status)
        }
        #expect(try await table.server.get("/v1/integrity-indicators", as: officer).status == 429)
        #expect(try await table.server.get("/v1/cases", as: officer).status == 200)
        try await table.server.stop()
    }

    @Test func aPickByWhoIsOnTheClockAlwaysGoesThrough() async throws {
        let table = try await limited { $0.commands = RatePolicy("commands", 2, inSeconds: 100_000) }
        try await table.draft()
        let turn = try table.turn()
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(turn.on.user)))
        func queue(_ player: Int) async throws -> RunningServer.Answer {
            try await table.server.command(
                "{\"kind\":\"addToQueue\",\"room\":1,\"seat\":\(seat),\"player\":\(player)}", as: turn.on.token)
        }
        #expect(try await queue(5).status == 200)
        let size = try table.ledger.size
        let over = try await queue(6)
        let recorded = try over.json["recorded"]?.boolean
        #expect(over.status == 429 && recorded == false)
        #expect(try table.ledger.size == size)
        // Nor does it help to send it among others, or to call something else a pick.
        let array = try await table.server.post(
            "/v1/commands", as: turn.on.token,
            "[{\"kind\":\"addToQueue\",\"room\":1,\"seat\":\(seat),\"player\":6,\"id\":\"\(String(format: "%032x", 1))\"},"
                + "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3,\"id\":\"\(String(format: "%032x", 2))\"}]"
        )
        let outcomes = try array.json.elements
        #expect(outcomes.map { $0["outcome"]?.string } == ["failed", "accepted"])
        #expect(outcomes.first?["code"]?.string == "tooManyRequests")
        // On the clock is the other one now, twice in a row, whose quota ends with the first of these.
        let next = try table.turn().on
        for player in [4, 5] { #expect(try await table.pick(player).status == 200) }
        #expect(try table.turn().on.user != next.user)
        let early = try await table.server.command(
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":4,\"player\":9}", as: next.token)
        #expect(early.status == 429)
        try await table.server.stop()
    }

    @Test func whoKeepsSendingTokensThatAreNoneIsToldToWait() async throws {
        let table = try await limited { $0.failedSignIns = RatePolicy("failed-sign-ins", 3, inSeconds: 3_000) }
        let server = table.server
        for path in ["/v1/rooms", "/v1/users/me", "/livez"] {
            #expect(try await server.get(path, as: "draftledger_0_0").status == 401)
        }
        let over = try await server.get("/v1/rooms", as: "draftledger_0_1")
        #expect(over.status == 429 && over.code == "tooManyRequests" && tells(over, of: 1_000))
        let command = try await server.command(
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}", as: "nonsense")
        #expect(command.status == 429)
        // Who shares the address and has a token that is one, or sends none, does not pay for it.
        #expect(try await server.get("/v1/users/me", as: table.anna.token).status == 200)
        #expect(try await server.get("/v1/rooms").status == 200)
        try await server.stop()
    }

    @Test func whatChangesSomethingAndIsNoCommandIsCountedToo() async throws {
        let table = try await limited {
            $0.writes = RatePolicy("writes", 3, inSeconds: 3_000)
            // Signing in counts by the address alone, which has ten times as much.
            $0.usersPerAddress = 100
        }
        let server = table.server
        for _ in 0..<3 { #expect(try await server.send("POST", "/v1/session", as: table.anna.token).status == 200) }
        let over = try await server.send("POST", "/v1/session", as: table.anna.token)
        #expect(over.status == 429 && tells(over, of: 1_000))
        let profile = try await server.send("DELETE", "/v1/session", as: table.anna.token)
        #expect(profile.status == 429)
        // Commands have a quota of their own, and others are not counted with her.
        let join = "{\"kind\":\"joinTournament\",\"user\":\(table.anna.user),\"tournament\":1,\"entries\":1}"
        #expect(try await server.command(join, as: table.anna.token).status == 200)
        #expect(try await server.send("POST", "/v1/session", as: table.ben.token).status == 200)
        try await server.stop()
    }

    @Test func whoLooksIntoThePastIsCountedAsForAReport() async throws {
        let table = try await limited { $0.reports = RatePolicy("reports", 2, inSeconds: 3_000) }
        let (server, token) = (table.server, table.anna.token)
        for path in ["rooms", "tournaments"] {
            #expect(try await server.get("/v1/\(path)?at=pos:1", as: token).status == 200)
        }
        for path in ["rooms", "tournaments"] {
            #expect(try await server.get("/v1/\(path)?at=pos:1", as: token).status == 429)
            #expect(try await server.get("/v1/\(path)", as: token).status == 200)
        }
        // For what was one's own money then nothing is read but what moved it.
        #expect(try await server.get("/v1/users/\(table.anna.user)/balance?at=pos:1", as: token).status == 200)
        try await server.stop()
    }

    @Test func whatCannotBeReadAsACommandIsCountedAsOne() async throws {
        let wrong: [(path: String, body: String, status: UInt)] = [
            ("/v1/commands", "nonsense", 400), ("/v1/commands", "[]", 200), ("/v1/commands", "[1]", 400),
            ("/api/draft/99/pick", "{\"playerId\":\"1-1\"}", 404), ("/api/draft/1/pick", "nonsense", 400),
            ("/api/draft/1/pick", "{\"playerId\":\"nobody\"}", 422),
        ]
        // One more, by which the member has joined.
        let table = try await limited { $0.commands = RatePolicy("commands", wrong.count + 1, inSeconds: 100_000) }
        try await table.draft()
        let (server, token) = (table.server, try table.turn().on.token)
        for (path, body, status) in wrong {
            #expect(try await server.post(path, as: token, body).status == status, "\(path) \(body)")
        }
        for (path, body, _) in wrong {
            #expect(try await server.post(path, as: token, body).status == 429, "\(path) \(body)")
        }
        #expect(try await table.tap(3, as: token).status == 200)
        // Who says not who it is has a quota of the address.
        for _ in 0...wrong.count { #expect(try await server.post("/v1/commands", "{}").status == 401) }
        #expect(try await server.post("/v1/commands", "{}").status == 429)
        try await server.stop()
    }

    /// Who may not send anything more is told so before anything that is longer than a pick comes.
    @Test(.withinTheRun, arguments: ["/v1/commands", "/v1/commands/signable?key="])
    func aLongBodyOverTheQuotaIsRefusedBeforeItComes(path: String) async throws {
        let table = try await Table {
            // After which the connection is closed behind the answer.
            $0.limits.bodyTime = .seconds(3)
            $0.limits.idleTime = .seconds(3_600)
            $0.operations = { options in
                var rates = RateLimits()
                rates.commands = RatePolicy("commands", 1, inSeconds: 100_000)
                options.rates = rates
            }
        }
        let (server, key) = (table.server, SealingKey().publicKey.bytes.hexadecimal)
        let address = path.hasSuffix("=") ? path + key : path
        #expect(try await server.post("/v1/commands", as: table.anna.token, "nonsense").status == 400)
        func head(_ length: String) -> String {
            "POST \(address) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(table.anna.token)\r\n\(length)\r\n\r\n"
        }
        let stated = try Socket(server.port)
        stated.send(head("Content-Length: 900000"))
        // Nothing of the body is ever sent.
        let first = await stated.answer()
        #expect(first.hasPrefix("HTTP/1.1 429") && first.contains("tooManyRequests"), "\(first)")
        #expect(first.lowercased().contains("\r\nconnection: close\r\n") && first.contains("\r\nRetry-After: "))
        // One of no stated length, as soon as it is too long.
        let chunked = try Socket(server.port)
        chunked.send(head("Transfer-Encoding: chunked"))
        chunked.send("2000\r\n\(String(repeating: " ", count: 0x2000))\r\n")
        await chunked.waitForAnswer()
        chunked.send("0\r\n\r\n")
        let second = await chunked.answer()
        #expect(second.hasPrefix("HTTP/1.1 429"), "\(second)")
        // With a quota left it is read, and found to be too long or nothing.
        #expect(try await server.post(address, as: table.ben.token, String(repeating: " ", count: 9_000)).status == 400)
        try await server.stop()
    }

    @Test func nobodyHoldsAllStreams() async throws {
        let table = try await Table { $0.operations = { $0.streamsPerClient = 2 } }
        try await table.draft()
        var readers: [EventReader] = []
        for _ in 0..<2 { readers.append(try await EventReader(table.server, "rooms=1", as: table.anna.token)) }
        #expect(readers.map(\.status) == [200, 200])
        #expect(try await EventReader(table.server, "rooms=1", as: table.anna.token).status == 429)
        #expect(try await EventReader(table.server, "rooms=1", as: table.ben.token).status == 200)
        try await table.server.stop()
    }

    @Test func aPlaceIsFreeAgainWhenItsStreamIsGone() throws {
        let places = StreamPlaces()
        var place: StreamPlaces.Place? = try places.place(for: .user(1), atMost: 1, inAll: 9)
        #expect(throws: Problem.self) { try places.place(for: .user(1), atMost: 1, inAll: 9) }
        #expect(place != nil && places.count == 1)
        place = nil
        #expect(places.count == 0)
        _ = try places.place(for: .user(1), atMost: 1, inAll: 9)
    }

    @Test func whoComesWhenAllStreamsAreTakenIsToldToComeBack() async throws {
        let table = try await Table { $0.limits.streams = 1 }
        try await table.draft()
        let first = try await EventReader(table.server, "rooms=1", as: table.anna.token)
        #expect(first.status == 200)
        #expect(try await EventReader(table.server, "rooms=1", as: table.ben.token).status == 503)
        #expect(try await table.server.get("/v1/rooms/1", as: table.ben.token).status == 200)
        try await table.server.stop()
    }

    @Test(arguments: [(20_000, 16_384, 15_000), (1_024, 768, 720), (200, 150, 141), (10, 1, 1)])
    func fewDescriptorsMakeForFewConnections(descriptors: Int, connections: Int, streams: Int) {
        var limits = ServerOptions.Limits()
        limits.fit(descriptors: descriptors, isMultiplexed: false)
        #expect(limits.connections == connections && limits.streams == streams)
    }
}
