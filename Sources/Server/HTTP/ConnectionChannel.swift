import Draft
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL
import NIOTLS
import Platform

/// The parts of a connection, from the socket to the routes.
///
/// Without a certificate, a connection is HTTP/1.1. With a certificate it begins with TLS, in which the client chooses
/// between HTTP/1.1 and HTTP/2 (RFC 7301).
struct ConnectionChannel: HTTPChannelHandler {
    typealias Exchanges = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    typealias Streams = NIOHTTP2Handler.AsyncStreamMultiplexer<WaitingExchanges>
    typealias Negotiated = NIONegotiatedHTTPVersion<WaitingExchanges, Streams>

    struct Value: ServerChildChannelValue {
        enum Content: Sendable {
            case plain(WaitingExchanges)
            /// The protocol that the client chooses.
            case secure(EventLoopFuture<Negotiated>)
        }

        let channel: any Channel
        let content: Content
    }

    let responder: HTTPChannelHandler.Responder
    let limits: ServerOptions.Limits
    let connections: Connections
    let proxies: TrustedProxies
    /// Nil for connections without TLS.
    let certificates: Certificates?
    /// The answers to requests that no route sees.
    let early: EarlyAnswers
    /// The protocol that clients of HTTP/1.1 can change to; nil for HTTP alone.
    var upgrade: ProtocolUpgrade?

