/// The starters of a week: the number of each position, and of flex places for some positions.
public struct Lineup: Hashable, Sendable, BitwiseCopyable {
    public var quarterbacks: UInt8
    public var runningBacks: UInt8
    public var wideReceivers: UInt8
    public var tightEnds: UInt8
    /// Starters of any of the `flexPositions`.
    public var flex: UInt8
    public var flexPositions: FlexPositions

    public init(
        quarterbacks: UInt8, runningBacks: UInt8, wideReceivers: UInt8, tightEnds: UInt8, flex: UInt8,
        flexPositions: FlexPositions = .standard
    ) {
        self.quarterbacks = quarterbacks
        self.runningBacks = runningBacks
        self.wideReceivers = wideReceivers
        self.tightEnds = tightEnds
        self.flex = flex
        self.flexPositions = flexPositions
    }

    /// Underdog's of Best Ball Mania: QB 1, RB 2, WR 3, TE 1, FLEX 1 (RB, WR, TE).
    public static let underdog = Lineup(quarterbacks: 1, runningBacks: 2, wideReceivers: 3, tightEnds: 1, flex: 1)

    package static let blank = Lineup(
        quarterbacks: 0, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 0, flexPositions: [])

    /// How many players start.
    public var starters: Int { LineupSlot.starting.reduce(0) { $0 + Int(count(of: $1)) } }

    /// The number of players that start in a slot; 0 on the bench.
    public func count(of slot: LineupSlot) -> UInt8 {
        switch slot {
        case .quarterback: quarterbacks
        case .runningBack: runningBacks
        case .wideReceiver: wideReceivers
        case .tightEnd: tightEnds
        case .flex: flex
        case .bench: 0
        }
    }

    /// Whether a player of a position may start in a slot. A fullback is a running back.
    public func admits(_ position: PlayerPosition, in slot: LineupSlot) -> Bool {
        switch slot {
        case .quarterback: position == .quarterback
        case .runningBack: position == .runningBack || position == .fullback
        case .wideReceiver: position == .wideReceiver
        case .tightEnd: position == .tightEnd
        case .flex: flexPositions.contains(FlexPositions(position))
        case .bench: true
        }
    }
}

/// A player's slot in a week's lineup.
public enum LineupSlot: UInt8, Sendable, CaseIterable {
    case quarterback = 1
    case runningBack = 2
    case wideReceiver = 3
    case tightEnd = 4
    case flex = 5
    case bench = 6

    /// Those that score, in the order in which they are filled: the flex last.
    public static let starting: [LineupSlot] = [.quarterback, .runningBack, .wideReceiver, .tightEnd, .flex]

    /// "QB", "RB", "WR", "TE", "FLEX", "BN".
    public var abbreviation: String {
        switch self {
        case .quarterback: "QB"
        case .runningBack: "RB"
        case .wideReceiver: "WR"
        case .tightEnd: "TE"
        case .flex: "FLEX"
        case .bench: "BN"
        }
    }
}

/// The positions that a flex takes.
public struct FlexPositions: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let quarterback = FlexPositions(rawValue: 1)
    public static let runningBack = FlexPositions(rawValue: 2)
    public static let wideReceiver = FlexPositions(rawValue: 4)
    public static let tightEnd = FlexPositions(rawValue: 8)

    /// Running backs, wide receivers and tight ends.
    public static let standard: FlexPositions = [.runningBack, .wideReceiver, .tightEnd]

    /// All that there are.
    public static let all = FlexPositions(named.map(\.bit))

    /// The positions by name, in the order of their bits.
    package static let named: [(name: String, bit: Self)] = [
        ("quarterback", .quarterback), ("runningBack", .runningBack), ("wideReceiver", .wideReceiver),
        ("tightEnd", .tightEnd),
    ]

    /// A position that no flex takes is one of its own, which is in no set.
    init(_ position: PlayerPosition) {
        switch position {
        case .quarterback: self = .quarterback
        case .runningBack, .fullback: self = .runningBack
        case .wideReceiver: self = .wideReceiver
        case .tightEnd: self = .tightEnd
        default: self = FlexPositions(rawValue: 1 << 7)
        }
    }
}
