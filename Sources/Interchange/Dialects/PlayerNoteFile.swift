package import Draft
import DraftLedger
package import Reports
import TextFormats

/// Reads side data of an analyst's own: one row a player, or a player and day.
///
/// The columns are those of a site's rankings: `id`, `firstName` and `lastName` (or `name`, `player`), `position` (or
/// `slotName`), `team` (or `teamName`), `adp`, `byeWeek` (or `bye`); and `date` (or `day`), as 2026-05-24. Only a name and a
/// position must be there, and what the file is for. A row that is wrong refuses the whole file.
package enum PlayerNoteFile {
    /// The purpose of a file, and so its required columns.
    package enum Purpose: Sendable {
        /// ADPs by day. A file without a column for the day has it in its name.
        case positions
        /// Teams and bye weeks.
        case facts
    }

    /// Reads a file: CSV, also packed by gzip; "-" for standard input.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - purpose: what it is for.
    ///   - day: of its ADPs, for a file that has no column for it.
    ///   - site: whose ADPs are meant, of a file that has a column for each of several sites.
    ///   - columns: what the file calls its columns.
    /// - Throws: `InterchangeError`, or the first `ImportIssue` in it.
    package static func read(
        _ path: String, for purpose: Purpose, day: Timestamp? = nil, site: String? = nil,
        columns: ColumnMap = ColumnMap()
    ) throws -> [PlayerNote] {
        var file = try InputFile(path: path, columns: columns)
        guard let table = try JSONTable(of: &file) else {
            return try notes(CSVReader(file), path: file.path, for: purpose, day, site)
        }
        return try table.reading(file) { try notes($0, path: file.path, for: purpose, day ?? table.day, site) }
    }

    /// The midnight, UTC, that begins a day written as 2026-05-24; nil for anything else.
    package static func day(_ text: String) -> Timestamp? { Timestamp(day: text) }

    private static func notes(
        _ reader: consuming CSVReader<InterchangeError>, path: String, for purpose: Purpose, _ statedDay: Timestamp?,
        _ site: String?
    ) throws -> [PlayerNote] {
        var reader = reader
        func issue(_ place: TextPlace?, _ found: String, _ expected: String) -> ImportIssue {
            ImportIssue(file: path, place: place, found: found, expected: expected)
        }
        let header = try reader.header(of: path)
        guard let columns = RankingsColumns(header, site: site) else {
            throw issue(
                reader.place(0), header.foundWithout(["name", "position"]),
                "firstName and lastName, or name; and position, or slotName")
        }
        let dayColumn = header.index(of: "date", "day")
        if let dayColumn, statedDay != nil {
            throw issue(
                reader.place(dayColumn), "a column of days, and a day stated besides",
                "one of the two, for the day")
        }
        let dayOfFile = dayColumn == nil ? statedDay ?? day(inName: path) : nil
        switch purpose {
        case .positions:
            guard columns.adp != nil else {
                let sites =
                    header.adpSites.isEmpty
                    ? header.misspelling(of: "adp").map { ["'\($0)'"] } ?? [] : header.adpSites
                throw issue(
                    reader.place(0),
                    sites.isEmpty ? "no column adp" : "no column adp, but \(sites.joined(separator: ", "))",
                    "a site's ADPs; --map adp=COLUMN names the column")
            }
            guard dayColumn != nil || dayOfFile != nil else {
                throw issue(
                    reader.place(0), "no column date, and no day in the file's name",
                    "the day of the ADPs, as 2026-05-24")
            }
        case .facts:
            guard columns.team != nil || columns.byeWeek != nil else {
                throw issue(reader.place(0), "neither a column team nor byeWeek", "teams, bye weeks, or both")
            }
        }
        var notes: [PlayerNote] = []
        var seen: Set<Subject> = []
        while try reader.row(below: header, of: path, reading: columns.read + [dayColumn]) {
            do throws(FieldFault) {
                let fields = FieldReader(reader: reader)
                var note = PlayerNote(try RankingsParser.player(fields, columns, rank: 1))
                note.day = dayOfFile
                if let dayColumn {
                    guard let day = Timestamp(day: fields.reader.text(dayColumn)) else {
                        throw fields.fault(dayColumn, "a day such as 2026-05-24")
                    }
                    note.day = day
                }
                let isNew = seen.insert(Subject(note)).inserted
                // Of a player without one, a site can list as many as it likes.
                guard isNew || purpose == .positions && note.adp == nil else {
                    throw FieldFault(
                        column: columns.lastName, found: "\(note.name) (\(note.position.abbreviation)) a second time",
                        expected: "each player once\(dayColumn == nil ? "" : " a day")")
                }
                notes.append(note)
            } catch {
                throw issue(reader.place(error.column), error.found, error.expected)
            }
        }
        guard !notes.isEmpty else { throw issue(nil, "no players", "at least one row after the header") }
        if let found = RankingsParser.foundPitchers(notes.map(\.position)) {
            throw issue(nil, found, FieldReader.positionExpected)
        }
        guard purpose == .facts || notes.contains(where: { $0.adp != nil }) else {
            throw issue(nil, "no player with an ADP", "at least one ADP that is above 0")
        }
        return notes
    }

    private struct Subject: Hashable {
        var id: String
        var day: Timestamp?

        init(_ note: PlayerNote) {
            id = note.externalID.isEmpty ? "\(note.position.rawValue) \(note.name) \(note.team)" : note.externalID
            day = note.day
        }
    }

    /// The first day in the name of a file: "adp-2026-05-24.csv".
    static func day(inName path: String) -> Timestamp? {
        let name = Array((path.split(separator: "/").last ?? "").utf8)
        guard name.count >= 10 else { return nil }
        return (0...name.count - 10).lazy
            .compactMap { Timestamp(day: String(decoding: name[$0..<$0 + 10], as: UTF8.self)) }.first
    }
}

extension Timestamp {
    /// The midnight, UTC, that begins a day written as 2026-05-24; nil for anything else.
    fileprivate init?(day: String) {
        let isDay =
            day.utf8.count == 10
            && day.utf8.enumerated().allSatisfy { place, byte in
                place == 4 || place == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
            }
        guard isDay, let midnight = Timestamp(iso8601: day + "T00:00:00Z") else { return nil }
        self = midnight
    }
}

extension PlayerNote {
    fileprivate init(_ player: ImportedPlayer) {
        self.init(
            name: player.name, position: player.position, team: player.team, externalID: player.externalID,
            byeWeek: player.byeWeek, adp: player.adp)
    }
}
