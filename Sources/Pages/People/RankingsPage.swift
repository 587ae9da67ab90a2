package import Draft
package import DraftLedger
package import TextFormats

/// A member's own rankings of a pool: the ranked players, and after them the others by ADP.
///
/// The rows as CSV are a file that a member can reorder and send back. So there is no column with a rank: the order of the
/// rows is the ranking.
package struct RankingsPage: Page {
    let pool: PoolState
    let ranking: OwnRanking?

    /// - Parameter ranking: nil for a member who has not ranked the pool.
    package init(pool: PoolState, ranking: OwnRanking?) { (self.pool, self.ranking) = (pool, ranking) }

    /// A player of the pool in the member's order.
    package struct Row: Sendable {
        let listing: PlayerListing
        let tier: UInt8?
        let isRanked: Bool
    }

    package static let members = Members<RankingsPage>(
        "Rankings",
        [
            .init("pool") { $0.pool.id }, .init("title") { $0.pool.title },
            .init("savedAt") { $0.ranking.map { Timestamp(microseconds: $0.savedAt) } },
            .init("ranked") { $0.ranking?.players.count ?? 0 }, .init("players", each: row) { $0.rows },
        ])

    package static let row: Members<Row> = [
        .init("playerIndex") { $0.listing.index }, .init("playerID") { Name($0.listing.externalID) },
        .init("playerName") { $0.listing.name }, .init("position") { $0.listing.position.abbreviation },
        .init("team") { Name($0.listing.team) }, .init("byeWeek") { $0.listing.byeWeek },
        .init("adp") { $0.listing.adp.map { Double($0) / 100 } }, .init("tier") { $0.tier },
        .init("isRanked") { $0.isRanked },
    ]

    /// All players of the pool, the ranked ones first.
    var rows: [Row] {
        let players = ranking?.players ?? []
        let ranked = players.enumerated().compactMap { place, player in
            pool.player(player).map { Row(listing: $0, tier: ranking?.tier(at: place), isRanked: true) }
        }
        let known = Set(players)
        let others = pool.adpOrder.lazy.filter { !known.contains($0) }.compactMap { pool.player($0) }
        return ranked + others.map { Row(listing: $0, tier: nil, isRanked: false) }
    }

    /// The ranked players, the best first.
    package var ranked: [PlayerIndex] { ranking?.players ?? [] }

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable { Self.row.csv(of: rows) }

    package func text(on terminal: Terminal) -> [StyledText] {
        let facts = StyledText("\(Figures.plural(ranking?.players.count ?? 0, "player")) ranked", .dim)
        let rows = rows.prefix { $0.isRanked }.enumerated().map { place, row in
            StyledText("\(place + 1)  \(row.listing.name), \(row.listing.position.abbreviation)")
        }
        return [StyledText(pool.title, .bold), facts] + rows
    }
}
