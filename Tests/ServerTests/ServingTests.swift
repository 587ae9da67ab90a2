import TextFormats
import Records
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Replay
import Testing

/// The whole way: a draft over HTTP, the end of a service and the next one, and what strangers check.
@Suite struct ServingTests {
    @Test func aDraftAgainstABotOverHTTPIsCleanInAnAudit() async throws {
        let table = try await Table()
        let joined = try await table.server.command(
            "{\"kind\":\"joinTournament\",\"user\":\(table.anna.user),\"tournament\":1,\"entries\":1}",
            as: table.anna.token)
        #expect(joined.status == 200)
        let bots = try await table.server.post("/dev/bots", as: table.anna.token, "{\"room\":1}")
        #expect(try bots.json["bots"]?.integer(as: Int.self) == 1)
        while let room = try table.ledger.room(1), room.status != .complete {
            if room.seatOnClock == room.seat(of: UserID(table.anna.user)), room.runningClock != nil {
                _ = try await table.server.command(
                    "{\"kind\":\"makePick\",\"room\":1,\"pick\":\(room.currentPickNumber),"
                        + "\"player\":\(10 + room.picks.count)}",
                    as: table.anna.token)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        try await table.server.stop()
        let events = try table.ledger.stream(.room(1)).map(\.event.type)
        #expect(events.count { $0 == .pickMade } == 2 && events.count { $0 == .pickAutomated } == 2)
        #expect(try Audit(table.ledger).run(room: 1).findings == [])
        #expect(try table.ledger.verify().isSound)
    }

    @Test func afterAStopTheNextServerGivesTheTimeBack() async throws {
        let table = try await Table()
        try await table.draft()
        try await table.server.stop()
        try await table.serveAgain()
        let types = try table.ledger.stream(.room(1)).suffix(3).map(\.event.type)
        #expect(types == [.roomPaused, .roomResumed, .clockStarted])
        // Whose token is of another run signs in anew, and is the same user.
        #expect(try await table.server.get("/v1/rooms", as: table.anna.token).status == 401)
        let anna = try await table.server.signIn("anna")
        #expect(anna.user == table.anna.user)
        try await table.server.stop()
    }

    @Test func aServerThatStopsIsNotReadyAndTakesNoMore() async throws {
        let table = try await Table()
        #expect(try await table.server.get("/readyz").status == 200)
        try await table.server.stop()
        // By a bare socket: a client would try again until its own time-out.
        #expect(throws: POSIXError.self) { try Socket(table.server.port) }
    }

    @Test func aStrangerFollowsTheLog() async throws {
        let table = try await Table()
        try await table.draft()
        try table.ledger.publishCheckpoint()
        let text = try await table.server.get("/log/checkpoint")
        #expect(text.header("content-type") == "text/plain; charset=utf-8")
        let checkpoint = try SignedCheckpoint(Array(text.text.utf8)).verified(by: try table.ledger.verifierKey())
        let size = checkpoint.checkpoint.size
        var tiles: [TileID: Tile] = [:]
        for row in TileRow.rows(size: size) {
            for id in row {
                let answer = try await table.server.get("/log/\(TilePath.tile(id).text)")
                #expect(answer.status == 200 && answer.header("cache-control")?.contains("immutable") == true)
                tiles[id] = try Tile(id, from: table.ledger.hashSource)
            }
        }
        #expect(try await table.server.get("/log/tile/0/x001/000").status == 404)
        #expect(try await table.server.get("/log/tile/nonsense").status == 404)
        try await table.server.stop()
    }
}
