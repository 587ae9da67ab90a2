import Dispatch
import Platform

/// Takes back what was not decided in time: one timer for all that wait.
///
/// What was decided meanwhile is dropped before it is due as soon as it makes up most of what is kept, so that a flood of
/// commands with far deadlines takes no more memory than those that are in flight.
final class Deadlines: Sendable {
    private struct Entry {
        let instant: ContinuousClock.Instant
        let reply: PendingReply
    }

    private struct State {
        let timer: any DispatchSourceTimer
        /// A binary heap, the earliest first.
        var heap: [Entry] = []
        /// Beyond which size it is worth looking for those that were decided.
        var limit = Deadlines.smallest
        /// When the timer is set to go off; nil where it is not.
        var wakesAt: ContinuousClock.Instant?
    }

    private static let smallest = 1_024

    private let state: Guarded<State>

    init() {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "draft-ledger.deadlines"))
        state = Guarded(State(timer: timer))
        timer.setEventHandler { [weak self] in self?.takeBack() }
        timer.activate()
    }

    deinit { state.withLock { $0.timer.cancel() } }

    /// How many are kept.
    var count: Int { state.withLock { $0.heap.count } }

    /// Has a command withdrawn at a time, if it is not decided by then.
    func add(_ reply: PendingReply, at instant: ContinuousClock.Instant) {
        state.withLock { state in
            if state.heap.count >= state.limit {
                state.heap.removeAll { !$0.reply.wish.isOpen }
                // In order is a heap, too.
                state.heap.sort { $0.instant < $1.instant }
                state.limit = max(Self.smallest, 2 * state.heap.count)
            }
            state.heap.push(Entry(instant: instant, reply: reply)) { $0.instant < $1.instant }
            setTimer(&state)
        }
    }

    private func takeBack() {
        let due = state.withLock { state in
            var due: [Entry] = []
            let now = ContinuousClock.now
            while let first = state.heap.first, first.instant <= now {
                due.append(first)
                state.heap.popFirst { $0.instant < $1.instant }
            }
            state.wakesAt = nil
            setTimer(&state)
            return due
        }
        for entry in due { entry.reply.withdraw(.deadlineExceeded) }
    }

    /// Sets the timer to the earliest deadline, unless it goes off before.
    private func setTimer(_ state: inout State) {
        guard let first = state.heap.first?.instant, state.wakesAt.map({ first < $0 }) ?? true else { return }
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: first).components
        // Nobody lives to see a deadline that no number of nanoseconds reaches.
        let wait = max(0, min(Double(seconds) * 1e9 + Double(attoseconds) / 1e9, 1e18))
        state.timer.schedule(deadline: .now() + .nanoseconds(Int(wait)), leeway: .milliseconds(1))
        state.wakesAt = first
    }
}

extension Array {
    /// Adds an element to a binary heap.
    fileprivate mutating func push(_ element: Element, by isBefore: (Element, Element) -> Bool) {
        append(element)
        var place = count - 1
        while place > 0, isBefore(self[place], self[(place - 1) / 2]) {
            swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Removes the first element of a binary heap that has some.
    fileprivate mutating func popFirst(by isBefore: (Element, Element) -> Bool) {
        swapAt(0, count - 1)
        removeLast()
        var place = 0
        while true {
            let children = [2 * place + 1, 2 * place + 2].filter { $0 < count }
            guard let least = children.min(by: { isBefore(self[$0], self[$1]) }), isBefore(self[least], self[place])
            else { return }
            swapAt(place, least)
            place = least
        }
    }
}
