import Draft
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Platform

/// The parts of a connection, from the socket to the routes.
struct ConnectionChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: HTTPChannelHandler.Responder
    let limits: ServerOptions.Limits
    let connections: Connections
    let proxies: TrustedProxies
    /// Told of each request that no route sees.
    let refused: @Sendable (Problem, any Channel) -> Void

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
            let gate = RequestGate(connections, limits)
            let duties = RequestDuties(gate, limits, refused: refused)
            gate.onBytes = { [weak duties] in duties?.bytesCame($0) }
            var decoding = NIOHTTPDecoderLimitConfiguration()
            (decoding.maxHeaderFieldSize, decoding.maxHeaderListSize) = (limits.headerBytes, limits.headerBytes)
            decoding.maxHeaderFieldCount = Self.mostFields
            try handlers.addHandler(gate)
            try handlers.addHandler(HTTPResponseEncoder())
            try handlers.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoding)))
            try handlers.addHandler(duties)
            try handlers.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            let asynchronous = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
            if !isWelcome { duties.turnAway() }
            return asynchronous
        }
    }

    private static let mostFields = 100

    func handle(value: Value, logger: Logger) async { await handleHTTP(asyncChannel: value, logger: logger) }
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
