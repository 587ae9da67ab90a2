public import Draft
import Projections

/// A site whose ADPs of a season are on record.
public struct RecordedSite: Hashable, Sendable {
    public var season: SeasonID
    public var site: String
}

/// What sources have said of seasons beside drafts and scores, as far as it is on record.
extension Analysis {
    /// The sites whose ADPs are on record, by season and name.
    public var recordedSites: [RecordedSite] {
        notes.flatMap { season in
            Set(season.positions.map(\.source)).sorted().map { RecordedSite(season: season.id, site: $0) }
        }
    }

    /// A site's ADPs of a season, by day: the same whatever the order in which they were recorded. O(n log n).
    public func recordedPositions(of site: RecordedSite) -> [PlayerNote] {
        let told = notes.first { $0.id == site.season }?.positions.filter { $0.source == site.site } ?? []
        // Of two that mean one player the last one holds: who has an id is known better than who has none.
        func key(_ note: PlayerNoted) -> (Int64, String, String, String) {
            (note.day?.microseconds ?? 0, note.externalID, note.name, note.team)
        }
        return told.sorted { key($0) < key($1) }.map { PlayerNote($0) }
    }

    /// Who plays whom in a season, as far as it is on record; nil where nothing is.
    public func recordedSchedule(of season: SeasonID) -> GameSchedule? {
        guard let games = notes.first(where: { $0.id == season })?.games, !games.isEmpty else { return nil }
        var schedule = GameSchedule()
        for game in games {
            guard let week = game.week else { continue }
            _ = schedule.add(GameSchedule.Game(week: week, home: game.home, away: game.away))
        }
        return schedule
    }

    /// The seasons of which a schedule is on record, in order.
    public var scheduledSeasons: [SeasonID] { notes.filter { !$0.games.isEmpty }.map(\.id) }
}

extension PlayerCatalogue {
    /// The same players, with the teams and bye weeks that are on record of a season in the pools of its drafts.
    ///
    /// - Returns: the catalogue, and what says otherwise than a pool, or could mean several. Whom no pool has is no finding:
    ///   what is on record is of the whole season.
    func supplemented(
        by season: NotesState, in pools: Set<PoolID>
    ) -> (catalogue: PlayerCatalogue, findings: [SideFinding]) {
        let notes = season.facts.sorted { ($0.externalID, $0.name, $0.team) < ($1.externalID, $1.name, $1.team) }
        let (catalogue, findings) = supplemented(by: notes.map { PlayerNote($0) }, in: pools)
        return (catalogue, findings.filter { $0.kind == .otherByeWeek || $0.kind == .ambiguous })
    }
}

extension RosterTable {
    /// The pools of which all drafts can be of a season, and one is: by what their contests say, else by when they started.
    /// Drafts of January and February can be of the season that begins in that year, or of the one before. O(drafts).
    ///
    /// - Parameters:
    ///   - season: the year in which it begins.
    ///   - stated: the seasons of contests that say theirs.
    func pools(of season: SeasonID, stated: [TournamentID: SeasonID]) -> Set<PoolID> {
        func midnight(_ year: UInt64, _ month: String) -> Timestamp? { Timestamp(iso8601: "\(year)-\(month)-01") }
        guard let start = midnight(season.number, "01"), let spring = midnight(season.number, "03"),
            let end = midnight(season.number + 1, "01"), let latest = midnight(season.number + 1, "03")
        else { return [] }
        var pools: Set<PoolID> = []
        var others: Set<PoolID> = []
        for draft in parts.lazy.flatMap(\.drafts) {
            if let known = draft.tournament.flatMap({ stated[$0] }) {
                if known == season { pools.insert(draft.pool) } else { others.insert(draft.pool) }
            } else if let started = draft.startedAt {
                if started < start || started >= latest { others.insert(draft.pool) }
                if started >= spring, started < end { pools.insert(draft.pool) }
            }
        }
        return pools.subtracting(others)
    }
}

extension PlayerNote {
    fileprivate init(_ note: PlayerNoted) {
        self.init(
            name: note.name, position: note.position, team: note.team, externalID: note.externalID,
            byeWeek: note.byeWeek, adp: note.adp, day: note.day)
    }
}
