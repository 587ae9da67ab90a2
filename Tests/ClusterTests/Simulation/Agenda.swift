/// What is to happen in a simulation, by its time. Of things at the same time the seed says which comes first.
struct Agenda {
    private struct Entry {
        let time: Int64
        let tie: UInt64
        let body: () -> Void

        func comesBefore(_ other: Entry) -> Bool { (time, tie) < (other.time, other.tie) }
    }

    /// A binary heap.
    private var entries: [Entry] = []

    /// When the next thing happens; nil if nothing is left.
    var nextTime: Int64? { entries.first?.time }

    mutating func add(at time: Int64, tie: UInt64, _ body: @escaping () -> Void) {
        entries.append(Entry(time: time, tie: tie, body: body))
        var child = entries.count - 1
        while child > 0, entries[child].comesBefore(entries[(child - 1) / 2]) {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func takeNext() -> (() -> Void)? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        guard !entries.isEmpty else { return first.body }
        entries[0] = last
        var parent = 0
        while true {
            var next = 2 * parent + 1
            guard next < entries.count else { return first.body }
            if next + 1 < entries.count, entries[next + 1].comesBefore(entries[next]) { next += 1 }
            guard entries[next].comesBefore(entries[parent]) else { return first.body }
            entries.swapAt(parent, next)
            parent = next
        }
    }
}

/// The course of a simulation in one number: the same for the same seed.
struct Trace {
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func note(_ word: UInt64) { digest = (digest ^ word) &* 0x0000_0100_0000_01B3 ^ digest >> 29 }
}
