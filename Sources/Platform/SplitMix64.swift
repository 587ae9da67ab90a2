/// SplitMix64 (Steele, Lea and Flood): numbers that have nothing to do with each other, from any number.
///
/// The sequence is fixed, whatever the system's own generators do in their next release. About a nanosecond each; not for
/// secrets, since a person who knows one number knows the next.
package struct SplitMix64: Sendable {
    package var state: UInt64

    @inlinable
    package init(state: UInt64) { self.state = state }

    @inlinable
    package mutating func next() -> UInt64 {
        state &+= Self.step
        return Self.mix(state)
    }

    /// The nth number from a state on, from 1, without those before it.
    @inlinable
    package static func number(_ number: UInt64, from state: UInt64) -> UInt64 { mix(state &+ number &* step) }

    /// The generator's output function alone: a hash of one word.
    @inlinable
    package static func mix(_ word: UInt64) -> UInt64 {
        var word = word
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    @inlinable
    static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }
}
