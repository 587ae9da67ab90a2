public import Draft

/// The rounds of a contest as they are on record: who was drawn into which pod, and how each pod came out.
///
/// Nothing is counted here: it is what the contest's own events say, whatever was corrected since.
public struct Bracket: Sendable {
    public var title: String
    public var tournament: TournamentID
    public var season: SeasonID

    /// From the first on, as far as they are drawn or begin to close.
    public var rounds: [Round]

    public struct Round: Sendable {
        /// From 1.
        public var number: Int
        public var terms: ContestRound
        public var isClosed: Bool
        /// The version of the season's stream as of which it closes; nil before it begins to.
        public var seasonVersion: UInt32?
        public var pods: [Pod]
    }

    public struct Pod: Sendable {
        /// From 1. In the first round in the order in which the rooms closed.
        public var number: Int
        /// By place; in the order of the draw before it is closed.
        public var entries: [Entry]
    }

    public struct Entry: Hashable, Sendable {
        public var entry: EntryID
        /// Nil before the pod is closed.
        public var standing: RoundStanding?
        /// Whether it goes on; nil before the pod is closed, and in the last round.
        public var advances: Bool?
    }

    /// O(entries).
    ///
    /// - Parameter contest: as its own events leave it.
    /// - Throws: `noRounds` for a contest without rounds.
    public init(of contest: TournamentState) throws(OutcomeError) {
        guard let set = contest.rounds else { throw .noRounds(contest.id) }
        title = contest.details.title
        tournament = contest.id
        season = set.season
        rounds = zip(set.rounds, contest.played).enumerated().map { index, round in
            let (terms, played) = round
            return Round(
                number: index + 1, terms: terms, isClosed: played.isClosed, seasonVersion: played.seasonVersion,
                pods: Self.pods(played, terms))
        }
    }

    private static func pods(_ played: PlayedRound, _ terms: ContestRound) -> [Pod] {
        var pods: [Pod] = []
        for standing in played.standings {
            if standing.place == 1 { pods.append(Pod(number: pods.count + 1, entries: [])) }
            let advances = terms.advancing == 0 ? nil : standing.place <= terms.advancing
            pods[pods.count - 1].entries.append(
                Entry(entry: standing.entry, standing: standing, advances: advances))
        }
        for drawn in played.drawnPods(podSize: terms.podSize).dropFirst(pods.count) {
            pods.append(
                Pod(number: pods.count + 1, entries: played.drawn[drawn].map { Entry(entry: $0) }))
        }
        return pods
    }

    /// The pods of one round, or those in which an entry stands; of neither, all behind the first round.
    ///
    /// - Parameters:
    ///   - round: from 1.
    ///   - entry: whose way it is.
    /// - Throws: `noSuchRound` for a round that is neither drawn nor closed.
    public func listing(round: Int?, entry: EntryID?) throws(OutcomeError) -> Bracket {
        if let round, !rounds.contains(where: { $0.number == round }) {
            throw .noSuchRound(round, of: rounds.count)
        }
        var listed = self
        listed.rounds = rounds.filter { $0.number == round ?? $0.number }
        if round == nil, entry == nil { listed.rounds.removeAll { $0.number == 1 } }
        guard let entry else { return listed }
        for index in listed.rounds.indices {
            listed.rounds[index].pods.removeAll { pod in !pod.entries.contains { $0.entry == entry } }
        }
        listed.rounds.removeAll(where: \.pods.isEmpty)
        return listed
    }
}
