/// The result of an entry in its pod, in a closed round.
public struct RoundStanding: Hashable, Sendable, BitwiseCopyable {
    public var entry: EntryID
    /// Of the round's weeks together, in hundredths.
    public var points: Int32
    /// The most points in one week, in hundredths.
    public var bestWeek: Int32
    /// In the pod, from 1: no two entries share one.
    public var place: UInt32

    public init(entry: EntryID, points: Int32, bestWeek: Int32, place: UInt32) {
        self.entry = entry
        self.points = points
        self.bestWeek = bestWeek
        self.place = place
    }

    var score: RoundScore { RoundScore(entry: entry, points: Int64(points), bestWeek: Int64(bestWeek)) }

    package static let blank = RoundStanding(entry: 0, points: 0, bestWeek: 0, place: 0)
}

/// A round of a contest as far as its draw and its closing have got. Some 24 bytes an entry, 8 more where pods are drawn.
public struct PlayedRound: Hashable, Sendable {
    /// The secret of the pods' draw; nil in the first round, whose pods are the rooms.
    public package(set) var secret: Digest256?

    /// The entries in the order of the draw, pod after pod; empty in the first round.
    public package(set) var drawn: [EntryID] = []

    /// The members' bytes of the rooms that are closed, in the first round; nil without any on record.
    public package(set) var entropy: Digest256?

    /// How many pods there are; 0 before the first round begins to close.
    public package(set) var pods: UInt32 = 0

    /// As of which version of the season's stream the round closes; nil before it begins to.
    public package(set) var seasonVersion: UInt32?

    /// Pods whose standings are on record, from the first on.
    public package(set) var closedPods: UInt32 = 0

    /// Pod after pod, each by place.
    public package(set) var standings: [RoundStanding] = []

    /// Whether all standings of the round are on record.
    public var isClosed: Bool { pods > 0 && closedPods == pods }

    /// The entries of each drawn pod, as places of `drawn`.
    ///
    /// - Parameter podSize: the contest's for this round.
    public func drawnPods(podSize: UInt32) -> [Range<Int>] {
        var start = 0
        return PodDraw.sizes(of: drawn.count, podSize: podSize).map { size in
            defer { start += size }
            return start..<start + size
        }
    }

    /// The advancing entries, ascending by number.
    public func advancing(_ terms: ContestRound) -> [EntryID] {
        standings.lazy.filter { $0.place <= terms.advancing }.map(\.entry).sorted()
    }

    mutating func evolve(_ closed: RoundClosed) {
        pods = closed.pods
        seasonVersion = closed.seasonVersion
        closedPods += UInt32(closed.standings.count { $0.place == 1 })
        standings += closed.standings
        if let added = closed.entropy { entropy = PodDraw.combined(entropy, added) }
    }

    mutating func evolve(_ event: PodsDrawn) {
        secret = event.secret
        pods = event.pods
        drawn += event.entries
    }
}

extension TournamentState {
    /// Whether prizes follow from the contest's rounds: where they and a scoring are set.
    ///
    /// - Parameter rules: the version of the rules. Those before `SoftwareStarted.rulesOfRounds` took anybody's word for
    ///   the standings, but for a contest that shows newer ones: that has begun to close its rounds, has committed to their
    ///   draws, or gives corrections a window.
    public func isDecidedByRounds(rules: UInt16 = SoftwareStarted.currentRules) -> Bool {
        guard let rounds, scoring != nil else { return false }
        return rules >= SoftwareStarted.rulesOfRounds || podCommitment != nil || !played.isEmpty
            || rounds.correctionDays != nil
    }

    /// Why a pick of one of its rooms stands; nil where it can be put right. O(entries of the first round).
    ///
    /// - Parameter rules: the version of the rules. Those before `SoftwareStarted.rulesOfRounds` let picks be corrected
    ///   whatever rested on them.
    package func refusal(ofCorrecting pick: PickNumber, in room: RoomID, rules: UInt16) -> Refusal? {
        guard rules >= SoftwareStarted.rulesOfRounds,
            played.first?.standings.contains(where: { $0.entry.room == room }) == true
        else { return nil }
        return Refusal(
            .standingsOnRecord,
            "The standings of room \(room) in contest \(id) are recorded, so its picks cannot change. A verdict "
                + "can only lead to a payment.", pick: pick)
    }

    /// The round that closes next, from 1; nil if no rounds are set, or all are closed.
    public var openRound: UInt8? {
        guard let count = rounds?.rounds.count else { return nil }
        let closed = played.prefix(while: \.isClosed).count
        return closed < count ? UInt8(closed + 1) : nil
    }

    /// The commitment to the secret of a round's draw; nil if the contest has no commitment.
    ///
    /// - Parameter round: from 2.
    func commitment(ofRound round: UInt8) -> Digest256? {
        round == 2 ? podCommitment : Int(round) - 2 < played.count ? played[Int(round) - 2].secret : nil
    }

    /// The entries of the best places of the contest, once all of its rounds are closed.
    ///
    /// An entry that reached a later round is better. Of those who went out in the same round, or played the last one, the better
    /// place in the pod is; then the points of that round, then what the contest's list of steps says. So no two entries
    /// share a place.
    ///
    /// - Parameter count: of the places.
    /// - Returns: fewer if no more entries are left; an empty list while a round is not closed.
    /// - Complexity: O(entries), and O(n log n) of those in rounds that the places reach into.
    public func ranking(first count: Int) -> [EntryID] {
        guard let rounds, openRound == nil, played.count == rounds.rounds.count else { return [] }
        var ranking: [EntryID] = []
        for (terms, round) in zip(rounds.rounds, played).reversed() {
            guard ranking.count < count else { break }
            let out = round.standings.filter { $0.place > terms.advancing }.sorted {
                $0.place != $1.place ? $0.place < $1.place : rounds.ties.prefers($0.score, to: $1.score)
            }
            ranking += out.lazy.map(\.entry)
        }
        return Array(ranking.prefix(count))
    }
}
