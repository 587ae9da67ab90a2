import Draft
import DraftLedger
import NIOCore

/// The state that the streams of all clients share: the tail of the ledger, and reads for streams that catch up.
final class LiveStreams: Sendable {
    let tail: LedgerTail
    let presence: Presence
    let lobby = LobbyFeed()
    let frames = FrameCache()
    let catchUps: FairSemaphore
    private let reader: LedgerReader
    private let operations: Operations
    private let limits: ServerOptions.Limits

    init(
        _ reader: LedgerReader, _ operations: Operations, _ options: ServerOptions, pools: AppPools, sessions: Sessions
    ) throws {
        self.reader = reader
        self.operations = operations
        limits = options.limits
        presence = Presence(reader.ledger, by: options.secondsClock)
        tail = try LedgerTail(of: reader.ledger, presence: presence, pools: pools, sessions: sessions)
        catchUps = FairSemaphore(count: reader.streamsAtATime)
    }

    /// Reads the part of the ledger that a stream has missed or begins with, a bounded number at a time, on threads for
    /// streams. A client that has gone meanwhile is not read for.
    func catchingUp<Result: Sendable>(
        for channel: any Channel, _ body: @escaping @Sendable (DraftLedger) throws -> Result
    ) async throws -> Result {
        try await catchUps.withPlace {
            guard channel.isActive else { throw CancellationError() }
            return try await reader.readForStream(body)
        }
    }

    /// Takes a place for one more stream of a user, or of an address for a caller without a token.
    ///
    /// - Throws: `tooManyRequests`, `unavailable`.
    func place(for exchange: Exchange) throws -> StreamPlaces.Place {
        let client = exchange.caller.user.map { RateLimiter.Client.user($0) } ?? .address(exchange.record.address)
        return try operations.streams.place(
            for: client, atMost: operations.options.streamsPerClient, inAll: limits.streams)
    }
}
