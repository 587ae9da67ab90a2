/// One seat's private strategy: what its autopicks go by.
public struct QueueState: BlankStreamState, Codable {
    /// The first choice first.
    public package(set) var players: [PlayerIndex] = []
    /// The seat's own ranking, best first; empty without a ranking.
    public package(set) var rankings: [PlayerIndex] = []
    /// Nil for the ruleset's.
    public package(set) var limits: PositionLimits?
    public package(set) var version: UInt32 = 0

    public init() {}

    /// Places outside the queue mean its end.
    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event.queueChange {
        case .replaced(let event): players = event.players
        case .added(let event): insert(event.player, at: event.index ?? .max)
        case .removed(let event): remove(event.player)
        case .moved(let event):
            remove(event.player)
            insert(event.player, at: event.index)
        case .raised(let event):
            remove(event.player)
            insert(event.player, at: 0)
        case .cleared: players = []
        case .ranked(let event): rankings = event.players
        case .limited(let event): limits = event.limits
        case .explained, nil: break
        }
    }

    private mutating func insert(_ player: PlayerIndex, at index: UInt16) {
        players.insert(player, at: min(Int(index), players.count))
    }

    private mutating func remove(_ player: PlayerIndex) {
        guard let index = players.firstIndex(of: player) else { return }
        players.remove(at: index)
    }
}
