/// What the site of a draft states itself that its entries have come to in a round, beside what the ledger computes
/// from scores. The site's later word on the same round is another such event, and the earlier one stays.
///
/// It decides nothing: no standing, no round and no prize follows from it. An audit holds it against what is computed.
///
/// It stands in the stream of the draft's room, whose seats and picks it speaks of in their order: five bytes an entry
/// and four a pick. A contest's own stream, which every decision about the contest folds, would have to hold those of
/// all its drafts.
public struct ResultsStated: Hashable, Sendable {
    /// Of the contest, from 1.
    public var round: UInt8
    /// Who says so: the site.
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

    /// What it says of the entry of a seat; nil where it says nothing of it. Of whose picks it says something, and nothing
    /// else, that one has come to what they have come to together, as far as all of them are there.
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
    package static var facts: EventFacts {
        EventFacts(.resultsStated, since: 7, home: .room, actor: .staff, origin: .always, traits: [.draftAct])
    }
}

/// What a site states of an entry in a round.
public struct StatedEntry: Hashable, Sendable, BitwiseCopyable {
    /// What its lineups scored in the weeks of the round together, in hundredths; nil where the site does not say.
    public var points: Int32?
    /// Whether it goes on to the next round; likewise.
    public var advances: Bool?

    public init(points: Int32? = nil, advances: Bool? = nil) {
        self.points = points
        self.advances = advances
    }

    package static let blank = StatedEntry()
}

/// What a site states of a pick in a round.
public struct StatedPick: Hashable, Sendable, BitwiseCopyable {
    /// What its player scored in the weeks in which he was in his entry's lineup, in hundredths; nil where the site does
    /// not say. Of two players with the same points in a week either may be the one.
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
