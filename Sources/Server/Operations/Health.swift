import Draft
import DraftLedger
import Platform

/// Whether the server can take commands, as far as the last ones tell.
final class Health: Sendable {
    private struct State {
        var isStarting = false
        var isStopping = false
        var delay: String?
        var failure: String?
        /// Whether the failure can pass while nothing is sent: the disk may be given room.
        var canPass = false
    }

    private let ledger: DraftLedger
    private let state = Guarded(State())
    private let (passingFailures, source) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(of ledger: DraftLedger) { self.ledger = ledger }

    /// The reason why it cannot; nil while it can.
    var complaint: String? {
        let state = state.withLock { $0 }
        if state.isStopping { return "The server is stopping." }
        if let displacement = ledger.displacement { return "Nothing is recorded: \(displacement)." }
        if state.isStarting { return Self.start }
        return state.delay ?? state.failure
    }

    /// The reason why the server does not take commands yet, although it can be read; nil when it takes commands.
    var delay: String? { state.withLock { $0.delay } }

    /// Records the reason for a delay of the start that is too long for requests to wait.
    func delay(by reason: String) { state.withLock { $0.delay = reason } }

    private static let start = "The service starts, and resumes the clocks of its drafts."

    /// Records that the clocks are about to resume: requests wait until they run.
    func begin() { state.withLock { $0.isStarting = true } }

    /// Records that the clocks run.
    func haveBegun() { state.withLock { ($0.isStarting, $0.delay) = (false, nil) } }

    /// Returns when the start has waited for everything.
    func begun() async throws {
        while state.withLock({ $0.isStarting || $0.delay != nil }) { try await Task.sleep(for: .milliseconds(100)) }
    }

    /// Returns when the clocks have been taken up, some milliseconds after the first connection; or when there is a delay,
    /// of which each request is told.
    ///
    /// - Throws: `unavailable` if that takes longer than most clients wait.
    func started() async throws {
        for _ in 0..<Self.looksAtStart {
            guard state.withLock({ $0.isStarting && !$0.isStopping }) else { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Problem(.unavailable, Self.start)
    }

    private static let looksAtStart = 1_000

    func stop() { state.withLock { $0.isStopping = true } }

    /// Records the outcome of the last command or group of events; nil if the ledger stored it.
    ///
    /// If the path leads elsewhere, the server checks the path itself, so that it is ready as soon as the path is
    /// restored.
    func note(_ failure: DraftLedgerError?) {
        // The storage works: another node of the cluster leads, or has been faster.
        if let code = failure?.code, code == .notLeader || code == .replicationUnclear { return }
        let isWatched = failure?.code == .moved
        var detail = isWatched ? nil : failure.map { Problem($0, ofLedgerAt: ledger.path).detail + "." }
        if failure?.code == .writerLost {
            detail? += " Meanwhile reads are answered; the server opens the ledger as soon as its disk takes writes."
        }
        let canPass = failure.map { [.diskFull, .inputOutput, .readOnly].contains($0.code) } ?? false
        state.withLock { ($0.failure, $0.canPass) = (detail, canPass) }
        if canPass { source.yield() }
    }

    /// Forgets failures of the disk as soon as it accepts writes, until the task is cancelled.
    ///
    /// A server that is not ready may be sent no commands, so it cannot wait for one that succeeds.
    ///
    /// - Parameter probe: the fault of the storage; nil if it works.
    func watchDisk(_ probe: () async throws -> String?) async throws {
        for await _ in passingFailures {
            var wait = ReopeningWait()
            repeat {
                wait.lengthen()
                try await Task.sleep(for: wait.duration)
            } while try await probe() != nil
            state.withLock { if $0.canPass { ($0.failure, $0.canPass) = (nil, false) } }
        }
    }
}
