import NIOCore
import NIOHTTP2

/// The flow of bytes on an HTTP/2 connection: it ends streams whose client does not open their window, and connections
/// on which a frame or the head of a request arrives too slowly.
///
/// It is between TLS and the parser of frames. `UnreadWatch` watches the connection as a whole.
final class HTTP2Flow: ChannelDuplexHandler, NIOHTTP2FrameDelegate {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private struct Stream {
        let channel: any Channel
        /// Bytes of the answer that are written and not sent.
        var waiting = 0
        /// The time of the last progress, or since when bytes wait.
        var movedAt = NIODeadline.now()
    }

    private let connections: Connections
    private let limits: ServerOptions.Limits
    private let watch: UnreadWatch
    private var context: ChannelHandlerContext?
    private var streams: [HTTP2StreamID: Stream] = [:]
    private var waiting = 0
    private var streamTimer: Scheduled<Void>?
    private var frames = HTTP2FrameBoundaries()
    private var frameTimer: Scheduled<Void>?

    /// Called when the last stream has ended.
    var onLastStreamEnded: () -> Void = {}
    /// The stream that the client has opened last.
    private(set) var lastStream = HTTP2StreamID.rootStream

    init(_ connections: Connections, _ limits: ServerOptions.Limits) {
        self.connections = connections
        self.limits = limits
        watch = UnreadWatch(connections, stallTime: limits.stallTime)
        watch.waitingElsewhere = { [unowned self] in waiting }
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
        streamTimer?.cancel()
        frameTimer?.cancel()
        watch.end()
        context = nil
    }

    // MARK: Streams

    /// Whether a request is under way.
    var hasStreams: Bool { !streams.isEmpty }

    func opened(_ id: HTTP2StreamID, _ channel: any Channel) {
        streams[id] = Stream(channel: channel)
        lastStream = max(lastStream, id)
    }

    func closed(_ id: HTTP2StreamID) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        waiting -= stream.waiting
        watch.note()
        if streams.isEmpty { onLastStreamEnded() }
    }

    /// Counts bytes of an answer, which wait until the client's window has room for them.
    func wrote(_ bytes: Int, on id: HTTP2StreamID) {
        guard bytes > 0, let stream = streams[id] else { return }
        if stream.waiting == 0 { streams[id]?.movedAt = .now() }
        streams[id]?.waiting += bytes
        waiting += bytes
        if streamTimer == nil { scheduleLook() }
    }

    /// Whether the library has ended the connection because of an error. The errors of single streams take the same way
    /// through the pipeline, and only this frame tells them apart.
    private(set) var hasFailed = false

    func wroteFrame(_ frame: HTTP2Frame) {
        if case .goAway(_, let code, _) = frame.payload, code != .noError { hasFailed = true }
        guard case .data(let content) = frame.payload, streams[frame.streamID] != nil else { return }
        let sent = content.data.readableBytes
        streams[frame.streamID]?.waiting -= sent
        streams[frame.streamID]?.movedAt = .now()
        waiting -= sent
    }

    private func scheduleLook() {
        guard let context else { return }
        streamTimer = context.eventLoop.assumeIsolated().scheduleTask(in: limits.stallTime.timeAmount.lookInterval) {
            [weak self] in self?.look()
        }
    }

    private func look() {
        streamTimer = nil
        guard waiting > 0 else { return }
        watch.note()
        let limit = NIODeadline.now() - limits.stallTime.timeAmount
        for stream in streams.values where stream.waiting > 0 && stream.movedAt <= limit {
            connections.refuse(.stalled)
            stream.channel.close(promise: nil)
        }
        scheduleLook()
    }

    // MARK: Bytes

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        frames.take(unwrapInboundIn(data).readableBytesView)
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if frames.openSince != nil, frameTimer == nil { scheduleFrameCheck(context, in: limits.headTime.timeAmount) }
        context.fireChannelReadComplete()
    }

    private func scheduleFrameCheck(_ context: ChannelHandlerContext, in time: TimeAmount) {
        frameTimer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.checkFrame() }
    }

    private func checkFrame() {
        frameTimer = nil
        guard let context, let since = frames.openSince else { return }
        let rest = since + limits.headTime.timeAmount - .now()
        guard rest <= .nanoseconds(0) else { return scheduleFrameCheck(context, in: rest) }
        connections.refuse(.slowFrame)
        context.close(promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        watch.wrote(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        watch.flushed()
    }
}

/// Follows the bytes of an HTTP/2 connection, to know since when a frame, or the head of a request, is incomplete.
struct HTTP2FrameBoundaries {
    /// Since when a frame, or a head in several frames, is incomplete; nil between them.
    private(set) var openSince: NIODeadline?
    /// Bytes of the frame that are still to come, after its header.
    private var rest = Self.prefaceBytes
    /// The first bytes of the header of a frame, which has 9 (RFC 9113, 4.1).
    private var header: [UInt8] = []
    /// Whether the last frame of the head of a request is still to come.
    private var isInHead = false

    /// Bytes with which a client begins a connection (RFC 9113, 3.4).
    private static let prefaceBytes = 24
    private static let headerBytes = 9
    /// Types of frames (RFC 9113, 6), and the flag of the last frame of a head.
    private static let headers: UInt8 = 1
    private static let continuation: UInt8 = 9
    private static let endHeaders: UInt8 = 4

    mutating func take(_ bytes: ByteBufferView) {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            if openSince == nil { openSince = .now() }
            if rest > 0 {
                let step = min(rest, bytes.count)
                bytes = bytes.dropFirst(step)
                rest -= step
            } else {
                let missing = Self.headerBytes - header.count
                header += bytes.prefix(missing)
                bytes = bytes.dropFirst(missing)
                guard header.count == Self.headerBytes else { return }
                rest = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
                if header[3] == Self.headers || header[3] == Self.continuation {
                    isInHead = header[4] & Self.endHeaders == 0
                }
                header.removeAll(keepingCapacity: true)
            }
            if rest == 0, header.isEmpty, !isInHead { openSince = nil }
        }
    }
}
