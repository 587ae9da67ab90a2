import Draft
import NIOCore
import Platform

/// Somebody who watches rooms, as the tail knows one.
final class Viewer: Sendable {
    enum Signal: Sendable {
        case news
        case heartbeat
        /// The server's clock was set, as only one for development is.
        case time
    }

    let signals: AsyncStream<Signal>
    private let source: AsyncStream<Signal>.Continuation
    /// The user of the caller; nil without a user.
    var user: UserID? { caller.user }
    let caller: Caller
    /// Seconds since 1970 at which the token or session of the viewer expires; nil for never.
    private let expiresAt: Double?
    let channel: any Channel
    private let writingSince = Guarded<ContinuousClock.Instant?>(nil)

    /// The maximum of unsent bytes that the system keeps for a slow client. Megabytes would not count as the memory of
    /// any client, and unsent bytes look delivered.
    private static let unsent: SocketOptionValue = 64 << 10

    private let needsCheck = Guarded(false)

    init(_ channel: any Channel, _ caller: Caller, until expiry: Double?) {
        self.channel = channel
        self.caller = caller
        expiresAt = expiry
        // If the option cannot be set, the system's own limit applies.
        channel.connection.setOption(.socketOption(.so_sndbuf), value: Self.unsent).whenComplete { _ in }
        (signals, source) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func signal(_ signal: Signal) { source.yield(signal) }

    /// Requests a check of its rights before the next message.
    func check() {
        needsCheck.withLock { $0 = true }
        signal(.news)
    }

    /// Takes the request to look at its rights, if there is one.
    func takeCheck() -> Bool {
        needsCheck.withLock { needs in
            defer { needs = false }
            return needs
        }
    }

    func hasExpired(at now: Double) -> Bool { expiresAt.map { $0 <= now } ?? false }

    /// Ends its stream with a closing message.
    func dismiss() { source.finish() }

    /// Records when a write begins; nil when it has ended.
    func write(since moment: ContinuousClock.Instant?) { writingSince.withLock { $0 = moment } }

    /// Ends the stream as soon as its client disconnects, and not with the next message.
    func attending(_ body: () async throws -> Void) async throws {
        let watch = try await Departure.watch(channel) { [weak self] in self?.dismiss() }
        defer { watch.end(on: channel) }
        try await body()
    }

    /// Accepts no further request after a stream has ended: the connection closes when everything is sent.
    func closeAfterSending() { channel.close(mode: .input, promise: nil) }

    /// Closes the connection if the viewer has not read for too long.
    func close(ifBlockedFor timeout: Duration) {
        guard let since = writingSince.withLock({ $0 }), ContinuousClock.now - since > timeout else { return }
        channel.close(promise: nil)
    }
}
