import Synchronization

/// A clock that shows the given times, one a look.
final class Times: Sendable {
    private let times: [Int64]
    private let looks = Atomic<Int>(0)

    init(_ times: [Int64]) { self.times = times }

    func next() -> Int64 { times[looks.add(1, ordering: .relaxed).oldValue] }
}
