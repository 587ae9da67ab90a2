/// A tournament as its own stream's events leave it.
public struct TournamentState: BegunStreamState {
    public let id: TournamentID
    public package(set) var details: TournamentCreated
    public package(set) var stage = Stage.open
    /// The last place that was paid; 0 before the first.
    public package(set) var lastPlaceAwarded: UInt32 = 0
    /// The rounds after its drafts; nil if they are not set.
    public package(set) var rounds: ContestRoundsSet?
    /// The scoring and the lineup; nil if they are not set.
    public package(set) var scoring: ScoringSet?
    /// The commitment to the secret of the second round's draw, or nil.
    public package(set) var podCommitment: Digest256?
    /// Its rounds, from the first on, as far as they are closed or drawn.
    public package(set) var played: [PlayedRound] = []
    public package(set) var version: UInt32 = 1

    /// How far a contest is.
    public enum Stage: UInt8, Sendable {
        case open = 1
        case closed = 2
        case finalized = 3
        case cancelled = 4

        /// The stable string.
        public var name: String { self == .closed ? "entriesClosed" : String(describing: self) }
    }

    /// The tournament that a `TournamentCreated` makes.
    public init?(beginning event: Event, at place: EventPlace) {
        guard case .tournament(let id) = place.stream, case .created(let details) = event.contest else { return nil }
        self.init(id: id, details: details)
    }

    package init(id: TournamentID, details: TournamentCreated) {
        self.id = id
        self.details = details
    }

    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event.contest {
        case .closed(let closed):
            stage = .closed
            podCommitment = podCommitment ?? closed.podCommitment
        case .cancelled: stage = .cancelled
        // Of a record that no rules make as much as can be counted on from: an audit says so.
        case .prizes(let prizes): lastPlaceAwarded = min(prizes.lastPlace, .max / 2)
        case .finalized: stage = .finalized
        case .rounds(let set):
            podCommitment = podCommitment ?? set.podCommitment
            if set.rounds.count <= ContestRoundsSet.mostRounds { rounds = set }
        case .scoring(let set): scoring = set
        case .played(let closed):
            podCommitment = podCommitment ?? closed.podCommitment
            // If a record names a round that cannot be next, an audit reports it.
            if closed.round == 1, played.isEmpty { played.append(PlayedRound()) }
            if let index = played.indices.last, index + 1 == closed.round { played[index].evolve(closed) }
        case .pods(let drawn):
            if drawn.round == played.count + 1 { played.append(PlayedRound()) }
            if let index = played.indices.last, index + 1 == drawn.round { played[index].evolve(drawn) }
        case .created, .overlay, .rake, nil: break
        }
    }
}
