import Draft

/// A prize table for a field: one in six is paid, the winner most, each further tier half as much a place.
enum PrizePlan {
    /// - Parameters:
    ///   - total: what all prizes come to, to the cent.
    ///   - entries: how many teams compete.
    /// - Returns: no tiers where there is nothing to win.
    static func tiers(total: Cents, entries: Int) -> [PrizeTier] {
        let paid = min(Int64(max(1, entries / 6)), total.value)
        guard paid > 0 else { return [] }
        var ranges: [ClosedRange<Int64>] = []
        var first: Int64 = 1
        while first <= paid {
            let places = first < 4 ? 1 : first / 2
            ranges.append(first...min(paid, first + places - 1))
            first += places
        }
        let amounts = amounts(of: ranges, total: total.value)
        return zip(ranges, amounts).map { range, amount in
            PrizeTier(
                firstPlace: UInt32(range.lowerBound), lastPlace: UInt32(range.upperBound), amount: Cents(amount))
        }
    }

    /// A cent for every place, and the rest by weight; what the division leaves over goes to the winner.
    private static func amounts(of ranges: [ClosedRange<Int64>], total: Int64) -> [Int64] {
        var weights: [Int64] = []
        for index in ranges.indices { weights.append(max(1, 1_000_000 >> Int64(index))) }
        let weight = zip(ranges, weights).reduce(0 as Int64) { $0 + Int64($1.0.count) * $1.1 }
        let rest = total - (ranges.last?.upperBound ?? 0)
        var amounts = weights.map { Int64(share(UInt64(rest), UInt64($0), of: UInt64(weight))) + 1 }
        let paid = zip(ranges, amounts).reduce(0 as Int64) { $0 + Int64($1.0.count) * $1.1 }
        amounts[0] += total - paid
        return amounts
    }

    /// `amount * part / whole` without overflow; `part` is not larger than `whole`.
    private static func share(_ amount: UInt64, _ part: UInt64, of whole: UInt64) -> UInt64 {
        whole.dividingFullWidth(amount.multipliedFullWidth(by: part)).quotient
    }
}
