import Values

/// The rules of offers, bets, models and analyses.
extension BetDecider {
    func recordOfferEvents(_ id: GameID, _ offer: OfferRecorded) throws(BetRefusal) -> [BetStreamEvent] {
        try checkNames(of: offer)
        let game = try game(id)
        try checkLine(offer.line, of: offer.market)
        try checkOdds(offer.firstOdds)
        try checkOdds(offer.secondOdds)
        guard try isNews(offer, after: game.offerList.latest(offer.market, of: offer.book), in: game) else { return [] }
        return [BetStreamEvent(.market(id), .offerRecorded(offer))]
    }

    func recordPropLineEvents(_ id: GameID, _ offered: PropLineRecorded) throws(BetRefusal) -> [BetStreamEvent] {
        try checkNames(of: offered)
        let game = try game(id)
        try checkAthlete(offered.athlete, in: game)
        try check(
            BetRules.propLines.contains(offered.line), "\(offered.line) is not a line on points: expected 0.5-100.")
        try checkOdds(offered.overOdds)
        try checkOdds(offered.underOdds)
        guard try isNews(offered, after: game.propLineList.latest(offered.athlete, of: offered.book), in: game) else {
            return []
        }
        return [BetStreamEvent(.market(id), .propLineRecorded(offered))]
    }

    /// Refuses a line on an athlete who does not play in the game, by the athlete's current team.
    ///
    /// The lines of an importer that are older than a day are not compared with the team: files of past seasons list each
    /// athlete with the last team only.
    private func checkAthlete(_ id: AthleteID, in game: BetState.Game) throws(BetRefusal) {
        guard let athlete = state.seasons[game.season]?.athletes[id] else {
            throw BetRefusal(
                .unknownAthlete, "Athlete \(id) is not listed in season \(game.season.label). Send listAthlete first.")
        }
        let isPast = isImport && moment < now - BetRules.pastImport
        guard !isPast, athlete.team != game.home, athlete.team != game.away else { return }
        let team = athlete.team.map { state.name(of: $0, in: game.season) } ?? "no team"
        throw BetRefusal(
            .athleteNotInGame,
            "\(athlete.name) (\(id)) plays for \(team), and game \(game.id) is "
                + "\(state.name(of: game.away, in: game.season)) at \(state.name(of: game.home, in: game.season)). "
                + "After a trade, send listAthlete with the new team first.")
    }

    private func checkNames(of terms: some BookTerms) throws(BetRefusal) {
        try checkFeed(terms.feed)
        try checkText(terms.book, named: "book", 1...BetRules.feedBytes)
    }

    /// Whether the terms of a book say something new.
    ///
    /// - Parameter latest: the book's latest terms for the same subject, even if they have ended.
    /// - Throws: a refusal for terms that are in the future, older than the latest ones, or of a game that has tipped off.
    private func isNews<Terms: BookTerms>(
        _ terms: Terms, after latest: BetState.Offered<Terms>?, in game: BetState.Game
    ) throws(BetRefusal) -> Bool {
        try check(GameDate.moments.contains(terms.offeredAt), "\(terms.offeredAt.iso8601) is not a time of an offer.")
        try check(
            terms.offeredAt <= moment + BetRules.bookTolerance,
            "The time of the offer, \(terms.offeredAt.iso8601), is in the future.")
        if let latest {
            guard latest.until != nil || !latest.terms.isSame(as: terms) else { return false }
            guard terms.offeredAt >= latest.terms.offeredAt, moment >= latest.from else {
                throw BetRefusal(
                    .stale,
                    "\(terms.book) has made a later offer, at \(latest.terms.offeredAt.iso8601); this one is of "
                        + "\(terms.offeredAt.iso8601).")
            }
        }
        guard game.appointment.date != nil else {
            throw BetRefusal(.wrongStatus, "Game \(game.id) is cancelled, or has no date.")
        }
        // A file of past offers can come after the game. A feed cannot have been that late.
        if let lateFrom = game.lateFrom, !isImport || moment >= lateFrom { throw gameStarted(game) }
        return true
    }

    func withdrawOfferEvents(_ id: GameID, _ withdrawal: WithdrawOffer) throws(BetRefusal) -> [BetStreamEvent] {
        try checkFeed(withdrawal.feed)
        let game = try game(id)
        guard let latest = game.offerList.latest(withdrawal.market, of: withdrawal.book) else {
            throw BetRefusal(
                .offerGone,
                "\(withdrawal.book) has not offered a \(withdrawal.market.name) of game \(id). There is nothing to withdraw.",
                offered: game.current(withdrawal.market))
        }
        return end(of: latest, in: id, by: withdrawal.feed)
    }

