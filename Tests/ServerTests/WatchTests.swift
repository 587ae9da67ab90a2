import Draft
import DraftLedger
import Foundation
import Records
import Replay
import TextFormats
import Testing

@testable import Server  // how a preference is read

/// What is watched beside rooms: the lobby, what is one's own, and the whole ledger.
@Suite struct WatchTests {
    /// Events up to the first that holds.
    private func until(
        _ reader: inout EventReader, _ holds: (EventReader.Event) throws -> Bool
    ) async throws -> [EventReader.Event] {
        var events: [EventReader.Event] = []
        while let event = try await reader.next() {
            events.append(event)
            if try holds(event) { break }
        }
        return events
    }

    @Test func theLobbyIsShownAndShownAgainWhenItChanges() async throws {
        let table = try await Table()
        var reader = try await EventReader(table.server, path: "/v1/stream?lobby", as: nil)
        let greeting = try await until(&reader) { $0.name == "live" }
        #expect(greeting.map(\.name) == ["hello", "lobby", "live"])
        let before = try #require(greeting.first { $0.name == "lobby" }).json.elements
        #expect(before.map { $0["entries"]?.excerpt } == ["0"])
        try await table.draft()
        let news = try await until(&reader) { event in
            try event.name == "lobby" && event.json.elements.first?["entries"]?.excerpt == "2"
        }
        #expect(news.allSatisfy { $0.name == "lobby" })
        try await table.server.stop()
    }

    @Test func whatIsOnesOwnReachesNobodyElse() async throws {
        let table = try await Table()
        #expect(try await EventReader(table.server, path: "/v1/stream?me", as: nil).status == 401)
        var anna = try await EventReader(table.server, path: "/v1/stream?me", as: table.anna.token)
        var ben = try await EventReader(table.server, path: "/v1/stream?me", as: table.ben.token)
        let greeting = try await until(&anna) { $0.name == "live" }
        #expect(greeting.map(\.name) == ["hello", "you", "live"])
        #expect(try greeting[1].json["availableCents"]?.excerpt == "100000")
        let last = try #require(greeting.last?.id)
        _ = try await until(&ben) { $0.name == "live" }
        _ = try await table.join(table.anna.token)
        let held = try await until(&anna) { $0.name == "you" }
        #expect(try held.last?.json["type"]?.string == "EntryFeeHeld")
        // Who comes back gets it from the log; ben gets his own first.
        var again = try await EventReader(table.server, path: "/v1/stream?me", as: table.anna.token, after: last)
        #expect(try await until(&again) { $0.name == "live" }.map(\.name) == ["hello", "you", "live"])
        _ = try await table.join(table.ben.token)
        let own = try #require(try await until(&ben) { $0.name == "you" }.last)
        #expect(own.data.contains("wallet/\(table.ben.user)") && !own.data.contains("wallet/\(table.anna.user)"))
        try await table.server.stop()
    }

    @Test func whoMaySeeAllGetsEveryEventOnceAndInOrder() async throws {
        let table = try await Table()
        try await table.draft()
        let ada = try await table.server.signIn("ada", roles: ["auditor"])
        for (token, status) in [(table.anna.token, 403), (nil, 401)] as [(String?, UInt)] {
            #expect(try await EventReader(table.server, path: "/v1/stream/all", as: token).status == status)
        }
        var reader = try await EventReader(table.server, path: "/v1/stream/all?from=0", as: ada.token)
        let history = try await until(&reader) { $0.name == "live" }
        let told = history.filter { $0.name == "events" }.compactMap(\.id)
        var expected: [UInt64] = []
        try table.ledger.events { (recorded: RecordedEvent) throws(DraftLedgerError) in
            if recorded.event.type != .clockTicked { expected.append(recorded.position) }
            return true
        }
        #expect(told == Array(expected.prefix(told.count)) && told.count > 20)
        try await table.pick(0)
        let news = try await until(&reader) { $0.data.contains("PickMade") }
        #expect(news.compactMap(\.id) == news.compactMap(\.id).sorted() && news.allSatisfy { $0.name == "events" })
        let last = try #require(news.last?.id)
        try await table.pick(1)
        var again = try await EventReader(table.server, path: "/v1/stream/all", as: ada.token, after: last)
        let missed = try await until(&again) { $0.data.contains("PickMade") }
        #expect(missed.first { $0.name == "events" }?.id == last + 1)
        #expect(try await EventReader(table.server, path: "/v1/stream/all?from=999999", as: ada.token).status == 400)
        try await table.server.stop()
    }

