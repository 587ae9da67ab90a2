/// A season's points by one scoring, matched to the players of a pool: what standings look up.
///
/// The rule is the one that matches players of different pools: by outside id where both know one and it is the same; else
/// by normalised name and position. Of several of that name and position the one who played for the team that the pool
/// names is meant. The only one is meant for whomever he played, since players move; where that is another team than the
/// pool names, a finding tells it. Never across positions.
public struct SeasonPoints: Sendable {
    public let season: SeasonID
    public let scoring: String
    public let pool: PoolID

    /// Weeks of which anybody has points, in order.
    public let weeks: [UInt8]

    /// Those of them that are final.
    public let finalWeeks: Set<UInt8>

    /// Whoever should be looked at before the points are trusted, in the order of the pool.
    public let findings: [Finding]

    /// Players of the pool of whom no week has points: each of theirs counts 0.00.
    public let withoutPoints: [PlayerIndex]

    /// By player of the pool.
    package let positions: [PlayerPosition]

    /// By player of the pool, then by week: hundredths.
    private let points: [Int32]

    /// By player of the pool: a bit for each week of which he has points.
    private let scored: [UInt32]

    /// By player of the pool: who he is to the season.
    private let subjects: [SeasonPlayer?]

    private static let width = Int(SeasonState.weeks.upperBound) + 1

    /// A player of the pool whose points are not beyond doubt.
    public struct Finding: Hashable, Sendable {
        public enum Kind: String, Sendable, CaseIterable {
            /// Matched: the only one of that name and position, but he never played for the team that the pool names.
            case otherTeam
            /// Not matched: several of that name and position could be meant.
            case ambiguous
            /// Not matched: whoever has that name plays another position.
            case otherPosition
        }
        public var kind: Kind
        public var player: PlayerIndex
        public var name: String
    }

    /// O(scores + players).
    ///
    /// - Parameters:
    ///   - season: nil for one of which nothing is told: nobody has points.
    ///   - id: its number.
    ///   - scoring: the name of the scoring whose points count.
    ///   - pool: whose players are looked for.
    ///   - days: of the contest's window for corrections; nil for one that has none.
    public init(
        _ season: SeasonState?, of id: SeasonID, scoring: String, for pool: PoolState, correctionDays days: UInt8? = nil
    ) {
        let scores = (season?.scores(countingWithin: days) ?? []).filter { $0.scoring == scoring }
        let players = ScoredPlayers(scores)
        var points = [Int32](repeating: 0, count: pool.players.count * Self.width)
        var scored = [UInt32](repeating: 0, count: pool.players.count)
        var subjects = [SeasonPlayer?](repeating: nil, count: pool.players.count)
        var findings: [Finding] = []
        for listing in pool.players {
            let (player, doubt) = players.match(listing)
            if let doubt { findings.append(Finding(kind: doubt, player: listing.index, name: listing.name)) }
            guard let player else { continue }
            subjects[Int(listing.index)] = players.scores(of: player).first.map { SeasonPlayer(scores[$0]) }
            for place in players.scores(of: player) {
                let score = scores[place]
                points[Int(listing.index) * Self.width + Int(score.week)] = score.points
                scored[Int(listing.index)] |= 1 << UInt32(score.week)
            }
        }
        self.season = id
        self.scoring = scoring
        self.pool = pool.id
        positions = pool.players.map(\.position)
        self.points = points
        self.scored = scored
        self.subjects = subjects
        self.findings = findings
        withoutPoints = pool.players.map(\.index).filter { scored[Int($0)] == 0 }
        weeks = Set(scores.map(\.week)).sorted()
        finalWeeks = Set(weeks.filter { season?.isFinal(week: $0, scoring: scoring) ?? false })
    }

    /// Who a player of the pool is to the season; nil where nobody there is matched to him.
    package func subject(of player: PlayerIndex) -> SeasonPlayer? {
        Int(player) < subjects.count ? subjects[Int(player)] : nil
    }

    /// What counts for a player of the pool in a week, in hundredths: 0 where he has no points.
    public func counted(_ player: PlayerIndex, week: UInt8) -> Int32 { points(of: player, week: week) ?? 0 }

    /// What a player of the pool scored in a week, in hundredths; nil where nothing is recorded of it.
    public func points(of player: PlayerIndex, week: UInt8) -> Int32? {
        guard Int(player) < scored.count, SeasonState.weeks.contains(week),
            scored[Int(player)] >> UInt32(week) & 1 == 1
        else { return nil }
        return points[Int(player) * Self.width + Int(week)]
    }
}

/// The players of a season, to be found by what pools call them.
private struct ScoredPlayers {
    private struct Player {
        var position: PlayerPosition
        var teams: Set<String> = []
        /// Places among the scores.
        var scores: [Int] = []
    }

    private var players: [Player] = []
    private var byExternalID: [String: Int] = [:]
    private var byName: [String: [Int]] = [:]

    init(_ scores: [PlayerScored]) {
        var numbers: [SeasonPlayer: Int] = [:]
        for (place, score) in scores.enumerated() {
            let key = SeasonPlayer(score)
            let number = numbers[key] ?? players.count
            if number == players.count {
                numbers[key] = number
                players.append(Player(position: score.position))
                byName[PlayerName.normalized(score.name), default: []].append(number)
                if !score.externalID.isEmpty { byExternalID[score.externalID] = number }
            }
            let team = TeamName.canonical(score.team)
            if !team.isEmpty { players[number].teams.insert(team) }
            players[number].scores.append(place)
        }
    }

    func scores(of player: Int) -> [Int] { players[player].scores }

    /// - Returns: nil for nobody; and what is doubtful about it, if anything.
    func match(_ listing: PlayerListing) -> (player: Int?, doubt: SeasonPoints.Finding.Kind?) {
        if let known = byExternalID[listing.externalID], players[known].position == listing.position {
            return (known, nil)
        }
        let name = PlayerName.normalized(listing.name)
        guard !name.isEmpty, let namesakes = byName[name] else { return (nil, nil) }
        let candidates = namesakes.filter { players[$0].position == listing.position }
        let team = TeamName.canonical(listing.team)
        let fitting = candidates.filter {
            team.isEmpty || players[$0].teams.isEmpty || players[$0].teams.contains(team)
        }
        switch (candidates.count, fitting.count) {
        case (0, _): return (nil, .otherPosition)
        case (1, let fitting): return (candidates[0], fitting == 1 ? nil : .otherTeam)
        case (_, 1): return (fitting[0], nil)
        default: return (nil, .ambiguous)
        }
    }
}
