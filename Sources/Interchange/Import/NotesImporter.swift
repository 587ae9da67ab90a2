package import Draft
import DraftLedger
import Foundation
import Records
import Reports

/// What files beside drafts and scores do not say themselves.
package struct NoteTerms: Hashable, Sendable {
    /// The year in which the season begins.
    package var season: SeasonID

    /// Whose ADPs they are; nil where nobody says.
    package var site: String?

    /// The midnight, UTC, that begins the day of ADPs that state none.
    package var day: Timestamp?

    /// Why something is otherwise than the ledger has it; nil to leave out what is.
    package var reason: String?

    package init(season: SeasonID, site: String? = nil, day: Timestamp? = nil, reason: String? = nil) {
        self.season = season
        self.site = site
        self.day = day
        self.reason = reason
    }
}

/// Records what sources say of a season beside its drafts and its scores: of each day, or of each file, what the ledger does not
/// have yet.
///
/// What it has otherwise is corrected, if somebody says why; else that day, or that file, stays out.
struct NotesImporter {
    private let terms: NoteTerms
    private var place: any SeasonPlace
    private var desk: ImportDesk
    private var summary = ImportSummary()
    private var corrections = 0

    /// ADPs of which nobody says whose they are go together: those of one site, each day in a file of its own.
    private static let unknownSite = "unknown"

    /// Notes that are recorded at a time.
    private static let portion = 1_000

    init(_ terms: NoteTerms, to place: any SeasonPlace) throws {
        (self.terms, self.place) = (terms, place)
        desk = try Self.desk(of: terms.season, at: place)
    }

    private static func desk(of season: SeasonID, at place: any SeasonPlace) throws -> ImportDesk {
        var desk = ImportDesk(dialect: "notes", cryptography: place.cryptography)
        if let notes = try place.notes(season) { desk.adopt(notes) }
        return desk
    }

