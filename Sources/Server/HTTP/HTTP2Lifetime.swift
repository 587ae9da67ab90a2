import NIOCore
import NIOHTTP2

/// The end of an HTTP/2 connection: when it is idle, when its client breaks the rules, and when the server stops, which
/// answers what is in flight (RFC 9113, 6.8).
final class HTTP2Lifetime: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private enum State: Equatable {
        case open
        /// The client is told to open no more streams, and may have opened some before it knows.
        case leaving
        /// The last stream that is answered is known.
        case left
        /// The client has broken the rules.
        case failed
    }

    private let connections: Connections
    private let idleTime: TimeAmount
    private let flow: HTTP2Flow
    private var context: ChannelHandlerContext?
    private var state = State.open
    private var idleTimer: Scheduled<Void>?
    private var leaveTimer: Scheduled<Void>?

    /// The ping whose answer says that the client knows the end, and the wait for a client that does not answer.
    private static let lastPing = HTTP2PingData(withInteger: 0x6472_6166_7462_7965)
    private static let lastPingTime = TimeAmount.seconds(1)

    init(_ connections: Connections, _ limits: ServerOptions.Limits, _ flow: HTTP2Flow) {
        self.connections = connections
        self.flow = flow
        idleTime = limits.idleTime.timeAmount
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        flow.onLastStreamEnded = { [weak self] in self?.lastStreamEnded() }
        scheduleIdle(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        idleTimer?.cancel()
        leaveTimer?.cancel()
        context = nil
    }

    // MARK: Idle connections

    private func lastStreamEnded() {
        guard let context else { return }
        if state == .left { return close(context) }
        scheduleIdle(context)
    }

    private func scheduleIdle(_ context: ChannelHandlerContext) {
        idleTimer?.cancel()
        idleTimer = context.eventLoop.assumeIsolated().scheduleTask(in: idleTime) { [weak self] in self?.checkIdle() }
    }

    private func checkIdle() {
        guard let context, !flow.hasStreams else { return }
        say(.noError, upTo: flow.lastStream, context)
        close(context)
    }

    // MARK: The end

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: leave(context)
        // A client that sends nothing more opens no window either.
        case ChannelEvent.inputClosed: context.close(promise: nil)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func leave(_ context: ChannelHandlerContext) {
        guard state == .open else { return }
        guard flow.hasStreams else {
            say(.noError, upTo: flow.lastStream, context)
            return close(context)
        }
        state = .leaving
        say(.noError, upTo: .maxID, context)
        context.writeAndFlush(
            wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: .ping(Self.lastPing, ack: false))), promise: nil)
        leaveTimer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lastPingTime) { [weak self] in
            self?.haveLeft()
        }
    }

    private func haveLeft() {
        guard let context, state == .leaving else { return }
        state = .left
        leaveTimer?.cancel()
        say(.noError, upTo: flow.lastStream, context)
        if !flow.hasStreams { close(context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .ping(Self.lastPing, ack: true) = unwrapInboundIn(data).payload { haveLeft() }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? any NIOHTTP2Error {
            // The error of a stream has ended that stream.
            guard flow.hasFailed else { return }
            // Bytes that arrive until the connection is closed fail again.
            if state != .failed { connections.refuse(Self.reason(of: error)) }
            state = .failed
        }
        context.close(promise: nil)
    }

    static func reason(of error: any NIOHTTP2Error) -> Connections.Reason {
        switch error {
        case is NIOHTTP2Errors.ExcessiveRSTFrames, is NIOHTTP2Errors.ExcessiveControlFrames,
            is NIOHTTP2Errors.ExcessiveContinuationFrames, is NIOHTTP2Errors.ExcessiveEmptyDataFrames,
            is NIOHTTP2Errors.ExcessiveStreamErrors, is NIOHTTP2Errors.ExcessiveNumberOfGlitches,
            is NIOHTTP2Errors.ExcessiveOutboundFrameBuffering:
            .flood
        default: .http2
        }
    }

    private func say(_ code: HTTP2ErrorCode, upTo stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        let frame = HTTP2Frame(
            streamID: .rootStream, payload: .goAway(lastStreamID: stream, errorCode: code, opaqueData: nil))
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    /// Closes the connection after what is being written: a stream can end before its last frame is flushed.
    private func close(_ context: ChannelHandlerContext) {
        let channel = context.channel
        context.eventLoop.execute {
            channel.flush()
            channel.close(promise: nil)
        }
    }
}
