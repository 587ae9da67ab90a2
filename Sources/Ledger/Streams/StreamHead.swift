/// Where a stream stands: its last event.
public struct StreamHead: Hashable, Sendable {
    /// The version of the last event, which is also the number of the stream's events.
    public let version: UInt32
    /// The position of the last event.
    public let position: Position

    public init(version: UInt32, position: Position) {
        self.version = version
        self.position = position
    }
}
