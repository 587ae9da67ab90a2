import Draft
import DraftLedger
import Foundation
import TextFormats
import Testing

@testable import Server  // limits are made small

/// What the app's two listeners hear.
@Suite struct AppStreamTests {
    /// The messages up to a room that is on a pick.
    private func room(
        onPick number: Int, from reader: inout EventReader
    ) async throws -> (events: [EventReader.Event], room: JSONValue) {
        var events: [EventReader.Event] = []
        while let event = try await reader.next() {
            events.append(event)
            guard event.name == "room" else { continue }
            let room = try event.json
            if room["currentPickNumber"]?.integer(as: Int.self) == number { return (events, room) }
        }
        throw StreamEnded()
    }

    private struct StreamEnded: Error {}

    @Test func bothListenersHearAtOnceAndAgainWithEveryPick() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        var on = try await table.listen(turn.on.token)
        var off = try await table.listen(turn.off.token)
        for (flags, events) in [
            ([true, false], try await room(onPick: 1, from: &on)),
            ([false, true], try await room(onPick: 1, from: &off)),
        ] {
            #expect(events.events.map(\.name) == ["picks", "room"])
            #expect(events.events.map { $0.id == nil } == [true, false])
            #expect(events.room["participants"]?.elements.map { $0["isUser"]?.boolean } == flags)
        }
        for player in 0..<3 { try await table.pick(player) }
        let heard = try await room(onPick: 4, from: &on)
        #expect(heard.events.contains { $0.name == "picks" })
        let picks = try #require(heard.events.last { $0.name == "picks" }).json.elements
        #expect(picks.map { $0["player"]?["id"]?.string } == ["1-0", "1-1", "1-2"])
        let whole = try await table.server.get("/api/draft/1", as: turn.on.token).json
        #expect(heard.room["version"]?.excerpt == whole["version"]?.excerpt)
        #expect(heard.room["picks"]?.excerpt == whole["picks"]?.excerpt)
        try await table.server.stop()
        #expect(try await off.until("bye").last?.name == "bye")
    }

    @Test func everybodyHearsARoomOfAContestWithSpectators() async throws {
        let table = try await Table()
        try await table.createContest(2) { $0.spectators = .live }
        try await table.draft(in: 2)
        let otto = try await table.server.signIn("otto").token
        var readers = [try await table.listen(nil), try await table.listen(otto)]
        for index in readers.indices { _ = try await room(onPick: 1, from: &readers[index]) }
        try await table.pick(0)
        for index in readers.indices {
            let heard = try await room(onPick: 2, from: &readers[index]).room
            #expect(heard["participants"]?.elements.map { $0["isUser"]?.boolean } == [false, false])
        }
        try await table.server.stop()
    }

    @Test func whoComesBackIsNotToldAgain() async throws {
        let table = try await Table()
        try await table.draft()
        let token = try table.turn().on.token
        var first = try await table.listen(token)
        let last = try #require(try await room(onPick: 1, from: &first).events.last?.id)
        // Nothing has changed: the first thing to be heard is the pick that is made now.
        var second = try await table.listen(token, after: last)
        try await table.pick(0)
        #expect(try await room(onPick: 2, from: &second).events.map(\.name).prefix(2) == ["picks", "room"])
        // An id that this ledger never had is none.
        var forged = try await table.listen(token, after: 1 << 40)
        #expect(try await room(onPick: 2, from: &forged).events.map(\.name) == ["picks", "room"])
        try await table.server.stop()
    }

    @Test func theStreamEndsWithTheDraft() async throws {
        let table = try await Table()
        try await table.draft()
        var reader = try await table.listen(table.anna.token)
        for player in 0..<4 { try await table.pick(player) }
        let events = try await reader.until("bye")
        #expect(try events.last { $0.name == "room" }?.json["status"]?.string == "complete")
        #expect(try await reader.next() == nil)
        let id = try #require(events.last { $0.name == "room" }?.id)
        #expect(try await table.listen(table.anna.token, after: id).status == 204)
        var late = try await table.listen(nil)
        #expect(try await late.until("bye").map(\.name) == ["picks", "room", "bye"])
        try await table.server.stop()
    }

    @Test func whoHasLeftHearsNoMore() async throws {
        let table = try await Table()
        _ = try await table.join(table.anna.token)
        var reader = try await table.listen(table.anna.token)
        _ = try await room(onPick: 1, from: &reader)
        let left = try await table.server.command(
            "{\"kind\":\"leaveRoom\",\"user\":\(table.anna.user),\"room\":1}", as: table.anna.token)
        #expect(left.status == 200)
        #expect(try await reader.until("bye").map(\.name) == ["bye"])
        try await table.server.stop()
    }

    @Test func whoHasJustJoinedIsLetIn() async throws {
        let table = try await Table()
        for number in 1...8 {
            _ = try await table.join(table.anna.token, key: UUID().uuidString)
            var anna = try await table.listen(table.anna.token, room: number)
            _ = try await room(onPick: 1, from: &anna)
            // Those who listen may not have been told of it yet.
            _ = try await table.join(table.ben.token, key: UUID().uuidString)
            var ben = try await table.listen(table.ben.token, room: number)
            #expect(ben.status == 200)
            let seen = try await room(onPick: 1, from: &ben).room["participants"]?.elements
            #expect(seen?.count { $0["isUser"]?.boolean == true } == 1)
        }
        try await table.server.stop()
    }

    @Test func aQueueAndARefusalAreHeardByNobody() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        var reader = try await table.listen(turn.on.token)
        _ = try await room(onPick: 1, from: &reader)
        let queue = try await table.server.send(
            "PUT", "/api/draft/1/queue", as: turn.off.token, "{\"playerIds\":[\"1-9\"]}")
        #expect(queue.status == 200)
        #expect(try await table.tap(11, as: turn.off.token).status == 409)
        try await table.pick(0)
        let heard = try await room(onPick: 2, from: &reader).events
        #expect(heard.map(\.name) == ["picks", "room"])
        // With their quotes: a moment such as 2026-11-11 has the same characters.
        #expect(!heard.contains { $0.data.contains("\"1-9\"") || $0.data.contains("\"1-11\"") })
        try await table.server.stop()
    }

    @Test func aTapIsForThePickThatTheStreamShowed() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        let off = UserID(turn.off.user)
        var reader = try await table.listen(turn.off.token)
        _ = try await room(onPick: 1, from: &reader)
        _ = try await table.tap(0, as: turn.on.token)
        _ = try await room(onPick: 2, from: &reader)
        #expect(try await table.tap(1, as: turn.off.token).status == 200)
        _ = try await room(onPick: 3, from: &reader)
        #expect(try await table.tap(2, as: turn.off.token).status == 200)
        let made = try table.ledger.stream(.room(1)).compactMap { recorded -> PickNumber? in
            if case .pickMade(let made) = recorded.event, recorded.origin?.actor == .user(off) {
                made.pick
            } else {
                nil
            }
        }
        #expect(made == [2, 3])
        try await table.server.stop()
    }

    @Test func aCorrectionIsHeardAsThePicksThatCountNow() async throws {
        let table = try await Table()
        try await table.draft()
        var reader = try await table.listen(table.anna.token)
        for player in 0..<2 { try await table.pick(player) }
        _ = try await room(onPick: 3, from: &reader)
        func correct(_ pick: PickNumber, _ mode: PickCorrected.Mode, _ player: PlayerIndex?) async throws {
            let correction = CorrectPick(
                pick: pick, mode: mode, player: player, requestedBy: nil, approvedBy: 90, reason: "A slip.")
            try await table.decide(.room(1, .correctPick(correction)))
        }
        func players(_ event: EventReader.Event?) throws -> [String?]? {
            try event?.json.elements.map { $0["player"]?["id"]?.string }
        }
        try await correct(2, .lastOnly, 9)
        #expect(try players(try await reader.until("picks").last) == ["1-0", "1-9"])
        try await correct(1, .cascade, nil)
        let undone = try await room(onPick: 1, from: &reader)
        #expect(try players(undone.events.last { $0.name == "picks" }) == [])
        #expect(undone.room["picks"]?.elements.isEmpty == true)
        try await table.pick(5)
        #expect(try players(try await room(onPick: 2, from: &reader).events.last { $0.name == "picks" }) == ["1-5"])
        try await table.server.stop()
    }

    @Test func whoCameLateIntoThePoolCanBePickedAndShown() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        var reader = try await table.listen(turn.off.token)
        _ = try await room(onPick: 1, from: &reader)
        #expect(try await table.tap(20, as: turn.on.token).status == 422)
        var late = PlayerListing.blank
        (late.index, late.position, late.name, late.team) = (20, .runningBack, "Late Riser", "KC")
        try await table.decide(.pool(1, .addPlayer(late)))
        while try await table.tap(20, as: turn.on.token).status == 422 { try await Task.sleep(for: .milliseconds(50)) }
        let shown = try await room(onPick: 2, from: &reader).room["picks"]?.elements.first
        #expect(shown?["player"]?["name"]?.string == "Late Riser" && shown?["player"]?["lastName"]?.string == "Riser")
        #expect(try await table.server.get("/v1/rooms/1/board", as: turn.on.token).text.contains("Late Riser"))
        try await table.server.stop()
    }

    @Test func oneUserHasOnlySoManyStreams() async throws {
        let table = try await Table { $0.operations = { $0.streamsPerClient = 2 } }
        try await table.draft()
        var readers = [try await table.listen(table.anna.token), try await table.listen(table.anna.token)]
        for index in readers.indices { _ = try await room(onPick: 1, from: &readers[index]) }
        let refused = try await table.server.get("/api/draft/1/stream", as: table.anna.token)
        #expect(refused.status == 429 && refused.message == "Too many attempts. Try again later")
        #expect(try await table.server.get("/v1/stream?rooms=1", as: table.anna.token).code == "tooManyRequests")
        #expect(try await table.listen(table.ben.token).status == 200)
        // One that has ended is none any more.
        readers = []
        while try await table.listen(table.anna.token).status != 200 { try await Task.sleep(for: .milliseconds(50)) }
        try await table.server.stop()
    }

    @Test func aQuietStreamShowsThatItLives() async throws {
        let table = try await Table { $0.limits.heartbeat = .milliseconds(50) }
        try await table.draft()
        var reader = try await table.listen(table.anna.token)
        _ = try await room(onPick: 1, from: &reader)
        // A comment: neither a name nor data.
        #expect(try await reader.next() == EventReader.Event(id: nil, name: "", data: ""))
        try await table.server.stop()
    }
}
