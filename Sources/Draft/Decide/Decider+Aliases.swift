/// Identities of players of different pools, as people state them: used by reports only.
extension Decider where State: HouseStates {
    func aliasEvents(_ command: AliasCommand) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        try check(command.reason, named: "reason", limit: 1_000)
        let event: Event
        switch command {
        case .joinPlayers(let joined):
            try checkCanBeOne(joined)
            event = .playersJoined(joined)
        case .partPlayers(let parted):
            try checkCanBeTwo(parted)
            event = .playersParted(parted)
        case .withdrawAlias(let withdrawn):
            guard state.aliases.statement(of: AliasState.Pair(withdrawn.first, withdrawn.second)) != nil else {
                throw Refusal(
                    .unknownAlias,
                    "Nothing is recorded about \(withdrawn.first) and \(withdrawn.second) that could be withdrawn.")
            }
            event = .aliasWithdrawn(withdrawn)
        }
        return [StreamEvent(.aliases, event)]
    }

    private func checkCanBeOne(_ joined: PlayersJoined) throws(Refusal) {
        let first = try listing(of: joined.first)
        let second = try listing(of: joined.second)
        guard joined.first != joined.second else {
            throw Refusal(.invalidValue, "\(joined.first) was named twice. Name two different listings.")
        }
        guard joined.first.pool != joined.second.pool || joined.withinPool else {
            throw Refusal(
                .invalidValue,
                "\(joined.first) and \(joined.second) are of one pool, whose listings are different players by default. "
                    + "If they are one player, set withinPool.")
        }
        guard first.position == second.position || joined.acrossPositions else {
            throw Refusal(
                .otherPosition,
                "\(words(first, joined.first)) and \(words(second, joined.second)) play different positions. "
                    + "If they are one player, set acrossPositions.")
        }
        let aliases = state.aliases
        let (left, right) = (aliases.group(of: joined.first), aliases.group(of: joined.second))
        guard !left.contains(joined.second) else {
            throw Refusal(.alreadyExists, "\(joined.first) and \(joined.second) are already recorded as one player.")
        }
        guard left.count + right.count <= RecordLimit.aliases else {
            throw Refusal(
                .invalidValue,
                "\(left.count + right.count) listings of one player, expected at most \(RecordLimit.aliases).")
        }
        for one in left {
            let parted = aliases.parted(from: one)
            if let other = right.first(where: parted.contains) {
                throw Refusal(
                    .aliasContradiction,
                    "\(one) and \(other) are recorded as different players and would become one. Withdraw that first."
                )
            }
            if !joined.withinPool, let other = right.first(where: { $0.pool == one.pool }) {
                throw Refusal(
                    .aliasContradiction,
                    "\(one) and \(other) would become one, but listings of one pool are different players by default. "
                        + "If they are one player, set withinPool.")
            }
        }
    }

    private func checkCanBeTwo(_ parted: PlayersParted) throws(Refusal) {
        _ = try listing(of: parted.first)
        _ = try listing(of: parted.second)
        try checkPools(parted.first, parted.second)
        let aliases = state.aliases
        guard !aliases.group(of: parted.first).contains(parted.second) else {
            throw Refusal(
                .aliasContradiction,
                "\(parted.first) and \(parted.second) are recorded as one player. Withdraw that first.")
        }
        guard aliases.statement(of: AliasState.Pair(parted.first, parted.second)) == nil else {
            throw Refusal(
                .alreadyExists, "\(parted.first) and \(parted.second) are already recorded as different players.")
        }
    }

    func listing(of player: PoolPlayer) throws(Refusal) -> PlayerListing {
        guard let pool = state.pool(player.pool), pool.published else {
            throw Refusal(.unknownPool, "There is no published pool \(player.pool).")
        }
        guard let listing = pool.player(player.player) else {
            throw Refusal(
                .playerNotInPool,
                "Pool \(player.pool) has players 0-\(pool.players.count - 1), not \(player.player).",
                player: player.player)
        }
        return listing
    }

    private func checkPools(_ first: PoolPlayer, _ second: PoolPlayer) throws(Refusal) {
        guard first.pool != second.pool else {
            throw Refusal(
                .invalidValue,
                "\(first) and \(second) are of one pool and therefore already different players.")
        }
    }

    private func words(_ listing: PlayerListing, _ player: PoolPlayer) -> String {
        "\(listing.name) (\(listing.position.abbreviation), \(player))"
    }
}
