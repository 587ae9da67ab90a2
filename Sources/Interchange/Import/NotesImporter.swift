package import Draft
import DraftLedger
import Foundation
import Records
import Reports

/// Facts that files of reference data do not contain.
package struct NoteTerms: Hashable, Sendable {
    /// The year in which the season begins.
    package var season: SeasonID

    /// The source of the ADPs; nil if unknown.
    package var site: String?

    /// Of which of the site's slates the ADPs are, such as "superflex"; nil for its main one.
    package var slate: String?

    /// The midnight, UTC, that begins the day of ADPs that state none.
    package var day: Timestamp?

    /// Why something is otherwise than the ledger has it; nil to leave out what is.
    package var reason: String?

    package init(
        season: SeasonID, site: String? = nil, slate: String? = nil, day: Timestamp? = nil, reason: String? = nil
    ) {
        self.season = season
        self.site = site
        self.slate = slate
        self.day = day
        self.reason = reason
    }

    /// Under which name the ADPs are on record: the site, and of another slate than its main one that too.
    var source: String {
        let site = site ?? Self.unknownSite
        return slate.map { "\(site)/\($0)" } ?? site
    }

    /// ADPs without a known source go together: those of one site, each day in a file of its own.
    private static let unknownSite = "unknown"
}

/// Records reference data of a season, apart from drafts and scores: of each day, or of each file, the data that the ledger does not
/// have yet.
///
/// Differences are corrections and need a reason; without one, that day or file is refused.
struct NotesImporter {
    private let terms: NoteTerms
    private var place: any SeasonPlace
    private var desk: ImportDesk
    private var summary = ImportSummary()
    private var corrections = 0

    /// Notes that are recorded at a time.
    private static let portion = 1_000

    init(_ terms: NoteTerms, to place: any SeasonPlace) throws {
        (self.terms, self.place) = (terms, place)
        desk = try Self.desk(of: terms.season, at: place)
    }

    private static func desk(of season: SeasonID, at place: any SeasonPlace) throws -> ImportDesk {
        var desk = ImportDesk(dialect: "notes", cryptography: place.cryptography, signing: place.signing)
        if let notes = try place.notes(season) { desk.adopt(notes) }
        return desk
    }

