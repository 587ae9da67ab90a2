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
