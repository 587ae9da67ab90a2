/// The choice of an autopick. A pure function of its arguments: the result in `PickAutomated` can be recomputed at any
/// time and must come to the same player.
///
/// Policy 1 looks for the first player who is not taken and whose position is not full, going through
///
/// 1. the seat's queue, first wish first;
/// 2. the seat's own rankings, best first;
/// 3. the pool by ADP: the earliest first, those without one last, ties by rank and then by index.
///
/// If the limits exclude every player, they are ignored and the pool is searched by ADP again: the fallback.
package enum Autopick {
    /// The policy that this version knows.
    package static let currentPolicy: UInt8 = 1

    /// How many of those passed over are reported.
    package static let maximumSkipped = 64

    /// A player, the player's source, and the players that were skipped before.
    package struct Choice: Hashable, Sendable {
        package var player: PlayerIndex
        package var source: PickAutomated.Source
        /// Passed over in the queue and the rankings, in their order; the first 64.
        package var skipped: [PickAutomated.Skip]
    }

    /// - Parameters:
    ///   - roster: the players the seat has already.
    ///   - taken: all players taken in the room, the seat's own included.
    ///   - pool: the players to choose from.
    ///   - queue: the seat's private strategy; its own limits go before `limits`.
    ///   - limits: the ruleset's.
    ///   - terms: the room's. Players added to the pool after it opened are not picked; nil if all of the pool can be.
    /// - Returns: nil when every player of the pool is taken.
    /// - Complexity: O(length of the queue and rankings + players taken). The pool's order is not sorted again.
    package static func choose(
        roster: [PlayerIndex], taken: PlayerSet, pool: PoolState, queue: QueueState, limits: PositionLimits,
        terms: DrawTerms? = nil
    ) -> Choice? {
        var left = queue.limits ?? limits
        for player in roster where pool.contains(player) { left.use(pool.players[Int(player)].position) }
        var skipped: [PickAutomated.Skip] = []
        let players = min(Int(terms?.poolPlayers ?? .max), pool.players.count)
        func choice(among candidates: [PlayerIndex], _ source: PickAutomated.Source) -> Choice? {
            for player in candidates {
                let cause: PickAutomated.Skip.Cause
                if Int(player) >= players {
                    cause = .notInPool
                } else if taken.contains(player) {
                    cause = .taken
                } else if left.limit(for: pool.players[Int(player)].position) == 0 {
                    cause = .positionLimit
                } else {
                    return Choice(player: player, source: source, skipped: skipped)
                }
                if skipped.count < maximumSkipped { skipped.append(PickAutomated.Skip(player: player, cause: cause)) }
            }
            return nil
        }

        if let choice = choice(among: queue.players, .queue) { return choice }
        if let choice = choice(among: queue.rankings, .rankings) { return choice }

        var best: PlayerIndex?
        for player in pool.adpOrder where Int(player) < players && !taken.contains(player) {
            if left.limit(for: pool.players[Int(player)].position) != 0 {
                return Choice(player: player, source: .adp, skipped: skipped)
            }
            if best == nil { best = player }
        }
        return best.map { Choice(player: $0, source: .fallback, skipped: skipped) }
    }
}
