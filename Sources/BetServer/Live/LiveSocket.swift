import Logging
import NIOCore
import NIOWebSocket

/// A WebSocket that follows games (RFC 6455): reads the client's messages, and writes the newest state of its games.
///
/// It writes only while the connection takes bytes. Until then its news stays in ``LiveClient``, one state a game, so that a
/// client that reads slowly costs no more memory than one that reads at once. A client that reads nothing is closed by the
/// watch that every connection has.
final class LiveSocket: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// The maximum size of a frame and of a message in several of them, in bytes.
    static let mostBytes = 4 << 10
    private static let mostFragments = 16
    /// Messages with a fault, after which the connection is closed.
    private static let mostFaults = 10
    /// Messages between two pings, after which the connection is closed: each can ask for the state of 100 games.
    private static let mostMessages = 60
    /// Intervals of pings without a frame of the client, after which the connection is closed.
    private static let mostSilence = 3
    /// The maximum of unsent bytes that the system keeps: they look delivered, and would be stale.
    private static let unsent: SocketOptionValue = 64 << 10
    /// The time for the client's own closing frame.
    private static let closingTime = TimeAmount.seconds(2)

    private let hub: LiveHub
    private let interval: TimeAmount
    private let logger: Logger
    /// Keeps what belongs to the connection, such as its place among all streams.
    private let token: AnyObject?
    private let topic: LiveTopic
    private var client: LiveClient?
    private var context: ChannelHandlerContext?
    private var fragments: [WebSocketFrame] = []
    private var faults = 0
    private var silence = 0
    /// Since the last ping.
    private var messages = 0
    private var isClosing = false
    private var pings: RepeatedTask?

    /// - Parameters:
    ///   - interval: the time between two pings.
    ///   - token: what is kept as long as the connection lasts.
    init(_ topic: LiveTopic, _ hub: LiveHub, every interval: Duration, keeping token: AnyObject?, logger: Logger) {
        (self.topic, self.hub, self.token, self.logger) = (topic, hub, token, logger)
        self.interval = .nanoseconds(Int64(interval / .nanoseconds(1)))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        // If the option cannot be set, the system's own limit applies.
        context.channel.setOption(.socketOption(.so_sndbuf), value: Self.unsent).whenComplete { _ in }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let loop = context.eventLoop
        client = LiveClient(topic) { loop.execute { bound.value.writeNews() } }
        pings = loop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in bound.value.ping() }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        if let client { hub.leave(client) }
        pings?.cancel()
        (client, context, fragments) = (nil, nil, [])
    }

    // MARK: Frames

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing || unwrapInboundIn(data).opcode == .connectionClose else { return }
        silence = 0
        let frame = unwrapInboundIn(data)
        guard frame.maskKey != nil else { return close(.protocolError, "A client masks its frames.") }
        guard frame.reservedBits.isEmpty else { return close(.protocolError, "No extension was agreed on.") }
        switch frame.opcode {
        case .connectionClose: answerClose(frame)
        case .ping: write(.pong, frame.unmaskedData)
        case .pong: break
        case .text, .binary:
            guard fragments.isEmpty else { return close(.protocolError, "The last message is not complete.") }
            take(frame)
        case .continuation:
            guard !fragments.isEmpty else { return close(.protocolError, "There is no message to continue.") }
            take(frame)
        default: close(.protocolError, "The opcode is not known.")
        }
    }

    /// Takes a part of a message, and the message if it is whole.
    private func take(_ frame: WebSocketFrame) {
        fragments.append(frame)
        let size = fragments.reduce(0) { $0 + $1.length }
        guard size <= Self.mostBytes, fragments.count <= Self.mostFragments else {
            return close(.messageTooLarge, "A message has at most \(Self.mostBytes) bytes.")
        }
        guard frame.fin, let kind = fragments.first?.opcode else { return }
        let bytes = fragments.flatMap { Array($0.unmaskedData.readableBytesView) }
        fragments = []
        guard kind == .text else { return close(.unacceptableData, "Messages are text.") }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            return close(.dataInconsistentWithMessage, "The text is not UTF-8.")
        }
        take(bytes)
    }

    private func take(_ message: [UInt8]) {
        guard let client else { return }
        messages += 1
        guard messages <= Self.mostMessages else {
            return close(.policyViolation, "More than \(Self.mostMessages) messages came between two pings.")
        }
        do {
            try LiveRequest(message).apply(to: client, in: hub)
        } catch let fault as LiveRequest.Fault {
            faults += 1
            write(.text, ByteBuffer(string: fault.text))
            if faults >= Self.mostFaults { close(.policyViolation, "There were \(faults) faulty messages.") }
        } catch {
            logger.error("a live state cannot be read: \(error)")
            close(.unexpectedServerError, "The state of a game cannot be read.")
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? NIOWebSocketError {
        case .invalidFrameLength?: close(.messageTooLarge, "A frame has at most \(Self.mostBytes) bytes.")
        case .fragmentedControlFrame?, .multiByteControlFrameLength?:
            close(.protocolError, "A control frame is short and whole.")
        default: context.close(promise: nil)
        }
    }

    // MARK: News

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writeNews()
        context.fireChannelWritabilityChanged()
    }

    /// Writes what the client does not know yet, if the connection takes it now.
    private func writeNews() {
        guard let context, let client, !isClosing else { return }
        if client.isOver { return close(.goingAway, "The server is stopping.") }
        guard context.channel.isWritable else { return }
        let news = client.take()
        guard !news.isEmpty else { return }
        for item in news {
            let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: item.message.text))
            context.write(wrapOutboundOut(frame), promise: nil)
        }
        context.flush()
    }

    private func ping() {
        guard let context, !isClosing else { return }
        silence += 1
        messages = 0
        guard silence <= Self.mostSilence else { return close(.goingAway, "There was no answer to pings.") }
        // A connection that takes nothing needs no more of it.
        if context.channel.isWritable { write(.ping, ByteBuffer()) }
    }

    private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        guard let context, !isClosing else { return }
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
    }

    // MARK: Closing

    private func answerClose(_ frame: WebSocketFrame) {
        guard let context else { return }
        guard !isClosing else { return context.close(promise: nil) }
        var data = frame.unmaskedData
        // The same code as the client's, without its words.
        let code = data.readSlice(length: min(2, data.readableBytes)) ?? ByteBuffer()
        isClosing = true
        let closing = WebSocketFrame(
            fin: true, opcode: .connectionClose, data: code.readableBytes == 2 ? code : ByteBuffer())
        context.writeAndFlush(wrapOutboundOut(closing)).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }

    /// Closes the connection with a reason, which has at most 123 bytes.
    private func close(_ code: WebSocketErrorCode, _ reason: String) {
        guard let context, !isClosing else { return }
        isClosing = true
        fragments = []
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        data.writeString(reason)
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)), promise: nil)
        // A client that does not answer with its own frame is not waited for.
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.closingTime) { context.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { return close(.goingAway, "The server is stopping.") }
        if case .inputClosed? = event as? ChannelEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
