import Foundation
import LedgerTesting
import NIOCore
import NIOEmbedded
import NIOPosix
import Platform
import TestSupport
import Testing

@testable import Server  // limits are made small

/// Clients that send more than they read, and more connections than one address may have.
@Suite struct ConnectionTests {
    private func serving(
        _ change: (inout ServerOptions) -> Void = { _ in }, _ body: (RunningServer) async throws -> Void
    ) async throws {
        let temporary = try TemporaryLedger()
        let server = try await RunningServer(temporary.ledger, change)
        try await body(server)
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }

    @Test(.withinTheRun) func pipelinedRequestsAreAnsweredInOrder() async throws {
        try await serving { server in
            let socket = try Socket(server.port)
            let paths = (0..<200).map { $0 % 2 == 0 ? "/livez" : "/nothing/\($0)" }
            socket.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
            socket.endInput()
            let text = await socket.answer()
            let answers = text.components(separatedBy: "HTTP/1.1 ").dropFirst()
            #expect(answers.count == paths.count)
            for (path, answer) in zip(paths, answers) {
                #expect(path == "/livez" ? answer.hasPrefix("200") : answer.contains("There is nothing at \(path)."))
            }
        }
    }

    /// Given connections that a server has accepted and drops as it ends, then its process goes on and they are closed.
    @Test func connectionsThatNobodyTakesAreClosed() async throws {
        await #expect(processExitsWith: .success) {
            let threads = MultiThreadedEventLoopGroup.singleton
            let listener = try await ServerBootstrap(group: threads)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { _ = try WaitingExchanges(of: channel) }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            let port = try #require(listener.localAddress?.port)
            for _ in 0..<20 {
                let client = try await ClientBootstrap(group: threads).connect(host: "127.0.0.1", port: port).get()
                try await client.closeFuture.get()
            }
            try await listener.close()
        }
    }

    /// The parser has one request, and the rest are bytes.
    @Test func theNextRequestIsNotParsedBeforeTheAnswerIsOut() throws {
        let (channel, heads) = try gate()
        let request = "GET / HTTP/1.1\r\n\r\n"
        try channel.writeInbound(ByteBuffer(string: String(repeating: request, count: 3)))
        #expect(heads() == [request])
        let gate = try channel.pipeline.syncOperations.handler(type: RequestGate.self)
        // As the duties do between the first request and its answer.
        gate.close()
        gate.open()
        #expect(heads() == [request])
        gate.close()
        gate.open()
        #expect(heads() == [request])
        gate.close()
        try channel.writeInbound(ByteBuffer(string: "POST /"))
        #expect(heads().isEmpty)
        gate.open()
        #expect(heads() == ["POST /"])
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func moreThanIsHeldEndsTheConnection() throws {
        let (channel, _) = try gate()
        let gate = try channel.pipeline.syncOperations.handler(type: RequestGate.self)
        gate.close()
        try channel.writeInbound(ByteBuffer(repeating: 0x20, count: RequestGate.mostHeld))
        #expect(channel.isActive)
        try channel.writeInbound(ByteBuffer(repeating: 0x20, count: 1))
        #expect(!channel.isActive)
    }

    /// A channel with a gate that closes after each step.
    private func gate() throws -> (EmbeddedChannel, () -> [String]) {
        let channel = EmbeddedChannel()
        let limits = ServerOptions.Limits()
        let gate = RequestGate(Connections(limits, TrustedProxies()), limits, isSecure: false)
        gate.onBytes = { [weak gate] _ in gate?.close() }
        try channel.pipeline.syncOperations.addHandler(gate)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return (
            channel,
            {
                var found: [String] = []
                while let bytes = try? channel.readInbound(as: ByteBuffer.self) { found.append(String(buffer: bytes)) }
                return found
            }
        )
    }

    @Test(.withinTheRun) func aClientThatTakesNothingIsClosed() async throws {
        try await serving {
            $0.limits.stallTime = .milliseconds(400)
            $0.limits.idleTime = .seconds(3_600)
        } _: { server in
            let socket = try Socket(server.port, receiving: 4_096)
            let request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
            socket.send(String(repeating: request, count: 200))
            while try await !server.get("/metrics").text.contains("draftledger_refusals_total{reason=\"stalled\"} 1") {
                try await Task.sleep(for: .milliseconds(50))
            }
            let metrics = try await server.get("/metrics").text
            #expect(metrics.contains("draftledger_unread_answer_bytes 0.0"))
            withExtendedLifetime(socket) {}
        }
    }

    @Test(.withinTheRun) func anAddressHasABoundOnWhatItLeavesUnread() async throws {
        try await serving {
            $0.limits.unreadBytesPerAddress = 4_096
            $0.limits.connectionsPerAddress = 100
        } _: { server in
            let socket = try Socket(server.port, receiving: 4_096)
            let request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
            socket.send(String(repeating: request, count: 200))
            while try await !server.get("/metrics").text.contains("refusals_total{reason=\"unreadBytes\"} 1") {
                try await Task.sleep(for: .milliseconds(50))
            }
            withExtendedLifetime(socket) {}
        }
    }

    @Test(.withinTheRun) func anAddressHasABoundOnItsConnections() async throws {
        try await serving {
            $0.limits.connectionsPerAddress = 2
        } _: { server in
            let first = [try Socket(server.port), try Socket(server.port)]
            var text = ""
            // The first two may not have been accepted yet.
            while !text.hasPrefix("HTTP/1.1 429 ") {
                let third = try Socket(server.port)
                third.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                text = await third.answer()
            }
            #expect(text.contains("\r\nRetry-After: 1\r\n") && text.contains("tooManyRequests"), "\(text)")
            first[0].hangUp()
            while !text.hasPrefix("HTTP/1.1 200 ") {
                let next = try Socket(server.port)
                next.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                text = await next.answer()
            }
            withExtendedLifetime(first) {}
        }
    }

    @Test func aClosedConnectionCountsNoMore() throws {
        var limits = ServerOptions.Limits()
        (limits.connectionsPerAddress, limits.unreadBytesPerAddress) = (2, 100)
        let connections = Connections(limits, TrustedProxies())
        let channels = (0..<3).map { _ in EmbeddedChannel() }
        for channel in channels { #expect(connections.enter(channel)) }
        #expect(connections.rename(channels[0], to: IPAddress("2001:db8::1")))
        #expect(connections.rename(channels[1], to: IPAddress("2001:db8::2")))
        // The same /64.
        #expect(!connections.rename(channels[2], to: IPAddress("2001:db8:0:0:1::")))
        #expect(connections.note(unread: 60, of: channels[0]) && !connections.note(unread: 60, of: channels[1]))
        #expect(connections.unreadBytes == 120 && connections.count == 3)
        for channel in channels { _ = try channel.finish(acceptAlreadyClosed: true) }
        #expect(connections.unreadBytes == 0 && connections.count == 0)
    }
}
