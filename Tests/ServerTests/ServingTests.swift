import TextFormats
import Records
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Replay
import Platform
import Testing
import Timekeeping

@testable import Server  // the clock of a server is the module's own

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

    /// Nobody could pick: the clocks stay where the last service left them.
    @Test func aServerThatCannotListenTakesUpNoClocks() async throws {
        let table = try await Table()
        try await table.draft()
        try await table.server.stop()
        let size = try table.ledger.size
        let other = try await Table()
        await #expect(throws: (any Error).self) {
            try await RunningServer(table.ledger) { $0.port = other.server.port }
        }
        #expect(try table.ledger.size == size)
        try await other.server.stop()
    }

    @Test func aServerWhoseClockIsBehindAnswersReadsAndSaysUntilWhen() async throws {
        let table = try await Table()
        try await table.server.stop()
        // The machine's clock is an hour behind the ledger's last record, as after one that it was ahead.
        let last = try #require(try table.ledger.lastRecordedAt())
        let behind = Guarded(last + .seconds(-3_600))
        let clock = WallClock {
            behind.withLock { $0 }
        } sleep: { moment in
            while behind.withLock({ $0 < moment }) { try await Task.sleep(for: .milliseconds(5)) }
        }
        let server = try await RunningServer(table.ledger) { options in
            (options.clock, options.isDev) = (clock, false)
        }
        let ready = try await server.get("/readyz")
        #expect(ready.status == 503 && ready.text.contains(last.iso8601), "\(ready.text)")
        #expect(try await server.get("/livez").status == 200)
        #expect(try await server.get("/log/checkpoint").status == 200)
        #expect(try await server.post("/v1/commands", "{}").status != 200)
        // The records of the start are later than the last one.
        behind.withLock { $0 = last + .seconds(3_600) }
        while try await server.get("/readyz").status != 200 { try await Task.sleep(for: .milliseconds(10)) }
        try await server.stop()
        #expect(try table.ledger.verify().isSound)
    }

    @Test func aServerWhoseDirectoryIsMovedAcknowledgesNothing() async throws {
        let table = try await Table()
        let path = table.ledger.path
        let aside = path + ".aside"
        func join() async throws -> UInt {
            try await table.server.command(
                "{\"kind\":\"joinTournament\",\"user\":\(table.anna.user),\"tournament\":1,\"entries\":1}",
                as: table.anna.token
            ).status
        }
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        #expect(try await join() == 503)
        let ready = try await table.server.get("/readyz")
        #expect(ready.status == 503 && !ready.text.contains(path), "\(ready.text)")
        #expect(try await join() == 503)
        try FileManager.default.moveItem(atPath: aside, toPath: path)
        while try await table.server.get("/readyz").status != 200 { try await Task.sleep(for: .milliseconds(10)) }
        // One of those that were not acknowledged may have been written before it was noticed.
        #expect([200, 409].contains(try await join()))
        try await table.server.stop()
        #expect(try table.ledger.verify().isSound)
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
