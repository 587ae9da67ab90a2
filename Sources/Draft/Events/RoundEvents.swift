/// The standings of some pods of a round, for good: as the season's points were at one version of its stream.
///
/// Every entry of the round is on record with its points and its place, in portions of whole pods; nothing but the rosters
/// and the season's points is needed to tell whether they are right. A digest over all standings would take a record of 32
/// bytes in place of 20 for each entry, 11 MB for the 571,480 of the largest contest, next to 1 GB of their picks. But then
/// advancing entries would only be known after recomputing everything, no member could prove a pod to a third party with one
/// record, and prizes could not be decided from the records. In portions, because a decision holds
/// the rosters of all the pods that it closes, and a record 64 KB.
///
/// A pod begins where a place is 1. Those of the first round are the contest's rooms, ascending in each portion; those of
/// later rounds are as they were drawn.
public struct RoundClosed: Hashable, Sendable {
    /// From 1.
    public var round: UInt8
    /// The version of the season's stream whose points count: the same for the whole round.
    public var seasonVersion: UInt32
    /// Of the round, in all.
    public var pods: UInt32
    /// The pod of the first standing, from 1.
    public var firstPod: UInt32
    /// In a contest that was closed without a commitment to the draws of its pods: that, with its first standings.
    public var podCommitment: Digest256?
    /// With the first standings of a command, in the first round of a contest whose later pods are drawn: the digest of the
    /// members' bytes in the closed rooms, as `PodDraw.entropy` combines them. Nil in records of rules before
    /// `SoftwareStarted.rulesOfPodEntropy`.
    public var entropy: Digest256?
    /// Pod after pod, each by place.
    public var standings: [RoundStanding]

    public init(
        round: UInt8, seasonVersion: UInt32, pods: UInt32, firstPod: UInt32, podCommitment: Digest256? = nil,
        entropy: Digest256? = nil, standings: [RoundStanding]
    ) {
        self.round = round
        self.seasonVersion = seasonVersion
        self.pods = pods
        self.firstPod = firstPod
        self.podCommitment = podCommitment
        self.entropy = entropy
        self.standings = standings
    }

    package static var blank: Self { Self(round: 0, seasonVersion: 0, pods: 0, firstPod: 0, standings: []) }
}

extension RoundClosed: PlainEventBody {
    package static let facts = EventFacts(
        .roundClosed, since: 5, home: .tournament, actor: .staff, origin: .always, traits: [.playedRound])
}

/// The pods of a round after the first, by `PodDraw`. The entries of a large round take several such events,
/// all in one append.
public struct PodsDrawn: Hashable, Sendable {
    /// From 2.
    public var round: UInt8
    /// The secret of the draw.
    public var secret: Digest256
    /// Of the round, in all.
    public var pods: UInt32
    /// In the order of the draw; dealt out to the pods from the first on.
    public var entries: [EntryID]

    public init(round: UInt8, secret: Digest256, pods: UInt32, entries: [EntryID]) {
        self.round = round
        self.secret = secret
        self.pods = pods
        self.entries = entries
    }

    package static var blank: Self { Self(round: 0, secret: .zero, pods: 0, entries: []) }
}

extension PodsDrawn: PlainEventBody {
    package static let facts = EventFacts(
        .podsDrawn, since: 5, home: .tournament, actor: .staff, origin: .always, traits: [.playedRound])
}
