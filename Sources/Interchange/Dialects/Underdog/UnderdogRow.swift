import Draft
import DraftLedger
import TextFormats

/// One pick of a user's own export, its fields read and each checked for itself.
struct UnderdogRow {
    var pickedAt: Timestamp?
    var pick: PickNumber
    var player: ImportedPlayer
    var entry: String
    var teams: UInt8
    var contest: SiteContest
    /// The columns of the contest; nil for a draft without one.
    var contestColumns: UnderdogColumns.Contest?

    /// - Throws: the first field that is not what its column holds.
    init(_ reader: CSVReader<InterchangeError>, _ columns: UnderdogColumns) throws(FieldFault) {
        let fields = FieldReader(reader: reader)
        pickedAt = try Self.time(fields, columns.pickedAt)
        pick = try fields.number(columns.pick, 1...Snake.mostPicks, "a pick number from 1 to \(Snake.mostPicks)")
        teams = try fields.number(
            columns.size, Ruleset.allowedTeams, "a draft size from \(Ruleset.allowedTeams.words)")
        entry = try fields.text(columns.entry, "an entry's id")
        let name = try Self.name(fields, columns)
        let position = try fields.position(columns.position, isOfBestBall: true)
        player = ImportedPlayer(
            externalID: try fields.optionalText(columns.appearance), name: name, position: position,
            team: try fields.optionalText(columns.team), slates: PlayerSlates())
        contestColumns = columns.contests.first { !fields.isMissing($0.id) }
        contest = try Self.contest(fields, columns, in: contestColumns, teams: teams)
    }

    private static func name(_ fields: FieldReader, _ columns: UnderdogColumns) throws(FieldFault) -> String {
        let first = try fields.optionalText(columns.firstName)
        let last = try fields.text(columns.lastName, "a player's name")
        let name = [first, last].filter { !$0.isEmpty }.joined(separator: " ")
        guard name.utf8.count <= ImportText.maximumLength else {
            throw FieldFault(
                column: first.utf8.count > last.utf8.count ? columns.firstName : columns.lastName,
                found: "a name of \(name.utf8.count) bytes",
                expected: "at most \(ImportText.maximumLength) bytes, first and last name together")
        }
        return name
    }

    /// `2024-07-11 15:15:06 UTC`
    private static func time(_ fields: FieldReader, _ column: Int) throws(FieldFault) -> Timestamp? {
        guard !fields.isMissing(column) else { return nil }
        let text = fields.reader.text(column)
        let suffix = " UTC"
        guard let time = Timestamp(iso8601: text.hasSuffix(suffix) ? text.dropLast(suffix.count) + "Z" : text[...])
        else { throw fields.fault(column, "a time such as 2024-07-11 15:15:06 UTC") }
        return time
    }

    private static func contest(
        _ fields: FieldReader, _ columns: UnderdogColumns, in contest: UnderdogColumns.Contest?, teams: UInt8
    ) throws(FieldFault) -> SiteContest {
        if let contest {
            let id = try fields.text(contest.id, "a contest's id")
            let title = try fields.optionalText(contest.title)
            return SiteContest(
                externalID: contest.kind.prefix + id, title: title.isEmpty ? id : title,
                entryFee: try money(fields, contest.entryFee), totalPrizes: try money(fields, contest.totalPrizes),
                size: try fields.optionalNumber(contest.size, 1...UInt32.max, "a number of entries"))
        }
        var drafts = SiteContest.drafts(
            of: teams, fee: try money(fields, columns.draftFee), prefix: UnderdogContest.draftPrefix)
        drafts.totalPrizes = try money(fields, columns.draftPrizes)
        drafts.size = UInt32(teams)
        return drafts
    }

    private static func money(_ fields: FieldReader, _ column: Int?) throws(FieldFault) -> Cents? {
        guard let column, !fields.isMissing(column) else { return nil }
        guard let cents = ImportText.hundredths(fields.reader.bytes(column)) else {
            throw fields.fault(column, "an amount such as 12.0")
        }
        return Cents(Int64(cents))
    }
}
