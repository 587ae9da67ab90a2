import DraftLedger
import NIOCore
import Platform

/// Lets so many in at a time; the others wait, and go in in the order in which they came.
final class Turnstile: Sendable {
    private struct State {
        var free: Int
        /// Those who wait, by the numbers of their tickets.
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var issued: UInt64 = 0
        var called: UInt64 = 0
    }

    private let state: Guarded<State>

    /// - Parameter count: how many are in at a time, at least 1.
    init(letting count: Int) { state = Guarded(State(free: count)) }

    /// How many wait.
    var length: Int { state.withLock { $0.waiting.count } }

    func pass<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
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

extension House {
    /// Reads for a stream what it has missed, or begins with: some at a time, on threads of their own, however many come back
    /// at once. Who has gone meanwhile is not read for.
    func catchingUp<Result: Sendable>(
        for channel: any Channel, _ body: @escaping @Sendable (DraftLedger) throws -> Result
    ) async throws -> Result {
        try await catchUps.pass {
            guard channel.isActive else { throw CancellationError() }
            return try await readingForStream(body)
        }
    }
}
