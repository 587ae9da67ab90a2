public import Draft
import DraftLedger
import Projections

/// The facts about listings of one pool that are recorded as one player, such as a player who was traded between
/// drafts.
public struct JoinedListings: Sendable {
    /// Those who are not one, since a draft has several of them.
    public var refuted: Set<PoolPlayer> = []

    /// The start of the last draft with a listing; nil without a dated draft.
    public var lastDrafted: [PoolPlayer: Timestamp] = [:]

    public init() {}
}

extension RosterTable {
    /// O(picks) of pools of which several were said to be one; nothing where none were.
    func joinedListings(_ aliases: AliasState) -> JoinedListings {
        var joined = JoinedListings()
        guard !aliases.joinedWithinPools.isEmpty else { return joined }
        var groups: [PoolID: [PlayerIndex: Int]] = [:]
        for (number, group) in aliases.groups().enumerated() {
            for (pool, members) in Dictionary(grouping: group, by: \.pool) where members.count > 1 {
                for member in members { groups[pool, default: [:]][member.player] = number }
            }
        }
        for part in parts {
            for draft in part.drafts {
                guard let groups = groups[draft.pool] else { continue }
                var drafted: [Int: Set<PlayerIndex>] = [:]
                for place in draft.first..<draft.end {
                    for pick in part.picks(of: place) {
                        let player = part.players[pick]
                        if let group = groups[player] { drafted[group, default: []].insert(player) }
                    }
                }
                for players in drafted.values {
                    for player in players.map({ PoolPlayer(draft.pool, $0) }) {
                        if players.count > 1 { joined.refuted.insert(player) }
                        guard let start = draft.startedAt else { continue }
                        joined.lastDrafted[player] = max(joined.lastDrafted[player] ?? start, start)
                    }
                }
            }
        }
        return joined
    }
}