    @Test func whoHasLeftARoomWatchesItNoMore() async throws {
        let table = try await Table()
        _ = try await table.join(table.anna.token)
        var reader = try await EventReader(table.server, "rooms=1", as: table.anna.token)
        _ = try await until(&reader) { $0.name == "live" }
        _ = try await table.server.command(
            "{\"kind\":\"leaveRoom\",\"user\":\(table.anna.user),\"room\":1}", as: table.anna.token)
        _ = try await table.join(table.ben.token)
        try await table.server.stop()
        let rest = try await until(&reader) { $0.name == "bye" }
        #expect(!rest.contains { $0.data.contains("\"user\":\(table.ben.user)") })
    }

    @Test func whoTakesASeatSeesNothingOfWhoHadItBefore() async throws {
        let table = try await Table()
        _ = try await table.join(table.anna.token)
        let queued = try await table.server.command(
            "{\"kind\":\"setQueue\",\"room\":1,\"seat\":0,\"players\":[7,8,9]}", as: table.anna.token)
        #expect(queued.status == 200, "\(queued.text)")
        let set = try #require(try table.ledger.stream(.queue(1, 0)).last)
        _ = try await table.server.command(
            "{\"kind\":\"leaveRoom\",\"user\":\(table.anna.user),\"room\":1}", as: table.anna.token)
        _ = try await table.join(table.ben.token)
        #expect(try table.ledger.room(1)?.seat(of: UserID(table.ben.user)) == 0)
        let (server, ben) = (table.server, table.ben.token)
        let queue = "/v1/rooms/1/seats/0/queue"
        #expect(try await server.get("\(queue)?at=pos:\(set.position + 1)", as: ben).status == 403)
        #expect(try await server.get("/v1/records/\(set.position)", as: ben).status == 403)
        #expect(try await server.get("/v1/records/\(set.position)", as: table.anna.token).status == 403)
        let own = try await server.command(
            "{\"kind\":\"setQueue\",\"room\":1,\"seat\":0,\"players\":[3]}", as: ben)
        #expect(own.status == 200)
        #expect(try await server.get(queue, as: ben).status == 200)
        let later = try #require(try table.ledger.stream(.queue(1, 0)).last)
        #expect(try await server.get("\(queue)?at=pos:\(later.position + 1)", as: ben).status == 200)
        var reader = try await EventReader(server, "rooms=1", as: ben, after: set.position - 1)
        let told = try await until(&reader) { $0.id == later.position }
        #expect(told.filter { $0.data.contains("QueueSet") }.compactMap(\.id) == [later.position])
        // Nor is what somebody else did with it held against a pick that the rules made for who has it now.
        _ = try await table.join(table.anna.token)
        while try table.ledger.room(1)?.runningClock == nil { try await Task.sleep(for: .milliseconds(10)) }
        if try table.turn().on.user == table.anna.user { try await table.pick(0) }
        _ = try await server.command("{\"kind\":\"setAutodraft\",\"room\":1,\"seat\":0,\"on\":true}", as: ben)
        func automatic() throws -> Int? { try table.ledger.room(1)?.picks.firstIndex { $0.seat == 0 } }
        while try automatic() == nil { try await Task.sleep(for: .milliseconds(10)) }
        let pick = PickNumber(try #require(try automatic()) + 1)
        let report = try Dispute(table.ledger).judge(room: 1, pick: pick, seat: 0)
        #expect(!report.reasons.contains { $0.bearing == .upheld }, "\(report.reasons)")
        #expect(report.timeline.allSatisfy { $0.position > set.position || $0.seat != 0 })
        try await table.server.stop()
    }

    @Test func aReadMayWaitForWhatItsReaderHasWritten() async throws {
        let table = try await Table()
        let size = try table.ledger.size
        let there = try await table.server.get("/v1/rooms?after=\(size)", ["Prefer": "wait=2"])
        #expect(there.status == 200)
        let behind = try await table.server.get("/v1/rooms?after=\(size + 100)", ["Prefer": "respond-async, wait=0.1"])
        #expect(behind.status == 503 && behind.header("retry-after") == "1")
        #expect(try await table.server.get("/v1/rooms?after=x", ["Prefer": "wait=1"]).status == 400)
        let server = table.server
        async let waiting = server.get("/v1/rooms?after=\(size + 1)", ["Prefer": "wait=10"])
        _ = try await table.join(table.anna.token)
        #expect(try await waiting.json.elements.count == 1)
        try await table.server.stop()
    }

    @Test(
        arguments: [
            ("wait=2", 2), ("respond-async, wait=10;x=1", 10), ("Wait = \"3\"", 3), ("wait=-1", nil), ("wait=inf", nil),
            ("wait", nil), ("", nil), (";", nil), (" , ;,wait", nil), ("return=minimal", nil),
        ] as [(String, Double?)])
    func aPreferenceIsReadAsRFC7240HasIt(header: String, seconds: Double?) {
        #expect(LedgerReader.preferredWait(in: header) == seconds)
    }
}
