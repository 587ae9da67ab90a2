/// The state of one stream, folded from its events.
///
/// History is fact: nothing is checked and nothing fails. What cannot be placed counts as an event and changes nothing
/// else.
public protocol StreamState: Hashable, Sendable {
    /// How many events were folded: every `evolve` adds one. It is the stream's version, since a stream's versions have no
    /// gaps and no history begins with an event that does not make its state.
    var version: UInt32 { get }

    /// Folds the stream's next event.
    mutating func evolve(_ event: Event, at place: EventPlace)
}

extension StreamState {
    /// Folds the stream's next event as the ledger has it.
    @inlinable
    public mutating func fold(_ recorded: RecordedEvent) { evolve(recorded.event, at: recorded.place) }
}

/// A stream that is there before anything happens in it: a queue, a wallet, a user.
public protocol BlankStreamState: StreamState {
    init()
}

extension BlankStreamState {
    /// The state as the stream's events leave it.
    @inlinable
    public static func folding(_ events: some Sequence<RecordedEvent>) -> Self {
        events.reduce(into: Self()) { $0.fold($1) }
    }
}

/// A stream that one of its events begins: a room, a tournament, a pool, a case.
public protocol BegunStreamState: StreamState {
    /// - Returns: nil for an event that begins no such stream.
    init?(beginning event: Event, at place: EventPlace)
}

extension BegunStreamState {
    /// The state as the stream's events leave it; nil unless they begin it.
    @inlinable
    public static func folding(_ events: some Sequence<RecordedEvent>) -> Self? {
        events.reduce(into: nil as Self?) { $0.fold($1) }
    }
}

extension Optional where Wrapped: BegunStreamState {
    /// Folds the stream's next event, which may be the one that begins it. Without effect before that one.
    @inlinable
    public mutating func fold(_ event: Event, at place: EventPlace) {
        if self?.evolve(event, at: place) == nil { self = Wrapped(beginning: event, at: place) }
    }

    /// Folds the stream's next event as the ledger has it.
    @inlinable
    public mutating func fold(_ recorded: RecordedEvent) { fold(recorded.event, at: recorded.place) }
}
