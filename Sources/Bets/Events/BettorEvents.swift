public import Values

/// A user records a bet. Its number is the position of this event.
public struct BetRecorded: Hashable, Sendable {
    public var game: GameID
    /// The position of the offer that the bet takes; nil for a claimed bet, at a book outside of the feeds.
    public var offer: UInt64?
    public var market: Market
    public var side: Side
    /// As the side sees it: a spread of BOS -7.5 is LAL +7.5 for the other side. `Line.none` for a moneyline.
    public var line: Line
    public var odds: Odds
    public var stake: Stake
    /// The user's own rating, 1 to 5; nil for a bet without one.
    public var confidence: UInt8?
    /// The user's notes, stored outside of the log.
    public var notes: Wording
    /// The book of a claimed bet; empty for a bet on an offer.
    public var book: String

    public init(
        game: GameID, offer: UInt64?, market: Market, side: Side, line: Line, odds: Odds, stake: Stake,
        confidence: UInt8? = nil, notes: Wording = "", book: String = ""
    ) {
        self.game = game
        self.offer = offer
        self.market = market
        self.side = side
        self.line = line
        self.odds = odds
        self.stake = stake
        self.confidence = confidence
        self.notes = notes
        self.book = book
    }

    package static var blank: Self {
        Self(
            game: 0, offer: nil, market: .total, side: .over, line: .none, odds: Odds(thousandths: 0),
            stake: Stake(thousandths: 0))
    }

    /// Whether the bet is at a book outside of the feeds, so that nothing but the user's word says that it was on offer.
    public var isClaimed: Bool { offer == nil }
}

extension BetRecorded: BetEventBody {
    package static let facts = BetEventFacts(.betRecorded, home: .bettor, causes: [.recordBet])
}

/// A bet has its outcome, by the rules and never by the user.
public struct BetSettled: Hashable, Sendable {
    /// The position of the bet.
    public var bet: BetID
    public var outcome: BetOutcome
    public var rule: SettlementRule
    public var profit: Profit
    /// The points that count; 0 for a bet that is void or pending.
    public var home: UInt16
    public var away: UInt16

    public init(
        bet: BetID, outcome: BetOutcome, rule: SettlementRule, profit: Profit, home: UInt16, away: UInt16
    ) {
        self.bet = bet
        self.outcome = outcome
        self.rule = rule
        self.profit = profit
        self.home = home
        self.away = away
    }

    package static var blank: Self {
        Self(bet: 0, outcome: .pending, rule: .finalScore, profit: .zero, home: 0, away: 0)
    }
}

extension BetSettled: BetEventBody {
    package static let facts = BetEventFacts(
        .betSettled, home: .bettor, causes: [.moveGame, .startGame, .finishGame, .correctResult])
}

/// A bet has another outcome than before: the result was corrected, or is disputed. Both outcomes stay visible.
public struct BetResettled: Hashable, Sendable {
    /// The position of the bet.
    public var bet: BetID
    public var previousOutcome: BetOutcome
    public var previousProfit: Profit
    public var outcome: BetOutcome
    public var rule: SettlementRule
    public var profit: Profit
    /// The points that count; 0 for a bet that is void or pending.
    public var home: UInt16
    public var away: UInt16

    public init(
        bet: BetID, previousOutcome: BetOutcome, previousProfit: Profit, outcome: BetOutcome, rule: SettlementRule,
        profit: Profit, home: UInt16, away: UInt16
    ) {
        self.bet = bet
        self.previousOutcome = previousOutcome
        self.previousProfit = previousProfit
        self.outcome = outcome
        self.rule = rule
        self.profit = profit
        self.home = home
        self.away = away
    }

    package static var blank: Self {
        Self(
            bet: 0, previousOutcome: .pending, previousProfit: .zero, outcome: .pending, rule: .finalScore,
            profit: .zero, home: 0, away: 0)
    }
}

extension BetResettled: BetEventBody {
    package static let facts = BetEventFacts(
        .betResettled, home: .bettor, causes: [.moveGame, .startGame, .finishGame, .correctResult])
}
