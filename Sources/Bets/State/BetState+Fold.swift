import Values

extension BetState {
    /// Takes the next record of the log. Records have to come in the order of their positions.
    ///
    /// A record that no decision leads to, such as a score of a game that is not scheduled, changes nothing: an audit finds it.
    public mutating func fold(_ recorded: RecordedBetEvent) {
        switch (recorded.event, recorded.stream) {
        case (.teamListed(let listed), .league(let season)):
            seasons[season, default: Season()].teams[listed.team] = listed
        case (.athleteListed(let listed), .league(let season)):
            seasons[season, default: Season()].athletes[listed.athlete] = listed
        case (.modelPublished(let published), .model(let version)):
            models[version] = published
        case (.gameScheduled(let scheduled), .game(let id)):
            guard games[id] == nil else { return }
            games[id] = Game(id: id, scheduled, at: recorded.position)
        case (.betRecorded(let terms), .bettor(let user)):
            take(terms, of: user, recorded)
        case (.betSettled(let settled), .bettor):
            take(BetSettlement(settled), of: settled.bet, recorded)
        case (.betResettled(let resettled), .bettor):
            take(BetSettlement(resettled), of: resettled.bet, recorded)
        case (.gameMoved, _), (.gameStarted, _), (.scoreUpdated, _), (.gameFinal, _), (.boxScoreRecorded, _),
            (.correctionProposed, _), (.resultCorrected, _), (.offerRecorded, _), (.offerWithdrawn, _),
            (.propLineRecorded, _), (.analysisMade, _):
            guard let id = recorded.stream.game else { return }
            games[id]?.fold(recorded)
            if case .offerRecorded(let offer) = recorded.event, games[id] != nil {
                books.insert(Self.key(ofBook: offer.book))
            }
        // An event in a stream of another kind.
        case (.teamListed, _), (.athleteListed, _), (.modelPublished, _), (.gameScheduled, _), (.betRecorded, _),
            (.betSettled, _), (.betResettled, _):
            return
        }
    }

    private mutating func take(_ terms: BetRecorded, of user: UserID, _ recorded: RecordedBetEvent) {
        guard let game = games[terms.game] else { return }
        let id = BetID(recorded.position)
        bets[id] = Bet(
            id: id, user: user, terms: terms, occurredAt: recorded.moment, recordedAt: recorded.recordedAt,
            date: game.appointment.date)
        betsByUser[user, default: []].append(id)
        games[terms.game]?.bets.append(id)
    }

    private mutating func take(_ settlement: BetSettlement, of id: BetID, _ recorded: RecordedBetEvent) {
        guard let bet = bets[id], recorded.stream == .bettor(bet.user) else { return }
        bets[id]?.outcomes.append(
            RecordedOutcome(
                position: recorded.position, recordedAt: recorded.recordedAt,
                final: games[bet.terms.game]?.finals.first?.position, settlement: settlement))
    }
}

extension BetState.Game {
    init(id: GameID, _ scheduled: GameScheduled, at position: UInt64) {
        self.id = id
        season = scheduled.season
        home = scheduled.home
        away = scheduled.away
        isNeutral = scheduled.isNeutral
        schedule = [BetState.Appointment(position: position, date: scheduled.date, tipOff: scheduled.tipOff)]
    }

    /// Takes the next record of one of the game's own streams.
    mutating func fold(_ recorded: RecordedBetEvent) {
        let position = recorded.position
        let moment = recorded.moment
        switch recorded.event {
        case .gameMoved(let moved):
            guard starts.isEmpty, finals.isEmpty else { return }
            schedule.append(BetState.Appointment(position: position, date: moved.date, tipOff: moved.tipOff))
        case .gameStarted(let started):
            guard finals.isEmpty, !starts.contains(where: { $0.feed == started.feed }) else { return }
            starts.append(
                BetState.Start(position: position, tippedOffAt: started.tippedOffAt, feed: started.feed))
        case .scoreUpdated(let update):
            guard finals.isEmpty else { return }
            let report = BetState.ScoreReport(position: position, moment: moment, update: update)
            if let known = scores.firstIndex(where: { $0.update.feed == update.feed }) {
                scores[known] = report
            } else {
                scores.append(report)
            }
            if update.phase == .stopped { stop = report }
        case .gameFinal(let final):
            guard takesReports(at: moment), report(of: final.feed) == nil else { return }
            finals.append(BetState.ResultReport(position: position, moment: moment, final: final))
        case .boxScoreRecorded(let box):
            boxScores[box.team] = box
        case .correctionProposed(let proposed):
            guard let officer = recorded.origin?.actor.user, let dispute = recorded.origin?.dispute else { return }
            proposals.append(
                BetState.Proposal(position: position, officer: officer, dispute: dispute, proposed: proposed))
        case .resultCorrected(let corrected):
            guard takes(corrected, from: recorded.origin, at: moment) else { return }
            corrections.append(
                BetState.Correction(
                    position: position, moment: moment, dispute: recorded.origin?.dispute,
                    officer: corrected.feed.isEmpty ? recorded.origin?.actor.user : nil, corrected: corrected))
            if corrected.feed.isEmpty { proposals = [] }
        case .offerRecorded(let offer): offerList.take(offer, at: position, moment)
        case .propLineRecorded(let offered): propLineList.take(offered, at: position, moment)
        case .offerWithdrawn(let withdrawn):
            offerList.end(withdrawn.offer, at: moment)
            propLineList.end(withdrawn.offer, at: moment)
        case .analysisMade(let made):
            analyses.append(BetState.Analysis(position: position, moment: moment, made: made))
        case .teamListed, .athleteListed, .modelPublished, .gameScheduled, .betRecorded, .betSettled, .betResettled:
            return
        }
    }
}

extension BetSettlement {
    init(_ settled: BetSettled) {
        self.init(
            outcome: settled.outcome, rule: settled.rule, profit: settled.profit, home: settled.home,
            away: settled.away)
    }

    init(_ resettled: BetResettled) {
        self.init(
            outcome: resettled.outcome, rule: resettled.rule, profit: resettled.profit, home: resettled.home,
            away: resettled.away)
    }
}
