import Records
import TextFormats
import Draft
import DraftLedger
import Foundation
import Testing

/// Who may see what, address by address and role by role.
@Suite struct AccessTests {
    /// Whether a member of the room, another user, an officer, an auditor and nobody see something.
    struct Row: Sendable {
        var path: String
        var member: UInt = 200
        var other: UInt
        var officer: UInt
        var auditor: UInt
        var nobody: UInt
    }

    private static let everybody = [
        "/v1/rooms", "/v1/tournaments", "/v1/tournaments/1", "/v1/pools/1", "/v1/pools/1/players",
        "/v1/contest-templates", "/livez",
        "/openapi.json", "/log/checkpoint", "/api/players", "/api/tournaments", "/api/features",
        "/api/players/1-0/stats",
    ]

    /// What the app shows everybody of the own.
    private static let own = [
        "/api/user", "/api/user/balance", "/api/user/profile", "/api/transactions", "/api/teams", "/api/exposure",
        "/api/drafts", "/v1/users/me/rankings", "/v1/users/me/rankings/1",
    ]

    private func check(_ rows: [Row], at table: Table) async throws {
        let server = table.server
        let other = try await server.signIn("otto")
        let officer = try await server.signIn("olga", roles: ["officer"])
        let auditor = try await server.signIn("ada", roles: ["auditor"])
        for row in rows {
            #expect(try await server.get(row.path, as: table.anna.token).status == row.member, "member, \(row.path)")
            #expect(try await server.get(row.path, as: other.token).status == row.other, "other, \(row.path)")
            #expect(try await server.get(row.path, as: officer.token).status == row.officer, "officer, \(row.path)")
            #expect(try await server.get(row.path, as: auditor.token).status == row.auditor, "auditor, \(row.path)")
            #expect(try await server.get(row.path).status == row.nobody, "nobody, \(row.path)")
        }
    }

    /// - Parameter watched: whether the contest was created with spectators.
    private func rows(of table: Table, live: Bool, watched: Bool = false) throws -> [Row] {
        let room = try #require(try table.ledger.room(1))
        let seat = try #require(room.seat(of: UserID(table.anna.user)))
        let user = table.anna.user
        let isPublic = !live || watched
        let public_: UInt = isPublic ? 200 : 403
        var rows = Self.everybody.map { Row(path: $0, other: 200, officer: 200, auditor: 200, nobody: 200) }
        let ofRoom = ["", "/board", "/rosters", "/events", "/timeline", "/draft"].map { "/v1/rooms/1\($0)" }
        for path in ofRoom + ["/api/draft/1", "/api/draft/1/picks"] {
            rows.append(Row(path: path, other: public_, officer: 200, auditor: public_, nobody: isPublic ? 200 : 401))
        }
        rows.append(Row(path: "/api/draft/1/queue", other: 403, officer: 403, auditor: 403, nobody: 401))
        rows += Self.own.map { Row(path: $0, other: 200, officer: 200, auditor: 200, nobody: 401) }
        let team = EntryID(room: 1, join: 1)
        let isAnnas = room.member(at: seat)?.entry == team
        rows.append(
            Row(
                path: "/api/teams/\(team)", member: isAnnas ? 200 : 404, other: 404, officer: 404, auditor: 404,
                nobody: 401))
        rows.append(
            Row(
                path: "/v1/rooms/1/seats/\(seat)/queue", other: 403, officer: live ? 403 : 200, auditor: 403,
                nobody: 401))
        rows.append(
            Row(
                path: "/v1/rooms/1/seats/\(1 - seat)/queue", member: 403, other: 403, officer: live ? 403 : 200,
                auditor: 403, nobody: 401))
        for path in ["balance", "statement", "entries", "teams", "settings", "notices", "limits"] {
            rows.append(
                Row(path: "/v1/users/\(user)/\(path)", other: 403, officer: 200, auditor: 403, nobody: 401))
        }
        // What staff are shown, and no member.
        for path in [
            "/v1/settlements", "/v1/names?users=\(user)", "/v1/tournaments/1/settlement", "/v1/approvals", "/v1/staff",
            "/v1/pools", "/v1/webhooks", "/v1/rooms/1/control",
        ] {
            rows.append(Row(path: path, member: 403, other: 403, officer: 200, auditor: 200, nobody: 401))
        }
        rows.append(Row(path: "/v1/events", member: 403, other: 403, officer: 200, auditor: 200, nobody: 401))
        rows.append(
            Row(
                path: "/log/tile/entries/000.p/1", member: 403, other: 403, officer: 200, auditor: 200, nobody: 401))
        rows.append(Row(path: "/log/tile/0/000.p/1", other: 200, officer: 200, auditor: 200, nobody: 200))
        return rows
    }

    @Test func whoSeesWhatOfALiveRoomAndOfOneThatIsOver() async throws {
        let table = try await Table()
        try await table.draft()
        try table.ledger.publishCheckpoint()
        try await check(try rows(of: table, live: true), at: table)
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        try await check(try rows(of: table, live: false), at: table)
        try await table.server.stop()
    }

