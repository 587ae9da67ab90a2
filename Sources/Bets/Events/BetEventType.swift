/// The kind of an event as a record names it: SBE's template id. Numbers are given out once and never reused.
///
/// They begin above those of the draft's events, so that one schema has both. All other facts about a kind are with its
/// body, in `BetEventBody.facts`.
public enum BetEventType: UInt16, CaseIterable, Sendable {
    case teamListed = 200
    case athleteListed = 201
    case gameScheduled = 202
    case gameMoved = 203
    case gameStarted = 204
    case scoreUpdated = 205
    case gameFinal = 206
    case boxScoreRecorded = 207
    case resultCorrected = 208
    case offerRecorded = 209
    case offerWithdrawn = 210
    case analysisMade = 211
    case modelPublished = 212
    case betRecorded = 213
    case betSettled = 214
    case betResettled = 215
    case correctionProposed = 216
    case propLineRecorded = 217

    /// The event's name as exports and people write it: "BetRecorded".
    public var name: String {
        let name = String(describing: self)
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// - Returns: nil for a name that no event has.
    public init?(name: String) {
        guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = type
    }

    /// The type of such events' bodies.
    package var body: any BetEventBody.Type {
        switch self {
        case .teamListed: TeamListed.self
        case .athleteListed: AthleteListed.self
        case .gameScheduled: GameScheduled.self
        case .gameMoved: GameMoved.self
        case .gameStarted: GameStarted.self
        case .scoreUpdated: ScoreUpdated.self
        case .gameFinal: GameFinal.self
        case .boxScoreRecorded: BoxScoreRecorded.self
        case .resultCorrected: ResultCorrected.self
        case .offerRecorded: OfferRecorded.self
        case .offerWithdrawn: OfferWithdrawn.self
        case .analysisMade: AnalysisMade.self
        case .modelPublished: ModelPublished.self
        case .betRecorded: BetRecorded.self
        case .betSettled: BetSettled.self
        case .betResettled: BetResettled.self
        case .correctionProposed: CorrectionProposed.self
        case .propLineRecorded: PropLineRecorded.self
        }
    }

    /// The facts that hold for every event of this type.
    package var facts: BetEventFacts { body.facts }

    /// The kind of stream that holds such events.
    public var home: BetStreamKind { facts.home }
}
