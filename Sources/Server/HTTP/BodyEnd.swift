import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Keeps bodies that nobody reads from holding their connections: where an answer begins before the request's body has
/// ended, the connection is closed behind it.
///
/// Not before the rest has come, or has had its time: who still sends when the connection closes may lose the answer.
final class BodyEnd: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let patience: TimeAmount
    /// Requests that have come and are not answered to the end. Only the last one's body can still be on its way.
    private var unanswered = 0
    private var isBodyComing = false
    /// Whether the connection closes behind the answer that is being written, or was.
    private var closes = false
    /// When that answer is written to its end.
    private var answered: EventLoopFuture<Void>?
    private var deadline: Scheduled<Void>?

    /// - Parameter patience: how long a body may go on after the answer.
    init(patience: TimeAmount) { self.patience = patience }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Of what stands behind the last answer nothing is answered any more.
        if closes, !isBodyComing { return }
        switch unwrapInboundIn(data) {
        case .head:
            unanswered += 1
            isBodyComing = true
        case .body: break
        case .end:
            isBodyComing = false
            if closes { close(context.channel) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if isBodyComing, unanswered <= 1, head.status.kind != .informational {
                closes = true
                head.headerFields[.connection] = "close"
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            unanswered = max(0, unanswered - 1)
            guard closes else { return context.write(data, promise: promise) }
            let written = promise ?? context.eventLoop.makePromise(of: Void.self)
            answered = written.futureResult
            context.writeAndFlush(data, promise: written)
            let channel = context.channel
            guard isBodyComing else { return close(channel) }
            deadline = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
        }
    }

    /// Closes the connection as soon as the answer is on its way.
    private func close(_ channel: any Channel) {
        answered?.whenComplete { _ in channel.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}
