/// Everything that can have happened in a ledger of bets, one case for each kind of event.
///
/// An event does not repeat the game, the season or the user of its stream. Only `BetSettled` and `BetResettled` follow from
/// the state; all others state a fact that somebody reported.
public enum BetEvent: Hashable, Sendable {
    // league/Y
    indirect case teamListed(TeamListed)
    indirect case athleteListed(AthleteListed)

    // game/G
    indirect case gameScheduled(GameScheduled)
    indirect case gameMoved(GameMoved)
    indirect case gameStarted(GameStarted)
    indirect case scoreUpdated(ScoreUpdated)
    indirect case gameFinal(GameFinal)
    indirect case boxScoreRecorded(BoxScoreRecorded)
    indirect case correctionProposed(CorrectionProposed)
    indirect case resultCorrected(ResultCorrected)

    // market/G
    indirect case offerRecorded(OfferRecorded)
    indirect case offerWithdrawn(OfferWithdrawn)
    indirect case propLineRecorded(PropLineRecorded)

    // analysis/G
    indirect case analysisMade(AnalysisMade)

    // model/V
    indirect case modelPublished(ModelPublished)

    // bettor/U
    indirect case betRecorded(BetRecorded)
    indirect case betSettled(BetSettled)
    indirect case betResettled(BetResettled)
}

extension BetEvent {
    /// Hands the event's body to a visitor: the one switch from events to bodies.
    package func accept<Visitor: BetEventVisitor>(_ visitor: inout Visitor) -> Visitor.Answer {
        switch self {
        case .teamListed(let body): visitor.visit(body)
        case .athleteListed(let body): visitor.visit(body)
        case .gameScheduled(let body): visitor.visit(body)
        case .gameMoved(let body): visitor.visit(body)
        case .gameStarted(let body): visitor.visit(body)
        case .scoreUpdated(let body): visitor.visit(body)
        case .gameFinal(let body): visitor.visit(body)
        case .boxScoreRecorded(let body): visitor.visit(body)
        case .correctionProposed(let body): visitor.visit(body)
        case .resultCorrected(let body): visitor.visit(body)
        case .offerRecorded(let body): visitor.visit(body)
        case .offerWithdrawn(let body): visitor.visit(body)
        case .propLineRecorded(let body): visitor.visit(body)
        case .analysisMade(let body): visitor.visit(body)
        case .modelPublished(let body): visitor.visit(body)
        case .betRecorded(let body): visitor.visit(body)
        case .betSettled(let body): visitor.visit(body)
        case .betResettled(let body): visitor.visit(body)
        }
    }
}

/// An event and the stream that it is for, before the ledger gives it a place.
public struct BetStreamEvent: Hashable, Sendable {
    public var stream: BetStream
    public var event: BetEvent

    public init(_ stream: BetStream, _ event: BetEvent) {
        self.stream = stream
        self.event = event
    }
}
