import Draft
import DraftLedger

/// One row of a pick dump, its fields read and each checked for itself.
struct BBMRow {
    var pick: PickNumber
    var slot: Slot
    var round: UInt8?
    var entry: ImportedEntry
    var playerID: String
    var playerName: String
    var position: PlayerPosition
    var byeWeek: UInt8?
    var adp: UInt32?
    var manner: ImportedPick.Manner
    var pickedAt: Timestamp?

    /// - Throws: the first field that is not what its column holds.
    init(_ reader: CSVReader, _ columns: BBMColumns) throws(FieldFault) {
        let fields = FieldReader(reader: reader)
        pick = try fields.number(columns.pick, 1...600, "a pick number from 1 to 600")
        let order: UInt8 = try fields.number(columns.slot, 1...20, "a pick_order from 1 to 20")
        slot = order - 1
        round = try fields.optionalNumber(columns.round, 1...30, "a round from 1 to 30")
        entry = ImportedEntry(
            externalID: try fields.text(columns.entry, "an entry's id"),
            userID: columns.userID.map(fields.optionalText) ?? "",
            username: columns.username.map(fields.optionalText) ?? "")
        playerID = columns.playerID.map(fields.optionalText) ?? ""
        playerName = try fields.text(columns.player, "a player's name")
        guard let position = PlayerPosition(site: reader.text(columns.position)) else {
            throw fields.fault(columns.position, "a position such as QB, RB, WR or TE")
        }
        self.position = position
        byeWeek = try fields.optionalNumber(columns.byeWeek, 0...18, "a week from 1 to 18, or 0 for none")
        if byeWeek == 0 { byeWeek = nil }
        adp = try fields.hundredths(columns.adp, "an average draft position such as 12.34")
        // The dumps write 0 for a player without one.
        if adp == 0 { adp = nil }
        manner = try Self.manner(fields, columns.source)
        pickedAt = try fields.time(columns.pickedAt)
    }

    /// `source` says who chose: the user, the user's queue, or the site. That the site stepped in at all is known; that
    /// the clock had run out is not, so the reason is autodraft.
    private static func manner(_ fields: FieldReader, _ column: Int?) throws(FieldFault) -> ImportedPick.Manner {
        guard let column, !fields.isMissing(column) else { return .byHand }
        switch fields.reader.text(column).lowercased() {
        case "user", "manual": return .byHand
        case "queue": return .automated(.autodraft, .queue)
        case "rankings", "ranking": return .automated(.autodraft, .rankings)
        case "auto", "autopick", "adp": return .automated(.autodraft, .adp)
        default: throw fields.fault(column, "user, queue, rankings or auto")
        }
    }
}

/// A field that is not what its column holds.
struct FieldFault: Error {
    var column: Int
    var found: String
    var expected: String
}

/// Reads single fields of a CSV record.
struct FieldReader {
    let reader: CSVReader

    func isMissing(_ column: Int) -> Bool { ImportText.isMissing(reader.bytes(column)) }

    func fault(_ column: Int, _ expected: String) -> FieldFault {
        let text = reader.text(column)
        return FieldFault(
            column: column, found: text.isEmpty ? "nothing" : "\"\(text.prefix(60))\"", expected: expected)
    }

    /// A text that must be there.
    func text(_ column: Int, _ expected: String) throws(FieldFault) -> String {
        guard !isMissing(column) else { throw fault(column, expected) }
        return reader.text(column)
    }

    func optionalText(_ column: Int) -> String { isMissing(column) ? "" : reader.text(column) }

    func number<Value: FixedWidthInteger>(
        _ column: Int, _ range: ClosedRange<Value>, _ expected: String
    ) throws(FieldFault) -> Value {
        guard let number = ImportText.integer(reader.bytes(column)).flatMap(Value.init(exactly:)),
            range.contains(number)
        else { throw fault(column, expected) }
        return number
    }

    func optionalNumber<Value: FixedWidthInteger>(
        _ column: Int?, _ range: ClosedRange<Value>, _ expected: String
    ) throws(FieldFault) -> Value? {
        guard let column, !isMissing(column) else { return nil }
        return try number(column, range, expected)
    }

    func hundredths(_ column: Int?, _ expected: String) throws(FieldFault) -> UInt32? {
        guard let column, !isMissing(column) else { return nil }
        guard let value = ImportText.hundredths(reader.bytes(column)).flatMap(UInt32.init(exactly:)) else {
            throw fault(column, expected)
        }
        return value
    }

    func time(_ column: Int?) throws(FieldFault) -> Timestamp? {
        guard let column, !isMissing(column) else { return nil }
        guard let time = Timestamp(iso8601: reader.text(column)) else {
            throw fault(column, "a time such as 2022-09-07 07:46:23.627530")
        }
        return time
    }
}
