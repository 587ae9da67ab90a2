import Bets

extension BetEvent: EventSet {
    typealias Kind = BetEventType
    typealias Stream = BetStream

    /// The version that had the events of bets first. A field that one of them gets later raises it, as in `Event`.
    var leastVersion: UInt16 { type.sinceVersion }

    /// Hands the event's fields to a coder that writes.
    func write(_ coder: inout some FieldCoder) {
        switch self {
        case .teamListed(var body): body.fields(&coder)
        case .athleteListed(var body): body.fields(&coder)
        case .gameScheduled(var body): body.fields(&coder)
        case .gameMoved(var body): body.fields(&coder)
        case .gameStarted(var body): body.fields(&coder)
        case .scoreUpdated(var body): body.fields(&coder)
        case .gameFinal(var body): body.fields(&coder)
        case .boxScoreRecorded(var body): body.fields(&coder)
        case .correctionProposed(var body): body.fields(&coder)
        case .resultCorrected(var body): body.fields(&coder)
        case .offerRecorded(var body): body.fields(&coder)
        case .offerWithdrawn(var body): body.fields(&coder)
        case .propLineRecorded(var body): body.fields(&coder)
        case .analysisMade(var body): body.fields(&coder)
        case .modelPublished(var body): body.fields(&coder)
        case .betRecorded(var body): body.fields(&coder)
        case .betSettled(var body): body.fields(&coder)
        case .betResettled(var body): body.fields(&coder)
        }
    }

    /// Builds an event of a type from a coder that reads.
    init(_ type: BetEventType, reading coder: inout some FieldCoder) {
        func read<Body: RecordBody>(_: Body.Type) -> Body {
            var body = Body.blank
            body.fields(&coder)
            return body
        }
        switch type {
        case .teamListed: self = .teamListed(read(TeamListed.self))
        case .athleteListed: self = .athleteListed(read(AthleteListed.self))
        case .gameScheduled: self = .gameScheduled(read(GameScheduled.self))
        case .gameMoved: self = .gameMoved(read(GameMoved.self))
        case .gameStarted: self = .gameStarted(read(GameStarted.self))
        case .scoreUpdated: self = .scoreUpdated(read(ScoreUpdated.self))
        case .gameFinal: self = .gameFinal(read(GameFinal.self))
        case .boxScoreRecorded: self = .boxScoreRecorded(read(BoxScoreRecorded.self))
        case .correctionProposed: self = .correctionProposed(read(CorrectionProposed.self))
        case .resultCorrected: self = .resultCorrected(read(ResultCorrected.self))
        case .offerRecorded: self = .offerRecorded(read(OfferRecorded.self))
        case .offerWithdrawn: self = .offerWithdrawn(read(OfferWithdrawn.self))
        case .propLineRecorded: self = .propLineRecorded(read(PropLineRecorded.self))
        case .analysisMade: self = .analysisMade(read(AnalysisMade.self))
        case .modelPublished: self = .modelPublished(read(ModelPublished.self))
        case .betRecorded: self = .betRecorded(read(BetRecorded.self))
        case .betSettled: self = .betSettled(read(BetSettled.self))
        case .betResettled: self = .betResettled(read(BetResettled.self))
        }
    }
}