    /// The largest read from a socket: what a connection that waits for its turn holds.
    private static let largestRead = 16 << 10

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let handlers = channel.pipeline.syncOperations
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 1_024, initial: 2_048, maximum: Self.largestRead))
            let isWelcome = connections.enter(channel)
            if proxies.sendProxyHeader, proxies.contains(connections.peer(of: channel)) {
                try handlers.addHandler(ProxyHeaderHandler(connections, within: limits.headTime.timeAmount))
            }
            guard let certificates else {
                return Value(channel: channel, content: .plain(try addHTTP1(to: channel, isWelcome: isWelcome)))
            }
            let content = try addTLS(certificates.context, to: channel, isWelcome: isWelcome)
            return Value(channel: channel, content: .secure(content))
        }
    }

    // MARK: TLS

    private func addTLS(
        _ context: NIOSSLContext, to channel: any Channel, isWelcome: Bool
    ) throws -> EventLoopFuture<Negotiated> {
        let handlers = channel.pipeline.syncOperations
        // Before TLS: a connection that it closes does not wait for the end of TLS.
        let handshake = HandshakeWatch(connections, limits, isWelcome: isWelcome)
        try handlers.addHandler(handshake)
        try handlers.addHandler(NIOSSLServerHandler(context: context))
        let negotiation = NIOTypedApplicationProtocolNegotiationHandler { result, channel in
            channel.eventLoop.makeCompletedFuture { () -> Negotiated in
                channel.pipeline.syncOperations.removeHandler(handshake, promise: nil)
                if result == .negotiated(Certificates.http2) { return .http2(try addHTTP2(to: channel)) }
                return .http1_1(try addHTTP1(to: channel, isWelcome: true))
            }
        }
        try handlers.addHandler(negotiation)
        return negotiation.protocolNegotiationResult
    }

    // MARK: HTTP/1.1

    private func addHTTP1(to channel: any Channel, isWelcome: Bool) throws -> WaitingExchanges {
        let handlers = channel.pipeline.syncOperations
        let isSecure = certificates != nil
        let gate = RequestGate(connections, limits, isSecure: isSecure)
        let duties = RequestDuties(gate, limits, early: early)
        gate.onBytes = { [weak duties] in duties?.bytesCame($0) }
        var decoding = NIOHTTPDecoderLimitConfiguration()
        (decoding.maxHeaderFieldSize, decoding.maxHeaderListSize) = (limits.headerBytes, limits.headerBytes)
        decoding.maxHeaderFieldCount = RequestHeadRules.mostFields
        try handlers.addHandler(gate)
        let encoder = HTTPResponseEncoder()
        let decoder = ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoding))
        try handlers.addHandler(encoder)
        try handlers.addHandler(decoder)
        try handlers.addHandler(duties)
        if let upgrade {
            try handlers.addHandler(UpgradeHandler(upgrade, gate, early: early) { [encoder, decoder, duties] })
        }
        try handlers.addHandler(HTTP1ToHTTPServerCodec(secure: isSecure))
        let exchanges = try WaitingExchanges(of: channel)
        if !isWelcome { duties.turnAway() }
        return exchanges
    }

    // MARK: HTTP/2

    private func addHTTP2(to channel: any Channel) throws -> Streams {
        let handlers = channel.pipeline.syncOperations
        let flow = HTTP2Flow(connections, limits)
        // The streams of a connection are on its thread.
        let bound = NIOLoopBound(flow, eventLoop: channel.eventLoop)
        try handlers.addHandler(flow)
        let streams = try handlers.configureAsyncHTTP2Pipeline(
            mode: .server, streamDelegate: nil, frameDelegate: flow, configuration: limits.http2
        ) { stream in
            stream.eventLoop.makeCompletedFuture { try addExchange(to: stream, bound.value) }
        }
        try handlers.addHandler(HTTP2Lifetime(connections, limits, flow))
        return streams
    }

    private func addExchange(to stream: any Channel, _ flow: HTTP2Flow) throws -> WaitingExchanges {
        let handlers = stream.pipeline.syncOperations
        try handlers.addHandler(StreamDuties(flow, limits, early: early))
        try handlers.addHandler(HTTP1ToHTTPServerCodec(secure: true))
        return try WaitingExchanges(of: stream)
    }

    // MARK: Requests

    func handle(value: Value, logger: Logger) async {
        switch value.content {
        case .plain(let exchanges): await handle(exchanges, logger)
        case .secure(let negotiation):
            do {
                switch try await negotiation.get() {
                case .http1_1(let exchanges): await handle(exchanges, logger)
                case .http2(let streams): try await handle(streams, of: value.channel, logger)
                }
            } catch {
                logger.debug("a connection ended: \(error)")
            }
        }
    }

    /// Answers requests until the connection or the stream ends.
    private func handle(_ waiting: WaitingExchanges, _ logger: Logger) async {
        guard let exchanges = waiting.take() else { return }
        await handleHTTP(asyncChannel: exchanges, logger: logger)
    }

    /// Answers the requests of an HTTP/2 connection until it ends.
    private func handle(_ streams: Streams, of channel: any Channel, _ logger: Logger) async throws {
        try await withTaskCancellationHandler {
            try await withThrowingDiscardingTaskGroup { group in
                for try await exchange in streams.inbound {
                    group.addTask { await handle(exchange, logger) }
                }
            }
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}

/// The requests of a connection or a stream until a task takes them.
///
/// A server that ends drops what it has accepted and no task has taken yet, and NIO ends the process where a writer is dropped
/// that was not finished: such requests are finished here, and their connection is closed.
final class WaitingExchanges: Sendable {
    private let exchanges: Guarded<ConnectionChannel.Exchanges?>

    /// On the channel's thread.
    init(of channel: any Channel) throws {
        exchanges = Guarded(
            try ConnectionChannel.Exchanges(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
    }

    /// - Returns: nil for who is not the first. Has to be executed.
    func take() -> ConnectionChannel.Exchanges? {
        exchanges.withLock { exchanges in
            defer { exchanges = nil }
            return exchanges
        }
    }

    deinit {
        guard let left = take() else { return }
        Task {
            do {
                try await left.executeThenClose { _, _ in }
            } catch {
                // The connection has ended by itself.
            }
        }
    }
}

extension ServerOptions.Limits {
    /// The maximum number of pings, settings and priorities of an HTTP/2 connection in 30 seconds.
    static let controlFrames = 2_000

    /// The bounds of an HTTP/2 connection that the library keeps. It closes connections with too many resets
    /// (CVE-2023-44487), errors of streams, pings, settings, empty frames, or parts of a head (CVE-2024-27919).
    var http2: NIOHTTP2Handler.Configuration {
        var configuration = NIOHTTP2Handler.Configuration()
        configuration.connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: streamsPerConnection),
            // Each field counts 32 bytes more than it has (RFC 9113, 6.5.2).
            HTTP2Setting(parameter: .maxHeaderListSize, value: headerBytes + 32 * RequestHeadRules.mostFields),
        ]
        // Older clients send a priority with each request, so that a page sends more of them than the default allows.
        configuration.connection.controlFrameRateLimit.maximumCount = Self.controlFrames
        configuration.connection.targetWindowSize = 1 << 20
        configuration.stream.outboundBufferSizeHighWatermark = 16 << 10
        configuration.stream.outboundBufferSizeLowWatermark = 8 << 10
        return configuration
    }
}

/// A date as HTTP writes it (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func now() -> String { text(of: SystemClock.now()) }

    /// - Parameter microseconds: since 1970, not before.
    static func text(of microseconds: Int64) -> String {
        // 2026-11-25T18:36:00…
        let digits = Array(Timestamp(microseconds: microseconds).iso8601.utf8.prefix(19))
        func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
        let day = Int(microseconds / 86_400_000_000) % 7
        let month = (Int(part(5..<7)) ?? 1) - 1
        return "\(days[day]), \(part(8..<10)) \(months[month]) \(part(0..<4)) \(part(11..<19)) GMT"
    }
}
