/// How many players of each limited position an autopick may put on one roster.
public struct PositionLimits: Hashable, Sendable, BitwiseCopyable {
    public var quarterbacks: UInt8
    public var runningBacks: UInt8
    public var wideReceivers: UInt8
    public var tightEnds: UInt8

    public init(quarterbacks: UInt8, runningBacks: UInt8, wideReceivers: UInt8, tightEnds: UInt8) {
        self.quarterbacks = quarterbacks
        self.runningBacks = runningBacks
        self.wideReceivers = wideReceivers
        self.tightEnds = tightEnds
    }

    /// QB 3, RB 7, WR 9, TE 3.
    public static let standard = PositionLimits(quarterbacks: 3, runningBacks: 7, wideReceivers: 9, tightEnds: 3)

    /// The limit of a position; nil where there is none.
    public func limit(for position: PlayerPosition) -> UInt8? {
        switch position {
        case .quarterback: quarterbacks
        case .runningBack, .fullback: runningBacks
        case .wideReceiver: wideReceivers
        case .tightEnd: tightEnds
        default: nil
        }
    }

    /// Counts one player of a position against its limit, down to 0: what remains are the places still open.
    package mutating func use(_ position: PlayerPosition) {
        func takeOne(from limit: inout UInt8) { limit = limit == 0 ? 0 : limit - 1 }
        switch position {
        case .quarterback: takeOne(from: &quarterbacks)
        case .runningBack, .fullback: takeOne(from: &runningBacks)
        case .wideReceiver: takeOne(from: &wideReceivers)
        case .tightEnd: takeOne(from: &tightEnds)
        default: break
        }
    }
}
