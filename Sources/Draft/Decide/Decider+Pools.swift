extension Decider {
    func poolEvents(for command: Command) throws(Refusal) -> [StreamEvent] {
        try admit(.admin, .importer)
        switch command {
        case .publishPool(let command): return try publicationEvents(command)
        case .addPlayer(let pool, let player): return try additionEvents(pool, player)
        default: throw Refusal(.invalidValue, "\(command.kind.name) is not a command of a pool.")
        }
    }

    private func publicationEvents(_ command: PublishPool) throws(Refusal) -> [StreamEvent] {
        try checkNumber(command.pool.number, named: "pool")
        guard state.pool(command.pool) == nil else {
            throw Refusal(.alreadyExists, "Pool \(command.pool) exists already; publish a late player with addPlayer.")
        }
        guard let count = UInt16(exactly: command.players.count), count > 0 else {
            throw Refusal(
                .invalidValue, "A pool has 1-\(UInt16.max) players; \(command.players.count) were given.")
        }
        try check(command.externalID, named: "pool's outside id", isRequired: false)
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
        return events.on(.pool(command.pool))
    }

    private func additionEvents(_ id: PoolID, _ player: PlayerListing) throws(Refusal) -> [StreamEvent] {
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
        try check(player.externalID, named: "outside id of player \(player.index)", isRequired: false)
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
            .invalidValue, "The outside id \"\(player.externalID)\" of \(player.name) is in the pool already.",
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
