import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Platform
import TestSupport

/// A server on a port of this machine that does with each connection what a test says, byte by byte.
final class RawServer: Sendable {
    typealias Script = @Sendable (RawConnection) async throws -> Void

    let port: Int
    private let accepting: Task<Void, any Error>
    private let channel: any Channel
    private let accepted = Guarded(0)

    /// The number of connections so far.
    var connections: Int { accepted.withLock { $0 } }

    /// - Parameters:
    ///   - tls: encrypts from the first byte; nil without.
    ///   - script: runs for each connection, which ends with it.
    init(tls: NIOSSLContext? = nil, _ script: @escaping Script) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        channel = server.channel
        port = server.channel.localAddress?.port ?? 0
        accepting = Task { [accepted] in
            try await server.executeThenClose { connections in
                try await withThrowingDiscardingTaskGroup { group in
                    for try await connection in connections {
                        accepted.withLock { $0 += 1 }
                        group.addTask {
                            // A client that goes away is a part of many tests.
                            try? await connection.executeThenClose { inbound, outbound in
                                try await script(RawConnection(connection.channel, inbound, outbound))
                            }
                        }
                    }
                }
            }
        }
    }

    deinit {
        accepting.cancel()
        channel.close(promise: nil)
    }

    /// The address with `http` or another scheme.
    func address(_ scheme: String = "http", host: String = "127.0.0.1") -> String { "\(scheme)://\(host):\(port)" }
}

/// The server's end of a connection.
final class RawConnection {
    let channel: any Channel
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var unread: [UInt8] = []

    init(
        _ channel: any Channel, _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.channel = channel
        self.inbound = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    struct Ended: Error {}

    func write(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    private func more() async throws {
        guard let bytes = try await inbound.next() else { throw Ended() }
        unread += bytes.readableBytesView
    }

    /// The next line without its end.
    func line() async throws -> String {
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                let line = unread[..<end]
                unread.removeFirst(end + 1)
                return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            }
            try await more()
        }
    }

    func bytes(_ count: Int) async throws -> [UInt8] {
        while unread.count < count { try await more() }
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
    }

    /// Waits until the client closes the connection.
    func waitForEnd() async throws { while true { try await more() } }

    func encrypt(_ context: NIOSSLContext) async throws {
        let channel = channel
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context), position: .first)
        }.get()
    }

    /// Closes with a reset, as a process that is killed does.
    func reset() async throws {
        try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel.close()
    }
}

extension NIOSSLContext {
    /// The server's side of `TestCertificates`.
    static func testServer(protocols: [String] = []) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.server.utf8)).map {
                .certificate($0)
            },
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: Array(TestCertificates.serverKey.utf8), format: .pem)))
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }
}
