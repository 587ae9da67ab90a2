/// The standard normal distribution in integers, by linear interpolation in `NormalTable`.
///
/// The quantile is within 0.00002 standard deviations of the exact one, the probability within 0.000005.
package enum Normal {
    /// The farthest distance from the mean that is drawn, in millionths of a standard deviation.
    package static let limit = NormalTable.distances[NormalTable.octaves * NormalTable.steps]

    /// Returns the quantile that belongs to a word of 64 random bits, in millionths of a standard deviation.
    ///
    /// The highest bit is the sign. The others are the probability of a value that is farther away, from 0 to 1/2.
    package static func quantile(_ word: UInt64) -> Int {
        let tail = word & (1 << 63 - 1)
        let distance = distance(tail)
        return word >> 63 == 1 ? -distance : distance
    }

    private static func distance(_ tail: UInt64) -> Int {
        // A tail of the first octave, from 1/4 to 1/2, has bit 62 set.
        let octave = tail.leadingZeroBitCount - 1
        guard octave < NormalTable.octaves else { return limit }
        let below = (1 << 63 - 1) - tail << UInt64(octave)
        let index = octave * NormalTable.steps + Int(below >> 56)
        let (near, far) = (NormalTable.distances[index], NormalTable.distances[index + 1])
        let fraction = Int(below >> 36 & (1 << 20 - 1))
        return near + ((far - near) * fraction) >> 20
    }

    /// Returns the probability of a value above a limit, in billionths.
    ///
    /// - Parameter distance: from the mean, in millionths of a standard deviation.
    package static func probability(above distance: Int) -> Int {
        distance >= 0 ? tail(distance) : 1_000_000_000 - tail(-distance)
    }

    private static func tail(_ distance: Int) -> Int {
        guard distance < limit else { return 0 }
        var (low, high) = (0, NormalTable.distances.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if NormalTable.distances[middle] <= distance { low = middle } else { high = middle }
        }
        let (near, far) = (NormalTable.distances[low], NormalTable.distances[high])
        let (upper, lower) = (share(low), share(high))
        let share = upper - FixedPoint.rounded((upper - lower) * (distance - near), over: far - near)
        return FixedPoint.rounded(share * 1_000_000_000, over: 1 << 32)
    }

    /// The probability of an entry of the table, in 2^-32.
    private static func share(_ index: Int) -> Int {
        let (octave, step) = index.quotientAndRemainder(dividingBy: NormalTable.steps)
        return (2 * NormalTable.steps - step) << (NormalTable.octaves - octave)
    }
}

extension Normal {
    /// The table's entries as 32-bit big-endian words: their digest names the table in `ModelPublished`.
    package static var tableBytes: [UInt8] {
        NormalTable.distances.flatMap { distance in
            (0..<4).map { UInt8(truncatingIfNeeded: distance >> (24 - 8 * $0)) }
        }
    }
}
