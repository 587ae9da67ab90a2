import Draft
import DraftLedger
import TextFormats

/// The columns of a table of picks.
struct PickColumns {
    private let indexes: [PickRole: Int]
    private let names: [PickRole: String]
    /// Whether the site has best-ball drafts alone.
    let isOfBestBall: Bool

    /// - Throws: the names of the columns that are missing.
    init(_ table: PickTable, _ header: CSVHeader) throws(MissingColumns) {
        names = table.map.columns
        isOfBestBall = table.isOfBestBall
        indexes = names.compactMapValues { header.index(of: $0) }
        let missing = table.required.filter { indexes[$0] == nil }.compactMap { names[$0] }.sorted()
        guard missing.isEmpty else { throw MissingColumns(names: missing) }
    }

    subscript(role: PickRole) -> Int? { indexes[role] }

    func contains(_ column: Int) -> Bool { indexes.values.contains(column) }

    /// The name in the file.
    func name(_ role: PickRole) -> String { names[role] ?? role.rawValue }
}

/// One row of a table of picks, its fields read and each checked for itself.
struct PickRow {
    var player: ImportedPlayer
    var byeWeek: UInt8?
    var adp: UInt32?
    var number: PickNumber?
    var inRound: PickNumber?
    var round: UInt8?
    var slot: Slot?
    var teams: UInt8?
    var user: String
    var entry: String
    var contest: String
    var title: String
    var fee: Cents?
    var pickedAt: Timestamp?
    var startedAt: Timestamp?

    /// - Throws: the first field that is not what its column holds.
    init(_ reader: CSVReader<InterchangeError>, _ columns: PickColumns) throws(FieldFault) {
        let fields = FieldReader(reader: reader)
        number = try Self.required(
            fields, columns: columns, role: .pick, range: 1...Snake.mostPicks,
            expected: "a pick number from 1 to \(Snake.mostPicks)")
        inRound = try Self.required(
            fields, columns: columns, role: .inround, range: 1...Snake.mostPicks,
            expected: "the pick's number in its round, from 1")
        round = try Self.required(
            fields, columns: columns, role: .round, range: Ruleset.allowedRounds,
            expected: "a round from \(Ruleset.allowedRounds.words)")
        let order: UInt8? = try Self.required(
            fields, columns: columns, role: .slot, range: 1...Ruleset.allowedTeams.upperBound,
            expected: "a slot from 1 to \(Ruleset.allowedTeams.upperBound)")
        slot = order.map { $0 - 1 }
        teams = try Self.required(
            fields, columns: columns, role: .teams, range: Ruleset.allowedTeams,
            expected: "a number of teams from \(Ruleset.allowedTeams.words)")
        player = try Self.player(fields, columns)
        byeWeek = try fields.optionalNumber(columns[.bye], 0...18, "a week from 1 to 18, or 0 for none")
        if byeWeek == 0 { byeWeek = nil }
        adp = try fields.hundredths(columns[.adp], "an average draft position such as 12.34")
        // As other sites do for a player without one.
        if adp == 0 { adp = nil }
        user = try fields.optionalText(columns[.user])
        entry = try fields.optionalText(columns[.entry])
        // By the first of these that the file has its teams are told apart.
        if columns[.slot] == nil, let key = columns[.entry] ?? columns[.user], fields.isMissing(key) {
            throw fields.fault(key, "the owner of the pick, in every row")
        }
        contest = try fields.optionalText(columns[.contest])
        title = try fields.optionalText(columns[.title])
        fee = try Self.money(fields, columns[.fee])
        pickedAt = try fields.time(columns[.date])
        startedAt = try fields.time(columns[.started])
    }

    /// The draft that a row names.
    static func draft(
        _ reader: CSVReader<InterchangeError>, _ columns: PickColumns
    ) throws(FieldFault) -> String {
        guard let column = columns[.draft] else { return "" }
        return try FieldReader(reader: reader).text(column, "a draft's id in every row")
    }

    /// A number that every row has where the file has the column.
    private static func required<Value: FixedWidthInteger>(
        _ fields: FieldReader, columns: PickColumns, role: PickRole, range: ClosedRange<Value>,
        expected: String
    ) throws(FieldFault) -> Value? {
        guard let column = columns[role] else { return nil }
        return try fields.number(column, range, expected)
    }

    private static func player(_ fields: FieldReader, _ columns: PickColumns) throws(FieldFault) -> ImportedPlayer {
        guard let column = columns[.player] else { throw FieldFault(column: 0, found: "nothing", expected: "a name") }
        let first = try fields.optionalText(columns[.first])
        let last = try fields.text(column, "a player's name")
        let name = first.isEmpty ? last : "\(first) \(last)"
        guard name.utf8.count <= ImportText.maximumLength else {
            throw FieldFault(
                column: column, found: "a name of \(name.utf8.count) bytes",
                expected: "at most \(ImportText.maximumLength) bytes, first and last name together")
        }
        var position = PlayerPosition.other
        if let column = columns[.position] {
            position = try fields.position(column, isOfBestBall: columns.isOfBestBall)
        }
        return ImportedPlayer(
            externalID: try fields.optionalText(columns[.id]), name: name, position: position,
            team: TeamNames.abbreviation(of: try fields.optionalText(columns[.team])))
    }

    /// "$1,000.50" as well as "3".
    private static func money(_ fields: FieldReader, _ column: Int?) throws(FieldFault) -> Cents? {
        guard let column, !fields.isMissing(column) else { return nil }
        var text = fields.reader.bytes(column).filter { $0 != UInt8(ascii: " ") }
        if text.first == UInt8(ascii: "$") { text.removeFirst() }
        let groups = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let isGrouped = groups.dropFirst().enumerated().allSatisfy { index, group in
            index == groups.count - 2 ? group.prefix { $0 != UInt8(ascii: ".") }.count == 3 : group.count == 3
        }
        guard isGrouped, let cents = ImportText.hundredths(Array(groups.joined())) else {
            throw fields.fault(column, "an amount such as 3, 12.50 or $1,000")
        }
        return Cents(Int64(cents))
    }
}
