/// A tournament as its own stream's events leave it.
public struct TournamentState: Hashable, Sendable {
    public var id: TournamentID
    public var details: TournamentCreated
    public var stage: Stage
    /// The last place that was paid; 0 before the first.
    public var lastPlaceAwarded: UInt32
    public var version: UInt32

    /// How far a contest is.
    public enum Stage: UInt8, Sendable {
        case open = 1
        case entriesClosed = 2
        case finalized = 3
        case cancelled = 4

        public var name: String { String(describing: self) }
    }

    public init(id: TournamentID, details: TournamentCreated) {
        self.id = id
        self.details = details
        stage = .open
        lastPlaceAwarded = 0
        version = 1
    }
}
