/// SplitMix64 (Steele, Lea and Flood): the same seed gives the same numbers, so that a failed property can be run again.
/// In a suite that is `.seeded` a failure says the seed.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
        Seeds.used?.note(seed)
    }

    /// A generator whose seed is no choice of the test's but a digest of what it works on, and not worth saying.
    package init(digest: UInt64) { state = digest }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// True once in `odds` times.
    package mutating func oneIn(_ odds: Int) -> Bool { Int.random(in: 0..<odds, using: &self) == 0 }
}
