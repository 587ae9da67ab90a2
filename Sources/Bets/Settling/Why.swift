public import Values

/// One line of the explanation of a bet: what was recorded or what a rule made of it, and where the record is.
public struct WhyLine: Hashable, Sendable {
    /// The subject of a line.
    public enum Subject: String, CaseIterable, Sendable {
        case bet, offer, movement, schedule, tipOff, final, rule, correction, outcome
    }

    public var subject: Subject
    /// A sentence that ends with a period.
    public var text: String
    /// The record that the line rests on; nil for a rule, which no record states.
    public var position: UInt64?
    /// When that was recorded, or happened; nil for a rule.
    public var moment: Timestamp?

    public init(_ subject: Subject, _ text: String, position: UInt64? = nil, moment: Timestamp? = nil) {
        self.subject = subject
        self.text = text
        self.position = position
        self.moment = moment
    }
}

extension BetState {
    /// Explains a bet: the offer and its movement, the tip-off, the final, the rule with its arithmetic, and corrections.
    ///
    /// The lines lead from the bet to its outcomes. Each names the position of its record, so that a reader can ask for the
    /// record and its proof.
    ///
    /// ```swift
    /// for line in state.why(57) { print(line.position.map { "[\($0)] " } ?? "", line.text) }
    /// ```
    ///
    /// - Returns: no lines for a number that no bet has.
    public func why(_ id: BetID) -> [WhyLine] {
        guard let bet = bets[id], let game = games[bet.terms.game] else { return [] }
        return BetExplanation(
            bet: bet, game: game, home: name(of: game.home, in: game.season), away: name(of: game.away, in: game.season)
        ).lines
    }
}

/// The explanation of a bet in the making.
private struct BetExplanation {
    let bet: BetState.Bet
    let game: BetState.Game
    let home: String
    let away: String

    var lines: [WhyLine] {
        [betLine] + offerLines + scheduleLines + tipOffLines + resultLines + ruleLines + outcomeLines
    }

    // MARK: The bet and its offer

    private var betLine: WhyLine {
        let terms = bet.terms
        let place = terms.isClaimed ? " at \(terms.book), which no feed reports" : ""
        return WhyLine(
            .bet,
            "User \(bet.user) bet \(terms.stake) units on \(selection) at \(terms.odds)\(place): "
                + "\(away) at \(home), game \(game.id).",
            position: bet.id.number, moment: bet.occurredAt)
    }

    /// "over 224.5", "BOS -7.5", "LAL to win".
    private var selection: String {
        let terms = bet.terms
        switch terms.market {
        case .total: return "\(terms.side.name) \(terms.line)"
        case .spread: return "\(team) \(signed(Int(terms.line.halfPoints)))"
        case .moneyline: return "\(team) to win"
        }
    }

    /// The team of a bet on a spread or a winner.
    private var team: String { bet.terms.side == .away ? away : home }

    private var offerLines: [WhyLine] {
        let terms = bet.terms
        guard let position = terms.offer, let offer = game.offer(at: position) else {
            return [WhyLine(.offer, "Nothing but the user's word says that the bet was on offer.")]
        }
        let end = offer.until.map { " until \($0.iso8601)" } ?? ""
        return [
            WhyLine(
                .offer,
                "\(offer.terms.book) offered \(name(of: offer.terms)) from \(offer.from.iso8601)\(end). The bet names "
                    + "this offer.",
                position: position, moment: offer.from)
        ] + movementLines
    }

    private var movementLines: [WhyLine] {
        let movement = game.movement(of: bet.terms.market)
        var lines: [WhyLine] = []
        if let opening = movement.opening {
            lines.append(
                WhyLine(
                    .movement,
                    "The first offer of this market was \(name(of: opening.terms)) at \(opening.terms.book).",
                    position: opening.position, moment: opening.from))
        }
        if let closing = movement.closing {
            lines.append(
                WhyLine(
                    .movement,
                    "The last offer before tip-off was \(name(of: closing.terms)) at \(closing.terms.book). The bet keeps "
                        + "its own line.",
                    position: closing.position, moment: closing.from))
        }
        return lines
    }