    /// What everybody in the room can see, and nothing that one of them alone does.
    @Test func everybodySeesALiveRoomOfAContestWithSpectators() async throws {
        let table = try await Table()
        try await table.createContest(2) { $0.spectators = .live }
        try await table.draft(in: 2)
        try table.ledger.publishCheckpoint()
        try await check(try rows(of: table, live: true, watched: true), at: table)
        let turn = try table.turn()
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(turn.off.user)))
        _ = try await table.server.command(
            "{\"kind\":\"setQueue\",\"room\":1,\"seat\":\(seat),\"players\":[0,7]}", as: turn.off.token)
        _ = try await table.server.command(
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}", as: turn.off.token)
        try await table.pick(0)
        try await table.decide(.room(1, .automatePick(pick: 2, epoch: try #require(table.ledger.room(1)?.epoch))))
        #expect(try await table.server.get("/v1/rooms/1/events", as: turn.off.token).text.contains("CommandRejected"))
        let other = try await table.server.signIn("otto").token
        for token in [nil, other] {
            let events = try await table.server.get("/v1/rooms/1/events", as: token).text
            #expect(events.contains("\"type\":\"PickAutomated\"") && !events.contains("CommandRejected"))
            #expect(!events.contains("QueueSet") && !events.contains("AutopickExplained"))
            #expect(events.contains("\"skipped\":[]"))
            #expect(try await !table.server.get("/v1/rooms/1/timeline", as: token).text.contains("refused"))
            let draft = try await table.server.get("/v1/rooms/1/draft", as: token).json
            #expect(draft["you"]?.isNull == true && draft["picks"]?.elements.count == 2)
            let pick = "{\"kind\":\"makePick\",\"room\":1,\"pick\":3,\"player\":3,\"id\":\"\(CommandID.random())\"}"
            #expect(try await table.server.post("/v1/commands", as: token, pick).status == (token == nil ? 401 : 403))
        }
        try await table.server.stop()
    }

    @Test func aRefusalIsItsSendersAlone() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        _ = try await table.server.command(
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}", as: turn.off.token)
        let officer = try await table.server.signIn("olga", roles: ["officer"])
        func sees(_ token: String) async throws -> Bool {
            let events = try await table.server.get("/v1/rooms/1/events", as: token).text
            let words = try await table.server.get("/v1/rooms/1/timeline", as: token).text
            #expect(events.contains("CommandRejected") == words.contains("refused"))
            return events.contains("CommandRejected")
        }
        #expect(try await sees(turn.off.token))
        #expect(try await !sees(turn.on.token))
        #expect(try await !sees(officer.token))
        for player in 0..<4 { try await table.pick(player) }
        #expect(try await sees(officer.token))
        #expect(try await !sees(turn.on.token))
        try await table.server.stop()
    }

    @Test func anOfficerIsNotShownTheQueuesOfADraftThatGoesOn() async throws {
        let table = try await Table()
        try await table.draft()
        let server = table.server
        let (turn, officer) = (try table.turn(), try await server.signIn("olga", roles: ["officer"]))
        let auditor = try await server.signIn("ada", roles: ["auditor"])
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(turn.off.user)))
        _ = try await server.command(
            "{\"kind\":\"addToQueue\",\"room\":1,\"seat\":\(seat),\"player\":5}", as: turn.off.token)
        _ = try await server.command("{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}", as: turn.off.token)
        try table.ledger.publishCheckpoint()
        let queue = try #require(try table.ledger.stream(.queue(1, seat)).last?.position)
        let size = try table.ledger.size

        /// Which events are withheld from somebody: by address, and by the stream of everything.
        func withheld(_ token: String) async throws -> [[UInt64]] {
            let lines = try await server.get("/v1/events?limit=10000", as: token).text.split(separator: "\n")
            var reader = try await EventReader(server, path: "/v1/stream/all?from=0", as: token)
            let frames = try await reader.until("live").filter { $0.name == "events" }.map(\.data)
            return try [lines.map(String.init), frames].map { texts in
                let events = try texts.map { try JSONDocument(Array($0.utf8)).root }
                #expect(!events.isEmpty)
                let hidden = events.filter { $0["withheld"]?.boolean == true }
                // Neither whose it is nor when it happened.
                for event in hidden {
                    for member in event.members where !["position", "withheld"].contains(member.name) {
                        #expect(member.value.isNull, "\(member.name)")
                    }
                }
                #expect(events.allSatisfy { $0["withheld"]?.boolean == true || $0["body"]?.kind == .object })
                return hidden.compactMap { $0["position"]?.integer() }
            }
        }
        func statuses(_ token: String) async throws -> [UInt] {
            var statuses: [UInt] = []
            for path in ["/v1/records/\(queue)", "/log/tile/entries/000.p/\(size)", "/log/tile/entries/000.p/1"] {
                statuses.append(try await server.get(path, as: token).status)
            }
            return statuses
        }
        let refusal = try #require(
            try table.ledger.stream(.room(1)).last { $0.event.type == .commandRejected }?.position)
        for token in [officer.token, auditor.token] {
            for positions in try await withheld(token) { #expect(positions == [queue, refusal]) }
            #expect(try await statuses(token) == [403, 403, 200])
        }
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        #expect(try await withheld(officer.token) == [[], []])
        #expect(try await statuses(officer.token) == [200, 200, 200])
        try await server.stop()
    }

    @Test func aRoomThatTheCallerHasIsNotSentAgain() async throws {
        let table = try await Table()
        try await table.draft()
        let room = try await table.server.get("/v1/rooms/1", as: table.anna.token)
        let tag = try #require(room.header("etag"))
        let same = try await table.server.get("/v1/rooms/1", as: table.anna.token, ["If-None-Match": tag])
        #expect(same.status == 304 && same.text == "")
        try await table.pick(0)
        #expect(try await table.server.get("/v1/rooms/1", as: table.anna.token, ["If-None-Match": tag]).status == 200)
        let csv = try await table.server.get(
            "/v1/rooms/1/board?at=pick:1", as: table.anna.token, ["Accept": "text/csv"])
        #expect(csv.header("content-type") == "text/csv; charset=utf-8" && csv.text.contains("P0"))
        try await table.server.stop()
    }
}
