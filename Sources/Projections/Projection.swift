public import Draft

/// A fold of the ledger's events that can be thrown away and made again: a pure value, the same for the same events.
public protocol Projection: Sendable {
    /// Under which its rows and its progress are kept.
    static var name: String { get }

    /// Of the fold: raised whenever the same events give other rows, so that a store rebuilds.
    static var foldVersion: UInt32 { get }

    /// Nothing folded yet.
    init()

    /// Folds the next event of any stream.
    mutating func apply(_ recorded: RecordedEvent)
}

/// A projection of which parts can be folded apart, each over a part of the events, and then added up in any order.
public protocol MergeableProjection: Projection {
    /// Adds what another part has folded.
    mutating func merge(_ other: Self)
}
