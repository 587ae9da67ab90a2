import TextFormats
import DraftLedger
import Draft
import Foundation
import LedgerTesting
import Platform
import Testing

@testable import Server  // limits are made small

/// Clients that are slow, greedy or gone, over plain sockets.
@Suite struct BoundTests {
    @Test func aBodyThatDripsIsNotWaitedFor() async throws {
        let table = try await Table { $0.limits.bodyTime = .milliseconds(300) }
        let socket = try Socket(table.server.port)
        socket.send(
            "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(table.anna.token)\r\n"
                + "Content-Length: 100\r\nConnection: close\r\n\r\n{")
        #expect(await socket.answer().hasPrefix("HTTP/1.1 408"))
        try await table.server.stop()
    }

    @Test func headersHaveABound() async throws {
        let table = try await Table()
        let socket = try Socket(table.server.port)
        socket.send(
            "GET /livez HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "a", count: 40_000))\r\n\r\n")
        #expect(await socket.answer().hasPrefix("HTTP/1.1 400"))
        try await table.server.stop()
    }

    @Test func aConnectionWithoutARequestIsClosed() async throws {
        let table = try await Table { $0.limits.idleTime = .milliseconds(300) }
        #expect(try await Socket(table.server.port).answer() == "")
        let half = try Socket(table.server.port)
        half.send("GET /livez HTTP/1.1\r\nHost: loc")
        #expect(await half.answer() == "")
        try await table.server.stop()
    }

    @Test func aViewerWhoReadsNothingDoesNotHoldUpTheStop() async throws {
        let table = try await Table {
            $0.limits.heartbeat = .milliseconds(100)
            $0.limits.stallTime = .milliseconds(500)
            $0.limits.shutdownTime = .seconds(5)
        }
        try await table.draft()
        let socket = try Socket(table.server.port)
        socket.send(
            "GET /v1/stream?rooms=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(table.anna.token)\r\n\r\n")
        // What is sent to it stays in the sockets' buffers.
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(table.anna.user)))
        for round in 0..<40 {
            let ids = (0..<19).map { "\(($0 + round) % 20)" }.joined(separator: ",")
            _ = try await table.server.command(
                "{\"kind\":\"setQueue\",\"room\":1,\"seat\":\(seat),\"players\":[\(ids)]}", as: table.anna.token)
        }
        let clock = ContinuousClock()
        let took = try await clock.measure { try await table.server.stop() }
        #expect(took < .seconds(30))
    }
}
