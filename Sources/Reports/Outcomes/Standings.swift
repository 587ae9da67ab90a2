public import Draft
import Projections

/// How the entries of a contest stand in one of its rounds.
public struct Standings: Sendable {
    public var outcome: ContestOutcome

    /// From 1.
    public var round: Int
    public var terms: ContestRound

    /// The last week that counts; nil before any week of the round has points.
    public var throughWeek: UInt8?

    /// Whether all weeks of the round count and are final.
    public var isFinal: Bool

    /// Whether it is known who is compared with whom.
    public var arePodsKnown: Bool

    /// State after that many events of the ledger.
    public var ledgerPosition: UInt64

    /// By pod, in the first round by room; then by place.
    public var entries: [Entry]

    public struct Entry: Hashable, Sendable {
        public var entry: EntryID
        /// Nil where no user is known.
        public var user: UserID?
        /// Of all weeks of the round together, in hundredths.
        public var points: Int64
        /// The most points in one week, in hundredths; nil before any week has points.
        public var bestWeek: Int64?
        /// Within the room or the pod, from 1; nil where not all are known with whom it is compared.
        public var place: Int?
        /// Whether the place is one that goes on to the next round; nil where the place is.
        public var advances: Bool?

        public var room: RoomID { entry.room }
    }
}

extension Analysis {
    /// How the entries of a contest stand in a round: the points of each week's best lineup, added up over the weeks.
    ///
    /// Drafts that are not complete are left out. Of two entries with the same points the contest's own list of steps says
    /// which is better. The first round compares the entries of a draft; no event tells the pods of later ones, so they are
    /// known only where all who go on fit into one. O(entries · weeks · starters · roster), on all cores.
    ///
    /// - Parameters:
    ///   - outcome: the contest's.
    ///   - round: from 1.
    ///   - week: the last one that counts; nil for all that there are.
    /// - Throws: for a season without points, for a round that the contest does not have or whose entries are not known,
    ///   and for a week before it.
    public func standings(
        _ outcome: ContestOutcome, round: Int = 1, throughWeek week: UInt8? = nil
    ) throws(OutcomeError) -> Standings {
        let terms = try outcome.round(round)
        guard !outcome.points.weeks.isEmpty else {
            throw .noPoints(outcome.rounds.season, scoring: outcome.scoring.scoring)
        }
        if let week {
            guard SeasonState.weeks.contains(week) else { throw .noSuchWeek(week) }
            guard week >= terms.firstWeek else { throw .weekOutsideRound(week, round: round, terms) }
        }
        let weeks = outcome.weeks(of: terms, through: week)
        let entrants = round == 1 ? nil : try entrants(of: round, outcome)
        let tally = rosters.count(
            RosterFilter(tournament: outcome.tournament), of: players,
            with: StandingsTally(outcome, weeks: weeks, entrants: entrants))
        let arePodsKnown = entrants.map { $0.count <= Int(terms.podSize) } ?? true
        let better = Self.comparison(outcome.rounds.ties)
        var entries: [Standings.Entry] = []
        entries.reserveCapacity(tally.scores.count)
        for var pod in tally.pods(byRoom: round == 1) {
            pod.scores.sort(by: better)
            for (index, score) in pod.scores.enumerated() {
                let isPlaced = arePodsKnown && pod.isWhole && !weeks.isEmpty
                entries.append(
                    Standings.Entry(
                        entry: score.entry, user: score.user, points: score.points, bestWeek: score.bestWeek,
                        place: isPlaced ? index + 1 : nil, advances: isPlaced ? index < terms.advancing : nil))
            }
        }
        return Standings(
            outcome: outcome, round: round, terms: terms, throughWeek: weeks.last,
            isFinal: terms.weeks.allSatisfy { weeks.contains($0) && outcome.points.finalWeeks.contains($0) },
            arePodsKnown: arePodsKnown, ledgerPosition: rosters.position, entries: entries)
    }

    /// Who goes on into a round behind the first, by all weeks of those before it.
    private func entrants(of round: Int, _ outcome: ContestOutcome) throws(OutcomeError) -> Set<EntryID> {
        let before = try standings(outcome, round: round - 1)
        guard before.arePodsKnown, before.throughWeek != nil else {
            throw .unknownEntrants(round: round, podsOf: round - 1)
        }
        return Set(before.entries.lazy.filter { $0.advances == true }.map(\.entry))
    }

    /// More points first, then what the contest's list says, to its end.
    private static func comparison(
        _ ties: [TieBreak]
    ) -> @Sendable (StandingsTally.Score, StandingsTally.Score) -> Bool {
        { one, other in
            if one.points != other.points { return one.points > other.points }
            for step in ties {
                switch step {
                case .bestWeek:
                    let (mine, theirs) = (one.bestWeek ?? 0, other.bestWeek ?? 0)
                    if mine != theirs { return mine > theirs }
                case .earlierEntry: return one.entry < other.entry
                }
            }
            return one.entry < other.entry
        }
    }
}