    func withdrawPropLineEvents(
        _ id: GameID, _ withdrawal: WithdrawPropLine
    ) throws(BetRefusal) -> [BetStreamEvent] {
        try checkFeed(withdrawal.feed)
        guard let latest = try game(id).propLineList.latest(withdrawal.athlete, of: withdrawal.book) else {
            throw BetRefusal(
                .offerGone,
                "\(withdrawal.book) has not offered a line on athlete \(withdrawal.athlete) in game \(id). There is "
                    + "nothing to withdraw.")
        }
        return end(of: latest, in: id, by: withdrawal.feed)
    }

    /// The withdrawal of what is on offer; nothing for what has ended.
    private func end(of latest: BetState.Offered<some BookTerms>, in game: GameID, by feed: String) -> [BetStreamEvent]
    {
        guard latest.until == nil else { return [] }
        return [BetStreamEvent(.market(game), .offerWithdrawn(OfferWithdrawn(offer: latest.position, feed: feed)))]
    }

    func recordBetEvents(_ user: UserID, _ bet: BetRecorded) throws(BetRefusal) -> [BetStreamEvent] {
        let game = try game(bet.game)
        try check(
            bet.market.has(bet.side),
            "A \(bet.market.name) has no side \(bet.side.name): expected \(bet.market.sides.first.name) or "
                + "\(bet.market.sides.second.name).")
        try checkLine(bet.line, of: bet.market)
        try checkOdds(bet.odds)
        try check(
            Stake.allowed.contains(bet.stake), "A stake of \(bet.stake) units is not allowed: expected 0.001-1000.")
        if let confidence = bet.confidence {
            try check(
                BetRules.confidences.contains(confidence), "A confidence of \(confidence) is not allowed: expected 1-5."
            )
        }
        try checkLength(of: bet.notes.text, named: "notes", 0...BetRules.textBytes)
        // Whatever the bet's time says: nothing that is known of the game may help the bettor.
        guard game.starts.isEmpty, game.finals.isEmpty else { throw gameStarted(game) }
        guard game.appointment.date != nil else {
            throw BetRefusal(.wrongStatus, "Game \(bet.game) is cancelled, or has no date.")
        }
        try checkOffer(of: bet, in: game)
        return [BetStreamEvent(.bettor(user), .betRecorded(bet))]
    }

    /// Refuses a bet that was not on offer. A book outside of the feeds is taken at the user's word.
    private func checkOffer(of bet: BetRecorded, in game: BetState.Game) throws(BetRefusal) {
        func gone(_ message: String) -> BetRefusal {
            let offered = game.current(bet.market)
            let remedy = offered.isEmpty ? "Nothing is on offer for this market." : "Take one of the current offers."
            return BetRefusal(.offerGone, "\(message) \(remedy)", offered: offered)
        }
        guard let position = bet.offer else {
            try checkText(bet.book, named: "book", 1...BetRules.feedBytes)
            guard !state.reportsOffers(of: bet.book) else {
                throw gone("The offers of \(bet.book) are recorded, so that a bet there has to name one of them.")
            }
            return
        }
        try check(bet.book.isEmpty, "A bet on an offer cannot name another book. Leave the book empty.")
        guard game.propLine(at: position) == nil else {
            throw gone("Record \(position) is a line on an athlete's points, and bets are on games.")
        }
        guard let offer = game.offer(at: position), offer.terms.market == bet.market else {
            throw gone("Record \(position) is not an offer of a \(bet.market.name) of game \(game.id).")
        }
        guard offer.terms.line(of: bet.side) == bet.line, offer.terms.odds(of: bet.side) == bet.odds else {
            throw gone("The offer at \(position) has another line or other odds than the bet.")
        }
        guard offer.from <= moment, offer.until.map({ $0 > moment - BetRules.offerGrace }) ?? true else {
            let end = offer.until.map { " until \($0.iso8601)" } ?? ""
            throw gone("The offer at \(position) was on offer from \(offer.from.iso8601)\(end).")
        }
    }

    private func gameStarted(_ game: BetState.Game) -> BetRefusal {
        let since = game.lateFrom.map { " at \($0.iso8601)" } ?? ""
        return BetRefusal(.gameStarted, "Game \(game.id) tipped off\(since). Bets and offers end with the tip-off.")
    }

