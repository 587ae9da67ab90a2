import Draft
import DraftLedger
import Foundation
import TextFormats
import Testing

/// A pick as the app sends it: a player, and nothing else.
@Suite struct AppPickTests {
    @Test func aPickInTimeIsAnsweredWithThePick() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        let answer = try await table.tap(7, as: turn.on.token)
        #expect(answer.status == 200)
        #expect(try answer.json["success"]?.boolean == true)
        let pick = try #require(try answer.json["pick"])
        #expect(pick["id"]?.string == "1-1" && pick["player"]?["id"]?.string == "1-7")
        #expect(pick["round"]?.excerpt == "1" && pick["pickInRound"]?.excerpt == "1")
        #expect(pick["participantIndex"]?.excerpt == "0" && pick["timestamp"]?.isAppDate == true)
        let room = try #require(try table.ledger.room(1))
        #expect(pick["participantId"]?.string == room.member(at: room.seatOfSlot[0])?.entry.description)
        #expect(room.picks.map(\.player) == [7])
        try await table.server.stop()
    }

    @Test func aSecondTapIsAnsweredWithTheFirstOnesPick() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        let first = try await table.tap(0, as: turn.on.token)
        // The other's turn; then two of the other's own, the second of which a tap too many must not take.
        #expect(try await table.tap(0, as: turn.on.token).text == first.text)
        let second = try await table.tap(1, as: turn.off.token)
        #expect(second.status == 200)
        for number in [nil, 2, 3] {
            #expect(try await table.tap(1, as: turn.off.token, number: number).text == second.text)
        }
        #expect(try table.ledger.room(1)?.picks.count == 2)
        #expect(try await table.tap(2, as: turn.off.token).status == 200)
        let last = try await table.tap(3, as: turn.on.token)
        #expect(try await table.tap(3, as: turn.on.token).text == last.text)
        // What was taken before the last pick is taken, whoever took it.
        #expect(try await table.tap(0, as: turn.on.token).status == 409)
        try await table.server.stop()
    }

    @Test func whoIsNotOnTheClockIsToldSo() async throws {
        let table = try await Table()
        #expect(try await table.join(table.anna.token).status == 200)
        let early = try await table.tap(0, as: table.anna.token)
        #expect(early.status == 409 && early.message == "The draft has not started")
        try await table.draft()
        let turn = try table.turn()
        let refused = try await table.tap(0, as: turn.off.token)
        #expect(refused.status == 409 && refused.code == "notYourTurn")
        #expect(refused.message == "It's not your turn to pick")
        #expect(try refused.json["recorded"]?.boolean == true)
        let stale = try await table.tap(0, as: turn.on.token, number: 2)
        #expect(stale.code == "stalePickNumber" && stale.message == "That pick has already been made")
        _ = try await table.tap(0, as: turn.on.token)
        let taken = try await table.tap(0, as: turn.off.token)
        #expect(taken.status == 409 && taken.message == "This player has already been drafted")
        try await table.decide(.room(1, .pauseRoom(kind: .manual, reason: "Storm.")))
        #expect(try await table.tap(1, as: turn.off.token).message == "The draft is paused")
        try await table.server.stop()
    }

    @Test func whoIsLateIsToldSo() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        table.skip(.seconds(13 * 3_600))
        while try table.ledger.room(1)?.picks.isEmpty == true { try await Task.sleep(for: .milliseconds(20)) }
        let late = try await table.tap(5, as: turn.on.token, number: 1)
        #expect(late.status == 409 && late.code == "clockExpired")
        #expect(late.message == "Time ran out before your pick arrived")
        let margin = try #require(try late.json["margin"])
        #expect(margin.excerpt.hasPrefix("-") || margin.integer(as: Int64.self).map { $0 < 0 } == true)
        // The player whom the rules took was not this member's pick.
        let rules = try #require(try table.ledger.room(1)?.picks.first?.player)
        #expect(try await table.tap(Int(rules), as: turn.on.token, number: 1).status == 409)
        try await table.server.stop()
    }

    @Test func whatCanBeNoPickReachesNoLedger() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        let other = try await table.server.signIn("otto")
        let size = try table.ledger.size
        let strange = try await table.server.post(
            "/api/draft/1/pick", as: turn.on.token, "{\"playerId\":\"nobody\"}")
        #expect(strange.status == 422 && strange.message == "This player is not in this draft")
        #expect(try strange.json["recorded"]?.boolean == false)
        #expect(try await table.tap(0, as: other.token).status == 403)
        #expect(try await table.tap(0, as: turn.on.token, room: 99).status == 404)
        #expect(try await table.server.post("/api/draft/1/pick", "{\"playerId\":\"1-0\"}").status == 401)
        for body in [
            "", "{}", "[]", "{\"playerId\":7}", "{\"playerId\":null}", "{\"playerId\":\"1-0\",\"pickNumber\":70000}",
            "{\"playerId\":\"1-0\",\"pickNumber\":\"1\"}", "{\"playerId\":\"1-0\",\"clickedAt\":\"now\"}",
        ] {
            let answer = try await table.server.post("/api/draft/1/pick", as: turn.on.token, body)
            #expect(answer.status == 400 && answer.message != nil, "\(body)")
        }
        let large = "{\"playerId\":\"" + String(repeating: "x", count: 70_000) + "\"}"
        #expect(try await table.server.post("/api/draft/1/pick", as: turn.on.token, large).status == 413)
        #expect(try table.ledger.size == size)
        try await table.server.stop()
    }

    @Test func anIdIsAnsweredTheSameForEver() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        let (key, refusal) = (UUID().uuidString, UUID().uuidString)
        #expect(try await table.tap(4, as: turn.off.token, number: 2, key: refusal).code == "stalePickNumber")
        let first = try await table.tap(0, as: turn.on.token, number: 1, key: key)
        #expect(first.status == 200)
        #expect(try await table.tap(0, as: turn.on.token, number: 1, key: key).text == first.text)
        // Without a number, the number has changed and the id has not.
        #expect(try await table.tap(0, as: turn.on.token, key: key).text == first.text)
        #expect(try await table.tap(4, as: turn.off.token, number: 2, key: refusal).code == "stalePickNumber")
        #expect(try await table.tap(4, as: turn.off.token, number: 2).status == 200)
        try await table.server.stop()
    }
}
