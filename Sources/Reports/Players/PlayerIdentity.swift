public import Draft

/// A player, whatever the pools that list him.
public struct PlayerIdentity: Hashable, Sendable {
    /// The place at which one pool lists the player.
    public struct Listing: Hashable, Sendable {
        public var pool: PoolID
        public var index: PlayerIndex
    }

    /// Its place in `PlayerCatalogue.players`.
    public var number: Int

    /// As one pool has it: name, team, bye week, ADP, id at the source. Of the last season, and there of a pool that says his
    /// team, and then of the one whose drafts began last.
    public var latest: PlayerListing

    /// By pool, that of the earliest drafts first; several of one pool only where somebody has said that they are one.
    public var listings: [Listing]

    /// Other names in other listings, each once.
    public internal(set) var otherNames: [String] = []

    /// His ids at the sources of other listings, where those are others; each once.
    public internal(set) var otherIDs: [String] = []

    init(number: Int, latest: PlayerListing, listings: [Listing]) {
        self.number = number
        self.latest = latest
        self.listings = listings
    }

    public var name: String { latest.name }
    public var position: PlayerPosition { latest.position }

    /// The NFL team's abbreviation, one for each club whatever the source writes; empty where no source says.
    public var team: String { TeamName.shown(latest.team) }

    /// His name with what tells namesakes apart behind it: an order that does not depend on which drafts came first.
    var sortingName: String { "\(name)\u{1F}\(position.abbreviation)\u{1F}\(team)\u{1F}\(externalID)" }

    /// The id at the source; empty where it has none.
    public var externalID: String { latest.externalID }
}

/// Something about the matching of players that somebody should look at.
public struct MatchFinding: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Kept apart: the only one of that name plays another position.
        case otherPosition
        /// Kept apart: the only one of that name and position plays for another team.
        case otherTeam
        /// Kept apart: several of that name and position could be meant.
        case ambiguous
        /// Kept apart: the same pool lists another of that name and position.
        case namesake
        /// Kept apart: somebody of the same pool, or of another one, may be the same person under another name or position.
        case nearName
        /// Kept apart, whatever was said: a draft knows both.
        case draftedTogether
        /// Matched by external ID, under another name.
        case otherName
        /// Matched by external ID, with another team.
        case movedTeam
        /// Kept apart: the external ID has another position.
        case otherPositionOfID
        /// No other pool lists anybody like him.
        case noCounterpart

        /// Whether the player was taken for one of those that he was compared with.
        public var isMatch: Bool { self == .otherName || self == .movedTeam }
    }

    public var kind: Kind

    /// The subject.
    public var player: PlayerIdentity.Listing

    /// The player's own number in the catalogue.
    public var identity: Int

    /// As his pool lists him: the identity that he was matched into has the name and team of the latest pool.
    public var listing: PlayerListing

    /// The numbers of those with whom he was compared.
    public var candidates: [Int]

    /// Those, as the pools before his had them last.
    public var compared: [PlayerListing]
}
