import Draft
import DraftLedger
import Foundation
import enum Server.OpenAPI
import Synchronization
import Testing
import TextFormats

@testable import DraftClient  // what reads the server's forms is the module's own

/// The server's forms: held against what it says of itself, and read where they have more than is known.
@Suite struct FormTests {
    private func read<Value: Decodable>(_ json: String, as _: Value.Type) throws -> Value {
        try WireFormat.decoder.decode(Value.self, from: Data(json.utf8))
    }

    private static let player = """
        {"id":"1-4","name":"Ja'Marr Chase","firstName":"Ja'Marr","lastName":"Chase","position":"XX","team":"CIN",
         "byeWeek":10,"adp":1.1,"projectedPoints":317,"rank":1,"headshotURL":null,"later":[1]}
        """

    private static let room = """
        {"id":"12","tournamentId":"1","tournamentTitle":"Open","status":"dreaming","statusDetail":"dreaming",
         "currentPickNumber":5,"totalPicks":8,"pickTimeSeconds":30,"later":{"a":1},"teams":4,"rounds":2,
         "participants":[\((0..<4).map { """
            {"id":"\($0)","odaId":"\($0)","username":"u\($0)","index":\($0),"isUser":\($0 == 1),"later":null}
            """ }.joined(separator: ","))],
         "picks":[{"id":"12-1","pickNumber":1,"round":1,"pickInRound":1,"participantId":"0","participantIndex":0,
          "player":\(player),"timestamp":"2026-01-31T05:02:02Z","source":"telepathy"}],
         "clock":{"pickNumber":5,"epoch":9,"deadline":"2026-01-31T05:02:32Z","graceEndsAt":"2026-01-31T05:02:37Z",
          "deadlineMicroseconds":1769835752000125,"graceEndsAtMicroseconds":1769835757000125},
         "pause":null,"countdownEndsAt":null,"version":3}
        """

    @Test func whatIsNotKnownYetIsKeptAndSpoilsNothing() throws {
        let room = try read(Self.room, as: DraftRoom.self)
        #expect(room.status == .unknown("dreaming") && room.status.text == "dreaming" && !room.status.isOver)
        #expect(room.picks[0].source == .unknown("telepathy") && room.picks[0].player.position == .unknown("XX"))
        #expect(room.clock.map { WireFormat.text($0.deadline) } == "2026-01-31T05:02:32.000125Z")
        let contest = """
            {"id":"1","title":"T","entryFeeCents":1,"currentEntries":0,"maxEntries":0,"firstPlacePrizeCents":0,
             "totalPrizeCents":0,"draftSpeed":"glacial","status":"haunted"}
            """
        #expect(try read(contest, as: Tournament.self).status == .unknown("haunted"))
        #expect(throws: (any Error).self) { try read("{}", as: DraftRoom.self) }
    }

    @Test func problemsOfBothShapesAndOfNoneAreRead() {
        func problem(_ body: String, _ headers: [String: String] = [:]) -> Problem {
            Problem(TransportAnswer(status: 409, headers: headers, body: Array(body.utf8)))
        }
        let ledgers = problem(
            """
            {"type":"/problems/clockExpired","title":"t","status":409,"detail":"Too late.","code":"clockExpired",
             "recorded":true,"position":991,"pick":5,"seat":null,"deadline":"2026-01-31T05:02:32.000125Z",
             "margin":-1500000}
            """, ["idempotency-replayed": "true"])
        #expect(ledgers.code == .clockExpired && ledgers.sentence == "Too late." && ledgers.position == 991)
        #expect(ledgers.margin == .milliseconds(-1_500) && ledgers.isDecision && ledgers.isReplay)
        #expect(ledgers.deadline.map(WireFormat.text) == "2026-01-31T05:02:32.000125Z")
        let apps = problem("{\"code\":\"brandNew\",\"message\":\"No.\",\"success\":false,\"position\":\"x\"}")
        #expect(apps.code == .unknown("brandNew") && apps.sentence == "No." && !apps.isDecision && !apps.isRecorded)
        let proxys = problem("<html>", ["retry-after": "3"])
        #expect(proxys.code == .unknown("status409") && proxys.retryAfter == .seconds(3))
    }

    @Test func everyCodeOfTheLedgersIsKnown() throws {
        let known = Set(ProblemCode.names.map(\.1))
        #expect(known.count == ProblemCode.names.count)
        #expect(Set(RefusalCode.allCases.map(\.name)).subtracting(known).isEmpty)
        for (code, text) in ProblemCode.names {
            #expect(ProblemCode(text) == code && code.text == text && "\(code)" == text)
        }
    }

    /// Each place is worked out as the rules do it.
    @Test(arguments: [(2, 3), (12, 18), (3, 1)]) func theOrderTurnsAsTheRulesHaveIt(teams: Int, rounds: Int) throws {
        var room = try read(Self.room, as: DraftRoom.self)
        (room.teams, room.rounds, room.totalPicks) = (teams, rounds, teams * rounds)
        let snake = Ruleset.slow(teams: UInt8(teams), rounds: UInt8(rounds)).snake
        for pick in 1...teams * rounds {
            let number = PickNumber(pick)
            #expect(room.participantIndex(for: pick) == Int(snake.slot(of: number)))
            let place = snake.pickInRound(of: number)
            #expect(room.label(of: pick) == "\(snake.round(of: number)).\(place < 10 ? "0" : "")\(place)")
        }
        #expect(room.participantIndex(for: 0) == nil && room.participantIndex(for: teams * rounds + 1) == nil)
    }

