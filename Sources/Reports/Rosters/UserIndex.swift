import Draft
import Projections

/// Finds the entries of one user among half a million in a few steps.
///
/// One sorted array of 8 bytes an entry: the user in the upper 30 bits, and below them the part and the place.
struct UserIndex: Sendable {
    private let keys: [UInt64]

    /// The place of an entry.
    struct Place: Hashable, Sendable {
        var part: Int
        var place: Int
    }

    static let partLimit = 1 << 10
    static let placeLimit = 1 << 24

    /// O(entries): a radix sort, in passes over the digits of the users' numbers.
    init(_ parts: [RosterColumns]) {
        precondition(parts.count <= Self.partLimit, "a table has at most \(Self.partLimit) parts")
        var keys: [UInt64] = []
        keys.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        var greatest: UInt64 = 0
        for (number, part) in parts.enumerated() {
            precondition(part.count <= Self.placeLimit, "a part has at most \(Self.placeLimit) entries")
            for (place, user) in part.users.enumerated() where user != 0 {
                greatest = max(greatest, UInt64(user))
                keys.append(UInt64(user) << 34 | UInt64(number) << 24 | UInt64(place))
            }
        }
        var digit: UInt64 = 34
        while digit < 64, greatest >> (digit - 34) > 0 {
            Self.sort(&keys, byDigitAt: digit)
            digit += 10
        }
        self.keys = keys
    }

    /// The entries of a user, by part and place. O(log n + entries of the user).
    func places(of user: UserID) -> [Place] {
        guard user.number > 0, user.number < 1 << 30 else { return [] }
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] >> 34 < user.number { low = middle + 1 } else { high = middle }
        }
        return keys[low...].prefix { $0 >> 34 == user.number }.map {
            Place(part: Int($0 >> 24 & 0x3FF), place: Int($0 & 0xFF_FFFF))
        }
    }

    /// Sorts by 10 bits and leaves the order of equals, so that passes from the lowest digit up sort by all.
    private static func sort(_ keys: inout [UInt64], byDigitAt shift: UInt64) {
        var ends = [Int](repeating: 0, count: 1 << 10)
        for key in keys { ends[Int(key >> shift & 0x3FF)] += 1 }
        var sum = 0
        for digit in ends.indices { (ends[digit], sum) = (sum, sum + ends[digit]) }
        let count = keys.count
        let unsorted = keys
        keys = Array(unsafeUninitializedCapacity: count) { sorted, initialized in
            for key in unsorted {
                let digit = Int(key >> shift & 0x3FF)
                sorted.initializeElement(at: ends[digit], to: key)
                ends[digit] += 1
            }
            initialized = count
        }
    }
}
