import AsyncHTTPClient
import Draft
import DraftLedger
import Foundation
import HTTPTypes
import HummingbirdCore
import LedgerTesting
import NIOCore
import NIOHTTP1
import Records
import Testing

@testable import Server  // the table of routes is the module's own

/// That nobody reads the queues and refusals of others while a draft is live, by any route, and that the members see who
/// reads them later.
@Suite struct PrivacyTests {
    // MARK: The matrix

    private static let roles = ["officer", "auditor", "operator", "cashier", "analyst", "backend", "importer"]
    private static let queueID = "c0ffee00c0ffee00c0ffee00c0ffee01"
    private static let refusedID = "c0ffee00c0ffee00c0ffee00c0ffee02"

    /// What stands in an answer that shows the queue or the refusal.
    private static let needles: [String: Data] = [
        "queue": Data("13,17,11".utf8), "names": Data("P13, P17".utf8), "name": Data("P17".utf8),
        "record": Data([13, 0, 17, 0, 11, 0]),
        "queue id": Data(queueID.utf8), "refused id": Data(refusedID.utf8), "reason": Data("notYourTurn".utf8),
        "rejected": Data("CommandRejected".utf8), "set": Data("QueueSet".utf8),
        "raw id": Data([0x02, 0xEE, 0xFF, 0xC0, 0x00, 0xEE, 0xFF, 0xC0]),
    ]

    /// A question of each route, with all its parameters: nil for streams, which have no end.
    private static func path(_ route: Route, _ values: [String: String], _ pick: Int) -> String? {
        guard !route.path.hasSuffix("/stream"), !route.path.hasPrefix("/v1/stream/") else { return nil }
        var path = route.path
        for (name, value) in values { path = path.replacing("{\(name)}", with: value) }
        switch route.path {
        case "/v1/rooms/{room}/dispute", "/v1/rooms/{room}/evidence": path += "?pick=\(pick)"
        case "/v1/entries/{entry}/dispute", "/v1/entries/{entry}/evidence": path += "?week=1"
        case "/v1/events": path += "?limit=10000"
        case "/v1/search": path += "?q=1"
        case "/v1/names": path += "?users=\(values["user"] ?? "1"),1,2,3"
        case "/v1/rooms/{room}/events": path += "?ticks=true"
        default: break
        }
        return path
    }

    private struct Answer: Hashable {
        var path: String
        var role: String
        var needle: String
    }

    /// The needles that each role finds by each route.
    private static func found(
        by tokens: [String: String?], at table: Table, _ routes: [Route], _ positions: [UInt64], claimant: UInt64,
        seat: Seat
    ) async throws -> Set<Answer> {
        var found: Set<Answer> = []
        let size = try table.ledger.size
        let entry = "\(try table.ledger.room(1)?.member(at: seat)?.entry ?? 0)"
        let pick = (table.pickOf(seat) ?? 1)
        let values = [
            "room": "1", "seat": "\(seat)", "user": "\(claimant)", "case": "1", "entry": entry, "tournament": "1",
            "pool": "1", "season": "2026", "measure": "1", "team": entry, "player": "1-0", "code": "forbidden",
            "version": "1", "file": "x.js",
        ]
        for route in routes where route.method == .get {
            guard let first = path(route, values, pick) else { continue }
            var paths = [first]
            if route.path.contains("{position}") {
                paths = positions.map { first.replacing("{position}", with: "\($0)") }
            } else if route.path == "/log/tile/{path*}" {
                paths =
                    ["entries/000.p/\(size)", "0/000.p/\(size)"].map { "/log/tile/\($0)" }
                    + positions.map { "/log/tile/entries/000.p/\($0 + 1)" }
            }
            for (role, token) in tokens {
                for path in paths {
                    let (status, bytes) = try await table.server.raw(path, as: token)
                    for (name, needle) in needles where bytes.range(of: needle) != nil {
                        found.insert(Answer(path: route.path, role: role, needle: name))
                    }
                    #expect(status != 500, "\(role) \(path)")
                }
            }
        }
        for (role, token) in tokens {
            for path in ["/v1/stream/all?from=0&ticks=true", "/v1/stream?rooms=1&me=true", "/v1/stream/staff"] {
                var reader = try await EventReader(table.server, path: path, as: token)
                guard reader.status == 200 else { continue }
                let text = Data(try await reader.until("live").map { "\($0.name) \($0.data)" }.joined().utf8)
                for (name, needle) in needles where text.range(of: needle) != nil {
                    found.insert(Answer(path: path, role: role, needle: name))
                }
            }
        }
        return found
    }

