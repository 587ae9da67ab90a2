import Draft

/// The facts that drafters know about the players of a pool, laid out so that weighing a dozen of them costs a few nanoseconds
/// each: a tournament asks for ten million picks.
struct Market: Sendable {
    /// A player from the view of a drafter.
    struct Player: Sendable {
        /// In hundredths of a pick; of a player without one, where the order puts him.
        var cost: Int32
        var position: Spot
        /// One bit for his team.
        var team: UInt64
        /// Projected, in hundredths.
        var points: Int32
    }

    /// The positions that drafters plan by.
    enum Spot: Int, Sendable, CaseIterable {
        case quarterback, runningBack, wideReceiver, tightEnd, other

        init(_ position: PlayerPosition) {
            switch position {
            case .quarterback: self = .quarterback
            case .runningBack, .fullback: self = .runningBack
            case .wideReceiver: self = .wideReceiver
            case .tightEnd: self = .tightEnd
            default: self = .other
            }
        }
    }

    /// By player index.
    let players: [Player]

    /// All of them as they are expected to go.
    let order: [PlayerIndex]

    init(_ pool: PoolState) {
        var teams: [String: UInt64] = [:]
        var players = pool.players.map { listing in
            let team = teams[listing.team] ?? UInt64(teams.count % 64)
            teams[listing.team] = team
            return Player(
                cost: 0, position: Spot(listing.position), team: 1 << team,
                points: listing.projectedPoints ?? 0)
        }
        for (place, index) in pool.adpOrder.enumerated() {
            players[Int(index)].cost = Int32(clamping: pool.players[Int(index)].adp ?? UInt32(place + 1) * 100)
        }
        self.players = players
        order = pool.adpOrder
    }
}
