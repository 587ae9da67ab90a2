import Draft

/// A tournament of the simulation.
struct Contest {
    var title: String
    /// Rooms that open for it.
    var rooms: Int
    /// The sum of prizes in hundredths of all fees: below 100 the operator takes a rake, above it adds an overlay.
    var payout: Int64

    /// The contests of a simulation, in the order in which they are held.
    ///
    /// From 20 rooms up a lively simulation holds a second, small contest whose guaranteed prizes its fees do not
    /// cover, so that both rake and overlay occur; some rooms are left to the contests whose members sign.
    static func all(of options: SimulationOptions) -> [Contest] {
        let side = options.isLively && options.rooms >= 20 ? max(1, options.rooms / 16) : 0
        let signed = (sealed(options)?.rooms ?? 0) + (options.meetsAuthority ? 1 : 0)
        var contests = [Contest(title: options.contest, rooms: options.rooms - side - signed, payout: 85)]
        if side > 0 { contests.append(Contest(title: "\(options.contest), guaranteed", rooms: side, payout: 120)) }
        return contests
    }

    /// From 20 rooms up, a lively simulation holds a contest whose members sign: a room in which all reveal what they put
    /// into the draw, and one in which somebody does not. It is free, and comes last before authority begins.
    static func sealed(_ options: SimulationOptions) -> Contest? {
        guard options.isLively, options.rooms >= 20 else { return nil }
        return Contest(title: "\(options.contest), sealed", rooms: 2, payout: 0)
    }

    /// Whether the last room stays open until the entries close.
    func leavesRoomOpen(_ options: SimulationOptions) -> Bool { options.isLively && rooms >= 4 }

    /// The tournament as it is created.
    ///
    /// A user may have 150 entries, more where there are few users: then everybody is needed in nearly every room.
    func details(pool: PoolID, _ options: SimulationOptions) -> TournamentCreated {
        var details = TournamentCreated.blank
        let entries = rooms * Int(options.teams)
        let total = Cents(options.entryFee.value * Int64(entries) * payout / 100)
        details.pool = pool
        details.entryFee = options.entryFee
        details.maxEntries = UInt32(entries)
        details.maxEntriesPerUser = UInt32(max(150, 4 * entries / options.userCount + 4))
        details.rakeBasisPoints = payout < 100 ? UInt16(100 * (100 - payout)) : 0
        details.ruleset = options.ruleset
        details.prizes = PrizePlan.tiers(total: total, entries: entries)
        details.title = title
        details.externalID = title
        return details
    }
}

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
