public import Values

/// The terms of a book for one subject: what the rules of all offers compare. The book's next terms for the subject replace
/// them.
public protocol BookTerms: Hashable, Sendable {
    associatedtype Subject: Hashable, Sendable

    var subject: Subject { get }
    /// The book's own time of the terms.
    var offeredAt: Timestamp { get set }
    /// The book's name: "betmgm".
    var book: String { get }
    /// The feed that reports them.
    var feed: String { get set }
}

extension BookTerms {
    /// Whether both offer the same, whatever feed reports them and when.
    func isSame(as other: Self) -> Bool {
        var copy = other
        (copy.feed, copy.offeredAt) = (feed, offeredAt)
        return copy == self
    }
}

/// A book offers a bet on a game. The book's next offer on the same market replaces it.
public struct OfferRecorded: BookTerms {
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

    public var subject: Market { market }

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
    package static let facts = BetEventFacts(.offerRecorded, home: .market, causes: [.recordOffer])
}

/// A book offers a line on the points of an athlete in a game. The book's next line on the athlete replaces it.
///
/// No bet can name it: bets are on games.
public struct PropLineRecorded: BookTerms {
    public var athlete: AthleteID
    public var line: Line
    public var overOdds: Odds
    public var underOdds: Odds
    /// The book's own time of the line.
    public var offeredAt: Timestamp
    /// The book's name: "betmgm".
    public var book: String
    /// The feed that reports it.
    public var feed: String

    public init(
        athlete: AthleteID, line: Line, overOdds: Odds, underOdds: Odds, offeredAt: Timestamp, book: String,
        feed: String
    ) {
        self.athlete = athlete
        self.line = line
        self.overOdds = overOdds
        self.underOdds = underOdds
        self.offeredAt = offeredAt
        self.book = book
        self.feed = feed
    }

    package static var blank: Self {
        let odds = Odds(thousandths: 0)
        return Self(
            athlete: 0, line: .none, overOdds: odds, underOdds: odds, offeredAt: Timestamp(microseconds: 0), book: "",
            feed: "")
    }

    public var subject: AthleteID { athlete }
}

extension PropLineRecorded: BetEventBody {
    package static let facts = BetEventFacts(.propLineRecorded, home: .market, causes: [.recordPropLine])
}

/// A book no longer offers a bet or a line on an athlete's points.
public struct OfferWithdrawn: Hashable, Sendable {
    /// The position of the `OfferRecorded` or of the `PropLineRecorded`.
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
    package static let facts = BetEventFacts(
        .offerWithdrawn, home: .market, causes: [.withdrawOffer, .withdrawPropLine])
}
