extension Decider {
    func queueEvents(_ id: RoomID, _ seat: Seat, _ command: QueueCommand) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkNotOver(room)
        try checkMayAct(for: seat, in: room)
        let queue = state.queue(id, seat)
        if let expected = command.expectedVersion, expected != queue.version {
            throw Refusal(.staleQueue, "The queue is at version \(queue.version), not \(expected).", seat: seat)
        }
        return [StreamEvent(.queue(id, seat), try queueEvent(command, queue, in: room))]
    }

    private func queueEvent(
        _ command: QueueCommand, _ queue: QueueState, in room: RoomState
    ) throws(Refusal) -> Event {
        switch command {
        case .setQueue(let players, _):
            try checkWishes(players, in: room)
            return .queueSet(QueueSet(players: players))
        case .addToQueue(let player, let index, _):
            try checkWishes([player], in: room)
            try checkAddition(of: player, at: index, to: queue)
            return .queueAdded(QueueAdded(player: player, index: index))
        case .removeFromQueue(let player, _):
            try checkQueued(player, in: queue)
            return .queueRemoved(QueueRemoved(player: player))
        case .moveInQueue(let player, let index, _):
            try checkQueued(player, in: queue)
            guard Int(index) < queue.players.count else {
                throw Refusal(
                    .invalidValue, "The queue has \(queue.players.count) places; place \(index) does not exist.")
            }
            return .queueMoved(QueueMoved(player: player, index: index))
        case .moveToTopOfQueue(let player, _):
            try checkQueued(player, in: queue)
            return .queueMovedToTop(QueueMovedToTop(player: player))
        case .clearQueue: return .queueCleared(QueueCleared())
        case .setRankings(let players):
            try checkWishes(players, in: room)
            return .rankingsSet(RankingsSet(players: players))
        case .setPositionLimits(let limits): return .positionLimitsSet(PositionLimitsSet(limits: limits))
        }
    }

    /// Clears the strategy of a seat that becomes free, so that the next member does not draft by it; no events if it is
    /// already empty.
    func queueResetEvents(of seat: Seat, in room: RoomState) -> [StreamEvent] {
        let queue = state.queue(room.id, seat)
        var events: [Event] = []
        if !queue.players.isEmpty { events.append(.queueCleared(QueueCleared())) }
        if !queue.rankings.isEmpty { events.append(.rankingsSet(RankingsSet(players: []))) }
        if let limits = queue.limits, limits != room.ruleset.limits {
            events.append(.positionLimitsSet(PositionLimitsSet(limits: room.ruleset.limits)))
        }
        return events.on(.queue(room.id, seat))
    }

    private func checkWishes(_ players: [PlayerIndex], in room: RoomState) throws(Refusal) {
        guard players.count <= RecordLimit.players else {
            throw Refusal(
                .invalidValue, "\(players.count) players were given; at most \(RecordLimit.players) are allowed.")
        }
        let pool = state.pool(room.pool)
        var seen = PlayerSet()
        for player in players {
            guard let pool, pool.contains(player) else {
                throw Refusal(.playerNotInPool, "Pool \(room.pool) has no player \(player).", player: player)
            }
            guard !seen.contains(player) else {
                throw Refusal(.invalidValue, "Player \(player) is named twice.", player: player)
            }
            seen.insert(player)
        }
    }

    private func checkAddition(
        of player: PlayerIndex, at index: UInt16?, to queue: QueueState
    ) throws(Refusal) {
        guard !queue.players.contains(player) else {
            throw Refusal(.invalidValue, "Player \(player) is already in the queue.", player: player)
        }
        guard queue.players.count < RecordLimit.players else {
            throw Refusal(.invalidValue, "The queue is full: it has \(queue.players.count) players.", player: player)
        }
        guard Int(index ?? 0) <= queue.players.count else {
            throw Refusal(
                .invalidValue, "The queue has \(queue.players.count) players; place \(index ?? 0) is beyond its end.",
                player: player)
        }
    }

    private func checkQueued(_ player: PlayerIndex, in queue: QueueState) throws(Refusal) {
        guard queue.players.contains(player) else {
            throw Refusal(.invalidValue, "Player \(player) is not in the queue.", player: player)
        }
    }
}
