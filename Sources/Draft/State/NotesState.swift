/// The reference data of a season by its events: corrections replace the corrected
/// values.
public struct NotesState: BegunStreamState {
    public let id: SeasonID

    /// Sites' ADPs by day, in the order in which they came first.
    public private(set) var positions: [PlayerNoted] = []

    /// Teams and bye weeks, likewise: of each player all that any source says.
    public private(set) var facts: [PlayerNoted] = []

    public private(set) var version: UInt32 = 0

    /// By what it is about, the place in `positions`, or in `facts`.
    private var places: [Subject: Int] = [:]

    private var gamesByPairing: [Pairing: GameNoted] = [:]

    /// The player, source and day of a note.
    struct Subject: Hashable {
        private let source: String
        private let day: Timestamp?
        private let externalID: String
        private let name: String
        private let position: PlayerPosition
        private let team: String

        /// Teams and bye weeks are shared by all sources, while each site has its own ADPs. Players without an ID are
        /// identified by their normalised name and, unless the team itself is the news, by their team.
        init(_ note: PlayerNoted) {
            let isFact = note.day == nil
            (source, day, externalID) = (isFact ? "" : note.source, note.day, note.externalID)
            name = externalID.isEmpty ? PlayerName.normalized(note.name) : ""
            position = externalID.isEmpty ? note.position : .other
            team = externalID.isEmpty && !isFact ? TeamName.canonical(note.team) : ""
        }
    }

    /// Two teams, the first at home. In the playoffs they can meet there again.
    struct Pairing: Hashable, Comparable {
        let home: String
        let away: String
        let isPlayoff: Bool

        init(_ game: GameNoted) {
            (home, away) = (TeamName.canonical(game.home), TeamName.canonical(game.away))
            isPlayoff = game.week.map { $0 > NotesState.lastRegularWeek } ?? false
        }

        static func < (left: Self, right: Self) -> Bool {
            (left.home, left.away, left.isPlayoff ? 1 : 0) < (right.home, right.away, right.isPlayoff ? 1 : 0)
        }
    }

    private static let lastRegularWeek: UInt8 = 18

    /// A season's reference data begin with the first record; a refused command alone does not begin them.
    public init?(beginning event: Event, at place: EventPlace) {
        guard case .notes(let id) = place.stream else { return nil }
        if event.refusal != nil { return nil }
        self.id = id
        evolve(event, at: place)
    }

    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event.note {
        case .player(let note): take(note)
        case .game(let game): gamesByPairing[Pairing(game)] = game
        case nil: break
        }
    }

    private mutating func take(_ note: PlayerNoted) {
        let subject = Subject(note)
        if note.day != nil {
            if let place = places[subject] {
                positions[place] = note
            } else {
                places[subject] = positions.count
                positions.append(note)
            }
        } else if let place = places[subject] {
            facts[place] = note.filled(from: facts[place])
        } else {
            places[subject] = facts.count
            facts.append(note)
        }
    }

    /// The valid note about a player, or nil. O(1).
    func known(_ note: PlayerNoted) -> PlayerNoted? {
        places[Subject(note)].map { note.day == nil ? facts[$0] : positions[$0] }
    }

    /// The valid note about a game's two teams, or nil. O(1).
    func known(_ game: GameNoted) -> GameNoted? { gamesByPairing[Pairing(game)] }

    /// The games that are on, by home team.
    public var games: [GameNoted] { allGames.filter { $0.week != nil } }

    /// The games that somebody has told of, those that are off too, by home team.
    public var allGames: [GameNoted] { gamesByPairing.sorted { $0.key < $1.key }.map(\.value) }

    /// Whether a source's word is what holds already. O(1).
    public func says(_ note: PlayerNoted) -> Bool {
        known(note).map { note.agrees(with: $0) && note.addsNothing(to: $0) } ?? false
    }

    /// Whether a source's word is another than what holds, so that it would correct it. O(1).
    public func contradicts(_ note: PlayerNoted) -> Bool { known(note).map { !note.agrees(with: $0) } ?? false }

    /// Whether a game is on record in the same form. O(1).
    public func says(_ game: GameNoted) -> Bool { known(game).map { $0.week == game.week } ?? false }

    /// Whether a game is on record in a different form. O(1).
    public func contradicts(_ game: GameNoted) -> Bool { known(game).map { $0.week != game.week } ?? false }
}

extension PlayerNoted {
    /// Whether nothing that both say differs.
    fileprivate func agrees(with known: PlayerNoted) -> Bool {
        adp == known.adp
            && (byeWeek == nil || known.byeWeek == nil || byeWeek == known.byeWeek)
            && (day != nil || TeamName.canonical(team).isEmpty || TeamName.canonical(known.team).isEmpty
                || TeamName.canonical(team) == TeamName.canonical(known.team))
    }

    fileprivate func addsNothing(to known: PlayerNoted) -> Bool {
        day != nil
            || (byeWeek == nil || known.byeWeek != nil)
                && (TeamName.canonical(team).isEmpty || !TeamName.canonical(known.team).isEmpty)
    }

    /// Missing values are taken from the earlier note.
    fileprivate func filled(from known: PlayerNoted) -> PlayerNoted {
        var note = self
        note.byeWeek = byeWeek ?? known.byeWeek
        if TeamName.canonical(team).isEmpty { note.team = known.team }
        return note
    }
}