    /// The bet's side of an offer: "over 224.5 at 1.910".
    private func name(of offer: OfferRecorded) -> String {
        let side = bet.terms.side
        let odds = offer.odds(of: side).map(\.description) ?? "?"
        guard let line = offer.line(of: side) else { return odds }
        switch offer.market {
        case .total: return "\(side.name) \(line) at \(odds)"
        case .spread: return "\(team) \(signed(Int(line.halfPoints))) at \(odds)"
        case .moneyline: return "\(team) at \(odds)"
        }
    }

    // MARK: The game

    private var scheduleLines: [WhyLine] {
        game.schedule.filter { $0.position > bet.id.number }.map { change in
            let to = change.date.map { date in
                "The game was moved to \(date)\(change.tipOff.map { ", \($0.iso8601)" } ?? "")"
            }
            return WhyLine(
                .schedule, (to ?? "The game was cancelled, or postponed without a date") + ".",
                position: change.position)
        }
    }

    private var tipOffLines: [WhyLine] {
        game.starts.map { start in
            WhyLine(
                .tipOff, "\(start.feed) reported the tip-off at \(start.tippedOffAt.iso8601).",
                position: start.position, moment: start.tippedOffAt)
        }
    }

    private var resultLines: [WhyLine] {
        let stop = game.stop.map { stop in
            WhyLine(
                .final,
                "\(stop.update.feed) reported that play was stopped at \(score(stop.update.home, stop.update.away)) after "
                    + "\(clock(stop.update.secondsPlayed)).",
                position: stop.position, moment: stop.moment)
        }
        let finals = game.finals.map { report in
            let final = report.final
            let ended = final.ending == .completed ? "the final score" : "the score of the unfinished game"
            return WhyLine(
                .final,
                "\(final.feed) reported \(ended): \(score(of: final.periods)) after \(clock(final.secondsPlayed))"
                    + "\(overtimes(final.periods)).",
                position: report.position, moment: report.moment)
        }
        let corrections = game.corrections.map { correction in
            WhyLine(
                .correction, text(of: correction), position: correction.position, moment: correction.moment)
        }
        return [stop].compactMap(\.self) + finals + corrections
    }

    private func text(of correction: BetState.Correction) -> String {
        let corrected = correction.corrected
        let score = score(of: corrected.periods)
        guard corrected.feed.isEmpty else { return "\(corrected.feed) corrected its report to \(score)." }
        let officers = [corrected.proposedBy, correction.officer].compactMap { $0.map(\.description) }
        let people = officers.count > 1 ? "Officers" : "Officer"
        let dispute = correction.dispute.map { " for case \($0)" } ?? ""
        var reason = corrected.reason.text.isEmpty ? "" : ": \(corrected.reason.text)"
        if reason.hasSuffix(".") { reason.removeLast() }
        return "\(people) \(officers.joined(separator: " and ")) corrected the result to \(score)\(dispute)\(reason)."
    }

    // MARK: The rule and the outcome

    private var ruleLines: [WhyLine] {
        if let move = game.voidingMove(of: bet) {
            let text =
                move.rule == .cancelled
                ? "A bet on a game that is cancelled or has no date is void."
                : "A bet on a game that leaves its date is void."
            return [WhyLine(.rule, text, position: move.position)]
        }
        if let lateFrom = game.lateFrom, bet.occurredAt >= lateFrom {
            return [
                WhyLine(
                    .rule,
                    "The bet was made at \(bet.occurredAt.iso8601), not before the tip-off at \(lateFrom.iso8601). A late "
                        + "bet is void.")
            ]
        }
        switch game.result {
        case .open: return [WhyLine(.rule, "The game has no result yet. The bet is pending.")]
        case .disputed:
            return [
                WhyLine(
                    .rule,
                    "The feeds disagree about the result. The bet is pending until the official source, "
                        + "\(BetState.Game.officialFeed), or an officer decides.")
            ]
        case .known(let result): return [WhyLine(.rule, rule(of: result), position: result.position)]
        }
    }