    /// Sites' ADPs by day.
    consuming func runPositions(_ paths: [String], _ columns: ColumnMap) throws -> ImportSummary {
        let terms = terms
        // Somewhere it is tomorrow already.
        let tomorrow = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) + .seconds(86_400)
        var ahead: Set<Timestamp> = []
        // "Superflex" is the slate that is on record as "superflex".
        let recorded = Set(desk.notes(terms.season)?.positions.map(\.source) ?? [])
        let source = recorded.filter { $0.lowercased() == terms.source.lowercased() }.sorted().first ?? terms.source
        for path in paths {
            try reading(path) {
                try PlayerNoteFile.read(path, for: .positions, day: terms.day, site: terms.site, columns: columns)
                    .filter { $0.adp != nil }
            } record: { importer, notes, _ in
                let days = Dictionary(grouping: notes, by: \.day)
                ahead.formUnion(days.keys.compactMap(\.self).filter { $0 > tomorrow })
                for day in days.keys.compactMap(\.self).sorted() {
                    try importer.record(days[day] ?? [], of: day, from: source, path: path)
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
    consuming func runFacts(_ paths: [String], _ columns: ColumnMap) throws -> ImportSummary {
        for path in paths {
            try reading(path) {
                try PlayerNoteFile.read(path, for: .facts, columns: columns).filter {
                    $0.byeWeek != nil || !TeamName.canonical($0.team).isEmpty
                }
            } record: { importer, notes, source in
                try importer.record(notes, of: nil, from: source, path: path)
            }
        }
        return try finish()
    }

    /// Imports the schedule of games.
    consuming func runGames(_ paths: [String], _ columns: ColumnMap) throws -> ImportSummary {
        let season = terms.season
        var passedOver: [String] = []
        for path in paths {
            try reading(path) {
                let (games, others) = try ScheduleFile.games(path, season: season, columns: columns)
                passedOver += [others.note(in: path)].compactMap(\.self)
                return games
            } record: { importer, games, source in
                try importer.record(games, from: source, path: path)
            }
        }
        summary.notes += passedOver
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
        if let day, let issue = otherSlate(notes, than: known, of: day, from: source, path: path) {
            return summary.refused.append(issue)
        }
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

    /// Why ADPs are not of the same list as those of the site that are on record of the day: players are known there under
    /// other ids, or by name alone, with other ADPs. Nil for ADPs that may be of the same list.
    ///
    /// A site gives a player another id in each of its slates, so neither list corrects the other: they would mix. Of another
    /// day most players have to have another id, and a reason says that the list is the same.
    private func otherSlate(
        _ notes: [PlayerNote], than known: NotesState?, of day: Timestamp, from source: String, path: String
    ) -> ImportIssue? {
        let all = (known?.positions ?? []).filter { $0.source == source }
        func distance(_ other: Timestamp?) -> Int64 {
            other.map { abs($0.microseconds - day.microseconds) } ?? .max
        }
        guard let nearest = all.min(by: { distance($0.day) < distance($1.day) })?.day else { return nil }
        let isSameDay = nearest == day
        guard isSameDay || terms.reason == nil else { return nil }
        let recorded = all.filter { $0.day == nearest }
        func key(_ name: String, _ position: PlayerPosition, _ team: String) -> PlayerNaming {
            PlayerNaming(name: name, position: position, team: team)
        }
        // Namesakes of one team tell nothing.
        let theirs = Dictionary(grouping: recorded) { key($0.name, $0.position, $0.team) }.filter {
            $0.value.count == 1
        }
        let mine = Dictionary(grouping: notes) { key($0.name, $0.position, $0.team) }.filter { $0.value.count == 1 }
        let others = notes.filter { note in
            let naming = key(note.name, note.position, note.team)
            guard mine[naming] != nil, let known = theirs[naming]?.first, known.externalID != note.externalID else {
                return false
            }
            return known.adp != note.adp && (isSameDay || !known.externalID.isEmpty && !note.externalID.isEmpty)
        }
        let shared = mine.keys.count { theirs[$0] != nil }
        guard isSameDay || others.count >= 20 && others.count * 2 > shared else { return nil }
        guard let first = others.first, let before = theirs[key(first.name, first.position, first.team)]?.first else {
            return nil
        }
        func words(_ adp: UInt32?) -> String {
            adp.map { "\($0 / 100).\($0 % 100 < 10 ? "0" : "")\($0 % 100)" } ?? "-"
        }
        return ImportIssue(
            file: path, place: nil,
            found:
                "\(others.count == 1 ? "a player" : "\(others.count) players") under other IDs and with other ADPs than "
                + "those of \(source) of \(nearest.iso8601.prefix(10)) on record: \(first.name) \(words(first.adp)), on record "
                + words(before.adp),
            expected: isSameDay
                ? "the same list. Name another slate with --slate NAME, such as superflex"
                : "the same slate. Name another slate with --slate NAME, such as superflex; or give a --reason if "
                    + "the site has changed its IDs")
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
                file: path, place: nil, found: "other data of \(what) than in the ledger",
                expected: "the same data, or --reason with the reason of the correction")
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
                file: path, place: nil, found: "data that the rules refuse (\(error.message))",
                expected: "valid data. Correct the file")
            return summary.refused.append(issue)
        }
        guard !events.isEmpty else { return summary.skipped += 1 }
        do {
            try place.record(commands, events: events)
        } catch let refused as PlaceRefused {
            let issue = ImportIssue(
                file: path, place: nil, found: "data that was refused (\(refused.reason))",
                expected: "valid data. Earlier rows were imported; import the corrected file again to continue")
            // The place knows which part was recorded.
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
