/// A season's points as its events leave them, corrections in the place of what they correct.
public struct SeasonState: BegunStreamState {
    public let id: SeasonID

    /// Each player's points of each week and scoring, as they hold now, in the order in which they came first.
    public private(set) var scores: [PlayerScored] = []

    public private(set) var version: UInt32 = 0

    /// By what it is about, the place in `scores`.
    private var places: [Subject: Int] = [:]

    /// By place in `scores`, the version and the time at which it was first recorded.
    private(set) var toldAt: [Telling] = []

    /// The corrections, in order.
    private(set) var corrections: [Correction] = []

    /// Statements of staff about the owners of points, in order.
    private var assigned: [Assignment] = []

    /// Those that are final, each with its scoring, and when they became so.
    private var finalWeeks: [ScoredWeek: Telling] = [:]

    /// The weeks that a season can have, playoffs included.
    public static let weeks: ClosedRange<UInt8> = 1...22

    /// The subject of a score.
    private struct Subject: Hashable {
        var week: ScoredWeek
        var player: SeasonPlayer
    }

    private struct ScoredWeek: Hashable {
        var week: UInt8
        var scoring: String
    }

    /// The version and the time at which something was recorded.
    struct Telling: Hashable {
        /// Of the season, by this event.
        var version: UInt32
        /// By the ledger's clock.
        var recordedAt: Timestamp
    }

    /// The value that a correction replaced.
    struct Correction: Hashable {
        var told: Telling
        /// In `scores`.
        var place: Int
        var before: PlayerScored
    }

    /// A statement of staff on whose the points of somebody are.
    private struct Assignment: Hashable {
        var told: Telling
        var statement: ScoresAssigned
    }

    /// A season begins with its first record; a refused command alone does not begin it.
    public init?(beginning event: Event, at place: EventPlace) {
        guard case .season(let id) = place.stream else { return nil }
        if event.refusal != nil { return nil }
        self.id = id
        evolve(event, at: place)
    }

    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        let told = Telling(version: version, recordedAt: place.recordedAt)
        switch event.score {
        case .scored(let scored):
            let subject = Subject(
                week: ScoredWeek(week: scored.week, scoring: scored.scoring), player: SeasonPlayer(scored))
            if let place = places[subject] {
                corrections.append(Correction(told: told, place: place, before: scores[place]))
                scores[place] = scored
            } else {
                places[subject] = scores.count
                scores.append(scored)
                toldAt.append(told)
            }
        case .assigned(let statement): assigned.append(Assignment(told: told, statement: statement))
        case .final(let final):
            let week = ScoredWeek(week: final.week, scoring: final.scoring)
            if finalWeeks[week] == nil { finalWeeks[week] = told }
        case nil: break
        }
    }

    /// The points of a player in a week; nil if not recorded.
    public func score(of player: SeasonPlayer, week: UInt8, scoring: String) -> PlayerScored? {
        places[Subject(week: ScoredWeek(week: week, scoring: scoring), player: player)].map { scores[$0] }
    }

    /// Whether a week's points are complete.
    public func isFinal(week: UInt8, scoring: String) -> Bool { finalAt(week: week, scoring: scoring) != nil }

    /// When a week's points were said to be complete, by the ledger's clock; nil before.
    public func finalAt(week: UInt8, scoring: String) -> Timestamp? {
        finalWeeks[ScoredWeek(week: week, scoring: scoring)]?.recordedAt
    }

    /// The season as of a version of its stream; the current one for a later version. O(scores).
    public func asOf(version: UInt32) -> SeasonState {
        guard version < self.version else { return self }
        var former = self
        former.version = version
        while let last = former.corrections.last, last.told.version > version {
            former.scores[last.place] = last.before
            former.corrections.removeLast()
        }
        while let told = former.toldAt.last, told.version > version {
            let score = former.scores.removeLast()
            former.toldAt.removeLast()
            former.places[
                Subject(week: ScoredWeek(week: score.week, scoring: score.scoring), player: SeasonPlayer(score))] = nil
        }
        former.assigned.removeAll { $0.told.version > version }
        former.finalWeeks = former.finalWeeks.filter { $0.value.version <= version }
        return former
    }
}

extension SeasonState {
    /// Returns the owners of points among the players of a pool: the last statement about each counts.
    public func assignments(in pool: PoolID) -> ScoreAssignments {
        ScoreAssignments(assigned.lazy.map(\.statement).filter { $0.player.pool == pool })
    }

    /// The season without the statements of staff on whose points are whose: what the rules alone make of the points.
    package func withoutAssignments() -> SeasonState {
        var season = self
        season.assigned = []
        return season
    }

    /// The version of the season with every recorded statement about a pool; 0 without statements.
    func lastAssigned(in pool: PoolID) -> UInt32 {
        assigned.last { $0.statement.player.pool == pool }?.told.version ?? 0
    }
}

/// Statements of staff about the owners of a season's points, for the players of one pool.
public struct ScoreAssignments: Hashable, Sendable {
    /// By player of the pool, whether the points are his; as the last statement has it.
    private var statements: [PlayerIndex: [SeasonPlayer: Bool]] = [:]

    init(_ statements: some Sequence<ScoresAssigned>) {
        for statement in statements {
            self.statements[statement.player.player, default: [:]][statement.scored] = statement.belongs
        }
    }

    /// Whether points are a player's; nil where nothing was stated of the two.
    public func statement(_ player: PlayerIndex, _ scored: SeasonPlayer) -> Bool? { statements[player]?[scored] }

    /// The player of the pool whose the points are; nil where that was not stated of anybody. O(statements).
    func owner(of scored: SeasonPlayer) -> PlayerIndex? {
        statements.lazy.filter { $0.value[scored] == true }.map(\.key).min()
    }

    /// Everybody whose points are a player's by a statement.
    func own(of player: PlayerIndex) -> Set<SeasonPlayer> {
        Set((statements[player] ?? [:]).lazy.filter(\.value).map(\.key))
    }

    /// Everybody whose points are not a player's: by a statement about the two, or because they are another player's.
    func others(than player: PlayerIndex) -> Set<SeasonPlayer> {
        guard !statements.isEmpty else { return [] }
        var others = Set((statements[player] ?? [:]).lazy.filter { !$0.value }.map(\.key))
        for (other, subjects) in statements where other != player {
            others.formUnion(subjects.lazy.filter(\.value).map(\.key))
        }
        return others
    }
}

/// The identity of a player in a season: the ID at the source, else the name there and the position.
public struct SeasonPlayer: Hashable, Sendable {
    public let externalID: String
    /// Empty if there is an ID.
    public let name: String
    /// `other` if there is an ID.
    public let position: PlayerPosition

    public init(externalID: String, name: String, position: PlayerPosition) {
        self.externalID = externalID
        self.name = externalID.isEmpty ? name : ""
        self.position = externalID.isEmpty ? position : .other
    }

    public init(_ scored: PlayerScored) {
        self.init(externalID: scored.externalID, name: scored.name, position: scored.position)
    }

    public init(_ score: PlayerScore) {
        self.init(externalID: score.externalID, name: score.name, position: score.position)
    }
}
