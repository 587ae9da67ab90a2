/// Points of a season that match no player of a pool.
public struct UnplacedScores: Hashable, Sendable {
    /// The player's identity in the season.
    public let subject: SeasonPlayer
    public let name: String
    public let position: PlayerPosition
    /// The teams that the scores name, in order.
    public let teams: [String]

    let likeness: PlayerLikeness

    init(_ subject: SeasonPlayer, name: String, position: PlayerPosition, teams: [String]) {
        self.subject = subject
        self.name = name
        self.position = position
        self.teams = teams
        likeness = PlayerLikeness(name: name, position: position, teams: Set(teams))
    }

    /// "Gabriel Davis (WR, BUF)"
    public var words: String { "\(name) (\(([position.abbreviation] + teams).joined(separator: ", ")))" }
}

/// A player of a pool without points, and points that may be the player's.
public struct UnplacedFit: Hashable, Sendable {
    public let player: PlayerIndex
    public let listing: PlayerListing
    public let scored: UnplacedScores

    /// "Gabe Davis (WR, BUF) has no points; Gabriel Davis (WR, BUF) has points without a player."
    public var words: String {
        let team = TeamName.canonical(listing.team)
        let listed = [listing.position.abbreviation, team].filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(listing.name) (\(listed)) has no points; \(scored.words) has points without a player."
    }
}

/// A source's description of a player, to judge whether two descriptions may be of one person although the names or the
/// positions differ.
///
/// It finds suspects for a person to judge. It never decides who somebody is.
public struct PlayerLikeness: Hashable, Sendable {
    /// The words of the name, the first name first.
    package let words: [String]
    private let normalized: String
    private let position: PlayerPosition
    private let teams: Set<String>

    /// - Parameters:
    ///   - name: as the source writes it.
    ///   - position: likewise.
    ///   - teams: canonical abbreviations; empty where the source does not say.
    public init(name: String, position: PlayerPosition, teams: Set<String>) {
        words = Self.naturalWords(name)
        normalized = words.joined()
        self.position = position
        self.teams = teams
    }

    public init(_ listing: PlayerListing) {
        let team = TeamName.canonical(listing.team)
        self.init(name: listing.name, position: listing.position, teams: team.isEmpty ? [] : [team])
    }

    /// Whether both descriptions may be of one person.
    ///
    /// - Same name: at any position, as long as the teams do not differ; at one position with any team.
    /// - Same last name and position: if the first names are alike, or the team is the same.
    /// - Same position and team: if the names differ by a misprint, or one is the other's last name alone.
    /// - A club's defense: whatever it is called.
    public func fits(_ other: PlayerLikeness) -> Bool {
        guard !words.isEmpty, !other.words.isEmpty else { return false }
        let isSameTeam = !teams.isDisjoint(with: other.teams)
        let isOpenTeam = teams.isEmpty || other.teams.isEmpty
        if normalized == other.normalized { return position == other.position || isSameTeam || isOpenTeam }
        guard position == other.position else { return false }
        if position == .defense || position == .teamUnit { return isSameTeam || isNickname(other) }
        if let last, last == other.last {
            return isSameTeam || Self.areAlike(words[0], other.words[0])
        }
        guard isSameTeam || isOpenTeam else { return false }
        return Self.isMisprint(normalized, other.normalized) || isLastName(of: other) || other.isLastName(of: self)
    }

    /// The words of a name. "Ekeler, Austin" is reordered; a suffix such as in "Pittman, Jr." is not a first name.
    private static func naturalWords(_ name: String) -> [String] {
        let halves = name.split(separator: ",", omittingEmptySubsequences: false)
        guard halves.count == 2, PlayerName.words("Name \(halves[1])").count > 1 else { return PlayerName.words(name) }
        let last = PlayerName.words(String(halves[0]))
        return last.isEmpty ? PlayerName.words(name) : PlayerName.words(String(halves[1])) + last
    }

    private func isLastName(of other: PlayerLikeness) -> Bool {
        normalized.utf8.count >= 3 && normalized == other.last
    }

    /// Everything after the first word; nil for a name of one word.
    private var last: String? { words.count > 1 ? words.dropFirst().joined() : nil }

    /// Whether one club is called by a part of the other's name: "Eagles D/ST" and "Philadelphia Eagles".
    private func isNickname(_ other: PlayerLikeness) -> Bool {
        let generic: Set = ["dst", "def", "defense", "d", "st", "special", "teams"]
        return !Set(words).subtracting(generic).isDisjoint(with: Set(other.words).subtracting(generic))
    }

    /// Whether first names may be one: an initial, a short form, a nickname, another spelling of the same sound.
    private static func areAlike(_ one: String, _ other: String) -> Bool {
        if one.hasPrefix(other) || other.hasPrefix(one) { return true }
        let common = zip(one, other).prefix { $0 == $1 }.count
        // "Gabe" and "Gabriel": a short form may change the last letter.
        if common >= 3, common + 1 >= min(one.count, other.count) { return true }
        return nicknames.contains { $0.contains(one) && $0.contains(other) } || isMisprint(one, other)
            || one.first == other.first && sound(one).count >= 3 && sound(one) == sound(other)
    }

    /// A word's consonants as they are spoken: "Stephon" and "Stefon", "Damien" and "Dameon" have the same.
    private static func sound(_ word: String) -> String {
        var sound = ""
        let spoken = word.replacing("ph", with: "f").replacing("ck", with: "k").replacing("c", with: "k")
        for letter in spoken where !"aeiouyh".contains(letter) && letter != sound.last { sound.append(letter) }
        return sound
    }

    /// Short forms that do not begin as the name does.
    private static let nicknames: [Set<String>] = [
        ["mike", "michael", "mick"], ["bill", "will", "william", "billy"],
        ["bob", "rob", "robert", "bobby", "robbie", "robby"],
        ["tony", "anthony", "ant"], ["jim", "james", "jimmy"], ["dick", "rick", "richard"],
        ["ted", "ed", "edward", "theodore"],
        ["jack", "john", "jon", "jonathan", "johnny"], ["hank", "henry"], ["tj", "thomas", "tom", "tommy"],
        ["drew", "andrew"],
        ["zay", "isaiah", "xavier"], ["chuck", "charlie", "charles"], ["nate", "nathan", "nathaniel"], ["bo", "bodhi"],
        ["gus", "august", "augustus"], ["trey", "tre", "thomas"], ["mac", "michael"], ["scotty", "scott"],
    ]

    /// Whether two texts of some length differ by one letter that is missing, added or another one, or by two that changed
    /// places.
    private static func isMisprint(_ one: String, _ other: String) -> Bool {
        var (short, long) = (Array(one.utf8), Array(other.utf8))
        if short.count > long.count { swap(&short, &long) }
        // A number in a name is not a misprint of another number.
        guard short.count >= 5, long.count - short.count <= 1,
            !(short + long).contains(where: { (0x30...0x39).contains($0) })
        else { return false }
        let start = zip(short, long).prefix { $0 == $1 }.count
        let end = zip(short.dropFirst(start).reversed(), long.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        if start + end >= long.count - 1 { return true }
        guard short.count == long.count, start + end == short.count - 2 else { return false }
        return short[start] == long[start + 1] && short[start + 1] == long[start]
    }
}
