import Dispatch
import Platform

/// The threads of a node, which wait for nothing but themselves.
///
/// The ledger's writer waits for the node, and a task that waits for the writer may hold one of the few threads that tasks share. So
/// the node's own tasks run on a thread of their own, and its alarms are no tasks.
enum ClusterThreads {
    /// For what blocks. One piece of work at a time: batches are applied in their order.
    static let queue = DispatchQueue(label: "draft-ledger.cluster")
    /// For the tasks of nodes.
    static let executor = NodeExecutor()
    private static let alarms = DispatchQueue(label: "draft-ledger.cluster.alarms")

    /// Sleeps without the threads that tasks share.
    ///
    /// - Throws: `CancellationError`.
    static func sleep(for duration: Duration) async throws {
        let alarm = Alarm()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                alarm.set(continuation)
                let nanoseconds = max(0, min(duration / .nanoseconds(1), 1e18))
                alarms.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { alarm.ring() }
            }
        } onCancel: {
            alarm.ring()
        }
        try Task.checkCancellation()
    }

    /// Rings once, whether somebody waits for it already or not.
    private final class Alarm: Sendable {
        private let state = Guarded<(waiter: CheckedContinuation<Void, Never>?, hasRung: Bool)>((nil, false))

        func set(_ waiter: CheckedContinuation<Void, Never>) {
            let hasRung = state.withLock { state in
                if !state.hasRung { state.waiter = waiter }
                return state.hasRung
            }
            if hasRung { waiter.resume() }
        }

        func ring() {
            let waiter = state.withLock { state in
                defer { state = (nil, true) }
                return state.waiter
            }
            waiter?.resume()
        }
    }
}

/// Runs tasks one at a time on a thread of its own.
final class NodeExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "draft-ledger.node")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
