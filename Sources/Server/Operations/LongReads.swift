import HTTPTypes
import NIOCore
import NIOPosix
import Platform

/// Reads that take long, such as reports, audits and evidence: a few at a time, on threads of their own, so that no board
/// and no command waits behind them.
final class LongReads: Sendable {
    /// Whether somebody still wants what is being made.
    final class Interest: Sendable {
        private struct State {
            var isGone = false
            var farewell: (@Sendable () -> Void)?
        }

        private let state = Guarded(State())

        fileprivate func end() {
            let farewell = state.withLock { state in
                defer { state = State(isGone: true) }
                return state.farewell
            }
            farewell?()
        }

        /// Does something once nobody is interested any more; at once where nobody is.
        fileprivate func whenOver(_ farewell: @escaping @Sendable () -> Void) {
            let isGone = state.withLock { state in
                if !state.isGone { state.farewell = farewell }
                return state.isGone
            }
            if isGone { farewell() }
        }

        /// - Throws: `CancellationError` once nobody is: to be asked between two steps of a long work.
        func check() throws {
            if state.withLock({ $0.isGone }) { throw CancellationError() }
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
    /// - Parameter channel: the client's connection.
    /// - Throws: `unavailable` where so many wait that another one would only make all of them late.
    func read<Result: Sendable>(
        for channel: any Channel, _ body: @escaping @Sendable (Interest) throws -> Result
    ) async throws -> Result {
        try take()
        defer { count.withLock { $0 -= 1 } }
        let (threads, interest) = (threads, Interest())
        let watch = try await Departure.watch(channel) { interest.end() }
        let task = Task {
            try await threads.runIfActive {
                try interest.check()
                return try body(interest)
            }
        }
        interest.whenOver { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            interest.end()
        }
        watch.end(on: channel)
        return try result.get()
    }

    /// Makes something that no one client waits for.
    ///
    /// - Throws: `unavailable`, as for who waits.
    func run(_ body: @escaping @Sendable () -> Void) throws {
        try take()
        threads.submit { state in
            if case .active = state { body() }
            self.count.withLock { $0 -= 1 }
        }
    }

    private func take() throws {
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
    }

    func shutDown() async throws { try await threads.shutdownGracefully() }
}
