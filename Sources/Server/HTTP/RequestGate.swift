import NIOCore
import NIOSSL

/// A gate that lets one request at a time reach the parser, and watches that the client reads the answers.
///
/// A client may send its next request before the answer to the last one (RFC 9112, 9.3.2). Such requests stay bytes: in
/// the system's buffer, and no more than ``mostHeld`` of them here. Parsed, each would take some kilobytes.
///
/// The bytes are passed on in steps that end where a head may end. Thus a single read with a thousand requests
/// completes one head and, after a body, a second one.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Bytes of requests that wait for the last answer. One read brings fewer; more come when a client ends its input,
    /// since the system then hands over all that it has.
    static let mostHeld = 64 << 10

    /// Called before bytes of a request are passed on.
    var onBytes: (ByteBuffer) -> Void = { _ in }
    /// Whether the next head that is written says HTTP/1.0 and is to say HTTP/1.1: the encoder knows the framing of an
    /// older client by that version only, and the version that a server names is its own (RFC 9110, 6.2).
    var hidesOldVersion = false

    private let connections: Connections
    private let watch: UnreadWatch
    /// Whether the connection is encrypted. TLS has no way to close only the input (RFC 8446, 6.1), so the gate drops it.
    private let isSecure: Bool
    private let lingerTime: TimeAmount
    private var context: ChannelHandlerContext?
    private var held: ByteBuffer?
    private var isOpen = true
    private var isPassing = false
    private var isReadWanted = false
    private var isInputOver = false
    private var isEndHeld = false
    private var isLingering = false
    /// Whether what still comes is dropped, because the server has closed the input.
    private var isDeaf = false

    private var lingering: Scheduled<Void>?

    init(_ connections: Connections, _ limits: ServerOptions.Limits, isSecure: Bool) {
        self.connections = connections
        self.isSecure = isSecure
        watch = UnreadWatch(connections, stallTime: limits.stallTime)
        lingerTime = limits.bodyTime.timeAmount
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        watch.begin(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        watch.end()
        lingering?.cancel()
        held = nil
        context = nil
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isLingering, !isDeaf else { return }
        var bytes = unwrapInboundIn(data)
        guard isOpen, !isPassing, held == nil else {
            if held?.writeBuffer(&bytes) == nil { held = bytes }
            if let held, held.readableBytes > Self.mostHeld {
                connections.refuse(.pipelined)
                context.close(promise: nil)
            }
            return
        }
        pass(bytes, context)
    }

    private func pass(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        var rest = bytes
        isPassing = true
        while isOpen, !isLingering, let step = rest.readSlice(length: Self.step(of: rest)), step.readableBytes > 0 {
            onBytes(step)
            context.fireChannelRead(wrapInboundOut(step))
        }
        isPassing = false
        if rest.readableBytes > 0, !isLingering { held = rest }
    }

    /// Returns the count of bytes up to the first empty line, or of all bytes if no line is empty.
    private static func step(of bytes: ByteBuffer) -> Int {
        bytes.withUnsafeReadableBytes { bytes in
            var index = 3
            while index < bytes.count {
                let byte = bytes[index]
                if byte == 0x0a, bytes[index - 1] == 0x0d, bytes[index - 2] == 0x0a, bytes[index - 3] == 0x0d {
                    return index + 1
                }
                index += byte == 0x0a || byte == 0x0d ? 1 : 4
            }
            return bytes.count
        }
    }

    func read(context: ChannelHandlerContext) {
        guard isLingering || (isOpen && held == nil) else {
            isReadWanted = true
            return
        }
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if isLingering { context.read() }
    }

    /// Blocks further requests until ``open()``.
    func close() { isOpen = false }

    /// Allows the next request.
    func open() {
        guard !isOpen, !isLingering else { return }
        isOpen = true
        // Within a step, the loop continues by itself.
        guard !isPassing, let context else { return }
        if let bytes = held {
            held = nil
            pass(bytes, context)
            context.fireChannelReadComplete()
        }
        guard isOpen, held == nil, !isLingering else { return }
        if isEndHeld {
            isEndHeld = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        } else if isReadWanted {
            isReadWanted = false
            context.read()
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event as? ChannelEvent {
        case .inputClosed?:
            isInputOver = true
            if isLingering { return context.close(promise: nil) }
            if held != nil { return isEndHeld = true }
        case .outputClosed?:
            if isLingering { return }
        case nil: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isSecure, mode == .input else { return context.close(mode: mode, promise: promise) }
        promise?.succeed()
        guard !isDeaf else { return }
        (isDeaf, held) = (true, nil)
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The end of the input follows, and the parser knows whether a request was whole.
        if case NIOSSLError.uncleanShutdown = error { return }
        context.fireErrorCaught(error)
    }

    /// Ends the connection after its last answer is out. What the client still sends is read and dropped for a while: a
    /// connection that is closed with bytes unread is reset, and the client may lose the answer (RFC 9112, 9.6).
    func finish() {
        guard !isLingering, let context else { return }
        isLingering = true
        held = nil
        guard !isInputOver else { return context.close(promise: nil) }
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        lingering = context.eventLoop.scheduleTask(in: lingerTime) { channel.close(promise: nil) }
        context.read()
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = unwrapOutboundIn(data)
        watch.wrote(bytes.readableBytes)
        if hidesOldVersion, case .byteBuffer(var head) = bytes {
            hidesOldVersion = false
            head.setInteger(UInt8(ascii: "1"), at: head.readerIndex + "HTTP/1.".utf8.count)
            return context.write(wrapOutboundOut(.byteBuffer(head)), promise: promise)
        }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        watch.flushed()
    }
}
