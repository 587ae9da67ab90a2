public import Values

extension BetState {
    /// The terms of a book, with the time during which they were on offer.
    public struct Offered<Terms: BookTerms>: Hashable, Sendable {
        public var position: UInt64
        /// When the feed's report reached the ledger: bets are compared with this time, not with the book's own.
        public var from: Timestamp
        /// When the book's next terms or their withdrawal reached the ledger; nil for terms that are on offer.
        public var until: Timestamp?
        public var terms: Terms
    }

    /// A book's offer of bets on a game.
    public typealias Offer = Offered<OfferRecorded>

    /// A book's line on the points of an athlete in a game.
    public typealias PropLine = Offered<PropLineRecorded>

    /// The terms for one subject of a game, of one book or of all.
    public struct Movement<Terms: BookTerms>: Hashable, Sendable {
        /// In the order of their positions.
        public var offers: [Offered<Terms>]
        /// The first offer; nil without offers.
        public var opening: Offered<Terms>?
        /// The last offer before tip-off; nil until the tip-off is reported.
        public var closing: Offered<Terms>?
    }

    /// The offers of one market of a game.
    public typealias LineMovement = Movement<OfferRecorded>
}

extension BetState.Game {
    /// All offers, in the order of their positions.
    public var offers: [BetState.Offer] { offerList.all }

    /// Returns the movement of a market's line.
    ///
    /// - Parameters:
    ///   - market: the market.
    ///   - book: the book, or nil for all books.
    public func movement(of market: Market, at book: String? = nil) -> BetState.LineMovement {
        offerList.movement(of: market, at: book, until: lateFrom)
    }

    /// The current offers of a market, by the names of their books. Empty once the game has tipped off.
    public func current(_ market: Market) -> [BetState.Offer] { isOpen ? offerList.current(market) : [] }

    /// The offers of a market that were on offer at a moment, by the names of their books: the inputs of a consensus.
    public func offers(on market: Market, at moment: Timestamp) -> [BetState.Offer] {
        offers.filter { offer in
            offer.terms.market == market && offer.from <= moment && (offer.until.map { moment < $0 } ?? true)
        }.sorted { ($0.terms.book, $0.position) < ($1.terms.book, $1.position) }
    }

    /// The offer at a position. O(log n).
    public func offer(at position: UInt64) -> BetState.Offer? { offerList.offer(at: position) }

    /// Whether nothing is reported of the game's play.
    var isOpen: Bool { starts.isEmpty && finals.isEmpty }
}