    @Test func whoseTurnItIsFollowsFromTheRoom() throws {
        var room = try read(Self.room, as: DraftRoom.self)
        #expect(room.onTheClock == nil)
        room.status = .active
        #expect(room.onTheClock?.id == "3" && !room.isMyTurn && room.picksAway == 2)
        room.currentPickNumber = 7
        #expect(room.isMyTurn && room.picksAway == 0)
        let late = Date(timeIntervalSince1970: 1_769_835_755)
        #expect(room.timeLeft(at: late)?.untilDeadline == 0)
        #expect((room.timeLeft(at: late)?.untilGraceEnds ?? 0) > 1.9)
        (room.status, room.currentPickNumber) = (.complete, 9)
        #expect(room.onTheClock == nil && room.picksAway == nil)
    }

    @Test func timesAreWrittenAsTheyAreRead() {
        for text in ["2026-01-31T05:02:32.000125Z", "1969-12-31T23:59:59.900000Z", "2026-02-28T00:00:00.000000Z"] {
            #expect(WireFormat.date(text).map(WireFormat.text) == text)
        }
        #expect(WireFormat.date("2026-01-31T05:02:32Z")?.timeIntervalSince1970 == 1_769_835_752)
        for text in ["", "today", "2026-01-31T05:02:32.Z"] {
            #expect(WireFormat.date(text) == nil)
        }
    }

    // MARK: The document

    /// Notes what is asked of the server, and asks it.
    private final class Recording: Transport {
        let asked = Mutex<Set<String>>([])
        private let inner = DraftClient.systemTransport()

        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            note(request)
            return try await inner.answer(to: request)
        }

        func stream(_ request: TransportRequest) async throws -> TransportStream {
            note(request)
            return try await inner.stream(request)
        }

        private func note(_ request: TransportRequest) {
            _ = asked.withLock { $0.insert("\(request.method) \(request.url.path())") }
        }
    }

    @Test func everyAddressThatIsAskedIsDescribed() async throws {
        let house = try await ClientHouse()
        let recording = Recording()
        let guest = try DraftClient(house.proxy.address)
        func client(_ name: String) throws -> DraftClient {
            let device = DraftClient.Device(key: SoftwareKey(), store: MemoryDeviceStore())
            return try DraftClient(
                house.proxy.address, device: device, options: ClientHouse.options, transport: recording
            ) { _ in try await guest.developmentToken(for: name) }
        }
        let (anna, ben) = (try client("anna"), try client("ben"))
        while try house.ledger.publishedCheckpoint() == nil { try await Task.sleep(for: .milliseconds(50)) }
        try await anna.enrol()
        _ = try await anna.players()
        _ = (try await anna.user(), try await anna.profile(), try await anna.teams(), try await anna.exposure())
        _ = (try await anna.transactions(), try await anna.drafts(), try await anna.balance())
        try await anna.registerDevice(token: "t")
        _ = (try await anna.setAlerts(DraftAlerts()), try await anna.setDisplayName("A"))
        let id = try await house.begin([anna, ben])
        let room = try await anna.room(id)
        try await anna.registerLiveActivity(token: [1, 2], of: id)
        _ = (try await anna.setQueue(try await anna.queue(of: room), of: room), try await anna.team(room.me?.id ?? ""))
        let (on, players) = (room.isMyTurn ? anna : ben, try await anna.players(of: room))
        _ = try await on.pick(players[0], in: room)
        for try await _ in anna.updates(of: id) { break }
        let paths = try #require(try JSONDocument(OpenAPI.document).root["paths"]).members.flatMap { path, item in
            item.members.map { method in "\(method.name.uppercased()) \(path)" }
        }
        let patterns = try paths.map { path in
            try Regex("^" + path.replacing(#/\{[^}]*\}/#, with: "[^/]+") + "$")
        }
        let asked = recording.asked.withLock { $0 }
        #expect(asked.count > 20)
        for request in asked.sorted() {
            #expect(patterns.contains { request.wholeMatch(of: $0) != nil }, "\(request)")
        }
        try await house.stop()
    }

    /// What cannot be done without is what the document says is always there.
    @Test(
        arguments: [
            (
                "AppRoom",
                [
                    "id", "tournamentId", "tournamentTitle", "status", "currentPickNumber", "totalPicks",
                    "pickTimeSeconds", "participants", "picks",
                ]
            ),
            (
                "AppPick",
                [
                    "id", "pickNumber", "round", "pickInRound", "participantId", "participantIndex", "player",
                    "timestamp",
                ]
            ),
            (
                "AppPlayer",
                [
                    "id", "name", "firstName", "lastName", "position", "team", "byeWeek", "adp", "projectedPoints",
                    "rank",
                ]
            ),
            (
                "AppContest",
                [
                    "id", "title", "entryFeeCents", "currentEntries", "maxEntries", "firstPlacePrizeCents",
                    "totalPrizeCents", "draftSpeed", "status",
                ]
            ),
            ("AppQueue", ["draftRoomId", "players", "version"]), ("Problem", ["detail", "code"]),
        ] as [(String, [String])])
    func whatIsReadAlwaysIsAlwaysThere(schema: String, members: [String]) throws {
        let schemas = try #require(try JSONDocument(OpenAPI.document).root["components"]?["schemas"])
        let described = schemas.members.first { $0.name == schema }?.value
        let required = Set(described?["required"]?.elements.compactMap(\.string) ?? [])
        #expect(Set(members).isSubset(of: required), "\(Set(members).subtracting(required))")
    }
}
