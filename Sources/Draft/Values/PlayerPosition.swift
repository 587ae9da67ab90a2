/// The position a player plays, as draft sites group them.
///
/// Best ball knows four of them, and only those have limits; the others occur in imported leagues. Raw values are
/// what a record stores, so they are fixed for ever.
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
