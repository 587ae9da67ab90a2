import NIOCore

/// Notices that a client has hung up, or says no more, while something is being made or written for it.
///
/// A handler in the connection's pipeline, and no task that reads what never comes: of those there would be one for each
/// stream.
final class Departure: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = ByteBuffer

    /// Under which it stands in a pipeline.
    static let name = "draftledger.departure"

    private let farewell: @Sendable () -> Void

    /// - Parameter farewell: done when the client is gone, on the connection's own thread; more than once, perhaps.
    private init(_ farewell: @escaping @Sendable () -> Void) { self.farewell = farewell }

    /// Watches a connection.
    ///
    /// - Returns: what ends the watch.
    /// - Throws: where the connection is gone already.
    static func watch(
        _ channel: any Channel, _ farewell: @escaping @Sendable () -> Void
    ) async throws -> Departure {
        let watch = Departure(farewell)
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(watch, name: name, position: .first)
        }.get()
        return watch
    }

    /// Watches no more.
    func end(on channel: any Channel) {
        // A connection that has gone has taken the handler with it.
        channel.pipeline.removeHandler(self, promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { farewell() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        farewell()
        context.fireChannelInactive()
    }
}
