import Draft
import DraftLedger
import Foundation
import TextFormats
import Testing

/// What is a user's own in the app.
@Suite struct AppUserTests {
    private static let own = [
        "/api/user", "/api/user/balance", "/api/user/profile", "/api/transactions", "/api/teams", "/api/exposure",
        "/api/drafts",
    ]

    @Test func whatIsOnesOwnTakesAToken() async throws {
        let table = try await Table()
        for path in Self.own { #expect(try await table.server.get(path).status == 401, "\(path)") }
        #expect(try await table.server.send("PUT", "/api/user/preferences/draft-alerts", "{}").status == 401)
        try await table.server.stop()
    }

    @Test func theAccountIsAsTheLedgerKnowsIt() async throws {
        let table = try await Table()
        _ = try await table.join(table.anna.token)
        let user = try await table.server.get("/api/user", as: table.anna.token).json
        #expect(user["id"]?.string == "\(table.anna.user)" && user["username"]?.string == "anna")
        #expect(user["balanceCents"]?.excerpt == "99500" && user["createdAt"]?.isAppDate == true)
        #expect(user["emailVerified"]?.boolean == false && user["email"]?.isNull == true)
        let balance = try await table.server.get("/api/user/balance", as: table.anna.token).json
        #expect(balance["balanceCents"]?.excerpt == "99500" && balance["heldCents"]?.excerpt == "500")
        let moves = try await table.server.get("/api/transactions", as: table.anna.token).json["transactions"]
        #expect(moves?.elements.map { $0["amountCents"]?.excerpt } == ["-500", "100000"])
        #expect(moves?.elements.map { $0["balanceCents"]?.excerpt } == ["99500", "100000"])
        let profile = try await table.server.get("/api/user/profile", as: table.anna.token).json
        #expect(profile["tournamentsEntered"]?.excerpt == "1" && profile["totalWinningsCents"]?.excerpt == "0")
        #expect(profile["preferences"]?["draftAlerts"]?.members.count == 6)
        #expect(profile["preferences"]?["draftAlerts"]?.members.allSatisfy { $0.value.boolean == true } == true)
        try await table.server.stop()
    }

    @Test func alertsAreWhatWasChosenLast() async throws {
        let table = try await Table()
        let names = ["roomFilled", "draftStarting", "twoPicksAway", "onTheClock", "tenSecondsRemaining"]
        let body =
            "{" + names.map { "\"\($0)\":\($0 == "onTheClock")" }.joined(separator: ",")
            + ",\"slowDraftEmailUpdates\":false}"
        let path = "/api/user/preferences/draft-alerts"
        #expect(try await table.server.send("PUT", path, as: table.anna.token, body).status == 200)
        let profile = try await table.server.get("/api/user/profile", as: table.anna.token).json
        let alerts = try #require(profile["preferences"]?["draftAlerts"]).members
        #expect(alerts.filter { $0.value.boolean == true }.map(\.name) == ["onTheClock"])
        #expect(try await table.server.send("PUT", path, as: table.anna.token, "{\"roomFilled\":true}").status == 400)
        try await table.server.stop()
    }

    @Test func aNameIsWhatOthersSeeFromThenOn() async throws {
        let table = try await Table()
        try await table.draft()
        let path = "/api/user/profile"
        func put(_ body: String) async throws -> RunningServer.Answer {
            try await table.server.send("PUT", path, as: table.anna.token, body)
        }
        let answer = try await put("{\"displayName\":\"Änna \u{1F3C8}\",\"country\":null}")
        #expect(try answer.json["displayName"]?.string == "Änna \u{1F3C8}")
        let room = try await table.server.get("/api/draft/1", as: table.ben.token).json
        #expect(room["participants"]?.elements.contains { $0["username"]?.string == "Änna \u{1F3C8}" } == true)
        let long = String(repeating: "x", count: 41)
        for body in [
            "{\"displayName\":\"\"}", "{\"displayName\":\"\(long)\"}", "{\"displayName\":\"a\\nb\"}",
            "{\"displayName\":\"anna\",\"country\":\"AT\"}", "{\"displayName\":\"a\u{202E}b\"}",
            // One character to look at.
            "{\"displayName\":\"a" + String(repeating: "\u{301}", count: 5_000) + "\"}",
        ] {
            #expect(try await put(body).status == 422, "\(body)")
        }
        #expect(try await put("{}").status == 400)
        // The account is still found by its token.
        #expect(try await table.server.signIn("anna").user == table.anna.user)
        #expect(try await table.server.send("PUT", path, "{}").status == 401)
        try await table.server.stop()
    }

    @Test func teamsExposureAndDraftsAreTheUsersOwn() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        let live = try await table.server.get("/api/drafts?speed=slow", as: turn.on.token).json["drafts"]?.elements
        #expect(live?.map { $0["id"]?.string } == ["1"] && live?.first?["isMyTurn"]?.boolean == true)
        #expect(
            try await table.server.get("/api/drafts?speed=fast", as: turn.on.token).json["drafts"]?.elements.isEmpty
                == true)
        #expect(try await table.server.get("/api/drafts?speed=hasty", as: turn.on.token).status == 400)
        for player in 0..<4 { try await table.pick(player) }
        let teams = try #require(try await table.server.get("/api/teams", as: turn.on.token).json["teams"]).elements
        #expect(teams.count == 1 && teams[0]["statusDetail"]?.string == "complete")
        let picks = try #require(teams[0]["picks"]).elements
        #expect(picks.map { $0["player"]?["id"]?.string } == ["1-0", "1-3"])
        #expect(picks.map { $0["pickNumber"]?.excerpt } == ["1", "4"])
        let id = try #require(teams[0]["id"]?.string)
        #expect(try await table.server.get("/api/teams/\(id)", as: turn.on.token).json["roomId"]?.string == "1")
        #expect(try await table.server.get("/api/teams/\(id)", as: turn.off.token).status == 404)
        let exposure = try await table.server.get("/api/exposure", as: turn.off.token).json
        #expect(exposure["entries"]?.excerpt == "1")
        #expect(exposure["players"]?.elements.map { $0["player"]?["id"]?.string } == ["1-1", "1-2"])
        #expect(exposure["players"]?.elements.map { $0["exposurePercent"]?.excerpt } == ["100", "100"])
        #expect(
            try await table.server.get("/api/drafts", as: turn.on.token).json["drafts"]?.elements.isEmpty == true)
        try await table.server.stop()
    }

    @Test func nothingIsMadeUp() async throws {
        let table = try await Table()
        let stats = try await table.server.get("/api/players/1-3/stats")
        #expect(try stats.json["seasons"]?.elements.isEmpty == true && stats.json["projected"]?.isNull == true)
        #expect(try await table.server.get("/api/players/nobody/stats").status == 404)
        let features = try await table.server.get("/api/features").json
        #expect(features["applePayEnabled"]?.boolean == false && features["slowDraftsEnabled"]?.boolean == true)
        try await table.server.stop()
    }
}
