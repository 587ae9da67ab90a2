public import Draft
package import DraftLedger
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
    public private(set) var entries: [Entry]

    /// By entry: the user's number, 0 without a user. Used to find a user's entries among half a million.
    private var users: [UInt32]

    /// Of all that stood in the round; nil where players were exchanged.
    let weekScores: WeekScores?

    /// A user's entries, in their order. O(entries), a millisecond for half a million of them.
    ///
    /// - Parameter user: whose.
    public func entries(of user: UserID) -> [Entry] {
        guard let number = UInt32(exactly: user.number), number > 0 else { return [] }
        return users.indices.filter { users[$0] == number }.map { entries[$0] }
    }

    /// The same of some of the entries.
    ///
    /// - Parameter entries: of these, in the order in which they are to be told.
    package func listing(_ entries: [Entry]) -> Standings {
        var some = self
        some.take(entries)
        return some
    }

    init(
        outcome: ContestOutcome, round: Int, terms: ContestRound, throughWeek: UInt8?, isFinal: Bool,
        arePodsKnown: Bool, ledgerPosition: UInt64, entries: [Entry], weekScores: WeekScores?
    ) {
        (self.outcome, self.round, self.terms, self.throughWeek) = (outcome, round, terms, throughWeek)
        (self.isFinal, self.arePodsKnown, self.ledgerPosition) = (isFinal, arePodsKnown, ledgerPosition)
        (self.entries, self.weekScores) = ([], weekScores)
        users = []
        take(entries)
    }

    private mutating func take(_ entries: [Entry]) {
        self.entries = entries
        users = entries.map { UInt32(truncatingIfNeeded: $0.user?.number ?? 0) }
    }

    /// The version of the season's stream as of which the round was closed; nil before it begins to be.
    public var closedAsOf: UInt32? {
        outcome.played.indices.contains(round - 1) ? outcome.played[round - 1].seasonVersion : nil
    }

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
        /// Whether it advances to the next round: as it is on record, where the round is closed; before that whether the
        /// place is one of those, nil where the place is.
        public var advances: Bool?
        /// In a round whose pods are drawn, from 1; nil in the first, and where no event tells.
        public var pod: Int?
        /// The recorded result since the round was closed, without later corrections; nil before.
        public var recorded: RoundStanding?

        public var room: RoomID { entry.room }
    }
}

extension Analysis {
    /// How the entries of a contest stand in a round: the points of each week's best lineup, added up over the weeks.
    ///
    /// Drafts that are not complete are left out. Of two entries with the same points the contest's own list of steps says
    /// which is better. The first round compares the entries of a draft. Those of later ones are compared as `PodsDrawn`
    /// has it; before that their pods are known only if all advancing entries fit into one, and of a contest that was held
    /// elsewhere if no entry can be missing in it. O(entries · weeks · starters · roster), on all cores.
    ///
    /// - Parameters:
    ///   - outcome: the contest's.
    ///   - round: from 1.
    ///   - week: the last one that counts; nil for all that there are.
    ///   - earlier: made before of the same ledger, by which only those are scored again whose rosters or points are
    ///     others by now; nil for none. The result is the same.
    /// - Throws: for a season without points, for a round that the contest does not have or whose entries are not known,
    ///   and for a week before it.
    public func standings(
        _ outcome: ContestOutcome, round: Int = 1, throughWeek week: UInt8? = nil, restating earlier: Standings? = nil
    ) throws(OutcomeError) -> Standings {
        try standings(outcome, round: round, throughWeek: week, exchanging: nil, knowing: earlier?.weekScores)
    }

    /// The same, where of a contest that was held elsewhere its site's word says who plays a round: whom it states
    /// something of in that round. The ledger's points do not decide it where they are not all there, where the site has
    /// others, or where it breaks a tie by steps of its own.
    ///
    /// - Parameters:
    ///   - outcome: the contest's.
    ///   - round: from 1.
    ///   - week: the last one that counts; nil for all that there are.
    ///   - earlier: made before of the same ledger; nil for none.
    ///   - ledger: that of the analysis. Where statements are looked for, O(events), of which few are decoded.
    /// - Throws: likewise, and `DraftLedgerError`.
    package func standings(
        _ outcome: ContestOutcome, round: Int, throughWeek week: UInt8?, restating earlier: Standings? = nil,
        statedIn ledger: DraftLedger
    ) throws -> Standings {
        try standings(
            outcome, round: round, throughWeek: week, entrants: try statedEntrants(of: round, outcome, in: ledger),
            exchanging: nil, knowing: earlier?.weekScores)
    }

    /// The entries with stated results in a round; nil without statements, or if events state its entries.
    private func statedEntrants(
        of round: Int, _ outcome: ContestOutcome, in ledger: DraftLedger
    ) throws -> Set<EntryID>? {
        guard round > 1, outcome.drawn(round) == nil else { return nil }
        let rooms = Set(drafts(of: outcome.tournament).lazy.filter(\.isImported).map(\.room))
        guard !rooms.isEmpty else { return nil }
        return try ledger.statedResults(of: rooms, round: round, upTo: rosters.position).map { Set($0.keys) }
    }

