/// Why a request was not appended: a stream was not where the request expected it.
public struct VersionConflict: Hashable, Sendable {
    /// The stream.
    public let stream: StreamID
    /// What the request expected of it.
    public let expected: ExpectedVersion
    /// What was there; nil when the stream has no events.
    public let actual: StreamHead?
    /// The positions of the events that the caller did not know, oldest first: the last `limit` of them, if there are
    /// more. Empty when the stream is behind the expectation.
    public let unknown: [Position]

    /// How many positions a conflict names at most.
    public static let limit = 256
}
