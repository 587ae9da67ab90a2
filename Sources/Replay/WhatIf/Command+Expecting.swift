import Draft

extension Command {
    /// The same edit of a queue, for one who has seen another version of it; other commands stay as they are.
    func expecting(_ version: UInt32) -> Command {
        switch self {
        case .setQueue(let id, let seat, let players, _?):
            .setQueue(id, seat, players: players, expectedVersion: version)
        case .addToQueue(let id, let seat, let player, let index, _?):
            .addToQueue(id, seat, player: player, index: index, expectedVersion: version)
        case .removeFromQueue(let id, let seat, let player, _?):
            .removeFromQueue(id, seat, player: player, expectedVersion: version)
        case .moveInQueue(let id, let seat, let player, let index, _?):
            .moveInQueue(id, seat, player: player, index: index, expectedVersion: version)
        case .moveToTopOfQueue(let id, let seat, let player, _?):
            .moveToTopOfQueue(id, seat, player: player, expectedVersion: version)
        case .clearQueue(let id, let seat, _?): .clearQueue(id, seat, expectedVersion: version)
        default: self
        }
    }
}
