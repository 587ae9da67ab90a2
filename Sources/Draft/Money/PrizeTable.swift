/// The prizes of a contest by place: the rows of its prize table, checked.
public struct PrizeTable: Hashable, Sendable {
    /// Without gaps from place 1, each amount positive.
    public let tiers: [PrizeTier]

    /// The largest sum of all prizes, so that no sum of a part of them can overflow.
    public static let largestTotal = Cents(1_000_000_000_000_000)

    /// - Returns: nil when `fault(in:)` finds something.
    public init?(_ tiers: [PrizeTier]) {
        guard Self.fault(in: tiers) == nil else { return nil }
        self.tiers = tiers
    }

    /// The fault of a table's rows, in words; nil for a table that can be paid.
    public static func fault(in tiers: [PrizeTier]) -> String? {
        guard tiers.count <= RecordLimit.prizeTiers else {
            return "\(tiers.count) rows, expected at most \(RecordLimit.prizeTiers)"
        }
        var nextPlace: UInt64 = 1
        var total = Cents.zero
        for tier in tiers {
            guard UInt64(tier.firstPlace) == nextPlace, tier.lastPlace >= tier.firstPlace else {
                return "the row of places \(tier.firstPlace)-\(tier.lastPlace) does not follow place \(nextPlace - 1)"
            }
            guard tier.amount > .zero, tier.amount <= .largestAmount else {
                return "place \(tier.firstPlace) wins \(tier.amount.value) cents, "
                    + "expected 1-\(Cents.largestAmount.value)"
            }
            let places = Int64(tier.lastPlace - tier.firstPlace) + 1
            let (row, overflow) = tier.amount.value.multipliedReportingOverflow(by: places)
            guard !overflow, row <= largestTotal.value - total.value else {
                return "all prizes together exceed \(largestTotal.value) cents"
            }
            total += Cents(row)
            nextPlace = UInt64(tier.lastPlace) + 1
        }
        return nil
    }

    /// The last place that wins anything; 0 for a table without prizes.
    public var lastPlace: UInt32 { tiers.last?.lastPlace ?? 0 }

    /// The total prize of a range of places. O(rows).
    public func total(of places: ClosedRange<UInt32>) -> Cents {
        var total = Cents.zero
        for tier in tiers {
            let first = max(tier.firstPlace, places.lowerBound)
            let last = min(tier.lastPlace, places.upperBound)
            if first <= last { total += tier.amount * Int(last - first + 1) }
        }
        return total
    }
}

extension PrizeTable {
    /// The prize of one entry.
    package struct Award: Hashable, Sendable {
        package var entry: EntryID
        /// From 1; tied entries carry the best of their places.
        package var place: UInt32
        /// Zero for a place after the table's last.
        package var amount: Cents
    }

    /// Why standings cannot be paid.
    package enum StandingsFault: Error, Hashable, Sendable {
        case empty
        /// The entry has two places.
        case listedTwice(EntryID)
        /// The place should have been `expected`: ties take up as many places as there are entries.
        case wrongPlace(entry: EntryID, found: UInt32, expected: UInt32)
    }

    /// Pays a range of places: entries at the same place share what their places win together, to the cent, the odd
    /// cents going to the lower entry numbers.
    ///
    /// - Parameters:
    ///   - standings: in any order. Their places run on from `first`; k entries at place p take up p to p+k-1.
    ///   - first: the place that is to be paid next, from 1.
    /// - Returns: one award for each standing, by place, then by entry.
    package func awards(
        for standings: [Standing], from first: UInt32
    ) throws(StandingsFault) -> [Award] {
        guard !standings.isEmpty else { throw .empty }
        let byEntry = standings.sorted { $0.entry < $1.entry }
        for (one, next) in zip(byEntry, byEntry.dropFirst()) where one.entry == next.entry {
            throw .listedTwice(one.entry)
        }
        let ranked = standings.sorted { ($0.place, $0.entry) < ($1.place, $1.entry) }
        var awards: [Award] = []
        awards.reserveCapacity(ranked.count)
        while awards.count < ranked.count {
            let start = awards.count
            let place = ranked[start].place
            let expected = UInt64(first) + UInt64(start)
            guard UInt64(place) == expected, expected + UInt64(ranked.count) <= UInt64(UInt32.max) else {
                let expected = UInt32(clamping: expected)
                throw .wrongPlace(entry: ranked[start].entry, found: place, expected: expected)
            }
            let tied = ranked[start...].prefix { $0.place == place }
            let shares = total(of: place...place + UInt32(tied.count) - 1).split(evenlyAmong: tied.count)
            for (standing, share) in zip(tied, shares) {
                awards.append(Award(entry: standing.entry, place: place, amount: share))
            }
        }
        return awards
    }
}
