extension ScoresAssigned {
    /// The player of a pool to whom the points belong by ID, or by name and position, although the statement denies it; nil if the
    /// statement denies points to no player.
    ///
    /// O(players of the pool).
    ///
    /// - Parameter pool: the pool of ``player``.
    package func denied(in pool: PoolState) -> PlayerListing? {
        if belongs { return pool.players.first { $0.index != player.player && fits($0) } }
        return pool.player(player.player).flatMap { fits($0) ? $0 : nil }
    }

    private func fits(_ listing: PlayerListing) -> Bool {
        if !externalID.isEmpty, listing.externalID == externalID { return true }
        return listing.position == position && PlayerName.normalized(listing.name) == PlayerName.normalized(name)
    }
}
