import TextFormats

/// The kind of a file, by its beginning.
///
/// Only what is certain: nil where the header decides nothing.
package enum FileKind: Hashable, Sendable {
    case dialect(ImportDialect)
    /// Nothing, or nothing but blanks.
    case empty
    /// Text of two bytes a letter, as some spreadsheets save it.
    case utf16
    /// A table whose header is separated by something else than commas, in words.
    case separated(String)
    /// A document that is not a table, in words.
    case document(String)

    /// Looks at a file.
    ///
    /// - Parameter path: no "-": what is read of standard input is gone.
    /// - Throws: what reading it throws.
    package static func of(path: String) throws(InterchangeError) -> FileKind? {
        var file = try InputFile(path: path)
        return of(head: try file.next())
    }

    /// Whether a file that passes for rankings may be meant as a site's ADPs as well: it has ADPs, and its name says so or a
    /// day, or it has nothing else that rankings have and is not called rankings. Such a file is imported as what somebody says.
    package static func mayBePositions(path: String) throws(InterchangeError) -> Bool {
        var file = try InputFile(path: path)
        let head = try file.next()
        guard case .dialect(.rankings)? = of(head: head) else { return false }
        var line = Array(head.prefix { $0 != UInt8(ascii: "\n") })
        var reader = CSVReader<InterchangeError> { () throws(InterchangeError) -> [UInt8] in
            defer { line = [] }
            return line
        }
        guard (try? reader.next()) == true else { return false }  // its parser tells why
        let header = CSVHeader(reader)
        guard header.adp(of: nil) != nil || !header.adpSites.isEmpty else { return false }
        let name = String(path.split(separator: "/").last ?? "").lowercased()
        if name.contains("ranking"), !name.contains("adp") { return false }
        return name.contains("adp") || PlayerNoteFile.day(inName: path) != nil
            || header.index(of: "projectedPoints", "projection", "rank") == nil
    }

    static func of(head: [UInt8]) -> FileKind? {
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return .utf16 }
        // Letters of ASCII with a zero before or behind each.
        if head.prefix(64).count(where: { $0 == 0 }) * 2 >= min(head.count, 64), !head.isEmpty { return .utf16 }
        if head.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { return .empty }
        let text = head.prefix(4_096)
        let document = document(head).map { FileKind.document($0) }
        if text.first(where: { !$0.isWhitespace }) == UInt8(ascii: "[") {
            // Picks in Sleeper's words; of an array of other things nothing is known.
            let beginning = String(decoding: text, as: UTF8.self)
            let members = ["pick_no", "draft_slot", "draft_id", "picked_by", "roster_id"]
            let hasPlace = beginning.contains("\"pick_no\"") && beginning.contains("\"draft_slot\"")
            // Of picks in which one member is misspelt the parser says which.
            if hasPlace || members.count(where: { beginning.contains("\"\($0)\"") }) >= 4 { return .dialect(.sleeper) }
            return tellsPositions(beginning) ? .dialect(.adp) : document
        }
        if text.first(where: { !$0.isWhitespace }) == UInt8(ascii: "{") {
            let beginning = String(decoding: text, as: UTF8.self)
            if beginning.contains("\"draftResults\"") { return .dialect(.mfl) }
            let line = beginning.prefix { !$0.isNewline }
            if line.contains("\"stream\""), line.contains("\"version\"") { return .dialect(.jsonl) }
            return tellsPositions(beginning) ? .dialect(.adp) : document
        }
        if let document { return document }
        var line = Array(head.prefix { $0 != UInt8(ascii: "\n") })
        var reader = CSVReader<InterchangeError> { () throws(InterchangeError) -> [UInt8] in
            defer { line = [] }
            return line
        }
        guard (try? reader.next()) == true, reader.fault == nil else { return nil }  // its parser tells why
        let header = CSVHeader(reader)
        return header.separatedOtherwise.map { .separated($0) } ?? dialect(of: header).map { .dialect($0) }
    }

    /// Whether the beginning of a JSON document is that of a list of players with ADPs.
    private static func tellsPositions(_ text: String) -> Bool {
        let hasName = ["\"name\"", "\"player\"", "\"playerName\"", "\"lastName\"", "\"last_name\""].contains {
            text.contains($0)
        }
        return hasName && text.contains("\"adp\"") && (text.contains("\"pos\"") || text.contains("\"position\""))
    }

    private static func dialect(of header: CSVHeader) -> ImportDialect? {
        if header.index(of: "draft_id") != nil, header.index(of: "overall_pick_number") != nil { return .bbm }
        if header.index(of: "Picked At") != nil, header.index(of: "Appearance") != nil { return .underdog }
        for dialect in ImportDialect.allCases {
            // Without one of its columns the file is of another kind; which one it lacks does not matter here.
            if let table = dialect.table, (try? PickColumns(table, header)) != nil { return dialect }
        }
        if header.index(of: "week") != nil, header.index(of: "points") != nil || (try? StatisticCounts(header)) != nil,
            header.index(of: "player", "player_name", "player_display_name", "name") != nil
        {
            return .scores
        }
        if header.isPickTable { return .csv }
        if header.index(of: "week") != nil, header.index(of: "home", "home_team") != nil,
            header.index(of: "away", "away_team") != nil
        {
            return .schedule
        }
        let hasName = header.index(of: "lastName", "name", "player", "playerName") != nil
        let hasPlace =
            header.index(of: "projectedPoints", "rank") != nil || header.adp(of: nil) != nil || !header.adpSites.isEmpty
        guard hasName, header.index(of: "slotName", "position", "pos") != nil else { return nil }
        if header.adp(of: nil) != nil, header.index(of: "date", "day") != nil { return .adp }
        if hasPlace { return .rankings }
        return header.index(of: "team", "teamName") != nil && header.index(of: "bye", "byeWeek") != nil ? .players : nil
    }

    /// The kind of a file that is not a table, by its first bytes; nil for one that may be a table.
    static func document(_ head: some Sequence<UInt8>) -> String? {
        let beginning = Array(head.lazy.drop(while: \.isWhitespace).prefix(64))
        func starts(_ text: String) -> Bool {
            String(decoding: beginning, as: UTF8.self).lowercased().hasPrefix(text)
        }
        if starts("{") || starts("[") { return json }
        if starts("<!doctype html") || starts("<html") { return "a web page" }
        if starts("<") { return "an XML document" }
        if starts("%pdf-") { return "a PDF document" }
        return beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) ? "a ZIP archive, as spreadsheets are saved" : nil
    }

    private static let json = "a JSON document"

    /// The next step for JSON of no kind that is known.
    private static let jsonRemedy =
        "picks of a Sleeper draft, draft results of MyFantasyLeague, or a list of players with position and adp; "
        + "--input-format names the format"

    /// The next step for a document where a table is needed.
    static let tableRemedy = "a CSV file with a header line: export or save it as CSV, or convert it"

    /// In words, with the option that reads it.
    var words: String {
        switch self {
        case .dialect(.bbm): "a Best Ball Mania dump (--input-format bbm)"
        case .dialect(.underdog): "a user's own Underdog export (--input-format underdog)"
        case .dialect(.draftkings): "a user's own DraftKings picks (--input-format draftkings)"
        case .dialect(.drafters): "a Drafters export (--input-format drafters)"
        case .dialect(.sleeper): "picks of a Sleeper draft (--input-format sleeper)"
        case .dialect(.csv): "a table of picks (--input-format csv --map player=COLUMN,pick=COLUMN,draft=COLUMN)"
        case .dialect(.mfl): "draft results of MyFantasyLeague (--input-format mfl)"
        case .dialect(.rankings): "a site's rankings (--input-format rankings)"
        case .dialect(.scores): "scores of players (--input-format scores --season YEAR)"
        case .dialect(.adp): "a site's ADP by day (--input-format adp --season YEAR)"
        case .dialect(.players): "teams and bye weeks (--input-format players --season YEAR)"
        case .dialect(.schedule): "a schedule (--input-format schedule --season YEAR)"
        case .dialect(.jsonl): "events of a ledger (--input-format jsonl)"
        case .empty: "an empty file"
        case .utf16: "text in UTF-16"
        case .separated(let words), .document(let words): words
        }
    }

    /// The format that a file needs to be read; nil for a dialect, which is read as it is.
    var remedy: String? {
        switch self {
        case .dialect: nil
        case .empty: "data: check the path, or export the file again"
        case .utf16: "UTF-8: save it as \"CSV UTF-8\", or convert it with iconv -f UTF-16 -t UTF-8"
        case .separated: "commas: save it as CSV with commas"
        case .document(Self.json): Self.jsonRemedy
        case .document: Self.tableRemedy
        }
    }

    /// Why no dialect reads a file of this kind; nil for a dialect.
    package var complaint: String? { remedy.map { "found \(words), expected \($0)" } }
}

