import HTTPTypes
import NIOCore
import NIOPosix
import Platform

/// Long reads, such as reports, audits and evidence. A few run at a time, on separate threads, so that boards and
/// commands do not wait for them.
final class LongReads: Sendable {
    /// The interest of a client in a result, which ends when the client disconnects.
    final class Interest: Sendable {
        private struct State {
            var isGone = false
            var onDisconnect: (@Sendable () -> Void)?
        }

        private let state = Guarded(State())

        fileprivate func end() {
            let onDisconnect = state.withLock { state in
                defer { state = State(isGone: true) }
                return state.onDisconnect
            }
            onDisconnect?()
        }

        /// Sets an action that runs when the client disconnects, or at once if it has disconnected.
        fileprivate func whenOver(_ onDisconnect: @escaping @Sendable () -> Void) {
            let isGone = state.withLock { state in
                if !state.isGone { state.onDisconnect = onDisconnect }
                return state.isGone
            }
            if isGone { onDisconnect() }
        }

        /// Checks the interest between two steps of a long read.
        ///
        /// - Throws: `CancellationError` if the client has disconnected.
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

    /// The number of reads that run or wait.
    var inFlight: Int { count.withLock { $0 } }

    /// Runs a read for a client. If the client disconnects while it waits, the read does not start.
    ///
    /// - Parameter channel: the client's connection.
    /// - Throws: `unavailable` if the queue is so long that another read would only delay all reads.
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
    /// - Throws: `unavailable`, as for waiting clients.
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