    @Test func noRouteTellsALiveQueueOrRefusalAndTheMemberSeesWhoReadsThemLater() async throws {
        let table = try await Table()
        try await table.draft()
        // The first pick is made, so that its seat can claim it.
        #expect(try await table.pick(0).status == 200)
        let server = table.server
        let routes = DraftServer.routes(isDev: true)
        let member = try table.turn().off
        let rival = try table.turn().on
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(member.user)))
        var tokens: [String: String?] = [
            "rival": rival.token, "other": try await server.signIn("otto").token, "nobody": nil,
        ]
        for role in Self.roles { tokens[role] = try await server.signIn("the \(role)", roles: [role]).token }
        let version = try table.ledger.room(1)?.version ?? 0
        let opened = try await server.command(
            "{\"kind\":\"openDispute\",\"dispute\":1,\"room\":1,\"pick\":1,\"seat\":\(seat),\"roomVersion\":\(version),"
                + "\"claimant\":\(member.user),\"claim\":\"I clicked.\"}", as: member.token)
        #expect(opened.status == 200, "\(opened.text)")
        try table.ledger.publishCheckpoint()
        let before = try await Self.found(
            by: tokens, at: table, routes, [0, 1], claimant: member.user, seat: seat)

        let queued = try await server.post(
            "/v1/commands", as: member.token,
            "{\"kind\":\"setQueue\",\"room\":1,\"seat\":\(seat),\"players\":[13,17,11],\"id\":\"\(Self.queueID)\"}")
        let refused = try await server.post(
            "/v1/commands", as: member.token,
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":2,\"player\":19,\"id\":\"\(Self.refusedID)\"}")
        #expect(queued.status == 200 && refused.status == 409)
        try table.ledger.publishCheckpoint()
        let positions = [
            try #require(try table.ledger.stream(.queue(1, seat)).last?.position),
            try #require(try table.ledger.stream(.room(1)).last { $0.event.type == .commandRejected }?.position),
        ]
        let live = try await Self.found(
            by: tokens, at: table, routes, positions, claimant: member.user, seat: seat)
        #expect(live.subtracting(before).map { "\($0.role) finds \($0.needle) by \($0.path)" } == [])

        for player in 1..<4 { #expect(try await table.pick(player).status == 200) }
        try table.ledger.publishCheckpoint()
        let over = try await Self.found(
            by: tokens, at: table, routes, positions, claimant: member.user, seat: seat
        ).subtracting(before)
        let readers = Set(over.map(\.role))
        #expect(readers == ["officer", "auditor"])
        for path in [
            "/v1/rooms/{room}/evidence", "/v1/rooms/{room}/seats/{seat}/queue", "/v1/rooms/{room}/events",
            "/v1/records/{position}", "/v1/events", "/log/tile/{path*}", "/v1/users/{user}/activity",
            "/v1/stream/all?from=0&ticks=true",
        ] {
            #expect(over.contains { $0.path == path && $0.role == "officer" }, "an officer sees nothing by \(path)")
        }

        // The member sees who read what, and nobody else's reads.
        let lines = try await server.get("/v1/users/me/activity", as: member.token).text
        for kind in ["the queue", "the draft with queues and refusals", "money", "all activity", "stored records"] {
            #expect(lines.contains("private data read: \(kind)"), "\(kind) in \(lines)")
        }
        let reads = try table.ledger.stream(.user(UserID(member.user))).compactMap { event -> PrivateDataRead? in
            if case .privateDataRead(let read) = event.event { read } else { nil }
        }
        #expect(Set(reads.map(\.kind)).count > 5 && reads.allSatisfy { $0.reader.number != member.user })
        #expect(Set(reads.map(\.roles)) == [.officer, .auditor])
        let acts = try await server.get("/v1/staff/actions", as: tokens["officer"] ?? nil).text
        #expect(acts.contains("read of private data"), "\(acts)")
        try await server.stop()
    }

    // MARK: What a read leaves

    @Test func aReadIsRecordedOnceADayAndBeforeTheAnswer() async throws {
        let table = try await Table()
        try await table.draft()
        let officer = try await table.server.signIn("olga", roles: ["officer"])
        let anna = UserID(table.anna.user)
        func reads() throws -> [PrivateDataRead] {
            try table.ledger.stream(.user(anna)).compactMap { event in
                if case .privateDataRead(let read) = event.event { read } else { nil }
            }
        }
        for _ in 0..<3 {
            #expect(try await table.server.get("/v1/users/\(anna)/balance", as: officer.token).status == 200)
            #expect(
                try reads() == [
                    PrivateDataRead(reader: UserID(officer.user), roles: .officer, kind: .money, room: nil)
                ])
        }
        // A restart forgets what was recorded; the stream does not.
        try await table.server.stop()
        try await table.serveAgain()
        let again = try await table.server.signIn("olga", roles: ["officer"])
        #expect(try await table.server.get("/v1/users/\(anna)/statement", as: again.token).status == 200)
        #expect(try reads().count == 1)
        table.skip(.seconds(86_401))
        let later = try await table.server.signIn("olga", roles: ["officer"])
        #expect(try await table.server.get("/v1/users/\(anna)/balance", as: later.token).status == 200)
        #expect(try reads().count == 2)
        // A member's own reads, and numbers that no user has, leave nothing.
        let member = try await table.server.signIn("anna")
        #expect(try await table.server.get("/v1/users/me/balance", as: member.token).status == 200)
        let size = try table.ledger.size
        _ = try await table.server.get("/v1/users/99999/profile", as: later.token)
        #expect(try table.ledger.size == size && reads().count == 2)
        try await table.server.stop()
    }

    /// No record, no answer.
    @Test func aReadThatCannotBeRecordedIsNotAnswered() async throws {
        let table = try await Table()
        let recorder = AccessRecorder(table.ledger) { Timestamp(microseconds: 1_800_000_000_000_000) }
        let read = PrivateRead(user: UserID(table.anna.user), kind: .money)
        let founders = ([901, 902, 903] as [UserID]).map {
            AuthorityBegan.Founder(person: $0, key: SealingKey().publicKey)
        }
        let began = AuthorityBegan(founders: founders, recoveryKey: SealingKey().publicKey)
        _ = try await table.ledger.send(.staff(.beginAuthority(began)), as: .admin(nil), id: .random()).get()
        let impostor = Caller(user: 77, roles: .officer)
        await #expect(throws: Problem.self) { try await recorder.record([read], by: impostor) }
        let size = try table.ledger.size
        try await recorder.record([read], by: Caller(user: UserID(table.anna.user), roles: []))
        #expect(try table.ledger.size == size)
        try await recorder.record([read], by: Caller(user: 901, roles: .founder))
        #expect(try table.ledger.size == size + 1)
        try await table.server.stop()
    }
}

extension Table {
    /// The first pick of a seat of room 1.
    fileprivate func pickOf(_ seat: Seat) -> Int? {
        guard let room = try? ledger.room(1) else { return nil }
        return room.seatOfSlot.firstIndex(of: seat).map { $0 + 1 }
    }
}

extension RunningServer {
    /// What an address answers, byte for byte, to anybody.
    fileprivate func raw(_ path: String, as token: String?) async throws -> (status: UInt, bytes: Data) {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(5))
        return (response.status.code, Data(try await response.body.collect(upTo: 64 << 20).readableBytesView))
    }
}
