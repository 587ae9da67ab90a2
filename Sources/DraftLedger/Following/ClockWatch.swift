import Draft
import Platform
import Synchronization

/// Tells those who keep time what becomes of the rooms' clocks, as it becomes durable.
///
/// Of each room the last word is kept until it is taken: who is slow hears less often, not less.
final class ClockWatch: Sendable {
    /// What there is to be told.
    enum News {
        /// All clocks are to be looked at.
        case everything
        case changed([RoomClock])
        case none
        /// There will be no more.
        case over
    }

    private struct Watcher {
        var hasToLookAtAll = true
        var changed: [RoomID: RoomClock] = [:]
        var waiter: CheckedContinuation<Void, Never>?

        var hasNews: Bool { hasToLookAtAll || !changed.isEmpty }
    }

    private struct State {
        var watchers: [Int: Watcher] = [:]
        var nextNumber = 0
        var isOver = false
    }

    private let state = Guarded(State())
    private let count = Atomic<Int>(0)

    /// Whether anybody wants to know.
    var isWatched: Bool { count.load(ordering: .acquiring) > 0 }

    func enter() -> Int {
        state.withLock { state in
            state.nextNumber += 1
            state.watchers[state.nextNumber] = Watcher()
            count.store(state.watchers.count, ordering: .releasing)
            return state.nextNumber
        }
    }

    func leave(_ number: Int) {
        let watcher = state.withLock { state in
            defer { count.store(state.watchers.count, ordering: .releasing) }
            return state.watchers.removeValue(forKey: number)
        }
        watcher?.waiter?.resume()
    }

    /// Tells of clocks that are durable.
    func publish(_ clocks: [RoomClock]) {
        guard !clocks.isEmpty else { return }
        tellAll { watcher in
            for clock in clocks where watcher.changed[clock.room].map({ $0.version < clock.version }) ?? true {
                watcher.changed[clock.room] = clock
            }
        }
    }

    /// Has all clocks looked at anew: others have appended, and it is not known what.
    func startOver() {
        guard isWatched else { return }
        tellAll { $0.hasToLookAtAll = true }
    }

    /// Ends it for all.
    func close() {
        state.withLock { $0.isOver = true }
        tellAll { _ in }
    }

    private func tellAll(_ body: (inout Watcher) -> Void) {
        let waiters = state.withLock { state in
            state.watchers.keys.compactMap { number in
                body(&state.watchers[number, default: Watcher()])
                defer { state.watchers[number]?.waiter = nil }
                return state.watchers[number]?.waiter
            }
        }
        for waiter in waiters { waiter.resume() }
    }

    /// What a watcher has not been told yet. Told of everything, it is told of no change before.
    func takeNews(for number: Int) -> News {
        state.withLock { state in
            guard let watcher = state.watchers[number] else { return .over }
            guard watcher.hasNews, !state.isOver else { return state.isOver ? .over : .none }
            state.watchers[number]?.hasToLookAtAll = false
            state.watchers[number]?.changed = [:]
            if watcher.hasToLookAtAll { return .everything }
            return .changed(watcher.changed.values.sorted { $0.room < $1.room })
        }
    }

    /// Waits until there are news, no more will come, or the task is cancelled.
    func wait(_ number: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    // A cancellation from here on finds the continuation; one from before shows in the task.
                    guard let watcher = state.watchers[number], !watcher.hasNews, !state.isOver, !Task.isCancelled
                    else { return false }
                    state.watchers[number]?.waiter = continuation
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.watchers[number]?.waiter = nil }
                return state.watchers[number]?.waiter
            }
            waiter?.resume()
        }
    }
}
