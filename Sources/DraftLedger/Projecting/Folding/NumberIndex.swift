/// From a number to a small index, by open addressing: what a fold asks for every event but a tick.
///
/// A `Dictionary` costs 15-20 ns a look-up, mostly for a hash that withstands an attacker. The keys here are the
/// ledger's own numbers, so one multiplication does, and a look-up is 2-3 ns.
struct NumberIndex {
    /// Key + 1 in the even places, 0 where free; the index behind it.
    private var slots: [UInt64]
    private var mask: Int
    private var shift: UInt64
    private(set) var count = 0

    init(minimumCapacity: Int = 64) {
        let capacity = max(64, minimumCapacity * 2).nextPowerOfTwo
        slots = Array(repeating: 0, count: capacity * 2)
        mask = capacity - 1
        shift = UInt64(capacity.leadingZeroBitCount + 1)
    }

    /// The index of a number; nil when it has none. Numbers are below 2^64 - 1.
    subscript(number: UInt64) -> Int? {
        var place = start(of: number)
        while true {
            let key = slots[place * 2]
            if key == number &+ 1 { return Int(truncatingIfNeeded: slots[place * 2 + 1]) }
            if key == 0 { return nil }
            place = (place + 1) & mask
        }
    }

    /// Gives a number an index, or another one.
    mutating func set(_ number: UInt64, to index: Int) {
        if (count + 1) * 2 > mask { grow() }
        var place = start(of: number)
        while slots[place * 2] != 0 {
            if slots[place * 2] == number &+ 1 {
                slots[place * 2 + 1] = UInt64(index)
                return
            }
            place = (place + 1) & mask
        }
        slots[place * 2] = number &+ 1
        slots[place * 2 + 1] = UInt64(index)
        count += 1
    }

    private func start(of number: UInt64) -> Int {
        // Fibonacci hashing: the golden ratio spreads neighbours, and room numbers are neighbours. The upper bits of
        // the product do; those below them leave numbers in a row in clusters.
        Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    private mutating func grow() {
        var larger = NumberIndex(minimumCapacity: mask + 1)
        for place in 0...mask where slots[place * 2] != 0 {
            larger.set(slots[place * 2] - 1, to: Int(slots[place * 2 + 1]))
        }
        self = larger
    }
}

extension Int {
    fileprivate var nextPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
