extension PoolState {
    /// Folds the pool's next event. A listing whose index is not the next one counts as an event and changes nothing
    /// else.
    ///
    /// - Complexity: O(1) for a listing, O(n log n) for the publication, O(n) for a late player.
    public mutating func evolve(_ recorded: RecordedEvent) {
        version &+= 1
        switch recorded.event {
        case .playerListed(let event): list(event.player)
        case .playerAdded(let event): list(event.player)
        case .poolPublished(let event):
            published = true
            externalID = event.externalID
            title = event.title
            adpOrder = players.map(\.index).sorted { precedes($0, $1) }
        default: break
        }
    }

    private mutating func list(_ player: PlayerListing) {
        guard Int(player.index) == players.count else { return }
        players.append(player)
        guard published else { return }
        var place = adpOrder.count
        while place > 0, precedes(player.index, adpOrder[place - 1]) { place -= 1 }
        adpOrder.insert(player.index, at: place)
    }

    private func precedes(_ left: PlayerIndex, _ right: PlayerIndex) -> Bool {
        Standing(of: players[Int(left)]) < Standing(of: players[Int(right)])
    }

    /// What the order by ADP compares. A missing number is worse than any that can be given.
    private struct Standing: Comparable {
        let adp: UInt64
        let rank: UInt32
        let index: PlayerIndex

        init(of player: PlayerListing) {
            adp = player.adp.map { UInt64($0) } ?? .max
            rank = player.rank.map { UInt32($0) } ?? .max
            index = player.index
        }

        static func < (left: Self, right: Self) -> Bool {
            (left.adp, left.rank, left.index) < (right.adp, right.rank, right.index)
        }
    }
}