    private func rule(of result: BetState.Game.Result) -> String {
        switch result.rule {
        case .stoppedEarly:
            return "The game was not finished within 72 hours, and \(clock(result.secondsPlayed)) are fewer than "
                + "\(clock(BetState.Game.fewestSeconds)). The bet is void."
        case .stoppedScore:
            return "The game was not finished within 72 hours. \(clock(result.secondsPlayed)) are at least "
                + "\(clock(BetState.Game.fewestSeconds)), so its score counts. \(arithmetic(result))"
        case .finalScore, .cancelled, .moved, .late, .disputed: return arithmetic(result)
        }
    }

    /// "113 + 112 = 225 points, against over 224.5: ahead by 0.5. 1.000 × (1.910 - 1) = +0.910."
    private func arithmetic(_ result: BetState.Game.Result) -> String {
        let terms = bet.terms
        let (home, away) = (Int(result.home), Int(result.away))
        let (own, other) = terms.side == .away ? (away, home) : (home, away)
        let margin = terms.margin(home: result.home, away: result.away)
        let points: String
        switch terms.market {
        case .total: points = "\(home) + \(away) = \(home + away) points, against \(selection)"
        case .spread:
            let line = Int(terms.line.halfPoints)
            let sum = Line(halfPoints: Int16(clamping: 2 * own + line))
            points =
                "\(team): \(own) \(line < 0 ? "-" : "+") \(Line(halfPoints: Int16(clamping: abs(line)))) = \(sum), "
                + "against \(other)"
        case .moneyline: points = "\(team): \(own), against \(other)"
        }
        return "\(points): \(by(margin)). \(money(terms.outcome(home: result.home, away: result.away)))"
    }

    private func by(_ margin: Int) -> String {
        let distance = Line(halfPoints: Int16(clamping: abs(margin)))
        return margin > 0 ? "ahead by \(distance)" : margin < 0 ? "behind by \(distance)" : "exactly equal, a push"
    }

    private func money(_ outcome: BetOutcome) -> String {
        let terms = bet.terms
        switch outcome {
        case .win:
            return "\(terms.stake) × (\(terms.odds) - 1) = \(Profit.ofWin(terms.stake, at: terms.odds))."
        case .loss: return "The stake is lost: \(Profit.ofLoss(terms.stake))."
        case .push, .void, .pending: return "The stake comes back: \(Profit.zero)."
        }
    }

    private var outcomeLines: [WhyLine] {
        bet.outcomes.enumerated().map { index, recorded in
            let settlement = recorded.settlement
            let verb = index == 0 ? "settled" : "resettled"
            return WhyLine(
                .outcome, "The bet was \(verb): \(settlement.outcome.name), \(settlement.profit) units.",
                position: recorded.position, moment: recorded.recordedAt)
        }
    }

    // MARK: Words

    private func score(of periods: [PeriodScore]) -> String {
        let sums = periods.sums
        return score(sums.home, sums.away)
    }

    /// "BOS 113, LAL 112".
    private func score(_ home: UInt16, _ away: UInt16) -> String { "\(self.home) \(home), \(self.away) \(away)" }

    /// "48:00 minutes".
    private func clock(_ seconds: UInt16) -> String {
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest) minutes"
    }

    private func overtimes(_ periods: [PeriodScore]) -> String {
        let count = periods.count - GameClock.quarters
        return count <= 0 ? "" : count == 1 ? ", overtime included" : ", \(count) overtimes included"
    }

    /// A line in half points with its sign: "-7.5", "+7.5", "0".
    private func signed(_ halfPoints: Int) -> String {
        (halfPoints > 0 ? "+" : "") + Line(halfPoints: Int16(clamping: halfPoints)).description
    }
}
