import NIOCore

/// A watch over the bytes of answers that a client has not read: it counts them, and closes the connection if the client
/// reads nothing for too long, or if its address leaves too many.
///
/// For a handler in the connection's pipeline, which reports each write and each flush.
final class UnreadWatch {
    /// The bytes that wait elsewhere than in the connection: with HTTP/2, for the window of their stream.
    var waitingElsewhere: () -> Int = { 0 }

    private let connections: Connections
    private let stallTime: TimeAmount
    private var context: ChannelHandlerContext?

    /// Bytes that were written, and those of them that the system has taken.
    private var written = 0
    private var taken = 0
    private var takenAt = NIODeadline.now()
    private var hasNoted = false
    private var timer: Scheduled<Void>?

    init(_ connections: Connections, stallTime: Duration) {
        self.connections = connections
        self.stallTime = stallTime.timeAmount
    }

    func begin(_ context: ChannelHandlerContext) { self.context = context }

    func end() {
        timer?.cancel()
        context = nil
    }

    func wrote(_ bytes: Int) { written += bytes }

    /// Looks at what the system has taken after a flush.
    func flushed() {
        guard let context, let unread = note(context), unread > 0, timer == nil else { return }
        (taken, takenAt) = (written - unread, .now())
        schedule(context)
    }

    /// Counts what the client has not taken, and closes the connection if its address leaves too much.
    ///
    /// - Returns: the bytes that the connection holds; nil if it is closed.
    @discardableResult
    private func note(_ context: ChannelHandlerContext) -> Int? {
        let unread = Self.unread(context.channel)
        let all = unread + waitingElsewhere()
        guard all > 0 || hasNoted else { return 0 }
        hasNoted = all > 0
        guard connections.note(unread: all, of: context.channel) else {
            connections.refuse(.unreadBytes)
            context.close(promise: nil)
            return nil
        }
        return unread
    }

    /// Counts again after something changed elsewhere.
    func note() {
        if let context { note(context) }
    }

    private static func unread(_ channel: any Channel) -> Int {
        do {
            return try channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
        } catch {
            // A closed connection has nothing on its way.
            return 0
        }
    }

    private func schedule(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: stallTime.lookInterval) { [weak self] in
            self?.look()
        }
    }

    private func look() {
        timer = nil
        guard let context, let unread = note(context), unread > 0 else { return }
        let now = written - unread
        if now != taken {
            (taken, takenAt) = (now, .now())
        } else if NIODeadline.now() - takenAt >= stallTime {
            connections.refuse(.stalled)
            return context.close(promise: nil)
        }
        schedule(context)
    }
}

extension Duration {
    var timeAmount: TimeAmount { .nanoseconds(Int64(self / .nanoseconds(1))) }
}

extension TimeAmount {
    /// The pause between two looks at what must change within this time.
    var lookInterval: TimeAmount { .nanoseconds(max(10_000_000, nanoseconds / 8)) }
}
