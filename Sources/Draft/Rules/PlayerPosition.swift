/// The position a player plays, as draft sites group them.
///
/// Best ball uses four of them, and only those have limits; the others occur in imported leagues. Records store the raw
/// values, so they are permanent.
public enum PlayerPosition: UInt8, CaseIterable, Sendable {
    case quarterback = 1
    case runningBack = 2
    case wideReceiver = 3
    case tightEnd = 4
    case kicker = 5
    case punter = 6
    case defense = 7
    case defensiveLine = 8
    case linebacker = 9
    case defensiveBack = 10
    case coach = 11
    case teamUnit = 12
    case fullback = 13
    case other = 255

    /// The abbreviation drafters use: "QB", "RB", "WR", "TE", "K", …
    public var abbreviation: String {
        switch self {
        case .quarterback: "QB"
        case .runningBack: "RB"
        case .wideReceiver: "WR"
        case .tightEnd: "TE"
        case .kicker: "K"
        case .punter: "P"
        case .defense: "DEF"
        case .defensiveLine: "DL"
        case .linebacker: "LB"
        case .defensiveBack: "DB"
        case .coach: "COACH"
        case .teamUnit: "TEAM"
        case .fullback: "FB"
        case .other: "OTHER"
        }
    }

    /// The position that an abbreviation names; the case of its letters does not matter.
    public init?(abbreviation: some StringProtocol) {
        let wanted = abbreviation.uppercased()
        guard let match = Self.allCases.first(where: { $0.abbreviation == wanted }) else { return nil }
        self = match
    }
}

/// How many players of each limited position an autopick may put on one roster.
public struct PositionLimits: Hashable, Sendable, BitwiseCopyable, Codable {
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

    /// The limit of a position, or nil.
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
