/// Settles a bet by the recorded state of its game. Pure: the same bet and game always give the same settlement.
///
/// A bet is void if the game was cancelled or moved to another date after the bet, or had tipped off before it. Otherwise the
/// score decides, with the bet's own line and odds. Nothing else is read: neither later lines nor the user's word.
///
/// - Returns: nil while the bet is pending: the game is not over, or its feeds disagree and the official source has not spoken.
public func settle(_ bet: BetState.Bet, _ game: BetState.Game) -> BetSettlement? {
    if let rule = game.voidingMove(of: bet)?.rule { return .void(rule) }
    if let lateFrom = game.lateFrom, bet.occurredAt >= lateFrom { return .void(.late) }
    guard case .known(let result) = game.result else { return nil }
    guard result.rule != .stoppedEarly else { return .void(.stoppedEarly) }
    let outcome = bet.terms.outcome(home: result.home, away: result.away)
    let profit: Profit =
        switch outcome {
        case .win: .ofWin(bet.terms.stake, at: bet.terms.odds)
        case .loss: .ofLoss(bet.terms.stake)
        case .push, .void, .pending: .zero
        }
    return BetSettlement(
        outcome: outcome, rule: result.rule, profit: profit, home: result.home, away: result.away)
}

extension BetState.Game {
    /// The first change of the schedule after a bet that takes the game off the bet's date.
    func voidingMove(of bet: BetState.Bet) -> (position: UInt64, rule: SettlementRule)? {
        guard let move = schedule.first(where: { $0.position > bet.id.number && $0.date != bet.date }) else {
            return nil
        }
        return (move.position, move.date == nil ? .cancelled : .moved)
    }
}

extension BetRecorded {
    /// The outcome by a score: the bet's margin above its line, in half points, decides.
    func outcome(home: UInt16, away: UInt16) -> BetOutcome {
        let margin = margin(home: home, away: away)
        return margin > 0 ? .win : margin < 0 ? .loss : .push
    }

    /// By how many half points the bet is won; negative if it is lost, 0 for a push.
    func margin(home: UInt16, away: UInt16) -> Int {
        let (total, lead) = (2 * (Int(home) + Int(away)), 2 * (Int(home) - Int(away)))
        let line = Int(line.halfPoints)
        switch (market, side) {
        case (.total, .under): return line - total
        case (.total, _): return total - line
        case (.spread, .away): return line - lead
        case (.spread, _): return lead + line
        case (.moneyline, .away): return -lead
        case (.moneyline, _): return lead
        }
    }
}

/// The outcome of a bet by the rules. Called `BetSettlement` because the draft's `Settlement` ends a contest.
public struct BetSettlement: Hashable, Sendable {
    public var outcome: BetOutcome
    public var rule: SettlementRule
    public var profit: Profit
    /// The points that count; 0 for a bet that is void or pending.
    public var home: UInt16
    public var away: UInt16

    public init(outcome: BetOutcome, rule: SettlementRule, profit: Profit, home: UInt16 = 0, away: UInt16 = 0) {
        self.outcome = outcome
        self.rule = rule
        self.profit = profit
        self.home = home
        self.away = away
    }

    /// A bet that counts as if it had not been made.
    static func void(_ rule: SettlementRule) -> Self { Self(outcome: .void, rule: rule, profit: .zero) }
}
