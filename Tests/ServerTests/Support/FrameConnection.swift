import NIOCore
import NIOHPACK
import NIOPosix
import NIOSSL

/// A frame of HTTP/2 as its bytes have it (RFC 9113, 4.1).
struct RawFrame: CustomStringConvertible {
    enum Kind: UInt8 { case data, headers, priority, reset, settings, push, ping, goAway, window, continuation }

    static let endStream: UInt8 = 1
    static let endHeaders: UInt8 = 4
    static let ack: UInt8 = 1

    var kind: Kind
    var flags: UInt8 = 0
    var stream: UInt32 = 0
    var payload: [UInt8] = []

    /// The code of a reset or of a GOAWAY (RFC 9113, 7).
    var code: UInt8? {
        switch kind {
        case .reset: payload.last
        case .goAway: payload.count >= 8 ? payload[7] : nil
        default: nil
        }
    }

    var bytes: [UInt8] {
        let length = UInt32(payload.count)
        return (0..<3).reversed().map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + [kind.rawValue, flags]
            + Self.number(stream) + payload
    }

    static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// Encodes fields without a table and without Huffman's code (RFC 7541, 6.2.2).
    static func fields(_ fields: [(String, String)]) -> [UInt8] {
        func text(_ text: String) -> [UInt8] {
            let bytes = Array(text.utf8)
            guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
            var (rest, length) = (bytes.count - 127, [UInt8(127)])
            while rest >= 128 {
                length.append(UInt8(rest % 128) | 128)
                rest /= 128
            }
            return length + [UInt8(rest)] + bytes
        }
        return fields.flatMap { [0] + text($0.0) + text($0.1) }
    }

    static func head(
        _ stream: UInt32, _ method: String = "GET", _ path: String, _ more: [(String, String)] = [],
        flags: UInt8 = endHeaders | endStream
    ) -> RawFrame {
        let fields = [(":method", method), (":scheme", "https"), (":path", path), (":authority", "localhost")] + more
        return RawFrame(kind: .headers, flags: flags, stream: stream, payload: Self.fields(fields))
    }

    var description: String {
        "\(kind) \(flags) of \(stream) with \(payload.count) bytes \(code.map { "code \($0)" } ?? "")"
    }
}

/// A connection to a server with TLS on which frames are sent as they are.
struct FrameConnection {
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var received: [UInt8] = []
    /// The server's settings.
    private(set) var settings: [UInt8] = []
    private var decoder = HPACKDecoder(allocator: ByteBufferAllocator())

    /// - Parameters:
    ///   - prefix: sent before TLS begins.
    ///   - greeting: whether the connection begins as one of HTTP/2.
    static func run(
        _ port: Int, _ configuration: TLSConfiguration, after prefix: String, greeting: Bool,
        _ body: (inout FrameConnection) async throws -> Void
    ) async throws {
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(
            host: "127.0.0.1", port: port
        ) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(Prefix(prefix))
                try channel.pipeline.syncOperations.addHandler(
                    NIOSSLClientHandler(context: context, serverHostname: "localhost"))
                return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        do {
            try await channel.executeThenClose { inbound, outbound in
                var connection = FrameConnection(outbound: outbound, inbound: inbound.makeAsyncIterator())
                if greeting {
                    try await connection.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
                    try await connection.send(RawFrame(kind: .settings))
                    // The server's settings hold from here on.
                    connection.settings = await connection.next(.settings)?.payload ?? []
                    try await connection.send(RawFrame(kind: .settings, flags: RawFrame.ack))
                }
                try await body(&connection)
            }
        } catch is NIOSSLError {
            // The server has closed the connection first.
        } catch is ChannelError {
            // As above.
        }
    }

    private init(
        outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    ) {
        (self.outbound, self.inbound) = (outbound, inbound)
    }

    func send(_ text: String) async throws { try await write(Array(text.utf8)) }

    func send(_ frames: RawFrame...) async throws { try await write(frames.flatMap(\.bytes)) }

    func write(_ bytes: [UInt8]) async throws {
        do {
            try await outbound.write(ByteBuffer(bytes: bytes))
        } catch is ChannelError {
            // What the server has closed takes nothing; the frames that came say why.
        }
    }

    /// Waits for more bytes.
    ///
    /// - Returns: false if the server has closed the connection.
    private mutating func receive() async -> Bool {
        guard let bytes = try? await inbound.next() else { return false }  // an error is the end, too
        received += bytes.readableBytesView
        return true
    }

    /// Returns the next frame; nil if the server has closed the connection.
    mutating func next() async -> RawFrame? {
        while true {
            if received.count >= 9 {
                let length = received[..<3].reduce(0) { $0 << 8 | Int($1) }
                if received.count >= 9 + length {
                    defer { received.removeFirst(9 + length) }
                    return RawFrame(
                        kind: RawFrame.Kind(rawValue: received[3]) ?? .priority, flags: received[4],
                        stream: received[5..<9].reduce(0) { $0 << 8 | UInt32($1) },
                        payload: Array(received[9..<9 + length]))
                }
            }
            guard await receive() else { return nil }
        }
    }

    /// Returns the first frame of a kind; nil if the connection closes before.
    mutating func next(_ kind: RawFrame.Kind, of stream: UInt32? = nil) async -> RawFrame? {
        while let frame = await next() {
            if frame.kind == .headers, frame.kind != kind { _ = try? status(of: frame) }  // keeps the decoder's table
            if frame.kind == kind, stream == nil || frame.stream == stream { return frame }
        }
        return nil
    }

    /// All bytes until the server closes the connection.
    mutating func text() async -> String {
        while await receive() {}
        return String(decoding: received, as: UTF8.self)
    }

    /// The status of an answer.
    mutating func status(of frame: RawFrame) throws -> String? {
        var bytes = ByteBuffer(bytes: frame.payload)
        return try decoder.decodeHeaders(from: &bytes).first(name: ":status")
    }

    /// The status of the answer on a stream; nil if the connection closes before.
    mutating func status(on stream: UInt32) async throws -> String? {
        guard let head = await next(.headers, of: stream) else { return nil }
        return try status(of: head)
    }
}

/// Sends bytes as soon as a connection is there, before anything else.
private final class Prefix: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let text: String

    init(_ text: String) { self.text = text }

    func channelActive(context: ChannelHandlerContext) {
        if !text.isEmpty { context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil) }
        context.fireChannelActive()
    }
}
