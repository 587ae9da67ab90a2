import Values

/// The rules of results and of their corrections.
extension BetDecider {
    func finishGameEvents(_ id: GameID, _ final: GameFinal) throws(BetRefusal) -> [BetStreamEvent] {
        try checkFeed(final.feed)
        let game = try game(id)
        try checkResult(of: final.periods, ending: final.ending, secondsPlayed: final.secondsPlayed)
        if let known = game.report(of: final.feed) {
            guard known.final == final else {
                throw BetRefusal(
                    .conflict,
                    "\(final.feed) has reported the result of game \(id). Send correctResult to correct it.")
            }
            return []
        }
        guard game.appointment.date != nil else {
            throw BetRefusal(.wrongStatus, "Game \(id) is cancelled, or has no date.")
        }
        // Files of past seasons do not say when games tipped off.
        guard isImport || !game.starts.isEmpty else {
            throw BetRefusal(.wrongStatus, "Game \(id) has not tipped off. Send startGame first, even if it is late.")
        }
        try check(final.endedAt <= moment, "The end \(final.endedAt.iso8601) is in the future.")
        if let tippedOffAt = game.tippedOffAt {
            try check(
                final.endedAt > tippedOffAt,
                "The game cannot end at \(final.endedAt.iso8601): it tipped off at \(tippedOffAt.iso8601).")
        }
        try checkAbandoned(final, of: game)
        guard game.takesReports(at: moment) else {
            if case .known(let result) = game.result, final.hasScore(of: result) { return [] }
            throw windowClosed(for: game)
        }
        return withSettlements(.gameFinal(final), of: game)
    }

    /// Refuses to give up a game that nothing has stopped, or that can still be finished.
    private func checkAbandoned(_ final: GameFinal, of game: BetState.Game) throws(BetRefusal) {
        guard final.ending == .abandoned else { return }
        guard let stop = game.stop else {
            throw BetRefusal(
                .wrongStatus, "Game \(game.id) has not been stopped. Send updateScore with the phase stopped first.")
        }
        let until = stop.moment + BetState.Game.window
        guard moment > until else {
            throw BetRefusal(
                .wrongStatus, "Game \(game.id) can be finished until \(until.iso8601). Send the final after that.")
        }
    }

    private func windowClosed(for game: BetState.Game) -> BetRefusal {
        let until = game.correctableUntil?.iso8601 ?? "the final"
        return BetRefusal(
            .windowClosed,
            "Feeds can correct game \(game.id) until \(until). Later two officers can, with a case.")
    }

    func correctResultEvents(_ id: GameID, _ correction: CorrectResult) throws(BetRefusal) -> [BetStreamEvent] {
        let game = try game(id)
        try checkResult(
            of: correction.periods, ending: correction.ending, secondsPlayed: correction.secondsPlayed)
        try checkLength(of: correction.reason.text, named: "reason", 0...BetRules.textBytes)
        guard !game.finals.isEmpty else {
            throw BetRefusal(.wrongStatus, "Game \(id) has no result to correct. Send finishGame first.")
        }
        return origin.actor.role == .admin
            ? try correctionByOfficer(of: game, correction) : try correctionByFeed(of: game, correction)
    }

    private func correctionByFeed(
        of game: BetState.Game, _ correction: CorrectResult
    ) throws(BetRefusal) -> [BetStreamEvent] {
        try checkFeed(correction.feed)
        guard let report = game.report(of: correction.feed) else {
            throw BetRefusal(
                .wrongStatus,
                "\(correction.feed) has not reported the result of game \(game.id). Send finishGame first.")
        }
        let last = game.corrections.last { $0.corrected.feed == correction.feed }.map { Content($0.corrected) }
        guard Content(correction) != last ?? Content(report.final) else { return [] }
        guard game.takesReports(at: moment) else { throw windowClosed(for: game) }
        return withSettlements(.resultCorrected(correction.corrected(proposedBy: nil)), of: game)
    }

    private func correctionByOfficer(
        of game: BetState.Game, _ correction: CorrectResult
    ) throws(BetRefusal) -> [BetStreamEvent] {
        guard let officer = origin.actor.user else {
            throw BetRefusal(.forbidden, "A correction by staff needs the number of the officer.")
        }
        try check(correction.feed.isEmpty, "An officer corrects the result itself, not the report of a feed.")
        try check(!correction.reason.isEmpty, "A correction by an officer needs a reason.")
        guard !game.bets.contains(where: { state.bets[$0]?.user == officer }) else {
            throw BetRefusal(
                .conflictOfInterest,
                "Officer \(officer) has a bet on game \(game.id). Another officer has to correct it.")
        }
        let last = game.corrections.last { $0.corrected.feed.isEmpty }.map { Content($0.corrected) }
        guard Content(correction) != last else { return [] }
        if let until = game.correctableUntil, moment <= until {
            return withSettlements(.resultCorrected(correction.corrected(proposedBy: nil)), of: game)
        }
        guard let dispute = origin.dispute else {
            throw BetRefusal(
                .caseRequired, "Game \(game.id) has been final for more than 72 hours. A correction needs a case.")
        }
        let corrected = correction.corrected(proposedBy: nil)
        let proposals = game.proposals.filter { $0.dispute == dispute && $0.proposed.agrees(with: corrected) }
        if let other = proposals.first(where: { $0.officer != officer }) {
            return withSettlements(.resultCorrected(correction.corrected(proposedBy: other.officer)), of: game)
        }
        guard proposals.isEmpty else {
            throw BetRefusal(
                .secondOfficerRequired,
                "Officer \(officer) has proposed this correction. Another officer has to send it for case \(dispute).")
        }
        return [
            BetStreamEvent(
                .game(game.id),
                .correctionProposed(
                    CorrectionProposed(
                        secondsPlayed: correction.secondsPlayed, ending: correction.ending,
                        periods: correction.periods, reason: correction.reason)))
        ]
    }

    /// The content of a report or a correction, without its source and its reason.
    private struct Content: Hashable {
        var periods: [PeriodScore]
        var ending: GameEnding
        var secondsPlayed: UInt16

        init(_ final: GameFinal) {
            (periods, ending, secondsPlayed) = (final.periods, final.ending, final.secondsPlayed)
        }

        init(_ corrected: ResultCorrected) {
            (periods, ending, secondsPlayed) = (corrected.periods, corrected.ending, corrected.secondsPlayed)
        }

        init(_ correction: CorrectResult) {
            (periods, ending, secondsPlayed) = (correction.periods, correction.ending, correction.secondsPlayed)
        }
    }
}

extension CorrectResult {
    fileprivate func corrected(proposedBy officer: UserID?) -> ResultCorrected {
        ResultCorrected(
            proposedBy: officer, secondsPlayed: secondsPlayed, ending: ending, periods: periods, reason: reason,
            feed: feed)
    }
}

extension GameFinal {
    fileprivate func hasScore(of result: BetState.Game.Result) -> Bool {
        periods.sums == (result.home, result.away)
    }
}