    /// The same.
    ///
    /// - Parameters:
    ///   - stated: the entries of the round; nil for those that advance by the rounds before it.
    ///   - exchange: players who stand in other rosters than their own; nil for none.
    ///   - known: scores of standings that were made before; nil for none.
    func standings(
        _ outcome: ContestOutcome, round: Int, throughWeek week: UInt8? = nil, entrants stated: Set<EntryID>? = nil,
        exchanging exchange: RosterExchange?, knowing known: WeekScores? = nil
    ) throws(OutcomeError) -> Standings {
        let terms = try outcome.round(round, throughWeek: week)
        guard !outcome.points.weeks.isEmpty else {
            throw .noPoints(outcome.rounds.season, scoring: outcome.scoring.scoring)
        }
        let weeks = outcome.weeks(of: terms, through: week)
        var entrants = stated
        if entrants == nil, round > 1 { entrants = try self.entrants(of: round, outcome) }
        let tally = rosters.count(
            RosterFilter(tournament: outcome.tournament), of: players,
            with: StandingsTally(
                outcome, weeks: weeks, of: rosters, entrants: entrants, exchanging: exchange,
                knowing: exchange == nil ? known?.unchanged(by: outcome, in: weeks) : nil))
        let drawn = outcome.drawn(round)
        let arePodsKnown = drawn != nil || entrants.map { isOnePod($0, round: round, outcome) } ?? true
        let played = outcome.played.indices.contains(round - 1) ? outcome.played[round - 1].standings : []
        let recorded = Dictionary(played.map { ($0.entry, $0) }) { first, _ in first }
        var (scores, pods) =
            drawn.map { round in tally.pods(round.drawnPods(podSize: terms.podSize).map { round.drawn[$0] }) }
            ?? tally.pods(byRoom: round == 1)
        var entries: [Standings.Entry] = []
        entries.reserveCapacity(scores.count)
        scores.withUnsafeMutableBufferPointer { scores in
            for pod in pods { scores[pod.scores].sort { outcome.rounds.ties.prefers($0.score, to: $1.score) } }
        }
        for (number, pod) in pods.enumerated() {
            for (index, score) in scores[pod.scores].enumerated() {
                let isPlaced = arePodsKnown && pod.isWhole && !weeks.isEmpty
                entries.append(
                    Standings.Entry(
                        entry: score.entry, user: score.user, points: score.score.points,
                        bestWeek: score.score.bestWeek, place: isPlaced ? index + 1 : nil,
                        advances: terms.advancing == 0
                            ? nil
                            : recorded[score.entry].map { $0.place <= terms.advancing }
                                ?? (isPlaced ? index < terms.advancing : nil),
                        pod: drawn == nil ? nil : number + 1, recorded: recorded[score.entry]))
            }
        }
        return Standings(
            outcome: outcome, round: round, terms: terms, throughWeek: weeks.last,
            isFinal: terms.weeks.allSatisfy { weeks.contains($0) && outcome.points.finalWeeks.contains($0) },
            arePodsKnown: arePodsKnown, ledgerPosition: rosters.position, entries: entries,
            weekScores: exchange == nil ? WeekScores(rosters, outcome, tally) : nil)
    }

    /// Whether all who play a round behind the first meet in one pod. Of a contest that was held elsewhere others may have
    /// gone on whose drafts are not here: of its last round the pod is whole with as many as it has room for.
    private func isOnePod(_ entrants: Set<EntryID>, round: Int, _ outcome: ContestOutcome) -> Bool {
        let size = Int(outcome.rounds.rounds[round - 1].podSize)
        guard drafts(of: outcome.tournament).contains(where: \.isImported) else { return entrants.count <= size }
        return round == outcome.rounds.rounds.count && entrants.count == size
    }

    /// O(drafts).
    private func drafts(of tournament: TournamentID) -> some Sequence<RosterColumns.Draft> {
        rosters.parts.lazy.flatMap(\.drafts).filter { $0.tournament == tournament }
    }

    /// The entries that advance to a later round, by all weeks of the earlier rounds.
    private func entrants(of round: Int, _ outcome: ContestOutcome) throws(OutcomeError) -> Set<EntryID> {
        if let drawn = outcome.drawn(round) { return Set(drawn.drawn) }
        if round - 1 <= outcome.played.count, outcome.played[round - 2].isClosed {
            return Set(outcome.played[round - 2].advancing(try outcome.round(round - 1)))
        }
        let before = try standings(outcome, round: round - 1)
        // Leading in the middle of a round does not mean advancing.
        guard before.arePodsKnown, before.terms.weeks.allSatisfy(outcome.points.weeks.contains) else {
            throw .unknownEntrants(round: round, podsOf: round - 1)
        }
        return Set(before.entries.lazy.filter { $0.advances == true }.map(\.entry))
    }
}