    private func checkLine(_ line: Line, of market: Market) throws(BetRefusal) {
        switch market {
        case .total:
            try check(BetRules.totals.contains(line), "\(line) is not a line of a total: expected 0.5-500.")
        case .spread:
            try check(BetRules.spreads.contains(line), "\(line) is not a line of a spread: expected -100 to 100.")
        case .moneyline: try check(line == .none, "A moneyline has no line: expected 0, not \(line).")
        }
    }

    private func checkOdds(_ odds: Odds) throws(BetRefusal) {
        try check(Odds.allowed.contains(odds), "Odds of \(odds) are not allowed: expected 1.001-1000.")
    }

    func publishModelEvents(_ version: ModelVersion, _ published: ModelPublished) throws(BetRefusal) -> [BetStreamEvent]
    {
        try checkText(published.title, named: "title", 1...BetRules.nameBytes)
        let parameters = published.parameters
        try check(parameters.draws > 0, "A simulation needs draws.")
        try check(
            parameters.lean <= parameters.strong && parameters.strong <= parameters.draws,
            "A verdict leans from \(parameters.lean) draws and is strong from \(parameters.strong): expected at most "
                + "\(parameters.draws), in this order.")
        try check(parameters.weight <= 10_000, "A weight of \(parameters.weight) is not allowed: expected 0-10000.")
        guard let known = state.models[version] else {
            return [BetStreamEvent(.model(version), .modelPublished(published))]
        }
        guard known == published else {
            throw BetRefusal(
                .conflict, "Model \(version) is published with other content, which cannot change. Use a new version.")
        }
        return []
    }

    func makeAnalysisEvents(_ id: GameID, _ made: AnalysisMade) throws(BetRefusal) -> [BetStreamEvent] {
        let game = try game(id)
        guard let model = state.models[made.model] else {
            throw BetRefusal(.unknownModel, "Model \(made.model) is not published. Send publishModel first.")
        }
        guard game.starts.isEmpty, game.finals.isEmpty else { throw gameStarted(game) }
        guard game.appointment.date != nil else {
            throw BetRefusal(.wrongStatus, "Game \(id) is cancelled, or has no date.")
        }
        try checkLine(made.line, of: .total)
        try checkCounts(of: made, draws: Int(model.parameters.draws))
        if let position = made.offer {
            guard let offer = game.offer(at: position), offer.terms.market == .total, offer.terms.line == made.line
            else {
                throw BetRefusal(
                    .offerGone, "Record \(position) is not an offer of a total of game \(id) at \(made.line).",
                    offered: game.current(.total))
            }
        }
        if let last = game.analyses.last, moment < last.moment + BetRules.analysisInterval,
            !made.inputs.hasMoved(from: last.made.inputs)
        {
            throw BetRefusal(
                .tooSoon,
                "Game \(id) was analysed at \(last.moment.iso8601). Until the consensus moves by half a point, the next "
                    + "analysis can be made \(BetRules.analysisInterval.seconds) s later.")
        }
        return [BetStreamEvent(.analysis(id), .analysisMade(made))]
    }

    /// Refuses counts that are not those of one simulation.
    private func checkCounts(of made: AnalysisMade, draws: Int) throws(BetRefusal) {
        try check(
            Int(made.over) + Int(made.under) + Int(made.push) == draws,
            "The counts \(made.over), \(made.under) and \(made.push) do not add up to \(draws) draws.")
        func sum(_ counts: [UInt16]) -> Int { counts.reduce(0) { $0 + Int($1) } }
        try check(
            sum(made.totals) == draws && sum(made.margins) == draws, "The bars do not add up to \(draws) draws.")
        let over = sum(made.totals.indices.filter { made.isOver($0) }.map { made.totals[$0] })
        try check(over == Int(made.over), "\(over) draws are above \(made.line), not \(made.over).")
    }
}

extension AnalysisMade {
    /// Whether the total of a bar is above the line.
    fileprivate func isOver(_ bar: Int) -> Bool { 2 * (Int(firstTotal) + bar) > Int(line.halfPoints) }
}

extension AnalysisInputs {
    /// Whether the consensus has moved by half a point, has come or has gone.
    fileprivate func hasMoved(from earlier: AnalysisInputs) -> Bool {
        switch (consensusTotal, earlier.consensusTotal) {
        case (nil, nil): false
        case (nil, _), (_, nil): true
        case (let now?, let then?): abs(Int(now) - Int(then)) >= Int(BetRules.analysisMove)
        }
    }
}
