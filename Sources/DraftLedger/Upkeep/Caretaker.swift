import Dispatch
import Merkle
import Platform

/// Does things at intervals, one at a time, on a queue of its own.
final class Caretaker: Sendable {
    private struct State {
        var timers: [any DispatchSourceTimer] = []
        var isOver = false
    }

    private let queue = DispatchQueue(label: "draft-ledger.upkeep", qos: .utility)
    private let state = Guarded(State())

    /// Has something done again and again: one interval from now for the first time, and not while it is still being done.
    func every(_ interval: Duration, _ body: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = interval.components
        let nanoseconds = max(1_000_000, Double(seconds) * 1e9 + Double(attoseconds) / 1e9)
        let wait = DispatchTimeInterval.nanoseconds(Int(min(nanoseconds, 1e18)))
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + wait, repeating: wait, leeway: .milliseconds(10))
        timer.setEventHandler { [weak self] in
            if let self, state.withLock({ !$0.isOver }) { body() }
        }
        let isOver = state.withLock { state in
            if !state.isOver { state.timers.append(timer) }
            return state.isOver
        }
        timer.activate()
        if isOver { timer.cancel() }
    }

    /// Ends it, after what is being done.
    func end() {
        let timers = state.withLock { state in
            defer { state.timers = [] }
            state.isOver = true
            return state.timers
        }
        timers.forEach { $0.cancel() }
        queue.sync {}
    }

    deinit { state.withLock { $0.timers.forEach { $0.cancel() } } }
}

extension DraftLedger {
    /// Begins what is done in the background.
    func begin(_ upkeep: Upkeep) {
        guard access == .writing else { return }
        if let interval = upkeep.projections {
            // Work that fails here is done on the next request for it, which reports the reason.
            caretaker.every(interval) { [weak self] in self?.bringUpRows() }
        }
        if let interval = upkeep.counts {
            caretaker.every(interval) { [weak self] in self?.desk?.stateDueCounts() }
        }
        if let interval = upkeep.checkpoint {
            // Likewise; without the key, nothing can be published.
            caretaker.every(interval) { [weak self] in self?.publishDueCheckpoint() }
        }
    }

    private func bringUpRows() {
        let start = ContinuousClock.now
        do {
            let events = try rethrowing { try projections.bringUp() }
            if events > 0 { notices.tell(.broughtUp(events: events, in: ContinuousClock.now - start)) }
        } catch {
            notices.tell(.upkeepFailed(.projections, error))
        }
    }

    private func publishDueCheckpoint() {
        do {
            let checkpoint = try publishCheckpoint()
            notices.tell(.published(size: checkpoint.unverified.size))
        } catch {
            notices.tell(.upkeepFailed(.checkpoint, error))
        }
    }
}
