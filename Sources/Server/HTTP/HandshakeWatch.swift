import NIOCore

/// Closes connections that do not finish their TLS handshake in time, and connections of an address that has too many.
///
/// An answer that refuses such a connection would cost a handshake first, so it gets none.
final class HandshakeWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connections: Connections
    private let timeout: TimeAmount
    private let isWelcome: Bool
    private var timer: Scheduled<Void>?

    init(_ connections: Connections, _ limits: ServerOptions.Limits, isWelcome: Bool) {
        self.connections = connections
        self.isWelcome = isWelcome
        timeout = limits.headTime.timeAmount
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let context = context
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { [self] in fail(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelActive(context: ChannelHandlerContext) {
        if !isWelcome {
            connections.refuse(.connectionsPerAddress)
            return context.close(promise: nil)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Somebody who connects and leaves, such as a health check, has not begun a handshake.
        if hasBegun { connections.refuse(.handshake) }
        timer?.cancel()
        context.fireChannelInactive()
    }

    private var hasBegun = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasBegun = true
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A server that stops waits for no handshake.
        if event is ChannelShouldQuiesceEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func fail(_ context: ChannelHandlerContext) {
        hasBegun = true
        context.close(promise: nil)
    }
}
