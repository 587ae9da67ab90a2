import Draft
import DraftLedger
import Foundation
import TextFormats
import Testing

/// A member's wishes as the app keeps them, and where its devices are reached.
@Suite struct AppQueueTests {
    private func put(
        _ table: Table, _ token: String, _ players: [Int], version: Int? = nil
    ) async throws -> RunningServer.Answer {
        let ids = players.map { "\"1-\($0)\"" }.joined(separator: ",")
        let expected = version.map { ",\"expectedVersion\":\($0)" } ?? ""
        return try await table.server.send(
            "PUT", "/api/draft/1/queue", as: token, "{\"playerIds\":[\(ids)]\(expected)}")
    }

    @Test func theQueueIsWhatWasPutAndCanStillBeHad() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        let empty = try await table.server.get("/api/draft/1/queue", as: turn.on.token).json
        #expect(empty["players"]?.elements.isEmpty == true && empty["draftRoomId"]?.string == "1")
        #expect(empty["updatedAt"]?.isAppDate == true)
        #expect(try await put(table, turn.on.token, [4, 2, 9]).status == 200)
        let queue = try await table.server.get("/api/draft/1/queue", as: turn.on.token).json
        let players = try #require(queue["players"]).elements
        #expect(players.map { $0["id"]?.string } == ["1-4", "1-2", "1-9"])
        #expect(players.map { $0["player"]?["name"]?.string } == ["P4", "P2", "P9"])
        #expect(players.map { $0["queuePosition"]?.excerpt } == ["0", "1", "2"])
        #expect(players.allSatisfy { $0["queuedAt"]?.isAppDate == true })
        _ = try await table.tap(4, as: turn.on.token)
        let left = try await table.server.get("/api/draft/1/queue", as: turn.on.token).json["players"]?.elements
        #expect(left?.map { $0["id"]?.string } == ["1-2", "1-9"])
        #expect(left?.map { $0["queuePosition"]?.excerpt } == ["0", "1"])
        try await table.server.stop()
    }

    @Test func aQueueIsItsSeatsAlone() async throws {
        let table = try await Table()
        try await table.draft()
        let (olga, otto) = (
            try await table.server.signIn("olga", roles: ["officer"]), try await table.server.signIn("otto")
        )
        _ = try await put(table, table.anna.token, [3])
        for token in [olga.token, otto.token] {
            #expect(try await table.server.get("/api/draft/1/queue", as: token).status == 403)
            #expect(try await put(table, token, [1]).status == 403)
        }
        #expect(try await table.server.get("/api/draft/1/queue").status == 401)
        let other = try await table.server.get("/api/draft/1/queue", as: table.ben.token)
        // With its quotes: a moment such as 2026-11-30 has the same characters.
        #expect(other.status == 200 && !other.text.contains("\"1-3\""), "\(other.text)")
        #expect(try other.json["players"]?.elements.isEmpty == true, "\(other.text)")
        try await table.server.stop()
    }

    @Test func aQueueThatChangedElsewhereIsNotOverwritten() async throws {
        let table = try await Table()
        try await table.draft()
        let token = table.anna.token
        #expect(try await put(table, token, [3], version: 0).status == 200)
        let stale = try await put(table, token, [4], version: 0)
        #expect(stale.status == 409 && stale.message == "Your queue changed on another device")
        let strange = try await table.server.send("PUT", "/api/draft/1/queue", as: token, "{\"playerIds\":[\"x\"]}")
        #expect(strange.status == 422 && strange.message == "This player is not in this draft")
        #expect(try await put(table, token, [5, 5]).status == 422)
        for body in ["{}", "{\"playerIds\":\"1-1\"}", "{\"playerIds\":[1]}"] {
            #expect(try await table.server.send("PUT", "/api/draft/1/queue", as: token, body).status == 400)
        }
        try await table.server.stop()
    }

    @Test func aDeviceIsRecordedOnceAndItsTokenNever() async throws {
        let table = try await Table()
        _ = try await table.join(table.anna.token)
        let size = try table.ledger.size
        for _ in 0..<3 {
            let answer = try await table.server.post("/api/user/fcm-token", as: table.anna.token, "{\"token\":\"abc\"}")
            #expect(answer.status == 200 && answer.text == "{}\n")
            let activity = try await table.server.post(
                "/api/draft/1/live-activity-token", as: table.anna.token, "{\"token\":\"0aff\"}")
            #expect(activity.status == 200 && activity.text == "{}\n")
        }
        #expect(try table.ledger.size == size + 2)
        for (path, token, status) in [
            ("/api/user/fcm-token", "", 400), ("/api/draft/1/live-activity-token", "xyz", 400),
            ("/api/draft/9/live-activity-token", "0a", 404),
        ] as [(String, String, UInt)] {
            #expect(
                try await table.server.post(path, as: table.anna.token, "{\"token\":\"\(token)\"}").status == status)
        }
        let stranger = try await table.server.post(
            "/api/draft/1/live-activity-token", as: table.ben.token, "{\"token\":\"0a\"}")
        #expect(stranger.status == 403)
        #expect(try await table.server.post("/api/user/fcm-token", "{\"token\":\"abc\"}").status == 401)
        try await table.server.stop()
    }
}
