/// The results that the site of a draft states for its entries in a round, in addition to those that the ledger computes
/// from scores. A later correction by the site is another such event, and the earlier one stays.
///
/// It decides nothing: no standing, no round and no prize follows from it. An audit holds it against what is computed.
///
/// It stands in the stream of the draft's room, whose seats and picks it speaks of in their order: five bytes an entry
/// and four a pick. A contest's own stream, which every decision about the contest folds, would have to hold those of
/// all its drafts.
public struct ResultsStated: Hashable, Sendable {
    /// Of the contest, from 1.
    public var round: UInt8
    /// The source: the site.
    public var source: String
    /// By seat, of all seats of the room.
    public var entries: [StatedEntry]
    /// By pick, from the first, of all picks of the room; none where the site says nothing of picks.
    public var picks: [StatedPick]

    public init(round: UInt8, source: String, entries: [StatedEntry], picks: [StatedPick] = []) {
        self.round = round
        self.source = source
        self.entries = entries
        self.picks = picks
    }

    package static var blank: Self { Self(round: 0, source: "", entries: []) }

    /// More points than entries and players have in a round of any contest, either way, in hundredths.
    package static let mostPoints: Int32 = 10_000_000

    /// Whether it says anything at all.
    var saysSomething: Bool {
        entries.contains { $0 != .blank } || picks.contains { $0 != .blank }
    }

    /// The stated result of the entry of a seat, or nil. If only its picks are stated, the entry's points are their sum,
    /// provided that all of them are stated.
    package func result(of seat: Seat) -> StatedEntry? {
        guard Int(seat) < entries.count else { return nil }
        var result = entries[Int(seat)]
        // Seats of a draft that was held elsewhere are its slots. Sources that state results hold plain snakes.
        let snake = Snake(
            teams: UInt8(clamping: entries.count), rounds: UInt8(clamping: picks.count / entries.count))
        let own = picks.indices.lazy.filter { snake.slot(of: PickNumber(truncatingIfNeeded: $0 + 1)) == seat }.map {
            picks[$0].points
        }
        guard result != .blank || own.contains(where: { $0 != nil }) else { return nil }
        let known = own.compactMap(\.self)
        if result.points == nil, !known.isEmpty, known.count == own.count {
            result.points = Int32(clamping: known.reduce(0) { $0 + Int64($1) })
        }
        return result
    }

    /// The statement with what an earlier one of the same round says where this one says nothing.
    package func filled(from earlier: ResultsStated) -> ResultsStated {
        var filled = self
        filled.entries = Self.filled(entries, from: earlier.entries) { later, earlier in
            StatedEntry(points: later.points ?? earlier.points, advances: later.advances ?? earlier.advances)
        }
        filled.picks = Self.filled(picks, from: earlier.picks) { later, earlier in
            StatedPick(points: later.points ?? earlier.points)
        }
        return filled
    }

    /// Whether an earlier statement of the same round says all of it.
    package func addsNothing(to earlier: ResultsStated) -> Bool {
        let filled = filled(from: earlier)
        return filled.entries == earlier.entries && filled.picks == earlier.picks
    }

    private static func filled<Row>(_ later: [Row], from earlier: [Row], _ merge: (Row, Row) -> Row) -> [Row] {
        zip(later, earlier).map(merge) + later.dropFirst(earlier.count) + earlier.dropFirst(later.count)
    }
}

extension ResultsStated: PlainEventBody {
    package static let facts = EventFacts(
        .resultsStated, since: 7, home: .room, actor: .staff, origin: .always, traits: [.draftAct])
}

/// A site's stated result of an entry in a round.
public struct StatedEntry: Hashable, Sendable, BitwiseCopyable {
    /// The total points of its lineups in the weeks of the round, in hundredths; nil if not stated.
    public var points: Int32?
    /// Whether it advances to the next round; likewise.
    public var advances: Bool?

    public init(points: Int32? = nil, advances: Bool? = nil) {
        self.points = points
        self.advances = advances
    }

    package static let blank = StatedEntry()
}

/// A site's stated result of a pick in a round.
public struct StatedPick: Hashable, Sendable, BitwiseCopyable {
    /// The player's points in the weeks in which the player was in the lineup, in hundredths; nil if not stated. Of two
    /// players with the same points in a week, either may be in the lineup.
    public var points: Int32?

    public init(points: Int32? = nil) { self.points = points }

    package static let blank = StatedPick()
}

extension [ResultsStated] {
    /// Takes the next statement: of a round the later word holds, and the earlier one where that says nothing.
    package mutating func take(_ stated: ResultsStated) {
        guard let known = firstIndex(where: { $0.round == stated.round }) else { return append(stated) }
        self[known] = stated.filled(from: self[known])
    }
}
