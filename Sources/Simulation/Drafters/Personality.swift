import Draft
import Platform

/// How a user drafts: the same in every room and in every simulation with the seed.
struct Personality: Sendable {
    enum Style: Sendable {
        /// Takes who is next, more or less.
        case follower
        /// Wants the receivers of his quarterback, and the quarterback of his receivers.
        case stacker
        /// Cannot watch a position go off the board without taking part.
        case runner
        /// Keeps his queue in order and picks from it.
        case planner
        /// Has other things to do.
        case sleeper
    }

    let style: Style

    /// How far from the market's order he strays, in hundredths of a pick.
    let whim: UInt64

    /// Makes his likes and dislikes his own.
    let taste: UInt64

    /// The part of his clock that he uses, in hundredths of the usual.
    let pace: Int64

    init(of user: UserID, seed: UInt64) {
        var generator = SeededGenerator(seed: seed, purpose: .personality, number: user.number)
        style =
            switch generator.below(100) {
            case ..<38: .follower
            case ..<58: .stacker
            case ..<73: .runner
            case ..<90: .planner
            default: .sleeper
            }
        whim = 250 + generator.below(900)
        taste = generator.next()
        pace = 60 + Int64(generator.below(80))
    }

    /// The drafter's opinion of a player beyond the market's, in hundredths of a pick: negative is a favourite.
    ///
    /// The worse the player, the further apart the opinions.
    func bias(towards player: PlayerIndex, cost: Int32) -> Int32 {
        let opinion = Int32(truncatingIfNeeded: SplitMix64.mix(taste ^ UInt64(player) &* 0x9E37_79B9) % 257) - 128
        return opinion * (300 + cost / 12) / 128
    }
}
