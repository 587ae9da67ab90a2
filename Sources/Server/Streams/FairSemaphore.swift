import Platform

/// A semaphore: a bounded number of tasks enter at a time, the others wait and enter in the order in which they came.
final class FairSemaphore: Sendable {
    private struct State {
        var free: Int
        /// The tasks that wait, by the numbers of their tickets.
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var issued: UInt64 = 0
        var called: UInt64 = 0
    }

    private let state: Guarded<State>

    /// - Parameter count: the number of tasks that enter at a time, at least 1.
    init(count: Int) { state = Guarded(State(free: count)) }

    /// The number of tasks that wait.
    var length: Int { state.withLock { $0.waiting.count } }

    func withPlace<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
        await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting[state.issued] = continuation
                state.issued += 1
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state in
            guard let next = state.waiting.removeValue(forKey: state.called) else {
                state.free += 1
                return CheckedContinuation<Void, Never>?.none
            }
            state.called += 1
            return next
        }
        next?.resume()
    }
}
