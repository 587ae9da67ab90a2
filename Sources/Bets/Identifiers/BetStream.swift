public import Values

/// The name of one history in a ledger of bets.
///
/// `rawValue` packs kind (8 bits), number (48) and 8 bits of 0, as the draft's streams do. The kinds begin at 16, so that no
/// name belongs to both kinds of ledger.
public enum BetStream: Hashable, Sendable, CodedByValue {
    /// Teams and athletes of a season.
    case league(LeagueSeason)
    /// The schedule, the scores and the result of a game.
    case game(GameID)
    /// The offers for a game.
    case market(GameID)
    /// The analyses of a game.
    case analysis(GameID)
    /// A version of the analysis model.
    case model(ModelVersion)
    /// The bets of a user.
    case bettor(UserID)

    /// The largest number that a stream's name can hold.
    public static let maximumNumber: UInt64 = 1 << 48 - 1

    /// The kind of this stream.
    public var kind: BetStreamKind {
        switch self {
        case .league: .league
        case .game: .game
        case .market: .market
        case .analysis: .analysis
        case .model: .model
        case .bettor: .bettor
        }
    }

    /// The number of the season, game, model or user.
    public var number: UInt64 {
        switch self {
        case .league(let id): id.number
        case .game(let id), .market(let id), .analysis(let id): id.number
        case .model(let id): id.number
        case .bettor(let id): id.number
        }
    }

    /// The name as a record stores it; the largest number, under which nothing is stored, for a number that does not fit.
    public var rawValue: UInt64 {
        number > Self.maximumNumber ? .max : UInt64(kind.rawValue) << 56 | number << 8
    }

    /// - Returns: nil for a kind that this version does not know, and for a name that `rawValue` never is.
    public init?(rawValue: UInt64) {
        guard rawValue & 0xFF == 0, let kind = BetStreamKind(rawValue: UInt8(rawValue >> 56)) else { return nil }
        self.init(kind, number: rawValue >> 8 & Self.maximumNumber)
    }

    /// The stream of a kind and a number.
    public init(_ kind: BetStreamKind, number: UInt64) {
        switch kind {
        case .league: self = .league(LeagueSeason(number))
        case .game: self = .game(GameID(number))
        case .market: self = .market(GameID(number))
        case .analysis: self = .analysis(GameID(number))
        case .model: self = .model(ModelVersion(number))
        case .bettor: self = .bettor(UserID(number))
        }
    }

    /// The game that the stream is about; nil for seasons, models and bettors.
    public var game: GameID? {
        switch self {
        case .game(let id), .market(let id), .analysis(let id): id
        case .league, .model, .bettor: nil
        }
    }

    public var codedValue: UInt64 { rawValue }
    public static func decoding(_ codedValue: UInt64) -> Self? { Self(rawValue: codedValue) }
}

/// The kinds of streams. Records store the raw values, so they are permanent.
public enum BetStreamKind: UInt8, CaseIterable, Sendable {
    case league = 16
    case game = 17
    case market = 18
    case analysis = 19
    case model = 20
    case bettor = 21

    /// The stable string.
    public var name: String { String(describing: self) }
}

extension BetStream: LosslessStringConvertible {
    /// The stream's name as people write it: `league/2024`, `game/22400123`, `bettor/7`.
    public var description: String { "\(kind.name)/\(number)" }

    /// Reads what `description` writes.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = BetStreamKind.allCases.first(where: { $0.name == parts[0] }),
            let number = UInt64(parts[1]), (1...Self.maximumNumber).contains(number)
        else { return nil }
        self.init(kind, number: number)
        guard description == text else { return nil }
    }
}
