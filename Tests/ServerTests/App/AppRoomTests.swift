import Draft
import DraftLedger
import Foundation
import TextFormats
import Testing

/// A draft room as the app decodes it.
@Suite struct AppRoomTests {
    @Test func aRoomThatFillsHasAPlaceForEverybody() async throws {
        let table = try await Table()
        #expect(try await table.join(table.anna.token).status == 200)
        let room = try await table.server.get("/api/draft/1", as: table.anna.token).json
        #expect(room["id"]?.string == "1" && room["tournamentId"]?.string == "1")
        #expect(room["tournamentTitle"]?.string == "Test" && room["status"]?.string == "waiting")
        #expect(room["currentPickNumber"]?.excerpt == "1" && room["totalPicks"]?.excerpt == "4")
        #expect(room["pickTimeSeconds"]?.excerpt == "43200" && room["picks"]?.elements.isEmpty == true)
        let participants = try #require(room["participants"]).elements
        #expect(participants.map { $0["index"]?.excerpt } == ["0", "1"])
        #expect(participants.map { $0["username"]?.string } == ["anna", ""])
        #expect(participants.map { $0["id"]?.string } == ["\(1 << 16 | 1)", "1-seat-1"])
        #expect(participants.map { $0["isUser"]?.boolean } == [true, false])
        #expect(participants[0]["odaId"]?.string == "\(table.anna.user)")
        #expect(room["serverTime"]?.isAppDate == true && room["clock"]?.isNull == true)
        try await table.server.stop()
    }

    @Test func eachViewerSeesTheOwnFlagAndNoOther() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        _ = try await table.tap(3, as: turn.on.token)
        let olga = try await table.server.signIn("olga", roles: ["officer"])
        for (token, flags) in [
            (turn.on.token, [true, false]), (turn.off.token, [false, true]), (olga.token, [false, false]),
        ] {
            let room = try await table.server.get("/api/draft/1", as: token).json
            #expect(room["participants"]?.elements.map { $0["isUser"]?.boolean } == flags)
            #expect(room["status"]?.string == "active" && room["currentPickNumber"]?.excerpt == "2")
            #expect(room["clock"]?["pickNumber"]?.excerpt == "2" && room["clock"]?["deadline"]?.isAppDate == true)
            #expect(room["picks"]?.elements.map { $0["player"]?["name"]?.string } == ["P3"])
        }
        let picks = try await table.server.get("/api/draft/1/picks", as: turn.on.token).json.elements
        #expect(picks.map { $0["id"]?.string } == ["1-1"])
        try await table.server.stop()
    }

    @Test func aLiveRoomIsItsMembersAndOneThatIsOverEverybodys() async throws {
        let table = try await Table()
        try await table.draft()
        let other = try await table.server.signIn("otto")
        for path in ["/api/draft/1", "/api/draft/1/picks", "/api/draft/1/stream"] {
            #expect(try await table.server.get(path, as: other.token).status == 403)
            let nobody = try await table.server.get(path)
            #expect(nobody.status == 401 && nobody.message == "Please sign in")
        }
        for path in ["/api/draft/2", "/api/draft/x", "/api/draft/0/picks", "/api/draft/2/stream", "/api/nothing"] {
            let answer = try await table.server.get(path, as: table.anna.token)
            #expect(answer.status == 404 && answer.message == "Something went wrong", "\(path)")
        }
        for player in 0..<4 { try await table.pick(player) }
        let room = try await table.server.get("/api/draft/1")
        #expect(try room.json["status"]?.string == "complete")
        #expect(try room.json["currentPickNumber"]?.excerpt == "5")
        #expect(try room.json["participants"]?.elements.map { $0["isUser"]?.boolean } == [false, false])
        try await table.server.stop()
    }

    @Test func aDraftThatWasCalledOffIsOverWithNobodyOnTheClock() async throws {
        let table = try await Table()
        _ = try await table.join(table.anna.token)
        try await table.decide(.room(1, .cancelRoom(reason: "Nobody came.")))
        let room = try await table.server.get("/api/draft/1", as: table.anna.token).json
        #expect(room["status"]?.string == "complete" && room["statusDetail"]?.string == "cancelled")
        #expect(room["currentPickNumber"]?.excerpt == "5")
        try await table.server.stop()
    }

    @Test func aRoomWhereMembersSignIsNotTheApps() async throws {
        let table = try await Table()
        try await table.createContest(2) { $0.signedCommands = .required }
        let contest = try #require(try table.ledger.tournament(2))
        try await table.decide(
            .room(
                7,
                .openRoom(
                    OpenRoom(
                        tournament: 2, pool: 1, entryFee: contest.details.entryFee, ruleset: contest.details.ruleset))))
        let olga = try await table.server.signIn("olga", roles: ["officer"])
        for path in ["", "/picks", "/stream", "/queue"] {
            #expect(try await table.server.get("/api/draft/7\(path)", as: olga.token).status == 404, "\(path)")
        }
        #expect(try await table.tap(0, as: olga.token, room: 7).status == 404)
        try await table.server.stop()
    }

    @Test func anAccountsIdIsNobodyElses() async throws {
        let table = try await Table()
        try await table.draft()
        try table.ledger.setProfiles([
            (user: UserID(table.ben.user), profile: Profile(externalID: "subject of ben", displayName: ""))
        ])
        let text = try await table.server.get("/api/draft/1", as: table.anna.token).text
        #expect(!text.contains("subject of ben") && text.contains("user \(table.ben.user)"))
        // What a token says of a name is its issuer's, and may be anything.
        let long = "a" + String(repeating: "\u{301}", count: 5_000)
        try table.ledger.setProfiles([
            (user: UserID(table.ben.user), profile: Profile(externalID: "subject of ben", displayName: long))
        ])
        #expect(try await table.server.get("/api/draft/1", as: table.anna.token).text.utf8.count < 4_000)
        try await table.server.stop()
    }
}
