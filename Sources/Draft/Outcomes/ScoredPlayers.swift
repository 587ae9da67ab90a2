/// The players of a season by one scoring, to be found by what a pool calls them.
///
/// The identity of a player in a week follows from the data of the weeks up to that one. So the result of an earlier week
/// stays, whatever later data has: a namesake, another team, another id.
struct ScoredPlayers {
    /// The identity of a pool's player.
    struct Match {
        /// Places among the scores, of one week each.
        var scores: [Int] = []
        /// By whose points, in the order in which they came.
        var subjects: [SeasonPlayer] = []
        var doubt: SeasonPoints.Finding.Kind?
    }

    private struct Player {
        var subject: SeasonPlayer
        var name: String
        /// The name as the source writes it.
        var title: String
        var position: PlayerPosition
        /// Place among the scores, by week.
        var scores: [UInt8: Int] = [:]
        /// For whom he played, by the week in which that was told first.
        var teams: [String: UInt8] = [:]

        /// Of the weeks that tell who he is, the first in which he has points; nil for none.
        var knownFrom: UInt8?
    }

    private var players: [Player] = []
    private var bySubject: [SeasonPlayer: Int] = [:]
    private var byExternalID: [String: Int] = [:]
    private var byName: [String: [Int]] = [:]
    /// That tell who somebody is, in order.
    private let telling: [UInt8]
    /// In which he may have points as well.
    private let others: [UInt8]

    /// - Parameters:
    ///   - scores: at most one of a player and week, of weeks that a season can have.
    ///   - span: the weeks that tell who somebody is; nil for all.
    init(_ scores: [PlayerScored], span: ClosedRange<UInt8>?) {
        let weeks = Set(scores.map(\.week)).sorted()
        telling = weeks.filter { week in span?.contains(week) ?? true }
        others = weeks.filter { week in span.map { !$0.contains(week) } ?? false }
        let isTelling = scores.map { score in span?.contains(score.week) ?? true }
        // Those weeks also determine the player's name.
        for place in scores.indices.filter({ isTelling[$0] }) + scores.indices.filter({ !isTelling[$0] }) {
            let score = scores[place]
            let subject = SeasonPlayer(score)
            let number = bySubject[subject] ?? players.count
            if number == players.count {
                bySubject[subject] = number
                let name = PlayerName.normalized(score.name)
                players.append(Player(subject: subject, name: name, title: score.name, position: score.position))
                byName[name, default: []].append(number)
                if !score.externalID.isEmpty { byExternalID[score.externalID] = number }
            }
            players[number].scores[score.week] = place
            guard isTelling[place] else { continue }
            players[number].knownFrom = min(players[number].knownFrom ?? .max, score.week)
            let team = TeamName.canonical(score.team)
            guard !team.isEmpty else { continue }
            players[number].teams[team] = min(players[number].teams[team] ?? .max, score.week)
        }
    }

    /// Finds a player of a pool.
    ///
    /// - Parameters:
    ///   - own: whose points are his by statements of staff.
    ///   - others: whose points are not.
    ///   - rivals: the teams of others in the pool who have his name and position.
    func match(
        _ listing: PlayerListing, own: Set<SeasonPlayer> = [], others excluded: Set<SeasonPlayer> = [], rivals: [String]
    ) -> Match {
        let name = PlayerName.normalized(listing.name)
        let assigned = own.compactMap { bySubject[$0] }.sorted()
        var candidates = name.isEmpty ? [] : (byName[name] ?? []).filter { players[$0].position == listing.position }
        if let known = byExternalID[listing.externalID], players[known].position == listing.position,
            !candidates.contains(known)
        {
            candidates.append(known)
        }
        if !excluded.isEmpty { candidates.removeAll { excluded.contains(players[$0].subject) } }
        candidates += assigned.filter { !candidates.contains($0) }
        guard !candidates.isEmpty else {
            return Match(doubt: name.isEmpty || byName[name] == nil ? nil : .otherPosition)
        }
        var search = Search(
            name: name, externalID: listing.externalID, team: TeamName.canonical(listing.team), rivals: rivals,
            candidates: candidates, members: assigned, isAssigned: !assigned.isEmpty)
        for week in telling { look(&search, in: week) }
        for week in others { search.take(players, of: week) }
        search.match.subjects = search.members.map { players[$0].subject }
        return search.match
    }

