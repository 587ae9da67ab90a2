/// The beginning and the end of a ledger, by the events of the stream `system`.
public struct SystemState: BlankStreamState, Codable {
    /// The end of the ledger that this one follows; nil for a ledger that follows none.
    public private(set) var begun: Beginning?

    /// The position of `LedgerClosed`; nil while the ledger takes commands.
    public private(set) var closedAt: UInt64?

    public private(set) var version: UInt32 = 0

    /// The ledger that another one follows.
    public struct Beginning: Hashable, Sendable, Codable {
        public var previousOrigin: String
        public var previousSize: UInt64
        public var previousRoot: Digest256
    }

    /// A ledger without events.
    public init() {}

    public var isClosed: Bool { closedAt != nil }

    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event.service {
        case .begun(let begun):
            self.begun = Beginning(
                previousOrigin: begun.previousOrigin, previousSize: begun.previousSize, previousRoot: begun.previousRoot
            )
        case .closed: closedAt = closedAt ?? place.position
        case .created, .software, .stepped, .leader, .rotated, .imported, .erased, .statement, .payout, nil: break
        }
    }
}
