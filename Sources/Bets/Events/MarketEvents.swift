public import Values

/// A book offers a bet on a game. The book's next offer on the same market replaces it.
public struct OfferRecorded: Hashable, Sendable {
    public var market: Market
    /// Points for a total, the home team's line for a spread, `Line.none` for a moneyline.
    public var line: Line
    /// The odds of over, or of the home team.
    public var firstOdds: Odds
    /// The odds of under, or of the away team.
    public var secondOdds: Odds
    /// The book's own time of the offer.
    public var offeredAt: Timestamp
    /// The book's name: "betmgm".
    public var book: String
    /// The feed that reports it.
    public var feed: String

    public init(
        market: Market, line: Line, firstOdds: Odds, secondOdds: Odds, offeredAt: Timestamp, book: String, feed: String
    ) {
        self.market = market
        self.line = line
        self.firstOdds = firstOdds
        self.secondOdds = secondOdds
        self.offeredAt = offeredAt
        self.book = book
        self.feed = feed
    }

    package static var blank: Self {
        let odds = Odds(thousandths: 0)
        return Self(
            market: .total, line: .none, firstOdds: odds, secondOdds: odds, offeredAt: Timestamp(microseconds: 0),
            book: "", feed: "")
    }

    /// The odds of a side; nil for a side that the market does not have.
    public func odds(of side: Side) -> Odds? {
        if side == market.sides.first { firstOdds } else if side == market.sides.second { secondOdds } else { nil }
    }

    /// The line as a side sees it; nil for a side that the market does not have.
    public func line(of side: Side) -> Line? {
        guard market.has(side) else { return nil }
        return side == .away ? -line : line
    }
}

extension OfferRecorded: BetEventBody {
    package static var facts: BetEventFacts { BetEventFacts(.offerRecorded, home: .market, causes: [.recordOffer]) }
}

/// A book no longer offers a bet.
public struct OfferWithdrawn: Hashable, Sendable {
    /// The position of the offer.
    public var offer: UInt64
    /// The feed that reports it.
    public var feed: String

    public init(offer: UInt64, feed: String) {
        self.offer = offer
        self.feed = feed
    }

    package static var blank: Self { Self(offer: 0, feed: "") }
}

extension OfferWithdrawn: BetEventBody {
    package static var facts: BetEventFacts {
        BetEventFacts(.offerWithdrawn, home: .market, causes: [.withdrawOffer])
    }
}
