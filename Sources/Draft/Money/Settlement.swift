/// The commands that bring a contest to its end, in order.
///
/// ```
/// open ── closeEntries ─▶ entriesClosed ── awardPrizes × n, once its rooms have ended ─▶ ── finalizeTournament ─▶ finalized
/// ```
///
/// In a contest that is decided by its rounds, before any prize:
///
/// ```
/// closeRound × n, once the weeks of round 1 are final ─▶ drawPods ─▶ closeRound × n, once those of round 2 are ─▶ …
/// ```
///
/// If the contest's rules have a window for corrections, a round closes once that is over.
///
/// A value that reads nothing and sends nothing: it gets the state of the contest and returns the next step. So it
/// continues from the contest's state, after a crash or after steps of another process, and prizes that were paid are not paid again.
/// About 24 bytes an entry.
public struct Settlement: Sendable {
    /// The points of an entry.
    public struct Score: Hashable, Sendable {
        public var entry: EntryID
        /// In any unit, of all entries alike: hundredths of a point.
        public var points: Int64

        public init(entry: EntryID, points: Int64) {
            self.entry = entry
            self.points = points
        }
    }

    /// The next step.
    public enum Step: Hashable, Sendable {
        /// To be sent, by somebody who may; once it is accepted, the step after it is next.
        case send(Command)
        /// So many rooms have not ended yet, and nothing can be paid before.
        case wait(rooms: UInt32)
        /// A week of the round that is played is not final yet, and the round cannot close before.
        case waitForWeek(UInt8, round: UInt8)
        /// Until then corrections count in the round that is played, and it cannot close before.
        case waitForCorrections(until: Timestamp, round: UInt8)
        /// Places up to this one win, and there are scores for so few entries only.
        case lacksScores(of: UInt32, has: UInt32)
        /// The contest is over: finalized or cancelled.
        case over
    }

    public let tournament: TournamentID

    /// Places that one command awards at least, if there are as many; it never parts a tie.
    private let portion: Int

    /// All entries, best first; empty if the contest's rounds decide.
    private let ranking: [Standing]

    /// The rooms that have drafted, ascending; nil where scores decide.
    private let rooms: [RoomID]?

    /// Ranks the entries: the most points first, equal points share the best of their places.
    ///
    /// - Parameters:
    ///   - tournament: the contest.
    ///   - scores: of every entry that can win, in any order.
    ///   - portion: about how many places one command awards, some 50 bytes and a wallet each; at least 1.
    public init(of tournament: TournamentID, scores: [Score], portion: Int = 2_000) {
        self.tournament = tournament
        self.portion = max(1, portion)
        var ranking: [Standing] = []
        ranking.reserveCapacity(scores.count)
        let sorted = scores.sorted { ($1.points, $0.entry) < ($0.points, $1.entry) }
        for (index, score) in sorted.enumerated() {
            let ties = index > 0 && sorted[index - 1].points == score.points
            ranking.append(Standing(entry: score.entry, place: ties ? ranking[index - 1].place : UInt32(index + 1)))
        }
        self.ranking = ranking
        rooms = nil
    }

    /// Of a contest that is decided by its rounds: what its entries scored follows from those.
    ///
    /// - Parameters:
    ///   - tournament: the contest.
    ///   - rooms: those that have drafted to their end, ascending.
    ///   - portion: about how many places one command awards; at least 1.
    public init(byRoundsOf tournament: TournamentID, rooms: [RoomID], portion: Int = 2_000) {
        self.tournament = tournament
        self.portion = max(1, portion)
        self.rooms = rooms
        ranking = []
    }

    /// Returns the next step for the contest.
    ///
    /// - Parameters:
    ///   - contest: its current state.
    ///   - books: its books, with its rooms counted.
    ///   - season: the current state of its rounds' season; nil if it is unknown, or no rounds decide.
    ///   - now: by the ledger's clock; nil to leave it to the rules whether corrections still count.
    public func next(
        for contest: TournamentState, _ books: ContestBooks, _ season: SeasonState? = nil, at now: Timestamp? = nil
    ) -> Step {
        switch contest.stage {
        case .finalized, .cancelled: return .over
        case .open: return .send(.tournament(tournament, .closeEntries))
        case .closed: break
        }
        guard books.rooms.unfinished == 0 else { return .wait(rooms: books.rooms.unfinished) }
        if let rooms, let step = round(of: contest, rooms, season, at: now) { return step }
        let paid = min(PrizeTable(contest.details.prizes)?.lastPlace ?? 0, books.standingEntries)
        guard contest.lastPlaceAwarded < paid else { return .send(.tournament(tournament, .finalizeTournament)) }
        let ranking = rooms == nil ? self.ranking : standings(of: contest, upTo: Int(paid))
        guard ranking.count >= paid else { return .lacksScores(of: paid, has: UInt32(ranking.count)) }
        return .send(
            .tournament(
                tournament, .awardPrizes(standings: places(of: ranking, after: contest.lastPlaceAwarded, paid))))
    }

    /// Returns the next step in the current round; nil if all rounds are closed.
    private func round(
        of contest: TournamentState, _ rooms: [RoomID], _ season: SeasonState?, at now: Timestamp?
    ) -> Step? {
        guard let rounds = contest.rounds, let scoring = contest.scoring?.scoring, let open = contest.openRound,
            !rooms.isEmpty
        else { return nil }
        if open > contest.played.count, open > 1 { return .send(.tournament(tournament, .drawPods(round: open))) }
        for week in rounds.rounds[Int(open) - 1].weeks
        where season?.isFinal(week: week, scoring: scoring) != true {
            return .waitForWeek(week, round: open)
        }
        if let now, let days = rounds.correctionDays {
            let ends = rounds.rounds[Int(open) - 1].weeks.lazy.compactMap {
                season?.correctionsEnd(week: $0, scoring: scoring, days: days)
            }
            if let end = ends.max(), now <= end { return .waitForCorrections(until: end, round: open) }
        }
        let round = Int(open) <= contest.played.count ? contest.played[Int(open) - 1] : PlayedRound()
        let version = round.seasonVersion ?? season?.version ?? 0
        let closed = Set(open == 1 ? round.standings.map(\.entry.room) : [])
        let next = open == 1 ? Array(rooms.lazy.filter { !closed.contains($0) }.prefix(RecordLimit.roomsOfRound)) : []
        return .send(
            .tournament(tournament, .closeRound(CloseRound(round: open, seasonVersion: version, rooms: next))))
    }

    private func standings(of contest: TournamentState, upTo paid: Int) -> [Standing] {
        contest.ranking(first: paid).enumerated().map { Standing(entry: $1, place: UInt32($0 + 1)) }
    }

    /// Returns the next portion; entries that tie with the last winning place are included.
    private func places(of ranking: [Standing], after last: UInt32, _ paid: UInt32) -> [Standing] {
        let first = Int(last)
        var end = min(first + portion, Int(paid))
        while end < ranking.count, ranking[end].place == ranking[end - 1].place { end += 1 }
        return Array(ranking[first..<end])
    }
}
