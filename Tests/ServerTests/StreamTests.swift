import NIOHTTP1
import TextFormats
import Records
import AsyncHTTPClient
import Draft
import DraftLedger
import Foundation
import NIOCore
import Testing

@testable import Server  // limits are made small

/// Live rooms: all of it, once, in order, and to nobody else.
@Suite struct StreamTests {
    @Test func aViewerGetsTheRoomAndThenEveryEventOnceAndInOrder() async throws {
        let table = try await Table()
        try await table.draft()
        var reader = try await EventReader(table.server, "rooms=1", as: table.anna.token)
        let greeting = try await reader.until("live")
        #expect(greeting.map(\.name) == ["hello", "snapshot", "live"])
        #expect(greeting[1].data.contains("\"status\":\"active\""))
        for player in 0..<4 { try await table.pick(player) }
        var seen: [EventReader.Event] = []
        while !seen.contains(where: { $0.data.contains("DraftCompleted") }), let event = try await reader.next() {
            seen.append(event)
        }
        #expect(seen.allSatisfy { $0.name == "events" })
        #expect(seen.count { $0.data.contains("\"type\":\"PickMade\"") } == 4)
        let ids = seen.compactMap(\.id)
        #expect(ids.count == seen.count && ids == ids.sorted() && Set(ids).count == ids.count)
        try await table.server.stop()
        #expect(try await reader.until("bye").last?.name == "bye")
    }

    @Test func whoComesBackGetsWhatCameBehindAndNothingTwice() async throws {
        let table = try await Table()
        try await table.draft()
        var first = try await EventReader(table.server, "rooms=1", as: table.anna.token)
        _ = try await first.until("live")
        try await table.pick(0)
        let last = try #require(try await first.next()?.id)
        for player in 1..<4 { try await table.pick(player) }
        var second = try await EventReader(table.server, "rooms=1", as: table.anna.token, after: last)
        let missed = try await second.until("live")
        let expected = try table.ledger.stream(.room(1)).filter { $0.position > last }.map(\.position)
        #expect(missed.filter { $0.name == "events" }.compactMap(\.id) == expected)
        #expect(!missed.contains { $0.name == "snapshot" })
        #expect(missed.last?.id == (try table.ledger.size) - 1)
        let ahead = try await EventReader(table.server, "rooms=1", as: table.anna.token, after: 1 << 40)
        #expect(ahead.status == 400)
        try await table.server.stop()
    }

    @Test func whoHasMissedMoreThanIsReadAtATimeGetsAllOfIt() async throws {
        let table = try await Table()
        try await table.draft()
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(table.anna.user)))
        for round in 0..<3 {
            let commands = (0..<200).map { step in
                "{\"kind\":\"setQueue\",\"room\":1,\"seat\":\(seat),\"players\":[\(10 + step % 10)],"
                    + "\"id\":\"\(String(format: "%032x", 1 + round * 200 + step))\"}"
            }
            let answer = try await table.server.post(
                "/v1/commands", as: table.anna.token, "[\(commands.joined(separator: ","))]")
            #expect(answer.status == 200)
            try await table.pick(round)
        }
        let queue = try table.ledger.stream(.queue(1, seat)).map(\.position)
        let room = try table.ledger.stream(.room(1)).map(\.position)
        #expect(queue.count > 512)
        var reader = try await EventReader(table.server, "rooms=1", as: table.anna.token, after: 0)
        let missed = try await reader.until("live").filter { $0.name == "events" || $0.name == "you" }
        #expect(missed.compactMap(\.id) == (queue + room).sorted())
        // Of somebody else's queue nothing is left over that would keep him from what is his.
        var other = try await EventReader(table.server, "rooms=1", as: table.ben.token, after: 0)
        #expect(try await other.until("live").filter { $0.name == "events" }.compactMap(\.id) == room)
        try await table.server.stop()
    }

    @Test func aQueueAndARefusalReachNobodyElse() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        var on = try await EventReader(table.server, "rooms=1", as: turn.on.token)
        var off = try await EventReader(table.server, "rooms=1", as: turn.off.token)
        _ = try await (on.until("live"), off.until("live"))
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(turn.off.user)))
        let queued = try await table.server.command(
            "{\"kind\":\"addToQueue\",\"room\":1,\"seat\":\(seat),\"player\":7}", as: turn.off.token)
        #expect(queued.status == 200)
        let early = try await table.server.command(
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}", as: turn.off.token)
        #expect(early.status == 409)
        try await table.pick(0)
        let own = [try await off.next(), try await off.next(), try await off.next()]
        #expect(own.map { $0?.name } == ["you", "you", "events"])
        #expect(own[1]?.data.contains("CommandRejected") == true)
        #expect(try await on.next()?.name == "events")
        try await table.server.stop()
    }

    @Test func nobodyWatchesALiveRoomOfOthers() async throws {
        let table = try await Table()
        try await table.draft()
        let other = try await table.server.signIn("otto")
        #expect(try await EventReader(table.server, "rooms=1", as: other.token).status == 403)
        #expect(try await EventReader(table.server, "rooms=99", as: other.token).status == 404)
        #expect(try await EventReader(table.server, "rooms=1,1", as: table.anna.token).status == 400)
        #expect(try await EventReader(table.server, "rooms=", as: table.anna.token).status == 400)
        try await table.server.stop()
    }

    /// With or without a token: every event of the room, and nobody's queue or refusal.
    @Test func everybodyWatchesALiveRoomOfAContestWithSpectators() async throws {
        let table = try await Table()
        try await table.createContest(2) { $0.spectators = .live }
        try await table.draft(in: 2)
        let turn = try table.turn()
        let otto = try await table.server.signIn("otto").token
        var readers: [EventReader] = []
        for token in [nil, otto] {
            var reader = try await EventReader(table.server, "rooms=1", as: token)
            #expect(try await reader.until("live").map(\.name) == ["hello", "snapshot", "live"])
            readers.append(reader)
        }
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(turn.off.user)))
        _ = try await table.server.command(
            "{\"kind\":\"addToQueue\",\"room\":1,\"seat\":\(seat),\"player\":7}", as: turn.off.token)
        _ = try await table.server.command(
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}", as: turn.off.token)
        try await table.pick(0)
        for var reader in readers {
            let next = try #require(try await reader.next())
            #expect(next.name == "events" && next.data.contains("\"type\":\"PickMade\""))
        }
        // Who comes back reads of it in the log, and is told no more there, whoever has read it before.
        var refused = try await EventReader(table.server, "rooms=1", as: turn.off.token, after: 0)
        #expect(try await refused.until("live").contains { $0.name == "you" && $0.data.contains("CommandRejected") })
        var late = try await EventReader(table.server, "rooms=1", as: otto, after: 0)
        let missed = try await late.until("live")
        #expect(!missed.contains { $0.name == "you" || $0.data.contains("CommandRejected") })
        #expect(missed.contains { $0.data.contains("\"type\":\"PickMade\"") })
        try await table.server.stop()
    }

    @Test func aQuietStreamMovesItsIdAndShowsThatItLives() async throws {
        let table = try await Table { $0.limits.heartbeat = .milliseconds(100) }
        try await table.draft()
        var reader = try await EventReader(table.server, "rooms=1", as: table.anna.token)
        _ = try await reader.until("live")
        _ = try await table.server.signIn("somebody else")
        let size = try table.ledger.size
        var last: UInt64 = 0
        while last < size - 1, let event = try await reader.next() {
            #expect(event.name == "progress" && event.data == "")
            last = event.id ?? last
        }
        #expect(last == size - 1)
        try await table.server.stop()
    }
}
