/// A season's points by one scoring, matched to the players of a pool: what standings look up.
///
/// The rule is the one that matches players of different pools: by external ID if both have the same; else by
/// normalised name and position. Of several with that name and position, the one of the pool's team is meant. A single one
/// is meant for any team, because players move; if that is another team than the
/// pool names, a finding tells it. Several who could be meant, of whom no two have points in the same week, are one player
/// whose id has changed, which a finding tells too. Never across positions.
///
/// The identity of a player in a week follows from the contest's weeks up to that one, and stays. Data of a later week, or
/// of a week without the contest, does not change the result of an earlier one.
public struct SeasonPoints: Sendable {
    public let season: SeasonID
    public let scoring: String
    public let pool: PoolID

    /// Weeks of which anybody has points, in order.
    public let weeks: [UInt8]

    /// Those of them that are final.
    public let finalWeeks: Set<UInt8>

    /// The players to check before the points are trusted, in the order of the pool.
    public let findings: [Finding]

    /// Players of the pool without points in any week: each of their weeks counts 0.00.
    public let withoutPoints: [PlayerIndex]

    /// All players of the season with points who match no player of the pool, in the order in which the points came.
    public let unplaced: [UnplacedScores]

    /// The owners of points, as staff has stated them.
    private let assignments: ScoreAssignments

    /// By player of the pool.
    package let positions: [PlayerPosition]

    /// By player of the pool, then by week: hundredths.
    private let points: [Int32]

    /// By player of the pool: a bit for each week with points.
    private let scored: [UInt32]

    /// By player of the pool: the player's identities in the season.
    private let subjects: [[SeasonPlayer]]

    private static let width = Int(SeasonState.weeks.upperBound) + 1

    /// A player of the pool whose points are not beyond doubt.
    public struct Finding: Hashable, Sendable {
        public enum Kind: String, Sendable, CaseIterable {
            /// Matched: the only one of that name and position, who never played for the team that the pool names.
            case otherTeam
            /// In some week not matched: several of that name and position could be meant.
            case ambiguous
            /// Matched to several of that name and position, who are taken for one.
            case joined
            /// Not matched: the players with that name play another position.
            case otherPosition
        }
        public var kind: Kind
        public var player: PlayerIndex
        public var name: String
    }

    /// O(scores + players), and weeks for each player whose name several have.
    ///
    /// - Parameters:
    ///   - season: nil for a season without data: no player has points.
    ///   - id: its number.
    ///   - scoring: the name of the scoring whose points count.
    ///   - pool: whose players are looked for.
    ///   - span: the weeks in which the contest is played, which tell who somebody is; nil for all.
    ///   - days: of the contest's window for corrections; nil for a contest without a window.
    public init(
        _ season: SeasonState?, of id: SeasonID, scoring: String, for pool: PoolState,
        playedIn span: ClosedRange<UInt8>? = nil, correctionDays days: UInt8? = nil
    ) {
        // A record may have a week that no season has, although the rules record no such week.
        let scores = (season?.scores(countingWithin: days) ?? []).filter {
            $0.scoring == scoring && SeasonState.weeks.contains($0.week)
        }
        let players = ScoredPlayers(scores, span: span)
        let assignments = season?.assignments(in: pool.id) ?? ScoreAssignments([])
        let rivals = Dictionary(grouping: pool.players) { Namesake(name: PlayerName.normalized($0.name), $0.position) }
        var points = [Int32](repeating: 0, count: pool.players.count * Self.width)
        var scored = [UInt32](repeating: 0, count: pool.players.count)
        var subjects = [[SeasonPlayer]](repeating: [], count: pool.players.count)
        var findings: [Finding] = []
        for listing in pool.players {
            let others = rivals[Namesake(name: PlayerName.normalized(listing.name), listing.position)] ?? []
            let match = players.match(
                listing, own: assignments.own(of: listing.index), others: assignments.others(than: listing.index),
                rivals: others.lazy.filter { $0.index != listing.index }.map { TeamName.canonical($0.team) }.filter {
                    !$0.isEmpty && $0 != TeamName.canonical(listing.team)
                })
            if let doubt = match.doubt {
                findings.append(Finding(kind: doubt, player: listing.index, name: listing.name))
            }
            subjects[Int(listing.index)] = match.subjects
            for place in match.scores {
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
        self.assignments = assignments
        unplaced = players.unplaced(besides: Set(subjects.joined()))
        withoutPoints = pool.players.map(\.index).filter { scored[Int($0)] == 0 }
        weeks = Set(scores.map(\.week)).sorted()
        finalWeeks = Set(weeks.filter { season?.isFinal(week: $0, scoring: scoring) ?? false })
    }

    /// Returns unassigned points that may be those of players of the pool without points, in the order of the players.
    ///
    /// Points that staff has assigned to another player are left out. O(players · unplaced).
    ///
    /// - Parameters:
    ///   - players: those who are asked about.
    ///   - pool: the pool of `init`.
    public func unplaced(fitting players: [PlayerIndex], of pool: PoolState) -> [UnplacedFit] {
        guard !unplaced.isEmpty else { return [] }
        return players.flatMap { player -> [UnplacedFit] in
            guard Int(player) < scored.count, scored[Int(player)] == 0, let listing = pool.player(player) else {
                return []
            }
            let likeness = PlayerLikeness(listing)
            return unplaced.filter {
                assignments.statement(player, $0.subject) == nil && likeness.fits($0.likeness)
            }.map { UnplacedFit(player: player, listing: listing, scored: $0) }
        }
    }

    private struct Namesake: Hashable {
        var name: String
        var position: PlayerPosition

        init(name: String, _ position: PlayerPosition) { (self.name, self.position) = (name, position) }
    }

    /// The identity of a pool's player in the season: none, one, or several that count as one.
    package func subjects(of player: PlayerIndex) -> [SeasonPlayer] {
        Int(player) < subjects.count ? subjects[Int(player)] : []
    }

    /// The counting points of a player of the pool in a week, in hundredths; 0 without points.
    public func counted(_ player: PlayerIndex, week: UInt8) -> Int32 { points(of: player, week: week) ?? 0 }

    /// The counting points in a week of a player with several listings in the pool: those of one of them.
    package func counted(_ places: [PlayerIndex], week: UInt8) -> Int32 {
        places.lazy.compactMap { points(of: $0, week: week) }.first ?? 0
    }

    /// The points of a player of the pool in a week, in hundredths; nil if not recorded.
    public func points(of player: PlayerIndex, week: UInt8) -> Int32? {
        guard Int(player) < scored.count, SeasonState.weeks.contains(week),
            scored[Int(player)] >> UInt32(week) & 1 == 1
        else { return nil }
        return points[Int(player) * Self.width + Int(week)]
    }
}
