/// A set of player indexes: one bit each, so that "is he taken" costs one load even in the largest pool.
public struct PlayerSet: Hashable, Sendable {
    /// 64 players a word; no trailing zero words, so that equal sets are equal values.
    public internal(set) var words: [UInt64] = []

    package init() {}

    package init(_ players: some Sequence<PlayerIndex>) {
        for player in players { insert(player) }
    }

    /// O(1).
    @inlinable
    public func contains(_ player: PlayerIndex) -> Bool {
        let word = Int(player >> 6)
        return word < words.count && words[word] >> (UInt64(player) & 63) & 1 == 1
    }

    /// O(1), but for the words up to the largest player so far.
    package mutating func insert(_ player: PlayerIndex) {
        let word = Int(player >> 6)
        while words.count <= word { words.append(0) }
        words[word] |= 1 << (UInt64(player) & 63)
    }

    /// Does nothing for a player who is not in the set.
    package mutating func remove(_ player: PlayerIndex) {
        let word = Int(player >> 6)
        guard word < words.count else { return }
        words[word] &= ~(1 << (UInt64(player) & 63))
        while words.last == 0 { words.removeLast() }
    }

    /// How many players there are: O(words).
    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
