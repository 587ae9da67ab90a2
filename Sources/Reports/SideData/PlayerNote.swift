public import Draft

/// What a file of an analyst's own says of one player: side data, which no event tells.
public struct PlayerNote: Hashable, Sendable {
    public var name: String
    public var position: PlayerPosition

    /// The NFL team, as the file writes it; empty where it does not say.
    public var team: String

    /// The id at a site; empty where the file has none.
    public var externalID: String

    /// Nil where the file does not say.
    public var byeWeek: UInt8?

    /// Average draft position in hundredths of a pick; nil where the file does not say.
    public var adp: UInt32?

    /// The midnight, UTC, that begins the day of the ADP; nil for what holds on any day.
    public var day: Timestamp?

    public init(
        name: String, position: PlayerPosition, team: String = "", externalID: String = "", byeWeek: UInt8? = nil,
        adp: UInt32? = nil, day: Timestamp? = nil
    ) {
        self.name = name
        self.position = position
        self.team = team
        self.externalID = externalID
        self.byeWeek = byeWeek
        self.adp = adp
        self.day = day
    }
}

/// Something about side data that somebody should look at before trusting what is made of it.
public struct SideFinding: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Not matched: no pool of these drafts has anybody of that name.
        case nobody
        /// Not matched: whoever has that name, or that id, plays another position.
        case otherPosition
        /// Not matched: several of that name and position could be meant.
        case ambiguous
        /// Matched: the only one of that name and position, but his pool names another team, which stands.
        case otherTeam
        /// Matched, but his pool names another bye week, which stands.
        case otherByeWeek
    }

    public var kind: Kind
    public var name: String
    public var position: PlayerPosition
    public var team: String
}

/// Finds the players of a catalogue whom notes mean.
///
/// The rule is the one that matches players of different pools: by outside id where both know one and it is the same; else
/// by normalised name and position. Of several the one of the note's team is meant. The only one is meant for whatever
/// team the note names, since players move; where the pool names another, a finding tells it. Never across positions.
struct NoteMatching {
    private let players: [PlayerIdentity]
    private var byExternalID: [String: Int] = [:]
    private var byName: [String: [Int]] = [:]
    /// By what pools called players before: it means them where it means nobody today.
    private var byFormerName: [String: [Int]] = [:]

    /// O(players).
    init(_ players: [PlayerIdentity]) {
        self.players = players
        for player in players {
            Self.add(player, as: player.name, to: &byName)
            for name in player.otherNames { Self.add(player, as: name, to: &byFormerName) }
        }
        for (id, number) in players.map({ ($0.externalID, $0.number) })
            + players.flatMap({ player in player.otherIDs.map { ($0, player.number) } })
        where !id.isEmpty && byExternalID[id] == nil { byExternalID[id] = number }
    }

    private static func add(_ player: PlayerIdentity, as name: String, to numbers: inout [String: [Int]]) {
        let name = PlayerName.normalized(name)
        guard !name.isEmpty, numbers[name]?.contains(player.number) != true else { return }
        numbers[name, default: []].append(player.number)
    }

    /// - Returns: the number of the player in the catalogue, nil for nobody; and what is doubtful about it, if anything.
    func match(_ note: PlayerNote) -> (player: Int?, doubt: SideFinding.Kind?) {
        if let known = byExternalID[note.externalID] {
            return players[known].position == note.position ? (known, nil) : (nil, .otherPosition)
        }
        let name = PlayerName.normalized(note.name)
        guard let namesakes = byName[name] ?? byFormerName[name] else { return (nil, .nobody) }
        let candidates = namesakes.filter { players[$0].position == note.position }
        let team = TeamName.canonical(note.team)
        let fitting = candidates.filter { number in
            let known = TeamName.canonical(players[number].team)
            return team.isEmpty || known.isEmpty || known == team
        }
        switch (candidates.count, fitting.count) {
        case (0, _): return (nil, .otherPosition)
        case (1, let fitting): return (candidates[0], fitting == 1 ? nil : .otherTeam)
        case (_, 1): return (fitting[0], nil)
        default: return (nil, .ambiguous)
        }
    }

    func finding(_ kind: SideFinding.Kind, _ note: PlayerNote) -> SideFinding {
        SideFinding(kind: kind, name: note.name, position: note.position, team: note.team)
    }
}
