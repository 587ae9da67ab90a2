public import Draft

/// Data about one player from an analyst's file, which is not in the ledger.
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
        /// Not matched: no pool of these drafts has a player of that name.
        case notFound = "nobody"
        /// Not matched: the players with that name, or that id, play another position.
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

/// The player of a note.
struct NoteMeaning {
    /// The criterion of the match; greater is surer.
    enum Ground: UInt8, CaseIterable, Comparable {
        /// Another team, if no other player has the name.
        case onlyOfName
        /// Name and position, where a team is not known.
        case name
        case nameAndTeam
        case id

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// In the catalogue; nil for no player.
    var player: Int?
    var ground = Ground.onlyOfName
    /// Nil where nothing is doubtful.
    var doubt: SideFinding.Kind?
}

/// Finds the players of a catalogue for notes.
///
/// The rule is the one that matches players of different pools: by external ID if both have the same; else by normalised
/// name and position. Of several, the one of the note's team is meant. A single one is meant for any team of the note,
/// because players move; if the pool has another team, a finding reports it. Never across positions.
struct NoteMatching {
    private let players: [PlayerIdentity]
    private var byExternalID: [String: Int] = [:]
    private var byName: [String: Namesakes] = [:]
    /// By former names in pools: a name means these players if it means no player today.
    private var byFormerName: [String: Namesakes] = [:]

    /// Those of one name, so that none of them has to be looked at for each note about the others.
    private struct Namesakes {
        /// In the order of their numbers.
        var byPosition: [PlayerPosition: [Int]] = [:]
        /// Likewise, of each team; under no text those without one.
        var byTeam: [TeamPosition: [Int]] = [:]
    }

    private struct TeamPosition: Hashable {
        var position: PlayerPosition
        var team: String
    }

    /// The identification of a player in a note.
    struct Subject: Hashable {
        private let externalID: String
        private let name: String
        private let position: PlayerPosition
        private let team: String

        init(_ note: PlayerNote) {
            (externalID, name, position, team) = (note.externalID, note.name, note.position, note.team)
        }
    }

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

    /// Of one player names are added one after the other.
    private static func add(_ player: PlayerIdentity, as name: String, to namesakes: inout [String: Namesakes]) {
        let name = PlayerName.normalized(name)
        guard !name.isEmpty, namesakes[name]?.byPosition[player.position]?.last != player.number else { return }
        let team = TeamPosition(position: player.position, team: TeamName.canonical(player.team))
        namesakes[name, default: Namesakes()].byPosition[player.position, default: []].append(player.number)
        namesakes[name, default: Namesakes()].byTeam[team, default: []].append(player.number)
    }

    /// - Returns: the number of the player in the catalogue, nil for no player; and the doubt about it, if any.
    func match(_ note: PlayerNote) -> (player: Int?, doubt: SideFinding.Kind?) {
        let meaning = meaning(of: note)
        return (meaning.player, meaning.doubt)
    }

    /// The player of one note, independent of others.
    func meaning(of note: PlayerNote) -> NoteMeaning {
        if let known = byExternalID[note.externalID] {
            return players[known].position == note.position
                ? NoteMeaning(player: known, ground: .id) : NoteMeaning(doubt: .otherPosition)
        }
        let name = PlayerName.normalized(note.name)
        guard let namesakes = byName[name] ?? byFormerName[name] else { return NoteMeaning(doubt: .notFound) }
        let candidates = namesakes.byPosition[note.position] ?? []
        let team = TeamName.canonical(note.team)
        func ofTeam(_ team: String) -> [Int] {
            namesakes.byTeam[TeamPosition(position: note.position, team: team)] ?? []
        }
        // An unknown team excludes no player.
        let fitting = team.isEmpty ? candidates : Array(ofTeam(team).prefix(2) + ofTeam("").prefix(2))
        func meaning(_ number: Int) -> NoteMeaning {
            let isExact = !team.isEmpty && TeamName.canonical(players[number].team) == team
            return NoteMeaning(player: number, ground: isExact ? .nameAndTeam : .name)
        }
        switch (candidates.count, fitting.count) {
        case (0, _): return NoteMeaning(doubt: .otherPosition)
        case (1, 0): return NoteMeaning(player: candidates[0], ground: .onlyOfName, doubt: .otherTeam)
        case (1, _): return meaning(candidates[0])
        case (_, 1): return meaning(fitting[0])
        default: return NoteMeaning(doubt: .ambiguous)
        }
    }

    /// Matches notes of one time together: two with the same name can be about two people, of whom a catalogue has
    /// one, or does not say which one it has.
    ///
    /// Notes that identify a player more surely come first, and others are about the same player if they name no other
    /// team. Of equally sure ones that name several teams none is about him, unless an id says so.
    ///
    /// - Parameters:
    ///   - notes: all of the moment.
    ///   - known: what notes mean by themselves, as far as it was found out before: those of other days are mostly about
    ///     the same people.
    /// - Returns: the meaning of each note, in their order.
    func meanings(of notes: [PlayerNote], _ known: inout [Subject: NoteMeaning]) -> [NoteMeaning] {
        var meanings = notes.map { note in
            let subject = Subject(note)
            if let meaning = known[subject] { return meaning }
            let meaning = meaning(of: note)
            known[subject] = meaning
            return meaning
        }
        var mentions: [Int: [Int]] = [:]
        for (place, meaning) in meanings.enumerated() {
            if let player = meaning.player { mentions[player, default: []].append(place) }
        }
        let teams = notes.map { TeamName.canonical($0.team) }
        for (player, places) in mentions where places.count > 1 {
            // As far as surer notes, or the pool, name it.
            var team = ""
            for ground in NoteMeaning.Ground.allCases.reversed() {
                let own = places.filter { meanings[$0].ground == ground }
                guard !own.isEmpty else { continue }
                let fitting = own.filter { teams[$0].isEmpty || team.isEmpty || teams[$0] == team }
                // Somebody else of that name, whom no pool has.
                for place in own where !fitting.contains(place) { meanings[place] = NoteMeaning() }
                let named = fitting.map { teams[$0] }.filter { !$0.isEmpty }
                guard ground == .id || Set(named).count < 2 else {
                    for place in fitting { meanings[place] = NoteMeaning(doubt: .ambiguous) }
                    continue
                }
                if team.isEmpty { team = named.last ?? TeamName.canonical(players[player].team) }
            }
        }
        return meanings
    }

    func finding(_ kind: SideFinding.Kind, _ note: PlayerNote) -> SideFinding {
        SideFinding(kind: kind, name: note.name, position: note.position, team: note.team)
    }
}
