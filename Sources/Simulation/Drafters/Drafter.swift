import Draft

/// Chooses players as one seat would: by the market, his own opinions, and what the roster lacks.
struct Drafter: Sendable {
    let personality: Personality
    var sheet = TeamSheet()

    /// How many players he has a good look at.
    private static let attention = 12

    /// Returns the player that the drafter would take now.
    ///
    /// - Parameters:
    ///   - first: the place in the market's order of the first player who may be available.
    ///   - recent: how many of the last six picks went to each spot.
    ///   - rounds: of the draft, to know what still has to be filled.
    /// - Returns: nil when everybody is taken.
    func choice(
        in market: Market, from first: Int, taken: PlayerSet, recent: RecentPicks, rounds: Int,
        using generator: inout SeededGenerator
    ) -> PlayerIndex? {
        var best: PlayerIndex?
        var bestCost = Int32.max
        var anybody: PlayerIndex?
        var seen = 0
        for place in first..<market.order.count {
            let index = market.order[place]
            if taken.contains(index) { continue }
            let player = market.players[Int(index)]
            if anybody == nil { anybody = index }
            guard hasRoom(for: player.position, rounds: rounds) else { continue }
            let whim = Int32(truncatingIfNeeded: generator.below(personality.whim))
            let cost =
                player.cost + personality.bias(towards: index, cost: player.cost) + whim
                - attraction(of: player, recent: recent)
            if cost < bestCost { (best, bestCost) = (index, cost) }
            seen += 1
            if seen == Self.attention { break }
        }
        return best ?? anybody
    }

    /// Nobody drafts ten receivers and no quarterback: a share of the rounds for each spot, and the last rounds for
    /// what is missing altogether.
    private func hasRoom(for spot: Market.Spot, rounds: Int) -> Bool {
        let have = sheet.count(of: spot)
        let left = rounds - sheet.size
        let lacking = (sheet.counts.0 == 0 ? 1 : 0) + (sheet.counts.3 == 0 ? 1 : 0)
        if left <= lacking {
            return (spot == .quarterback && sheet.counts.0 == 0) || (spot == .tightEnd && sheet.counts.3 == 0)
        }
        switch spot {
        case .quarterback, .tightEnd: return have < max(1, rounds / 6)
        case .runningBack: return have < max(2, rounds * 7 / 18)
        case .wideReceiver: return have < max(2, rounds / 2)
        case .other: return have < 1
        }
    }

    /// The preference for a player apart from the player's value, in hundredths of a pick.
    private func attraction(of player: Market.Player, recent: RecentPicks) -> Int32 {
        switch personality.style {
        case .stacker:
            switch player.position {
            case .wideReceiver, .tightEnd: return sheet.quarterbackTeams & player.team != 0 ? 1_400 : 0
            case .quarterback: return sheet.catcherTeams & player.team != 0 ? 1_000 : 0
            default: return 0
            }
        case .runner: return recent.count(of: player.position) >= 3 ? 900 : 0
        default: return 0
        }
    }
}

/// The spots of the last six picks: what a run on a position shows in.
struct RecentPicks: Sendable {
    private var window: UInt32 = .max
    private var counts = SIMD8<UInt8>(repeating: 0)

    mutating func note(_ spot: Market.Spot) {
        let oldest = Int(window >> 20 & 0xF)
        if oldest < 8 { counts[oldest] -= 1 }
        window = window << 4 | UInt32(spot.rawValue)
        counts[spot.rawValue] += 1
    }

    func count(of spot: Market.Spot) -> Int { Int(counts[spot.rawValue]) }
}
