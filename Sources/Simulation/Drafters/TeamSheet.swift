import Draft

/// The roster of a drafter, as far as it affects the next pick.
struct TeamSheet: Sendable {
    /// Players by `Market.Spot`.
    private(set) var counts: (UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0)
    /// Teams of the quarterbacks, and of the receivers and tight ends: one bit each.
    private(set) var quarterbackTeams: UInt64 = 0
    private(set) var catcherTeams: UInt64 = 0
    /// Projected, in hundredths.
    private(set) var points: Int64 = 0
    private(set) var size = 0

    mutating func add(_ player: Market.Player) {
        size += 1
        points += Int64(player.points)
        switch player.position {
        case .quarterback:
            counts.0 += 1
            quarterbackTeams |= player.team
        case .runningBack: counts.1 += 1
        case .wideReceiver:
            counts.2 += 1
            catcherTeams |= player.team
        case .tightEnd:
            counts.3 += 1
            catcherTeams |= player.team
        case .other: counts.4 += 1
        }
    }

    func count(of spot: Market.Spot) -> Int {
        switch spot {
        case .quarterback: Int(counts.0)
        case .runningBack: Int(counts.1)
        case .wideReceiver: Int(counts.2)
        case .tightEnd: Int(counts.3)
        case .other: Int(counts.4)
        }
    }
}
