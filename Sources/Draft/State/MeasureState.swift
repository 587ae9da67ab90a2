/// A measure as its events leave it.
public struct MeasureState: BegunStreamState {
    /// The proposal.
    public let proposed: MeasureProposed

    /// The proposer; nil only for an event that was not sent by staff.
    public let proposer: UserID?

    /// How far a measure is.
    public enum Stage: UInt8, Sendable {
        case pending = 1
        case approved = 2
        case declined = 3
        case lapsed = 4

        public var name: String { String(describing: self) }
    }

    public private(set) var stage = Stage.pending

    public private(set) var version: UInt32 = 1

    /// The measure that a `MeasureProposed` begins.
    public init?(beginning event: Event, at place: EventPlace) {
        guard case .proposed(let proposed) = event.approval else { return nil }
        self.proposed = proposed
        proposer = place.sender?.user
    }

    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event.approval {
        case .approved: stage = .approved
        case .declined: stage = .declined
        case .lapsed: stage = .lapsed
        case .proposed, nil: break
        }
    }
}
