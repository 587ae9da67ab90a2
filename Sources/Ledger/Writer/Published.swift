import LMDB
import Merkle
import Platform

/// The committed state, visible to every thread.
final class Published: Sendable {
    /// The ledger as of its last commit.
    struct State {
        var edge: TreeEdge
        var recordedAt: Int64

        var size: Position { edge.size }
    }

    private struct Shared {
        var state: State
        var isClosed = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0

        /// Whether the ledger is larger than `size`; nil while that may still come.
        func answer(beyond size: Position) -> Bool? {
            if state.size > size { return true }
            return isClosed || Task.isCancelled ? false : nil
        }
    }

    private let shared: Guarded<Shared>

    init(_ state: State) { shared = Guarded(Shared(state: state)) }

    var state: State { shared.withLock { $0.state } }

    /// Shows a new state to all, and wakes who waits for one.
    func publish(_ state: State) {
        wake { $0.state = state }
    }

    /// Ends all waiting, for good.
    func close() {
        wake { $0.isClosed = true }
    }

    private func wake(_ change: (inout Shared) -> Void) {
        let waiters = shared.withLock { shared in
            change(&shared)
            defer { shared.waiters = [:] }
            return shared.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits until the ledger is larger than `size`, or will not grow any more, or the task is cancelled.
    ///
    /// - Returns: whether it is larger.
    func waitForGrowth(beyond size: Position) async -> Bool {
        while true {
            if let answer = shared.withLock({ $0.answer(beyond: size) }) { return answer }
            await waitForChange(beyond: size)
        }
    }

    private func waitForChange(beyond size: Position) async {
        let number = shared.withLock { shared in
            shared.nextWaiter += 1
            return shared.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = shared.withLock { shared in
                    // A cancellation from here on finds the continuation; one from before shows in the task.
                    if shared.answer(beyond: size) != nil { return true }
                    shared.waiters[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            shared.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }
}
