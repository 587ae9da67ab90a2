import Draft
import DraftLedger
import Foundation
import TextFormats
import Testing

@testable import Server  // limits are made small

/// The way into a contest: once for each wish, however often somebody taps.
@Suite struct AppJoinTests {
    @Test func aJoinNamesTheRoomTheEntryAndWhatWasPutIntoTheDraw() async throws {
        let table = try await Table()
        let answer = try await table.join(table.anna.token, entries: 2)
        #expect(answer.status == 200)
        let joined = try answer.json
        let rooms = try #require(joined["rooms"]).elements
        #expect(joined["roomId"]?.string == "1" && joined["participantId"]?.string == "\(1 << 16 | 1)")
        #expect(rooms.map { $0["roomId"]?.string } == ["1", "2"])
        let entropy = try #require(joined["drawEntropy"])
        #expect(entropy["from"]?.string == "server")
        for room in [RoomID(1), RoomID(2)] {
            let seated = try table.ledger.stream(.room(room)).compactMap { recorded -> [UInt8]? in
                if case .seatTaken(let seat) = recorded.event { seat.entropy } else { nil }
            }
            #expect(seated.map { $0.map { String(format: "%02x", $0) }.joined() } == [entropy["hex"]?.string])
            #expect(seated.first?.count == 16)
        }
        try await table.server.stop()
    }

    @Test func tapsAtOnceAreOneJoin() async throws {
        let table = try await Table()
        let token = table.anna.token
        let (server, body) = (table.server, "{\"tournamentId\":\"1\",\"entries\":1,\"draftSpeed\":\"slow\"}")
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask { try await server.post("/api/tournaments/1/join", as: token, body).text }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
        #expect(try table.ledger.rooms().count == 1)
        // A little later it is still the same; another count is another wish, and another user another one.
        #expect(try await table.join(token).text == answers.first)
        #expect(try await table.join(token, entries: 2).json["roomId"]?.string == "2")
        #expect(try await table.join(table.ben.token).json["roomId"]?.string == "1")
        try await table.server.stop()
    }

    @Test func laterItIsAnotherJoinUnlessItHasAnId() async throws {
        let table = try await Table { $0.limits.joinMemory = .zero }
        let token = table.anna.token
        #expect(try await table.join(token).json["roomId"]?.string == "1")
        #expect(try await table.join(token).json["roomId"]?.string == "2")
        let key = UUID().uuidString
        let first = try await table.join(token, key: key)
        #expect(try first.json["drawEntropy"]?["from"]?.string == "idempotencyKey")
        #expect(try await table.join(token, key: key).text == first.text)
        try await table.server.stop()
        try await table.serveAgain()
        let again = try await table.server.signIn("anna").token
        #expect(try await table.join(again, key: key).text == first.text)
        // Nobody gets another's answer by knowing its id.
        let ben = try await table.server.signIn("ben").token
        #expect(try await table.join(ben, key: key).json["participantId"]?.string == "\(1 << 16 | 2)")
        #expect(try await table.join(again, key: "nonsense").status == 400)
        try await table.server.stop()
    }

    @Test func aClientMayBringItsOwnToTheDraw() async throws {
        let table = try await Table()
        let body =
            "{\"tournamentId\":\"1\",\"entries\":1,\"draftSpeed\":\"slow\",\"entropy\":\"\(String(repeating: "0f", count: 16))\"}"
        let joined = try await table.server.post("/api/tournaments/1/join", as: table.anna.token, body)
        #expect(try joined.json["drawEntropy"]?["from"]?.string == "client")
        #expect(try table.ledger.room(1)?.members[0]?.entropy == [UInt8](repeating: 15, count: 16))
        try await table.server.stop()
    }

    @Test func everyRefusalSaysWhatTheAppShows() async throws {
        let table = try await Table()
        let token = table.anna.token
        #expect(try await table.server.post("/api/tournaments/1/join", "{}").status == 401)
        #expect(try await table.join("nonsense").message == "Your session has expired")
        for (body, status) in [
            ("{", 400), ("[]", 400), ("{\"entries\":1}", 400), ("{\"draftSpeed\":\"slow\"}", 400),
            ("{\"entries\":\"1\",\"draftSpeed\":\"slow\"}", 400), ("{\"entries\":1.5,\"draftSpeed\":\"slow\"}", 400),
            ("{\"entries\":0,\"draftSpeed\":\"slow\"}", 422), ("{\"entries\":256,\"draftSpeed\":\"slow\"}", 422),
            ("{\"entries\":-1,\"draftSpeed\":\"slow\"}", 422), ("{\"entries\":1,\"draftSpeed\":\"fast\"}", 422),
            ("{\"tournamentId\":\"2\",\"entries\":1,\"draftSpeed\":\"slow\"}", 422),
            ("{\"entries\":1,\"draftSpeed\":\"slow\",\"entropy\":\"00\"}", 400),
        ] as [(String, UInt)] {
            let answer = try await table.server.post("/api/tournaments/1/join", as: token, body)
            #expect(answer.status == status && answer.message?.isEmpty == false, "\(body)")
        }
        let dear = try await table.join(token, entries: 250)
        #expect(dear.status == 402 && dear.message == "Insufficient balance")
        #expect(try dear.json["detail"]?.string?.contains("cents") == true)
        #expect(try dear.json["position"]?.integer(as: UInt64.self) == table.ledger.size - 1)
        for path in ["0", "x", "1x", "-1", "999999999999999999999"] {
            let answer = try await table.server.post(
                "/api/tournaments/\(path)/join", as: token, "{\"entries\":1,\"draftSpeed\":\"slow\"}")
            #expect(answer.status == 404, "\(path)")
        }
        #expect(try table.ledger.rooms().isEmpty)
        let wrong = try await table.server.get("/api/tournaments/1/join", as: token)
        #expect(wrong.status == 405 && wrong.message != nil)
        try await table.server.stop()
    }

    @Test func whoHasPaidInSinceIsNotRefusedAgain() async throws {
        let table = try await Table()
        try await table.createContest(2) { $0.entryFee = Cents(100_001) }
        #expect(try await table.join(table.anna.token, contest: 2).code == "insufficientBalance")
        let user = UserID(table.anna.user)
        _ = try await table.ledger.send(
            .wallet(user, .recordDeposit(amount: Cents(1), provider: "play", reference: "more")),
            as: .provider(onBehalfOf: user), id: .random()
        ).get()
        #expect(try await table.join(table.anna.token, contest: 2).status == 200)
        try await table.server.stop()
    }

    @Test func whoHasLeftTheSeatJoinsAnew() async throws {
        let table = try await Table()
        let (token, user) = table.anna
        let first = try await table.join(token)
        #expect(try first.json["roomId"]?.string == "1")
        let left = try await table.server.command(
            "{\"kind\":\"leaveRoom\",\"user\":\(user),\"room\":1}", as: token)
        #expect(left.status == 200, "\(left.text)")
        let again = try await table.join(token)
        #expect(again.status == 200 && again.text != first.text)
        let room = try #require(try again.json["roomId"]?.string.flatMap { UInt64($0) })
        #expect(try table.ledger.room(RoomID(room))?.seat(of: UserID(user)) != nil)
        // A double tap is still one join.
        #expect(try await table.join(token).text == again.text)
        try await table.server.stop()
    }
}
