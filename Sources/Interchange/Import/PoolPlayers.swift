import Draft
import DraftLedger

/// Finds a source's players in a pool: by the source's id, or else by name, position and team.
struct PoolPlayers {
    private var byID: [String: PlayerIndex] = [:]
    private var byName: [PlayerNaming.Key: Namesakes] = [:]
    private var listings: [PlayerIndex: (listing: PlayerListing, naming: PlayerNaming)] = [:]

    /// By index among the batch's players: whom a search has found. A draft asks for each of its players again.
    private var found: [Int: PlayerIndex] = [:]

    /// Those of one name and position, so that none of them has to be looked at for each of the others.
    private struct Namesakes {
        /// Those of one team, or all of them, in the order of their listing.
        struct Group {
            var withID: [PlayerIndex] = []
            var withoutID: [PlayerIndex] = []
        }

        var all = Group()
        /// Under no text: those without a team.
        var byTeam: [String: Group] = [:]

        mutating func add(_ index: PlayerIndex, hasID: Bool, team: String) {
            let group = hasID ? \Group.withID : \Group.withoutID
            all[keyPath: group].append(index)
            byTeam[team, default: Group()][keyPath: group].append(index)
        }
    }

    init(_ players: [PlayerListing] = []) {
        for player in players { add(player) }
    }

    mutating func add(_ player: PlayerListing) {
        let naming = PlayerNaming(player)
        byName[naming.key, default: Namesakes()].add(
            player.index, hasID: !player.externalID.isEmpty, team: naming.team)
        if !player.externalID.isEmpty { byID[player.externalID] = player.index }
        listings[player.index] = (player, naming)
    }

    /// The player of the batch with this number, where `find` has found him.
    func index(of number: Int) -> PlayerIndex? { found[number] }

    /// The players of the batch whom the pool lists without a team, by their numbers.
    var withoutTeam: [Int] {
        found.compactMap { number, index in listings[index]?.naming.team.isEmpty == true ? number : nil }
    }

    /// The players of the batch whom the pool lists under the same id with another name or position, each by his number and
    /// as the pool has him.
    func listedOtherwise(_ players: [ImportedPlayer]) -> [(number: Int, listed: PlayerListing)] {
        found.compactMap { number, index in
            guard let (listing, naming) = listings[index] else { return nil }
            return PlayerNaming(players[number]).key == naming.key ? nil : (number, listing)
        }
    }

    /// The players of the batch whose bye week the pool does not say, or has otherwise, by their numbers.
    func withOtherByeWeek(_ players: [ImportedPlayer]) -> [Int] {
        found.compactMap { number, index in
            guard let stated = players[number].byeWeek, let (listing, _) = listings[index] else { return nil }
            return listing.byeWeek == stated ? nil : number
        }
    }

    /// The players of the batch whom the pool lists with another team than they have there, each by his number and with
    /// the pool's team.
    func withOtherTeam(_ players: [ImportedPlayer]) -> [(number: Int, listed: String)] {
        found.compactMap { number, index in
            guard let listed = listings[index]?.naming.team, !listed.isEmpty else { return nil }
            let team = TeamName.canonical(players[number].team)
            return team.isEmpty || team == listed ? nil : (number, listed)
        }
    }

    /// Searches for a player and remembers where he is.
    ///
    /// - Parameter number: his index among the batch's players.
    /// - Returns: nil for a player whom the pool does not list.
    mutating func find(_ player: ImportedPlayer, number: Int) -> PlayerIndex? {
        if let index = found[number] { return index }
        let index = index(of: player)
        found[number] = index
        return index
    }

    /// Whether a listing may be the player of a pick that is in the ledger already: a player that was picked then keeps the
    /// place, though the team or the spelling of the name has changed since.
    func isListed(_ player: ImportedPlayer, at index: PlayerIndex) -> Bool {
        guard let listing = listings[index] else { return false }
        let id = listing.listing.externalID
        if !id.isEmpty, id == player.externalID { return true }
        return listing.naming.key == PlayerNaming(player).key
    }

    private func index(of player: ImportedPlayer) -> PlayerIndex? {
        if let index = byID[player.externalID] { return index }
        if let index = player.slates?.ids.lazy.compactMap({ byID[$0] }).first { return index }
        let naming = PlayerNaming(player)
        guard let namesakes = byName[naming.key] else { return nil }
        let sameTeam = namesakes.byTeam[naming.team] ?? Namesakes.Group()
        // A player that the pool also lists without an id is the same row again.
        if player.externalID.isEmpty, let same = sameTeam.withoutID.first { return same }
        let exact = possible(player, in: sameTeam)
        // A namesake of another team is another player, as long as both teams are known.
        let candidates =
            exact.isEmpty
            ? possible(player, in: naming.team.isEmpty ? namesakes.all : namesakes.byTeam[""] ?? Namesakes.Group())
            : exact
        // A player that could be several is not matched.
        return candidates.count == 1 ? candidates[0] : nil
    }

    /// Returns the members of a group that a player may be, at most two.
    private func possible(_ player: ImportedPlayer, in group: Namesakes.Group) -> [PlayerIndex] {
        let withoutID = Array(group.withoutID.prefix(2))
        if player.externalID.isEmpty { return withoutID + group.withID.prefix(2) }
        // Two ids are two players, unless they are ids of a slate each.
        guard let slates = player.slates else { return withoutID }
        return withoutID
            + group.withID.lazy.filter { index in
                listings[index].map { !slates.others.contains($0.listing.externalID) } ?? false
            }.prefix(2)
    }
}
