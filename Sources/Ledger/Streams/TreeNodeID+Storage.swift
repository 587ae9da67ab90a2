import Merkle

extension TreeNodeID {
    /// The lowest level whose hashes are stored: one for 256 leaves. Below, hashing the records again is cheaper than
    /// keeping what it yields.
    static let lowestStoredLevel = 8

    /// The key in `nodes`: level in the upper 8 bits, index below. An index above level 8 has at most 56 bits.
    var storageKey: UInt64 { UInt64(level) << 56 | index }
}
