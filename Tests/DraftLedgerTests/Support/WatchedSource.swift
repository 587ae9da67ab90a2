import Draft
import Ledger
import LedgerTesting
import Platform
import Records
import Testing

@testable import DraftLedger  // the desk behind the ledger, and where it reads from

/// Where a desk reads from, with somebody who counts what is read, and can hold it up.
final class WatchedSource: StateSource {
    private struct State {
        var held: Set<StreamKey> = []
        var reads: [StreamKey: Int] = [:]
        /// Takes part in a stream's events as they are read, once.
        var lie: (stream: StreamKey, body: @Sendable (inout [RecordedEvent]) throws -> Void)?
    }

    private let source: LedgerStateSource
    private let state = Guarded(State())

    init(_ ledger: DraftLedger) { source = LedgerStateSource(log: ledger.log, projections: ledger.projections) }

    /// Lets no read of a stream end before `release()`.
    func hold(_ stream: StreamKey) { state.withLock { _ = $0.held.insert(stream) } }

    func release() {
        state.withLock { $0.held = [] }
        state.broadcast()
    }

    /// Waits until somebody reads a stream for the first time.
    func waitForRead(of stream: StreamKey) { state.wait { $0.reads[stream] == nil ? nil : () } }

    /// How often a stream was read.
    func reads(of stream: StreamKey) -> Int { state.withLock { $0.reads[stream] ?? 0 } }

    /// Has what is read of a stream changed, the first time.
    func lie(about stream: StreamKey, _ body: @escaping @Sendable (inout [RecordedEvent]) throws -> Void) {
        state.withLock { $0.lie = (stream, body) }
    }

    func end(of stream: StreamKey) throws -> StreamEnd { try source.end(of: stream) }

    func events(of stream: StreamKey) throws -> [RecordedEvent] {
        var events = try source.events(of: stream)
        let lie = state.withLock { state -> (@Sendable (inout [RecordedEvent]) throws -> Void)? in
            guard let lie = state.lie, lie.stream == stream else { return nil }
            state.lie = nil
            return lie.body
        }
        try lie?(&events)
        state.withLock { $0.reads[stream, default: 0] += 1 }
        state.broadcast()
        state.wait { $0.held.contains(stream) ? nil : () }
        return events
    }

    func contest(_ id: TournamentID) throws -> (books: ContestBooks, waiting: [RoomID], counting: [RoomID]) {
        try source.contest(id)
    }

    func depositor(of payment: WalletState.PaymentReference) throws -> UserID? { try source.depositor(of: payment) }

    func runningRooms() throws -> [RoomID] { try source.runningRooms() }

    func nextRoom() throws -> RoomID { try source.nextRoom() }

    func closing() throws -> (closing: LedgerClosing, end: UInt64) { try source.closing() }
}

extension LiveHouse {
    /// A second desk of the same ledger, which reads from a watched source. The ledger's own one must not be sent to
    /// meanwhile, or each overtakes the other.
    func desk(
        reading source: WatchedSource, limits: DeskLimits = DeskLimits(),
        clock: @escaping @Sendable () -> Int64 = Ledger.Options.systemClock
    ) throws -> CommandDesk {
        try CommandDesk(
            ledger: ledger.ledger, log: ledger.log, source: source, cryptography: try #require(ledger.cryptography),
            limits: limits, clock: clock)
    }
}

extension CommandDesk {
    /// Leaves a command; it arrived now, or at another time.
    func leave(
        _ command: Command, as actor: Sender, id: CommandID, at time: Timestamp? = nil
    ) throws -> PendingReply {
        let reply = PendingReply()
        let (fingerprint, byteCount) = command.measuredFingerprint
        let origin = CommandOrigin(occurredAt: time ?? now, actor: actor, commandID: id, fingerprint: fingerprint)
        try send(
            Envelope(command: command, origin: origin, byteCount: byteCount, cancellation: reply.cancellation) {
                reply.give($0)
            })
        return reply
    }

    /// Sends a command and waits for its outcome.
    @discardableResult
    func outcome(of command: Command, as actor: Sender, id: CommandID) async throws -> Outcome {
        try await leave(command, as: actor, id: id).value.get()
    }
}