extension HistoryImport {
    /// The kind of a file that is not of the expected kind; nil if it may be.
    ///
    /// - Parameter hasMap: whether the import says what the file calls its columns.
    static func mistake(
        about path: String, takenFor dialect: ImportDialect, hasMap: Bool
    ) throws(InterchangeError) -> ImportIssue? {
        guard path != "-", let kind = try FileKind.of(path: path), kind != .dialect(dialect) else { return nil }
        // Rankings have columns of many names, and a file that has no others of ours may be of another kind. What tells of
        // players can be read for each of the things that it tells.
        let tellsOfPlayers: [FileKind] = [.dialect(.rankings), .dialect(.adp), .dialect(.players)]
        let tables: [FileKind] = [.dialect(.scores), .dialect(.schedule)] + tellsOfPlayers
        // A history may have no events.
        if kind == .empty, dialect == .jsonl { return nil }
        // JSON of a kind that only its parser knows.
        if case .document = kind, [.sleeper, .mfl, .jsonl, .adp, .players].contains(dialect) { return nil }
        // A column may be called otherwise, and what its name says otherwise decides nothing then.
        if hasMap, case .dialect = kind, tables.contains(.dialect(dialect)) || dialect == .csv { return nil }
        if kind == .dialect(.rankings) || tellsOfPlayers.contains(kind) && tellsOfPlayers.contains(.dialect(dialect)) {
            return nil
        }
        if dialect == .csv, tables.contains(kind) { return nil }
        // A site's table of picks that lacks a column looks like any other one: its parser says which it lacks.
        if kind == .dialect(.csv), (ImportDialect.tables + [.bbm, .underdog]).contains(dialect) { return nil }
        return ImportIssue(
            file: path, place: TextPlace(line: 1, column: 1), found: kind.words,
            expected: kind.remedy ?? FileKind.dialect(dialect).words + ", as which it was named")
    }
}

extension UInt8 {
    fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) || self >= 0x80 }
}
