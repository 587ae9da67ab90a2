/// Counts how often each of many keys occurs, by open addressing.
///
/// A `Dictionary` costs 50 ns a key, mostly for a hash that withstands an attacker; here the keys are spread already or
/// get one multiplication.
struct KeyCounter {
    /// A key and the user that it belongs to; 0 where users do not matter.
    private struct Slot {
        var key: UInt64 = 0
        var user: UInt32 = 0
        /// 0 in a free slot.
        var count: UInt32 = 0
    }

    private var slots: [Slot]
    private let mask: Int

    /// - Parameter capacity: more keys than this do not fit.
    init(capacity: Int) {
        var size = 64
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
        mask = size - 1
    }

    mutating func add(_ key: UInt64, user: UInt32 = 0) {
        let place = place(of: key, user)
        slots[place].key = key
        slots[place].user = user
        slots[place].count += 1
    }

    func count(of key: UInt64, user: UInt32 = 0) -> Int { Int(slots[place(of: key, user)].count) }

    private func place(of key: UInt64, _ user: UInt32) -> Int {
        let mixed = (key ^ UInt64(user) << 32 ^ UInt64(user)) &* 0x9E37_79B9_7F4A_7C15
        var place = Int(truncatingIfNeeded: mixed >> 20) & mask
        while slots[place].count != 0, slots[place].key != key || slots[place].user != user {
            place = (place + 1) & mask
        }
        return place
    }
}
