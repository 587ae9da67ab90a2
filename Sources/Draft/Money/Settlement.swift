/// What brings a contest to its end, one command after the other.
///
/// ```
/// open ── closeEntries ─▶ entriesClosed ── awardPrizes × n, once its rooms have ended ─▶ ── finalizeTournament ─▶ finalized
/// ```
///
/// A value that reads nothing and sends nothing: it is told how the contest stands, and says what is next. So it goes on
/// where the contest is, after a crash or where somebody else has done a part, and prizes that were paid are not paid again.
/// About 24 bytes an entry.
public struct Settlement: Sendable {
    /// What an entry has scored.
    public struct Score: Hashable, Sendable {
        public var entry: EntryID
        /// In any unit, of all entries alike: hundredths of a point.
        public var points: Int64

        public init(entry: EntryID, points: Int64) {
            self.entry = entry
            self.points = points
        }
    }

    /// What is next.
    public enum Step: Hashable, Sendable {
        /// To be sent, by somebody who may; once it is accepted, the step after it is next.
        case send(Command)
        /// So many rooms have not ended yet, and nothing can be paid before.
        case wait(rooms: UInt32)
        /// Places up to this one win, and there are scores for so few entries only.
        case lacksScores(of: UInt32, has: UInt32)
        /// The contest is over: finalized or cancelled.
        case over
    }

    public let tournament: TournamentID

    /// Places that one command awards at least, if there are as many; it never parts a tie.
    private let portion: Int

    /// All entries, best first.
    private let ranking: [Standing]

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
    }

    /// What is next for the contest.
    ///
    /// - Parameters:
    ///   - contest: as it stands.
    ///   - books: its books, with its rooms counted.
    public func next(for contest: TournamentState, _ books: ContestBooks) -> Step {
        switch contest.stage {
        case .finalized, .cancelled: return .over
        case .open: return .send(.tournament(tournament, .closeEntries))
        case .entriesClosed: break
        }
        guard books.rooms.unfinished == 0 else { return .wait(rooms: books.rooms.unfinished) }
        let paid = min(PrizeTable(contest.details.prizes)?.lastPlace ?? 0, books.standingEntries)
        guard contest.lastPlaceAwarded < paid else { return .send(.tournament(tournament, .finalizeTournament)) }
        guard ranking.count >= paid else { return .lacksScores(of: paid, has: UInt32(ranking.count)) }
        return .send(.tournament(tournament, .awardPrizes(standings: places(after: contest.lastPlaceAwarded, paid))))
    }

    /// The next portion; whoever ties with the last place that wins is included.
    private func places(after last: UInt32, _ paid: UInt32) -> [Standing] {
        let first = Int(last)
        var end = min(first + portion, Int(paid))
        while end < ranking.count, ranking[end].place == ranking[end - 1].place { end += 1 }
        return Array(ranking[first..<end])
    }
}
