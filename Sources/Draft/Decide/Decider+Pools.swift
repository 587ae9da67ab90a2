extension Decider {
    func poolEvents(_ id: PoolID, _ command: PoolCommand) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        switch command {
        case .publishPool(let command): return try publishPoolEvents(id, command)
        case .addPlayer(let player): return try addPlayerEvents(id, player)
        }
    }

    private func publishPoolEvents(_ id: PoolID, _ command: PublishPool) throws(Refusal) -> [StreamEvent] {
        try checkNumber(id.number, named: "pool")
        guard state.pool(id) == nil else {
            throw Refusal(.alreadyExists, "Pool \(id) already exists. Publish a late player with addPlayer.")
        }
        guard let count = UInt16(exactly: command.players.count), count > 0 else {
            throw Refusal(
                .invalidValue, "A pool has 1-\(UInt16.max) players; \(command.players.count) were given.")
        }
        try check(command.externalID, named: "pool's external id", isRequired: false)
        try check(command.title, named: "pool's title", isRequired: false)
        var seen: Set<String> = []
        for (index, player) in command.players.enumerated() {
            try check(player, expectedIndex: index)
            guard player.externalID.isEmpty || seen.insert(player.externalID).inserted else {
                throw duplicate(player)
            }
        }
        let published = PoolPublished(count: count, externalID: command.externalID, title: command.title)
        let events = command.players.map { Event.playerListed(PlayerListed(player: $0)) } + [.poolPublished(published)]
        return events.on(.pool(id))
    }

    private func addPlayerEvents(_ id: PoolID, _ player: PlayerListing) throws(Refusal) -> [StreamEvent] {
        guard let pool = state.pool(id), pool.published else {
            throw Refusal(.unknownPool, "There is no published pool \(id).")
        }
        guard pool.players.count < Int(UInt16.max) else {
            throw Refusal(.invalidValue, "Pool \(id) is full: it has \(pool.players.count) players.")
        }
        try check(player, expectedIndex: pool.players.count)
        guard player.externalID.isEmpty || !pool.players.contains(where: { $0.externalID == player.externalID }) else {
            throw duplicate(player)
        }
        return [StreamEvent(.pool(id), .playerAdded(PlayerAdded(player: player)))]
    }

    private func check(_ player: PlayerListing, expectedIndex: Int) throws(Refusal) {
        guard Int(player.index) == expectedIndex else {
            throw Refusal(
                .invalidValue, "The player's index is \(player.index); the next one is \(expectedIndex).",
                player: player.index)
        }
        try check(player.name, named: "name of player \(player.index)")
        try check(player.externalID, named: "external id of player \(player.index)", isRequired: false)
        try check(player.team, named: "team of player \(player.index)", isRequired: false)
        try checkIsRecordable(player.adp, named: "ADP of player \(player.index)")
        try checkIsRecordable(player.projectedPoints, named: "projection of player \(player.index)")
        try checkIsRecordable(player.rank, named: "rank of player \(player.index)")
        if let week = player.byeWeek, !(1...18).contains(week) {
            throw Refusal(
                .invalidValue, "The bye week of \(player.name) is \(week); weeks go from 1 to 18.",
                player: player.index)
        }
    }

    private func duplicate(_ player: PlayerListing) -> Refusal {
        Refusal(
            .invalidValue, "The external id \"\(player.externalID)\" of \(player.name) is already in the pool.",
            player: player.index)
    }

    /// Refuses a number that does not fit a stream's name.
    func checkNumber(_ number: UInt64, named name: String) throws(Refusal) {
        guard (1...StreamKey.maximumNumber).contains(number) else {
            throw Refusal(
                .invalidValue, "The \(name)'s number is \(number); numbers go from 1 to \(StreamKey.maximumNumber).")
        }
    }
}
