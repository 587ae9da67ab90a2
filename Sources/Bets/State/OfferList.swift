import Values

/// The terms of all books in the order of their positions, with the time during which each was on offer.
struct OfferList<Terms: BookTerms>: Hashable, Sendable {
    typealias Offered = BetState.Offered<Terms>

    private(set) var all: [Offered] = []
    /// The index in `all` of each book's latest terms for a subject.
    private var latest: [Key: Int] = [:]

    private struct Key: Hashable {
        var subject: Terms.Subject
        var book: String
    }

    /// A book's latest terms for a subject, even if they have ended.
    func latest(_ subject: Terms.Subject, of book: String) -> Offered? {
        latest[Key(subject: subject, book: book)].map { all[$0] }
    }

    /// The terms for a subject that have not ended, by the names of their books.
    func current(_ subject: Terms.Subject) -> [Offered] {
        latest.filter { $0.key.subject == subject }.map { all[$0.value] }.filter { $0.until == nil }
            .sorted { $0.terms.book < $1.terms.book }
    }

    /// The movement of the terms for a subject.
    ///
    /// - Parameters:
    ///   - book: the book, or nil for all books.
    ///   - tipOff: nil until it is reported.
    func movement(of subject: Terms.Subject, at book: String?, until tipOff: Timestamp?) -> BetState.Movement<Terms> {
        let offers = all.filter { offer in
            offer.terms.subject == subject && (book.map { $0 == offer.terms.book } ?? true)
        }
        let closing = tipOff.flatMap { tipOff in
            offers.filter { $0.from < tipOff }.max { ($0.from, $0.position) < ($1.from, $1.position) }
        }
        return BetState.Movement(offers: offers, opening: offers.first, closing: closing)
    }

    /// The terms at a position. O(log n).
    func offer(at position: UInt64) -> Offered? { index(of: position).map { all[$0] } }

    mutating func take(_ terms: Terms, at position: UInt64, _ moment: Timestamp) {
        let key = Key(subject: terms.subject, book: terms.book)
        if let known = latest[key] { end(all[known].position, at: moment) }
        latest[key] = all.count
        all.append(Offered(position: position, from: moment, terms: terms))
    }

    /// Ends the terms at a position, if they are of this list. They never end before they began, even if the reports' times run
    /// backwards.
    mutating func end(_ position: UInt64, at moment: Timestamp) {
        guard let known = index(of: position), all[known].until == nil else { return }
        all[known].until = max(moment, all[known].from)
    }

    private func index(of position: UInt64) -> Int? {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].position < position { low = middle + 1 } else { high = middle }
        }
        return low < all.count && all[low].position == position ? low : nil
    }
}
