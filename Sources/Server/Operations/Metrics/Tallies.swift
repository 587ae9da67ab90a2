package import CoreMetrics
import Platform

/// The count of occurrences, and their total time.
package struct Tally: Sendable {
    private let count: Counter
    private let time: CoreMetrics.Timer

    package init(_ count: Counter, _ time: CoreMetrics.Timer) {
        self.count = count
        self.time = time
    }

    fileprivate func note(_ time: Duration) {
        count.increment()
        self.time.recordNanoseconds(Int64(time / .nanoseconds(1)))
    }
}

/// Tallies by what they are of. Each is made once: to put a figure's name and labels together takes longer than to count.
package final class Tallies<Key: Hashable>: Sendable {
    private let known = Guarded<[Key: Tally]>([:])

    package init() {}

    package func note(_ key: Key, _ time: Duration, making make: () -> Tally) {
        let tally = known.withLock { known in
            if let tally = known[key] { return tally }
            let tally = make()
            known[key] = tally
            return tally
        }
        tally.note(time)
    }
}
