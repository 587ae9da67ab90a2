extension BetState {
    /// The lines of several books on the points of one athlete in a game.
    public struct PropLines: Hashable, Sendable {
        /// By the names of their books, one of each; never empty.
        public let lines: [PropLine]

        /// - Returns: nil without lines.
        init?(_ lines: [PropLine]) {
            guard !lines.isEmpty else { return nil }
            self.lines = lines
        }

        /// The line whose report is the newest: the one that is shown and judged. It is not chosen by its value, since the
        /// best of several lines looks better than it is.
        public var shown: PropLine { lines.max { $0.position < $1.position } ?? lines[0] }

        /// The median of the lines in quarter points: between two lines that are half a point apart it is a quarter.
        public var medianQuarterPoints: Int {
            let sorted = lines.map { Int($0.terms.line.halfPoints) }.sorted()
            return sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]
        }
    }
}

extension BetState.Game {
    /// All lines on the points of athletes, in the order of their positions.
    public var propLines: [BetState.PropLine] { propLineList.all }

    /// The lines on the points of an athlete that count: those that are on offer, or after the tip-off the last line of each
    /// book before it. Nil without any.
    public func propLines(on athlete: AthleteID) -> BetState.PropLines? {
        guard !isOpen else { return BetState.PropLines(propLineList.current(athlete)) }
        let books = Set(propLines.lazy.filter { $0.terms.athlete == athlete }.map(\.terms.book)).sorted()
        return BetState.PropLines(books.compactMap { movement(ofLineOn: athlete, at: $0).closing })
    }

    /// Returns the movement of the line on the points of an athlete.
    ///
    /// - Parameters:
    ///   - athlete: the athlete.
    ///   - book: the book, or nil for all books.
    public func movement(
        ofLineOn athlete: AthleteID, at book: String? = nil
    ) -> BetState.Movement<PropLineRecorded> {
        propLineList.movement(of: athlete, at: book, until: lateFrom)
    }

    /// The line on an athlete's points at a position. O(log n).
    public func propLine(at position: UInt64) -> BetState.PropLine? { propLineList.offer(at: position) }
}
