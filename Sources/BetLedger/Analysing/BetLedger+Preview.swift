package import Bets
package import Forecast
import Values

extension BetLedger {
    /// Analyses a game as of its tip-off, and records nothing.
    ///
    /// - Parameter offer: the position of the offer to look at; nil for the last one of a total before the tip-off.
    /// - Throws: `unknown`, `foreignModel`.
    package func preview(_ id: GameID, offer: UInt64? = nil) throws(BetLedgerError) -> AnalysisMade {
        var state = BetState()
        var position: UInt64 = 0
        var moment: Timestamp?
        try scan { event in
            let isOver =
                switch event.event {
                case .gameStarted, .gameFinal: event.stream == .game(id)
                case .teamListed, .athleteListed, .gameScheduled, .gameMoved, .scoreUpdated, .boxScoreRecorded,
                    .resultCorrected, .correctionProposed, .offerRecorded, .offerWithdrawn, .propLineRecorded,
                    .analysisMade, .modelPublished, .betRecorded, .betSettled, .betResettled:
                    false
                }
            guard !isOver else { return false }
            state.fold(event)
            position = event.position + 1
            if event.stream.game == id { moment = event.moment }
            return true
        }
        var analyser = Analyser()
        return try analyser.analysis(
            AnalysisRequest(game: id, offer: offer), of: state, origin: origin, position: position,
            at: moment ?? Timestamp(microseconds: clock()))
    }

    /// Returns the model on the morning of a date, with the results of all earlier games of the season.
    package func model(on date: GameDate, of season: LeagueSeason) throws(BetLedgerError) -> TotalsModel {
        let state = state
        guard let version = state.models.keys.max(), let published = state.models[version] else {
            throw BetLedgerError(.unknown, "No analysis model is published. Send publishModel first.")
        }
        var analyser = Analyser()
        return analyser.morning(of: date, in: season, state, version: version, published.parameters)
    }
}
