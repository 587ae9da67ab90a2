import Draft

/// A tournament of the simulation.
struct Contest {
    var title: String
    /// Rooms that open for it.
    var rooms: Int
    /// What the prizes come to, in hundredths of all fees: below 100 the house takes a rake, above it adds an overlay.
    var payout: Int64

    /// The contests of a simulation, in the order in which they are held.
    ///
    /// From 20 rooms up a lively simulation holds a second, small contest whose guaranteed prizes its fees do not
    /// cover, so that both rake and overlay occur.
    static func all(of options: SimulationOptions) -> [Contest] {
        let side = options.isLively && options.rooms >= 20 ? max(1, options.rooms / 16) : 0
        var contests = [Contest(title: options.contest, rooms: options.rooms - side, payout: 85)]
        if side > 0 { contests.append(Contest(title: "\(options.contest), guaranteed", rooms: side, payout: 120)) }
        return contests
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
