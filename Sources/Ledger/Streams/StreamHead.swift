import Platform

/// Where a stream stands: its last event.
public struct StreamHead: Hashable, Sendable {
    /// The position of the last event. Before the version: so laid out, a slot of a table of heads is 24 bytes.
    public let position: Position
    /// The version of the last event, which is also the number of the stream's events.
    public let version: UInt32

    public init(version: UInt32, position: Position) {
        self.version = version
        self.position = position
    }
}

/// Stream heads by stream, 24 bytes a slot. Every event that is appended looks up and moves one.
typealias HeadTable = NumberTable<StreamHead>

extension NumberTable<StreamHead> {
    init() { self.init(blank: StreamHead(version: 0, position: 0)) }

    subscript(stream: StreamID) -> StreamHead? { self[stream.rawValue] }

    mutating func set(_ stream: StreamID, to head: StreamHead) { set(stream.rawValue, to: head) }

    /// Takes over the heads of another table.
    mutating func merge(_ other: HeadTable) { other.forEach { set($0, to: $1) } }
}
