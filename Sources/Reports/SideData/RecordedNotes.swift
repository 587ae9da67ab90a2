public import Draft
package import DraftLedger
import Projections

/// A site whose ADPs of a season are on record.
public struct RecordedSite: Hashable, Sendable {
    public var season: SeasonID
    public var site: String
}

/// Why it cannot be said what of the notes on record is meant.
public enum RecordedNotesError: Error, Hashable, CustomStringConvertible {
    case noPositions
    case severalSites([RecordedSite])
    case noSuchSite(String?, of: SeasonID?, known: [RecordedSite])
    /// ADPs are on record, but of other seasons than the drafts.
    case otherSeason([SeasonID], known: [RecordedSite])
    case noSchedule(SeasonID, known: [SeasonID])

    public var description: String { ([fact] + [remedy].compactMap(\.self)).joined(separator: " ") }

    /// The fault without its remedy, for readers who cannot record anything.
    package var fact: String {
        switch self {
        case .noPositions: "No ADP on record."
        case .severalSites(let sites):
            "Several sites' ADPs are recorded. Choose one of \(Self.words(sites))."
        case .noSuchSite(let site, let season, let known):
            "No ADPs of \(site.map { "'\($0)'" } ?? "any site")\(season.map { " of season \($0)" } ?? "") are "
                + "recorded. Recorded are \(known.isEmpty ? "no ADPs" : "those of \(Self.words(known))")."
        case .otherSeason(let seasons, let known):
            "The drafts are of season \(Self.words(seasons)); the recorded ADPs are of \(Self.words(known))."
        case .noSchedule(let season, let known):
            "No schedule of season \(season) is recorded\(known.isEmpty ? "" : ", only of \(Self.words(known))")."
        }
    }

    /// The command that records what is missing.
    private var remedy: String? {
        switch self {
        case .noPositions: "Record a site's with `import FILE --input-format adp --season YEAR`."
        case .severalSites, .noSuchSite: nil
        case .otherSeason(let seasons, _):
            "Record the missing ones with `import FILE --input-format adp --season \(seasons.first.map { "\($0)" } ?? "YEAR")`."
        case .noSchedule(let season, _):
            "Record it with `import FILE --input-format schedule --season \(season)`."
        }
    }

    private static func words(_ sites: [RecordedSite]) -> String {
        sites.map { "\($0.site) of \($0.season)" }.joined(separator: ", ")
    }

    private static func words(_ seasons: [SeasonID]) -> String { seasons.map(\.description).joined(separator: ", ") }
}

extension DraftLedger {
    /// The events of reference data, including refused ones, from the first on, as of a point in time.
    ///
    /// - Parameter season: nil for all seasons.
    package func noteEvents(
        of season: SeasonID?, at moment: Moment = .latest
    ) throws -> [(id: SeasonID, events: [RecordedEvent])] {
        let position = try position(of: moment)
        return try notedSeasons().filter { (season ?? $0) == $0 }.map { id in
            (id: id, events: try stream(.notes(id), upTo: position))
        }
    }
}

/// The recorded reference data of seasons.
extension Analysis {
    /// The sites whose ADPs are on record, by season and name.
    public var recordedSites: [RecordedSite] {
        notes.flatMap { season in
            Set(season.positions.map(\.source)).sorted().map { RecordedSite(season: season.id, site: $0) }
        }
    }

    /// Returns the site whose ADPs are meant, of those that are on record.
    ///
    /// - Parameters:
    ///   - site: nil for whichever there is.
    ///   - season: nil for that of the drafts: ADPs of another season are not used unless it is named.
    ///   - drafts: the seasons of the drafts, as `seasons(of:)` has them; empty where none is known.
    ///   - isNeeded: whether nothing can be said without; else several of which none is named are none.
    /// - Returns: nil where none is needed, and none named.
    public func recordedSite(
        _ site: String?, of season: SeasonID?, for drafts: Set<SeasonID> = [], isNeeded: Bool
    ) throws(RecordedNotesError) -> RecordedSite? {
        let known = recordedSites
        var sites = known.filter { (site ?? $0.site) == $0.site && (season ?? $0.season) == $0.season }
        if season == nil, !drafts.isEmpty, !sites.isEmpty {
            let others = sites
            sites.removeAll { !drafts.contains($0.season) }
            if sites.isEmpty {
                guard isNeeded || site != nil else { return nil }
                throw .otherSeason(drafts.sorted(), known: others)
            }
        }
        let isNamed = site != nil || season != nil
        if sites.isEmpty, isNamed { throw .noSuchSite(site, of: season, known: known) }
        if sites.count > 1, isNamed || isNeeded { throw .severalSites(sites) }
        if let only = sites.first, sites.count == 1 { return only }
        guard isNeeded else { return nil }
        throw .noPositions
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

    /// The recorded teams and bye weeks of a season, in one order.
    package func recordedFacts(of season: SeasonID) -> [PlayerNote] {
        let facts = notes.first { $0.id == season }?.facts ?? []
        return facts.sorted { ($0.externalID, $0.name, $0.team) < ($1.externalID, $1.name, $1.team) }
            .map { PlayerNote($0) }
    }

    /// The recorded schedule of a season, or nil.
    public func recordedSchedule(of season: SeasonID) -> GameSchedule? {
        guard let games = notes.first(where: { $0.id == season })?.games, !games.isEmpty else { return nil }
        var schedule = GameSchedule()
        for game in games {
            guard let week = game.week else { continue }
            _ = schedule.add(GameSchedule.Game(week: week, home: game.home, away: game.away))
        }
        return schedule
    }

    /// The same, where nothing can be said without.
    public func requiredSchedule(of season: SeasonID) throws(RecordedNotesError) -> GameSchedule {
        guard let schedule = recordedSchedule(of: season) else { throw .noSchedule(season, known: scheduledSeasons) }
        return schedule
    }

    /// The seasons of which a schedule is on record, in order.
    public var scheduledSeasons: [SeasonID] { notes.filter { !$0.games.isEmpty }.map(\.id) }
}

extension PlayerCatalogue {
    /// The same players, with the recorded teams and bye weeks of a season in the pools of its drafts.
    ///
    /// - Returns: the catalogue, and notes in conflict with a pool or with several matches. Players in no pool are not
    ///   findings: the records are of the whole season.
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
