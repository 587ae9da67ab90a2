package import NIOCore

/// A watch for clients that disconnect, or close their output, while the server makes or writes an answer.
///
/// It is a handler in the connection's pipeline. The alternative is a task for each stream that reads input which never
/// arrives.
package final class Departure: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    package typealias InboundIn = ByteBuffer

    /// The name of the handler in a pipeline.
    static let name = "draftledger.departure"

    private let onDisconnect: @Sendable () -> Void

    /// - Parameter onDisconnect: runs on the connection's own thread when the client is gone, perhaps more than once.
    private init(_ onDisconnect: @escaping @Sendable () -> Void) { self.onDisconnect = onDisconnect }

    /// Watches a connection.
    ///
    /// - Returns: the watch, which `end(on:)` stops.
    /// - Throws: an error if the connection is already closed.
    package static func watch(
        _ channel: any Channel, _ onDisconnect: @escaping @Sendable () -> Void
    ) async throws -> Departure {
        let watch = Departure(onDisconnect)
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(watch, name: name, position: .first)
        }.get()
        return watch
    }

    /// Stops the watch.
    package func end(on channel: any Channel) {
        // A connection that has gone has taken the handler with it.
        channel.pipeline.removeHandler(self, promise: nil)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { onDisconnect() }
        context.fireUserInboundEventTriggered(event)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        onDisconnect()
        context.fireChannelInactive()
    }
}