    /// Sites' ADPs by day.
    consuming func runPositions(_ paths: [String]) throws -> ImportSummary {
        let terms = terms
        // Somewhere it is tomorrow already.
        let tomorrow = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) + .seconds(86_400)
        var ahead: Set<Timestamp> = []
        for path in paths {
            try reading(path) {
                try PlayerNoteFile.read(path, for: .positions, day: terms.day).filter { $0.adp != nil }
            } record: { importer, notes, _ in
                let days = Dictionary(grouping: notes, by: \.day)
                ahead.formUnion(days.keys.compactMap(\.self).filter { $0 > tomorrow })
                for day in days.keys.compactMap(\.self).sorted() {
                    try importer.record(days[day] ?? [], of: day, from: terms.site ?? Self.unknownSite, path: path)
                }
            }
        }
        if let last = ahead.max() {
            summary.notes.append(
                "\(ahead.count == 1 ? "A day has" : "\(ahead.count) days have") not come yet, the last one "
                    + "\(last.iso8601.prefix(10)): what is held against the latest ADPs is held against those.")
        }
        return try finish()
    }

    /// Teams and bye weeks.
    consuming func runFacts(_ paths: [String]) throws -> ImportSummary {
        for path in paths {
            try reading(path) {
                try PlayerNoteFile.read(path, for: .facts).filter {
                    $0.byeWeek != nil || !TeamName.canonical($0.team).isEmpty
                }
            } record: { importer, notes, source in
                try importer.record(notes, of: nil, from: source, path: path)
            }
        }
        return try finish()
    }

    /// Who plays whom.
    consuming func runGames(_ paths: [String]) throws -> ImportSummary {
        let season = terms.season
        for path in paths {
            try reading(path) {
                try ScheduleFile.games(path, season: season)
            } record: { importer, games, source in
                try importer.record(games, from: source, path: path)
            }
        }
        return try finish()
    }

    private mutating func reading<Row>(
        _ path: String, _ read: () throws -> [Row], record: (inout Self, [Row], String) throws -> Void
    ) throws {
        do {
            let rows = try read()
            try record(&self, rows, path == "-" ? "standard input" : URL(filePath: path).lastPathComponent)
        } catch let issue as ImportIssue {
            summary.refused.append(issue)
        }
    }

    private consuming func finish() throws -> ImportSummary {
        try place.finish()
        if corrections > 0 {
            summary.notes.append("\(corrections) \(corrections == 1 ? "note is" : "notes are") corrected.")
        }
        return summary
    }

    private mutating func record(_ notes: [PlayerNote], of day: Timestamp?, from source: String, path: String) throws {
        let known = desk.notes(terms.season)
        var (new, changed): ([NotedPlayer], [NotedPlayer]) = ([], [])
        for note in notes {
            let noted = PlayerNoted(
                position: note.position, day: day, adp: day == nil ? nil : note.adp,
                byeWeek: day == nil ? note.byeWeek : nil, source: source, externalID: note.externalID, name: note.name,
                team: note.team)
            if known?.says(noted) == true { continue }
            let player = NotedPlayer(
                position: noted.position, adp: noted.adp, byeWeek: noted.byeWeek, externalID: noted.externalID,
                name: noted.name, team: noted.team)
            if known?.contradicts(noted) == true { changed.append(player) } else { new.append(player) }
        }
        let what = day.map { "of \($0.iso8601.prefix(10))" } ?? "of the season"
        try apply(new, changed, what: "\(changed.first?.name ?? "") \(what)", path: path) { notes, reason in
            .recordNotes(RecordNotes(day: day, source: source, notes: notes, reason: reason))
        }
    }

    private mutating func record(_ games: [GameSchedule.Game], from source: String, path: String) throws {
        let known = desk.notes(terms.season)
        var (new, changed): ([NotedGame], [NotedGame]) = ([], [])
        for game in games {
            let noted = GameNoted(week: game.week, source: source, home: game.home, away: game.away)
            if known?.says(noted) == true { continue }
            let told = NotedGame(week: game.week, home: game.home, away: game.away)
            if known?.contradicts(noted) == true { changed.append(told) } else { new.append(told) }
        }
        let first = changed.first.map { "\($0.away) at \($0.home)" } ?? ""
        // Games that trade weeks are held against each other: all of them go together.
        let together = changed.isEmpty ? [] : changed + new
        try apply(changed.isEmpty ? new : [], together, what: first, path: path) { games, reason in
            .recordGames(RecordGames(source: source, games: games, reason: reason))
        }
    }

    /// First what is new, then what differs.
    private mutating func apply<Row>(
        _ new: [Row], _ changed: [Row], what: String, path: String, _ command: ([Row], Wording) -> NoteCommand
    ) throws {
        guard changed.isEmpty || terms.reason != nil else {
            let issue = ImportIssue(
                file: path, place: nil, found: "something else of \(what) than the ledger has",
                expected: "the same, or --reason that says why it is corrected")
            return summary.refused.append(issue)
        }
        var commands: [Command] = []
        for (rows, reason) in [(new, ""), (changed, terms.reason ?? "")] {
            var rest = rows[...]
            while !rest.isEmpty {
                commands.append(
                    .notes(terms.season, command(Array(rest.prefix(Self.portion)), Wording(reason))))
                rest = rest.dropFirst(Self.portion)
            }
        }
        let events: [PendingEvent]
        do throws(Refusal) {
            events = try decide(commands)
        } catch {
            let issue = ImportIssue(
                file: path, place: nil, found: "what the rules refuse (\(error.message))",
                expected: "what keeps to them")
            return summary.refused.append(issue)
        }
        guard !events.isEmpty else { return summary.skipped += 1 }
        do {
            try place.record(commands, events: events)
        } catch let refused as PlaceRefused {
            let issue = ImportIssue(
                file: path, place: nil, found: "what is refused there (\(refused.reason))",
                expected: "what it takes; what came before is in, and the same again goes on behind it")
            // What of it was taken, that place knows.
            desk = try Self.desk(of: terms.season, at: place)
            return summary.refused.append(issue)
        }
        corrections += changed.count
        summary.imported += 1
        summary.events += UInt64(events.count)
    }

    /// Decides all of some commands, or, where one of them is refused, none.
    private mutating func decide(_ commands: [Command]) throws(Refusal) -> [PendingEvent] {
        // One command is refused as a whole. Only several need a trial that can be thrown away: a copy of all notes of the
        // season, which for each day of a year would be most of the work.
        if let only = commands.first, commands.count == 1 {
            return try Self.decide(only, of: terms.season, at: &desk)
        }
        var trial = desk
        var events: [PendingEvent] = []
        for command in commands { events += try Self.decide(command, of: terms.season, at: &trial) }
        desk = trial
        return events
    }

    private static func decide(
        _ command: Command, of season: SeasonID, at desk: inout ImportDesk
    ) throws(Refusal) -> [PendingEvent] {
        let version = desk.notes(season)?.version ?? 0
        return try desk.decide(command, about: "notes \(season) version \(version)", at: nil)
    }
}
