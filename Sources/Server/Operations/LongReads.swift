import HTTPTypes
import HummingbirdCore
import NIOPosix
import Platform

/// Reads that take long, such as reports, audits and evidence: a few at a time, on threads of their own, so that no board
/// and no command waits behind them.
final class LongReads: Sendable {
    /// Whether somebody still wants what is being made.
    struct Interest: Sendable {
        private let isGone = Guarded(false)

        func end() { isGone.withLock { $0 = true } }

        /// - Throws: `CancellationError` once nobody does: to be asked between two steps of a long work.
        func check() throws {
            if isGone.withLock({ $0 }) { throw CancellationError() }
        }
    }

    private let threads: NIOThreadPool
    private let most: Int
    private let count = Guarded(0)

    /// - Parameters:
    ///   - threads: that work at a time.
    ///   - most: that may be under way or wait for a thread.
    init(threads: Int, atMost most: Int) {
        self.threads = NIOThreadPool(numberOfThreads: threads)
        self.most = most
        self.threads.start()
    }

    /// How many are under way or wait.
    var inFlight: Int { count.withLock { $0 } }

    /// Makes something for a client. Who hangs up while waiting is not worked for at all.
    ///
    /// - Throws: `unavailable` where so many wait that another one would only make all of them late.
    func read<Result: Sendable>(
        for request: Request, _ body: @escaping @Sendable (Interest) throws -> Result
    ) async throws -> Result {
        let isTaken = count.withLock { count in
            guard count < most else { return false }
            count += 1
            return true
        }
        guard isTaken else {
            var problem = Problem(.unavailable, "\(most) reports and audits are being made or waited for already.")
            problem.headers[.retryAfter] = "5"
            throw problem
        }
        defer { count.withLock { $0 -= 1 } }
        let (threads, interest) = (threads, Interest())
        return try await request.body.consumeWithCancellationOnInboundClose { _ in
            try await withTaskCancellationHandler {
                try await threads.runIfActive {
                    try interest.check()
                    return try body(interest)
                }
            } onCancel: {
                interest.end()
            }
        }
    }

    func shutDown() async throws { try await threads.shutdownGracefully() }
}
