import DraftLedger
import Platform

/// Counts how often each of many keys occurs, on all cores.
///
/// The keys are dealt out by their hash into parts whose tables fit a core's cache, which a table over half a million
/// keys does not: it would wait for memory at every key. The keys are spread already or get one multiplication; a
/// `Dictionary` costs 50 ns a key, mostly for a hash that withstands an attacker.
enum KeyCounts {
    private static let partBits = 7

    /// By index, how many of the keys equal the one there. O(keys).
    ///
    /// - Parameter users: counts only the keys of the same user as equal; nil for all.
    static func counts(of keys: [UInt64], users: [UInt32]? = nil) -> [UInt32] {
        let hashes = keys.indices.map { index in hash(keys[index], users.map { $0[index] } ?? 0) }
        let (order, ends) = dealtOut(hashes)
        let parts = Cores.map(Array(ends.indices)) { part in
            count(order[(part == 0 ? 0 : ends[part - 1])..<ends[part]], of: keys, by: users, hashes)
        }
        var counts = [UInt32](repeating: 0, count: keys.count)
        for (part, counted) in parts.enumerated() {
            let start = part == 0 ? 0 : ends[part - 1]
            for (offset, count) in counted.enumerated() { counts[Int(order[start + offset])] = count }
        }
        return counts
    }

    private static func hash(_ key: UInt64, _ user: UInt32) -> UInt64 {
        (key ^ UInt64(user) << 32 ^ UInt64(user)) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The indexes by the upper bits of their hashes, and where the indexes of each part end.
    private static func dealtOut(_ hashes: [UInt64]) -> (order: [UInt32], ends: [Int]) {
        var ends = [Int](repeating: 0, count: 1 << partBits)
        for hash in hashes { ends[Int(hash >> (64 - partBits))] += 1 }
        var sum = 0
        for part in ends.indices { (ends[part], sum) = (sum, sum + ends[part]) }
        var order = [UInt32](repeating: 0, count: hashes.count)
        for (index, hash) in hashes.enumerated() {
            let part = Int(hash >> (64 - partBits))
            order[ends[part]] = UInt32(index)
            ends[part] += 1
        }
        return (order, ends)
    }

    /// Counts the keys of a part by open addressing: in the order of the indexes, how often each one's key occurs.
    private static func count(
        _ indexes: ArraySlice<UInt32>, of keys: [UInt64], by users: [UInt32]?, _ hashes: [UInt64]
    ) -> [UInt32] {
        var size = 16
        while size < indexes.count * 2 { size *= 2 }
        /// One more than the index of the first entry with the key; 0 in a free slot.
        var firsts = [UInt32](repeating: 0, count: size)
        var counts = [UInt32](repeating: 0, count: size)
        var slots = [UInt32](repeating: 0, count: indexes.count)
        for (offset, index) in indexes.enumerated() {
            let index = Int(index)
            var slot = Int(truncatingIfNeeded: hashes[index] >> 20) & (size - 1)
            while firsts[slot] != 0 {
                let first = Int(firsts[slot]) - 1
                if keys[first] == keys[index], users.map({ $0[first] == $0[index] }) ?? true { break }
                slot = (slot + 1) & (size - 1)
            }
            if firsts[slot] == 0 { firsts[slot] = UInt32(index) + 1 }
            counts[slot] += 1
            slots[offset] = UInt32(slot)
        }
        return slots.map { counts[Int($0)] }
    }
}