    /// All players with points except some, in the order of the points.
    func unplaced(besides placed: Set<SeasonPlayer>) -> [UnplacedScores] {
        players.filter { !placed.contains($0.subject) }.map {
            UnplacedScores($0.subject, name: $0.title, position: $0.position, teams: $0.teams.keys.sorted())
        }
    }

    /// A player of a pool who is looked for, as far as the weeks have been gone through.
    private struct Search {
        let name: String
        let externalID: String
        let team: String
        let rivals: [String]
        let candidates: [Int]
        /// The identity, once known.
        var members: [Int]
        /// Whether staff has stated it.
        let isAssigned: Bool
        var match = Match()

        mutating func take(_ players: [Player], of week: UInt8) {
            guard let score = members.lazy.compactMap({ players[$0].scores[week] }).first else { return }
            match.scores.append(score)
        }
    }

    private func look(_ search: inout Search, in week: UInt8) {
        let known = search.candidates.filter { players[$0].knownFrom.map { $0 <= week } ?? false }
        if search.members.isEmpty {
            establish(&search, by: known, in: week)
        } else {
            for player in known where joins(player, search, in: week) {
                search.members.append(player)
                search.match.doubt = .joined
            }
        }
        search.take(players, of: week)
        if search.isAssigned { search.match.doubt = nil }
        guard !search.isAssigned, search.members.count == 1, let member = search.members.first,
            search.match.doubt.map({ $0 == .otherTeam }) ?? true
        else { return }
        let isExact = !search.externalID.isEmpty && players[member].subject.externalID == search.externalID
        search.match.doubt = isExact || fits(member, search.team, in: week) ? nil : .otherTeam
    }

    private func establish(_ search: inout Search, by known: [Int], in week: UInt8) {
        let isByID = !search.externalID.isEmpty
        if isByID, let exact = known.first(where: { players[$0].subject.externalID == search.externalID }) {
            return search.members = [exact]
        }
        let named = known.filter { players[$0].name == search.name }
        guard let first = named.first else { return }
        let fitting = named.filter { fits($0, search.team, in: week) }
        switch (named.count, fitting.count) {
        // For another team, of two of that name in the pool the other one is meant.
        case (1, 0): search.members = search.rivals.contains { plays(first, for: $0, in: week) } ? [] : named
        case (_, 1): search.members = fitting
        case (_, 2...) where !areTwo(fitting, in: week):
            search.members = fitting
            search.match.doubt = .joined
        default: search.match.doubt = .ambiguous
        }
    }

    /// Whether somebody who comes later is the same player: in none of his weeks, and by the pool's own id, or by name and for
    /// a team that fits.
    private func joins(_ player: Int, _ search: Search, in week: UInt8) -> Bool {
        guard !search.members.contains(player), !areTwo(search.members + [player], in: week) else { return false }
        if !search.externalID.isEmpty, players[player].subject.externalID == search.externalID { return true }
        guard players[player].name == search.name,
            !search.rivals.contains(where: { plays(player, for: $0, in: week) })
        else { return false }
        return fits(player, search.team, in: week)
            || search.members.contains { member in
                players[member].teams.contains { $0.value <= week && plays(player, for: $0.key, in: week) }
            }
    }

    /// Whether some of them have points in the same week, up to one.
    private func areTwo(_ several: [Int], in week: UInt8) -> Bool {
        var weeks: Set<UInt8> = []
        return several.contains { player in
            players[player].scores.keys.contains { $0 <= week && telling.contains($0) && !weeks.insert($0).inserted }
        }
    }

    private func plays(_ player: Int, for team: String, in week: UInt8) -> Bool {
        players[player].teams[team].map { $0 <= week } ?? false
    }

    private func fits(_ player: Int, _ team: String, in week: UInt8) -> Bool {
        team.isEmpty || plays(player, for: team, in: week) || !players[player].teams.contains { $0.value <= week }
    }
}
