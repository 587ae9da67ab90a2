/// What is to happen in a simulation, by its time. Of things at the same time the seed says which comes first.
struct Agenda {
    private struct Entry {
        let time: Int64
        let tie: UInt64
        let body: () throws -> Void
    }

    /// The latest first: few wait at a time.
    private var entries: [Entry] = []

    /// When the next thing happens; nil where nothing is to happen.
    var nextTime: Int64? { entries.last?.time }

    mutating func add(at time: Int64, tie: UInt64, _ body: @escaping () throws -> Void) {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if (entries[middle].time, entries[middle].tie) > (time, tie) { low = middle + 1 } else { high = middle }
        }
        entries.insert(Entry(time: time, tie: tie, body: body), at: low)
    }

    mutating func takeNext() -> (() throws -> Void)? { entries.popLast()?.body }
}

/// The machine's clock, which is not the world's: it drifts, and is set.
struct MachineClock {
    private var offset: Int64 = 0
    private var since: Int64
    /// What it was set by, in all.
    private var steps: Int64 = 0
    /// Microseconds that it gains in a second.
    private var drift: Int64 = 0

    init(at now: Int64) { since = now }

    func reading(at now: Int64) -> Int64 { now + offset + (now - since) * drift / 1_000_000 }

    /// What it would show if nobody had ever set it.
    func unset(at now: Int64) -> Int64 { reading(at: now) - steps }

    /// From now on it runs at another speed.
    mutating func run(gaining drift: Int64, from now: Int64) {
        offset = reading(at: now) - now
        (self.drift, since) = (drift, now)
    }

    mutating func set(by step: Int64) {
        offset += step
        steps += step
    }
}

/// What a simulation has come to, in one number: the same for the same seed.
///
/// FNV-1a, a word at a time.
struct Trace {
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ words: UInt64...) {
        for word in words {
            digest = (digest ^ word) &* 0x0000_0100_0000_01B3
            digest ^= digest >> 29
        }
    }
}
