import Draft
import DraftLedger
import Timekeeping

/// The ledger, and the threads on which it is read: reads may wait for the disk.
final class LedgerReader: Sendable {
    let ledger: DraftLedger
    let clock: WallClock
    /// Reports, audits and evidence: reads that take long.
    let longReads: LongReads
    let streamsAtATime: Int
    private let threads: ReadingThreads

    init(_ ledger: DraftLedger, _ options: ServerOptions, _ threads: ReadingThreads) {
        self.ledger = ledger
        self.threads = threads
        clock = options.clock
        streamsAtATime = threads.streamsAtATime
        longReads = LongReads(threads: options.operations.longReaders, atMost: options.operations.longReads)
    }

    var now: Timestamp { clock.now() }

    /// Reads the ledger for a request, a bounded number of reads at a time.
    func read<Result: Sendable>(_ body: @escaping @Sendable (DraftLedger) throws -> Result) async throws -> Result {
        let ledger = ledger
        return try await threads.read { try body(ledger) }
    }

    /// Reads the ledger on one of the threads for streams.
    func readForStream<Result: Sendable>(
        _ body: @escaping @Sendable (DraftLedger) throws -> Result
    ) async throws -> Result {
        let ledger = ledger
        return try await threads.readForStream { try body(ledger) }
    }
}
