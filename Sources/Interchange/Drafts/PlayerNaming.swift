import Draft
import DraftLedger

/// The name of a player in a form in which two spellings compare as equal: by the letters of the name, the position, and
/// the team as long as both sides know one.
struct PlayerNaming: Hashable, Sendable {
    /// Name and position alone: namesakes share it.
    struct Key: Hashable, Sendable {
        var name: String
        var position: PlayerPosition
    }

    var key: Key

    /// One abbreviation for each club; empty where the source does not say.
    var team: String

    init(name: String, position: PlayerPosition, team: String) {
        key = Key(name: PlayerName.normalized(name), position: position)
        self.team = TeamName.canonical(team)
    }

    init(_ player: ImportedPlayer) { self.init(name: player.name, position: player.position, team: player.team) }

    init(_ listing: PlayerListing) { self.init(name: listing.name, position: listing.position, team: listing.team) }

    /// Whether both can be one player. A namesake of another team is another player.
    func fits(_ other: Self) -> Bool {
        key == other.key && (team.isEmpty || other.team.isEmpty || team == other.team)
    }
}

/// How a player goes by where a site gives him a new id for each of its slates: an id tells him apart within its slate,
/// and only name, position and team tell that two ids are one player.
struct PlayerSlates: Hashable, Sendable {
    /// All of his ids in the files, in their order.
    var ids: [String] = []

    /// The ids of those who share his name and position and are somebody else. Of a name that very many have, his own too.
    var others: Set<String> = []
}

extension PlayerPosition {
    /// The position that a site means, in its own spelling or another's: "PK" for a kicker, "D/ST" for a defense, "CB"
    /// for a defensive back, "TMQB" for a team's quarterbacks, "RB12" for the twelfth running back, "WR/CB" and "WR/CB40" for a receiver.
    init?(site text: String) {
        if let position = Self.ranked(text) {
            self = position
            return
        }
        // Of several those that best-ball contests draft come first.
        let several = text.split { "/,|".contains($0) || $0 == " " }.map { Self.ranked($0) }
        guard several.count > 1, !several.contains(nil) else { return nil }
        let known = several.compactMap(\.self)
        guard let first = known.first(where: \.isDraftedInBestBall) ?? known.first else { return nil }
        self = first
    }

    /// A position, alone or with a rank after it.
    private static func ranked(_ text: some StringProtocol) -> PlayerPosition? {
        if let position = spelled(text) { return position }
        let unranked = text.prefix { !$0.isNumber }
        guard !unranked.isEmpty, text.dropFirst(unranked.count).allSatisfy(\.isNumber) else { return nil }
        return spelled(unranked)
    }

    private static func spelled(_ text: some StringProtocol) -> PlayerPosition? {
        if let position = PlayerPosition(abbreviation: text) { return position }
        return switch text.uppercased() {
        case "PK": .kicker
        case "PN": .punter
        case "D/ST", "DST", "D": .defense
        case "DE", "DT", "NT", "EDGE", "ED", "DI": .defensiveLine
        case "ILB", "OLB", "MLB": .linebacker
        case "CB", "S", "SS", "FS", "SAF", "NB": .defensiveBack
        case "HB": .runningBack
        case "OFF", "ST", "TMQB", "TMRB", "TMWR", "TMTE", "TMPK", "TMPN", "TMDL", "TMLB", "TMDB": .teamUnit
        default: nil
        }
    }

    /// Whether best-ball contests draft the position.
    private var isDraftedInBestBall: Bool {
        switch self {
        case .quarterback, .runningBack, .wideReceiver, .tightEnd, .fullback: true
        default: false
        }
    }
}
