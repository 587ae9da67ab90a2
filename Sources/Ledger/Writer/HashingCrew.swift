import Merkle
import Platform
import Synchronization

/// Threads that hash leaves while the writer stores them.
///
/// A bulk append takes a millisecond or two, which is about what it takes until the threads of a shared pool are all
/// at work. These are the writer's own, look out for the next portion for a moment before they sleep, and are only
/// started by the first append that is worth sharing.
final class HashingCrew: Sendable {
    private struct State {
        var jobs: [LeafHashing] = []
        var threads: [DedicatedThread] = []
        var asleep = 0
        var isClosed = false
    }

    /// How long a thread looks out for more, in nanoseconds.
    private static let lookout: UInt64 = 100_000

    private let size: Int
    private let state = Guarded(State())
    /// The number of jobs, to look at without the lock.
    private let jobCount = Atomic<Int>(0)

    /// - Parameter size: the number of threads; with 0, the writer hashes alone.
    init(size: Int) { self.size = size }

    /// Lets the threads help.
    func help(_ job: LeafHashing) {
        guard size > 0 else { return }
        let wake = state.withLock { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            jobCount.store(state.jobs.count, ordering: .relaxed)
            while state.threads.count < size {
                // If the system has no more threads, fewer help; the writer hashes the records that they do not take.
                guard let thread = try? DedicatedThread({ [weak self] in self?.serve() }) else { break }
                state.threads.append(thread)
            }
            return state.asleep > 0
        }
        if wake { state.broadcast() }
    }

    /// Ends the threads.
    func close() {
        let threads = state.withLock { state in
            state.isClosed = true
            defer { state.threads = [] }
            return state.threads
        }
        state.broadcast()
        for thread in threads { thread.join() }
    }

    private func serve() {
        while let job = nextJob() {
            job.help()
            lookOut()
        }
    }

    /// The first job that needs help; waits for one.
    ///
    /// - Returns: nil when the crew is no longer needed.
    private func nextJob() -> LeafHashing? {
        var isAsleep = false
        return state.wait { state -> LeafHashing?? in
            if isAsleep { state.asleep -= 1 }
            isAsleep = false
            if state.isClosed { return .some(nil) }
            state.jobs.removeAll { !$0.needsHelp }
            jobCount.store(state.jobs.count, ordering: .relaxed)
            if let job = state.jobs.first { return .some(job) }
            state.asleep += 1
            isAsleep = true
            return nil
        }
    }

    private func lookOut() {
        let start = SystemClock.monotonic()
        while jobCount.load(ordering: .relaxed) == 0, SystemClock.monotonic() - start < Self.lookout {
            DedicatedThread.yield()
        }
    }
}
