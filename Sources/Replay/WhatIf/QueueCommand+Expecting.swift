import Draft

extension QueueCommand {
    /// The same edit, for one who has seen another version of the queue; one that names no version stays as it is.
    func expecting(_ version: UInt32) -> QueueCommand {
        switch self {
        case .setQueue(let players, _?): .setQueue(players: players, expectedVersion: version)
        case .addToQueue(let player, let index, _?):
            .addToQueue(player: player, index: index, expectedVersion: version)
        case .removeFromQueue(let player, _?): .removeFromQueue(player: player, expectedVersion: version)
        case .moveInQueue(let player, let index, _?):
            .moveInQueue(player: player, index: index, expectedVersion: version)
        case .moveToTopOfQueue(let player, _?): .moveToTopOfQueue(player: player, expectedVersion: version)
        case .clearQueue(_?): .clearQueue(expectedVersion: version)
        default: self
        }
    }
}
