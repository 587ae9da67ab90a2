extension ScoresAssigned {
    /// The player of a pool to whom the points belong by ID, or by name and position, although the statement denies it; nil if the
    /// statement denies points to no player.
    ///
    /// O(players of the pool).
    ///
    /// - Parameter pool: the pool of ``player``.
    package func denied(in pool: PoolState) -> PlayerListing? {
        let own = pool.player(player.player)
        guard belongs else { return own.flatMap { fits($0) ? $0 : nil } }
        // Among players of one name, the statement only tells which of them is meant.
        if let own, fits(own) { return nil }
        return pool.players.first { fits($0) }
    }

    private func fits(_ listing: PlayerListing) -> Bool {
        if !externalID.isEmpty, listing.externalID == externalID { return true }
        return listing.position == position && PlayerName.normalized(listing.name) == PlayerName.normalized(name)
    }
}
