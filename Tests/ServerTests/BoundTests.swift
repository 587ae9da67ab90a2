import TextFormats
import DraftLedger
import Draft
import Foundation
import LedgerTesting
import Platform
import Testing

@testable import Server  // limits are made small

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Clients that are slow, greedy or gone, over plain sockets.
@Suite struct BoundTests {
    /// A connection on which bytes are sent as they are.
    private final class Socket {
        let descriptor: Int32

        init(_ port: Int) throws {
            #if canImport(Glibc)
                descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
                descriptor = socket(AF_INET, SOCK_STREAM, 0)
            #endif
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(UInt16(port).bigEndian)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
            }
            guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
        }

        deinit { close(descriptor) }

        func send(_ text: String) {
            let bytes = Array(text.utf8)
            _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }

        /// All that comes until the other side hangs up.
        func readToEnd() -> String {
            var all: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return String(decoding: all, as: UTF8.self) }
                all += buffer[..<count]
            }
        }
    }

    /// A blocking read on a thread of its own.
    private func answer(_ socket: Socket) async -> String {
        await withCheckedContinuation { continuation in
            let descriptor = SendableSocket(socket: socket)
            Thread.detachNewThread { continuation.resume(returning: descriptor.socket.readToEnd()) }
        }
    }

    /// Handed to one thread.
    private struct SendableSocket: @unchecked Sendable {  // nobody else reads meanwhile
        let socket: Socket
    }

    @Test func aBodyThatDripsIsNotWaitedFor() async throws {
        let table = try await Table { $0.limits.bodyTime = .milliseconds(300) }
        let socket = try Socket(table.server.port)
        socket.send(
            "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(table.anna.token)\r\n"
                + "Content-Length: 100\r\nConnection: close\r\n\r\n{")
        #expect(await answer(socket).hasPrefix("HTTP/1.1 408"))
        try await table.server.stop()
    }

    @Test func headersHaveABound() async throws {
        let table = try await Table()
        let socket = try Socket(table.server.port)
        socket.send(
            "GET /livez HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "a", count: 40_000))\r\n\r\n")
        #expect(await answer(socket).hasPrefix("HTTP/1.1 400"))
        try await table.server.stop()
    }

    @Test func aConnectionWithoutARequestIsClosed() async throws {
        let table = try await Table { $0.limits.idleTime = .milliseconds(300) }
        #expect(await answer(try Socket(table.server.port)) == "")
        let half = try Socket(table.server.port)
        half.send("GET /livez HTTP/1.1\r\nHost: loc")
        #expect(await answer(half) == "")
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
