import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Platform
import TestSupport
import Testing
import TextFormats

@testable import Server  // limits are made small

/// Clients that are slow, greedy or gone, over plain sockets.
@Suite struct BoundTests {
    @Test func aBodyThatDripsIsNotWaitedFor() async throws {
        let table = try await Table { $0.limits.bodyTime = .seconds(3) }
        let socket = try Socket(table.server.port)
        socket.send(
            "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(table.anna.token)\r\n"
                + "Content-Length: 100\r\nConnection: close\r\n\r\n{")
        #expect(await socket.answer().hasPrefix("HTTP/1.1 408"))
        try await table.server.stop()
    }

    @Test(.withinTheRun, arguments: ["POST /nope", "POST /v1/commands", "GET /livez"])
    func aBodyThatNobodyReadsHoldsNoConnection(request: String) async throws {
        let table = try await Table {
            $0.limits.bodyTime = .seconds(1)
            $0.limits.idleTime = .seconds(3_600)
        }
        let socket = try Socket(table.server.port)
        socket.send("\(request) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        let dripping = Task {
            while !Task.isCancelled {
                socket.send("1\r\n \r\n")
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        let answer = await socket.answer()
        dripping.cancel()
        #expect(answer.hasPrefix("HTTP/1.1") && answer.lowercased().contains("\r\nconnection: close\r\n"), "\(answer)")
        try await table.server.stop()
    }

    @Test(.withinTheRun) func aBodyThatComesAfterItsAnswerEndsTheConnection() async throws {
        let table = try await Table { $0.limits.bodyTime = .seconds(3_600) }
        let socket = try Socket(table.server.port)
        socket.send("POST /nope HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n")
        await socket.waitForAnswer()
        // What stands behind it is another request, which the answer said would not be taken.
        socket.send("{}GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let text = await socket.answer()
        #expect(text.hasPrefix("HTTP/1.1 404") && !text.contains("HTTP/1.1 200"), "\(text)")
        try await table.server.stop()
    }

    @Test(.withinTheRun) func aBodyThatIsThereKeepsItsConnection() async throws {
        let table = try await Table()
        let socket = try Socket(table.server.port)
        for path in ["/nope", "/v1/commands"] {
            socket.send("POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}")
        }
        socket.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        socket.endInput()
        let text = await socket.answer()
        #expect(["404", "401", "200"].allSatisfy { text.contains("HTTP/1.1 \($0)") }, "\(text)")
        // The last request asks for the end of the connection, and its answer says so.
        let kept = text.lowercased().split(separator: "http/1.1 200").first ?? ""
        #expect(!kept.contains("connection: close"), "\(text)")
        try await table.server.stop()
    }

    @Test func headersHaveABound() async throws {
        let table = try await Table()
        let socket = try Socket(table.server.port)
        socket.send(
            "GET /livez HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "a", count: 40_000))\r\n\r\n")
        #expect(await socket.answer().hasPrefix("HTTP/1.1 431"))
        try await table.server.stop()
    }

    private func stream(_ path: String, of table: Table) throws -> Socket {
        let socket = try Socket(table.server.port)
        socket.send(
            "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(table.anna.token)\r\n\r\n")
        return socket
    }

    @Test(.withinTheRun) func aStreamThatIsOverClosesItsConnection() async throws {
        let table = try await Table { $0.limits.idleTime = .seconds(3_600) }
        try await table.draft()
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        let text = try await stream("/api/draft/1/stream", of: table).answer()
        #expect(text.hasPrefix("HTTP/1.1 200") && text.contains("event: bye"), "\(text)")
        try await table.server.stop()
    }

    /// Nothing happens that would be written to it.
    @Test(.withinTheRun, arguments: ["/v1/stream?rooms=1", "/v1/stream?lobby", "/api/draft/1/stream"])
    func whoHangsUpIsNoticed(path: String) async throws {
        let table = try await Table()
        try await table.draft()
        func waitForStreams(_ count: Int) async throws {
            while try await !table.server.get("/metrics").text.contains("draftledger_streams \(count)") {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        let socket = try stream(path, of: table)
        try await waitForStreams(1)
        withExtendedLifetime(socket) { socket.hangUp() }
        try await waitForStreams(0)
        try await table.server.stop()
    }

    @Test func aConnectionWithoutARequestIsClosed() async throws {
        // Without the members of a table, whose own connections would be closed as well while they sign in.
        let temporary = try TemporaryLedger()
        let server = try await RunningServer(temporary.ledger) {
            ($0.limits.idleTime, $0.limits.headTime) = (.milliseconds(300), .milliseconds(300))
        }
        #expect(try await Socket(server.port).answer() == "")
        let half = try Socket(server.port)
        half.send("GET /livez HTTP/1.1\r\nHost: loc")
        #expect(await half.answer().hasPrefix("HTTP/1.1 408"))
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }

    @Test(.withinTheRun) func aViewerWhoReadsNothingDoesNotHoldUpTheStop() async throws {
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
        // Without an end of its time to stop this would wait for the client.
        try await table.server.stop()
    }
}
