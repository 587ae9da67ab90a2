/// A season's points as its events leave them, corrections in the place of what they correct.
public struct SeasonState: BegunStreamState {
    public let id: SeasonID

    /// Each player's points of each week and scoring, as they hold now, in the order in which they came first.
    public private(set) var scores: [PlayerScored] = []

    public private(set) var version: UInt32 = 0

    /// By what it is about, the place in `scores`.
    private var places: [Subject: Int] = [:]

    /// Those that are final, each with its scoring.
    private var finalWeeks: Set<ScoredWeek> = []

    /// The weeks that a season can have, playoffs included.
    public static let weeks: ClosedRange<UInt8> = 1...22

    /// What a score is about.
    private struct Subject: Hashable {
        var week: ScoredWeek
        var player: SeasonPlayer
    }

    private struct ScoredWeek: Hashable {
        var week: UInt8
        var scoring: String
    }

    /// A season begins with the first that is told of it; a refused command alone makes none.
    public init?(beginning event: Event, at place: EventPlace) {
        guard case .season(let id) = place.stream else { return nil }
        if case .commandRejected = event { return nil }
        self.id = id
        evolve(event, at: place)
    }

    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event {
        case .playerScored(let scored):
            let subject = Subject(
                week: ScoredWeek(week: scored.week, scoring: scored.scoring), player: SeasonPlayer(scored))
            if let place = places[subject] {
                scores[place] = scored
            } else {
                places[subject] = scores.count
                scores.append(scored)
            }
        case .weekFinal(let final): finalWeeks.insert(ScoredWeek(week: final.week, scoring: final.scoring))
        default: break
        }
    }

    /// What a player scored in a week; nil where nothing is recorded of it.
    public func score(of player: SeasonPlayer, week: UInt8, scoring: String) -> PlayerScored? {
        places[Subject(week: ScoredWeek(week: week, scoring: scoring), player: player)].map { scores[$0] }
    }

    /// Whether a week's points are complete.
    public func isFinal(week: UInt8, scoring: String) -> Bool {
        finalWeeks.contains(ScoredWeek(week: week, scoring: scoring))
    }
}

/// Who a player is to a season: his id at the source, else his name there and his position.
public struct SeasonPlayer: Hashable, Sendable {
    public let externalID: String
    /// Empty beside an id.
    public let name: String
    /// `other` beside an id.
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
