import Platform

/// The simulation's only source of chance: xoshiro256** 1.0 (Blackman and Vigna), its state filled by SplitMix64.
///
/// Swift's own generators promise no sequence across releases, and a simulated ledger is compared byte for byte, so the
/// sequence is fixed here. 2^256 - 1 numbers, about a nanosecond each; not for secrets.
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// A generator for one purpose: equal arguments give equal sequences, and any difference in either gives sequences
    /// that have nothing to do with each other.
    ///
    /// - Parameters:
    ///   - seed: the user's.
    ///   - purpose: the use of the numbers, so that rooms and staff do not share a sequence.
    ///   - number: which one of its kind, the room's number for instance.
    init(seed: UInt64, purpose: Purpose, number: UInt64 = 0) {
        var mixer = SplitMix64(state: seed)
        mixer.state = mixer.next() ^ purpose.rawValue &* 0xD1B5_4A32_D192_ED03
        mixer.state = mixer.next() ^ number
        state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
    }

    enum Purpose: UInt64 {
        case company = 1
        case pool = 2
        case personality = 3
        case taste = 4
        case roomChoices = 5
        case roomCommands = 6
        case drawSecrets = 7
        case companyCommands = 8
        case keys = 9
        case entropy = 10
    }

    mutating func next() -> UInt64 {
        let result = (state.1 &* 5).rotatedLeft(by: 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = state.3.rotatedLeft(by: 45)
        return result
    }
}

extension UInt64 {
    fileprivate func rotatedLeft(by count: UInt64) -> UInt64 { self << count | self >> (64 - count) }
}
