/// What an append expects a stream to be when its turn comes.
public enum ExpectedVersion: Hashable, Sendable {
    /// The stream's last event has this version; 0 is the same as `noStream`.
    case exact(UInt32)
    /// The stream has no events.
    case noStream
    /// Nothing is expected. Useful to be told the stream's new head.
    case any

    func isMet(by head: StreamHead?) -> Bool {
        switch self {
        case .exact(let version): version == head?.version ?? 0
        case .noStream: head == nil
        case .any: true
        }
    }

    /// The last version that the caller knew; nil if that is not the point.
    var knownVersion: UInt32? {
        switch self {
        case .exact(let version): version
        case .noStream: 0
        case .any: nil
        }
    }
}

/// An expectation of one stream.
public struct StreamExpectation: Hashable, Sendable {
    public let stream: StreamID
    public let version: ExpectedVersion

    public init(_ stream: StreamID, _ version: ExpectedVersion) {
        self.stream = stream
        self.version = version
    }
}
