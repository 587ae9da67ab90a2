public import Values

extension BetState {
    /// A book's offer, with the time during which it was on offer.
    public struct Offer: Hashable, Sendable {
        public var position: UInt64
        /// When the feed's report reached the ledger: bets are compared with this time, not with the book's own.
        public var from: Timestamp
        /// When the book's next offer or its withdrawal reached the ledger; nil for an offer that is on offer.
        public var until: Timestamp?
        public var terms: OfferRecorded
    }

    /// The offers of one market of a game, of one book or of all.
    public struct LineMovement: Hashable, Sendable {
        /// In the order of their positions.
        public var offers: [Offer]
        /// The first offer; nil without offers.
        public var opening: Offer?
        /// The last offer before tip-off; nil until the tip-off is reported.
        public var closing: Offer?
    }
}

extension BetState.Game {
    /// Returns the movement of a market's line.
    ///
    /// - Parameters:
    ///   - market: the market.
    ///   - book: the book, or nil for all books.
    public func movement(of market: Market, at book: String? = nil) -> BetState.LineMovement {
        let offers = offers.filter { offer in
            offer.terms.market == market && (book.map { $0 == offer.terms.book } ?? true)
        }
        let closing = lateFrom.flatMap { tipOff in
            offers.filter { $0.from < tipOff }.max { ($0.from, $0.position) < ($1.from, $1.position) }
        }
        return BetState.LineMovement(offers: offers, opening: offers.first, closing: closing)
    }

    /// The current offers of a market, by the names of their books. Empty once the game has tipped off.
    public func current(_ market: Market) -> [BetState.Offer] {
        guard starts.isEmpty, finals.isEmpty else { return [] }
        return latest.filter { $0.key.market == market }.map { offers[$0.value] }.filter { $0.until == nil }
            .sorted { $0.terms.book < $1.terms.book }
    }

    /// The offers of a market that were on offer at a moment, by the names of their books: the inputs of a consensus.
    public func offers(on market: Market, at moment: Timestamp) -> [BetState.Offer] {
        offers.filter { offer in
            offer.terms.market == market && offer.from <= moment && (offer.until.map { moment < $0 } ?? true)
        }.sorted { ($0.terms.book, $0.position) < ($1.terms.book, $1.position) }
    }

    /// The offer at a position. O(log n).
    public func offer(at position: UInt64) -> BetState.Offer? { index(ofOffer: position).map { offers[$0] } }

    /// The index in `offers` of the offer at a position. O(log n).
    func index(ofOffer position: UInt64) -> Int? {
        var (low, high) = (0, offers.count)
        while low < high {
            let middle = (low + high) / 2
            if offers[middle].position < position { low = middle + 1 } else { high = middle }
        }
        return low < offers.count && offers[low].position == position ? low : nil
    }
}
