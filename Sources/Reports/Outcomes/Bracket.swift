public import Draft

/// The rounds of a contest as they are on record: who was drawn into which pod, and how each pod came out.
///
/// Nothing is counted here: it is what the contest's own events say, whatever was corrected since.
public struct Bracket: Sendable {
    public var title: String
    public var tournament: TournamentID
    public var season: SeasonID

    /// All rounds that the contest has, also those of which nothing is on record.
    public var terms: [ContestRound]

    /// From the first on, as far as they are drawn or begin to close.
    public var rounds: [Round]

    /// The places whose prizes are due: all rounds are closed, and no event awards them. Nil if there are none.
    public var placesDue: ClosedRange<Int>?

    public struct Round: Sendable {
        /// From 1.
        public var number: Int
        public var terms: ContestRound
        public var isClosed: Bool
        /// The version of the season's stream as of which it closes; nil before it begins to.
        public var seasonVersion: UInt32?
        /// Those that are on record: in the first round, which no event draws, as far as they are closed.
        public var pods: [Pod]
        /// The numbers of recorded pods and of their entries, independent of the listed ones.
        public var podCount: Int
        public var entryCount: Int
    }

    public struct Pod: Sendable {
        /// From 1. In the first round in the order in which the rooms closed.
        public var number: Int
        /// By place; in the order of the draw before it is closed.
        public var entries: [Entry]
        /// So many entries stand in it, whatever is listed.
        public var size: Int
    }

    public struct Entry: Hashable, Sendable {
        public var entry: EntryID
        /// Nil before the pod is closed.
        public var standing: RoundStanding?
        /// Whether it advances; nil before the pod is closed, and in the last round.
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
        terms = set.rounds
        rounds = zip(set.rounds, contest.played).enumerated().map { index, round in
            let (terms, played) = round
            let pods = Self.pods(played, terms)
            return Round(
                number: index + 1, terms: terms, isClosed: played.isClosed, seasonVersion: played.seasonVersion,
                pods: pods, podCount: pods.count, entryCount: pods.reduce(0) { $0 + $1.size })
        }
        placesDue = Self.placesDue(in: contest)
    }

    private static func placesDue(in contest: TournamentState) -> ClosedRange<Int>? {
        guard contest.stage == .closed, contest.openRound == nil, let table = PrizeTable(contest.details.prizes) else {
            return nil
        }
        let last = min(Int(table.lastPlace), contest.played.first?.standings.count ?? 0)
        let first = Int(contest.lastPlaceAwarded) + 1
        return first <= last ? first...last : nil
    }

    private static func pods(_ played: PlayedRound, _ terms: ContestRound) -> [Pod] {
        var pods: [Pod] = []
        for standing in played.standings {
            // The first of a pod; or the first of all in a record that begins with another, which an audit finds.
            if standing.place == 1 || pods.isEmpty { pods.append(Pod(number: pods.count + 1, entries: [], size: 0)) }
            let advances = terms.advancing == 0 ? nil : standing.place <= terms.advancing
            pods[pods.count - 1].entries.append(
                Entry(entry: standing.entry, standing: standing, advances: advances))
            pods[pods.count - 1].size += 1
        }
        for drawn in played.drawnPods(podSize: terms.podSize).dropFirst(pods.count) {
            let entries = played.drawn[drawn].map { Entry(entry: $0) }
            pods.append(Pod(number: pods.count + 1, entries: entries, size: entries.count))
        }
        return pods
    }

    /// The pods of one round, or those in which some entries stand; of neither, all behind the first round.
    ///
    /// - Parameters:
    ///   - round: from 1; one of which nothing is on record has no pods.
    ///   - entries: whose way it is; nil for all.
    /// - Throws: `noSuchRound` for a round that the contest does not have.
    public func listing(round: Int?, entries: Set<EntryID>?) throws(OutcomeError) -> Bracket {
        if let round, !terms.indices.contains(round - 1) { throw .noSuchRound(round, of: terms.count) }
        var listed = self
        listed.rounds.removeAll { $0.number != round ?? $0.number }
        if round == nil, entries == nil { listed.rounds.removeAll { $0.number == 1 } }
        guard let entries else { return listed }
        for index in listed.rounds.indices {
            listed.rounds[index].pods.removeAll { pod in !pod.entries.contains { entries.contains($0.entry) } }
        }
        listed.rounds.removeAll(where: \.pods.isEmpty)
        return listed
    }

    /// One page, by round and pod: at least one pod of each round, cut off where it has more
    /// entries than are left to list.
    ///
    /// - Parameters:
    ///   - pod: the first one of each round that is listed, by its number.
    ///   - most: the maximum number of listed entries, in addition to those that are kept.
    ///   - kept: entries that stay, however far down they are placed.
    /// - Returns: the page, and the number of the first pod after it, or nil.
    public func page(
        fromPod pod: Int, entries most: Int, keeping kept: Set<EntryID>
    ) -> (bracket: Bracket, nextPod: Int?) {
        var (page, left, next) = (self, most, Int?.none)
        for index in page.rounds.indices {
            let pods = page.rounds[index].pods
            let start = pods.firstIndex { $0.number >= pod } ?? pods.count
            page.rounds[index].pods = []
            for pod in pods[start...] {
                guard left > 0 || page.rounds[index].pods.isEmpty else {
                    next = next ?? pod.number
                    break
                }
                var cut = pod
                cut.entries =
                    pod.entries.prefix(max(left, 0))
                    + pod.entries.dropFirst(max(left, 0)).filter { kept.contains($0.entry) }
                page.rounds[index].pods.append(cut)
                left -= pod.size
            }
        }
        return (page, next)
    }
}
