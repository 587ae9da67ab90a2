import Draft
import DraftLedger
import TextFormats

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
    /// As the site states it.
    var points: Int32?

    static let rosterPointsExpected = "an entry's points with at most two decimals, such as 1517.36"
    static let pickPointsExpected = "a pick's points with at most two decimals, such as 104.8"
    static let otherRowsExpected = "what the entry's other rows say"

    /// - Throws: the first field that is not what its column holds.
    init(_ reader: CSVReader<InterchangeError>, _ columns: BBMColumns) throws(FieldFault) {
        let fields = FieldReader(reader: reader)
        pick = try fields.number(columns.pick, 1...Snake.mostPicks, "a pick number from 1 to \(Snake.mostPicks)")
        let order: UInt8 = try fields.number(
            columns.slot, 1...Ruleset.allowedTeams.upperBound,
            "a pick_order from 1 to \(Ruleset.allowedTeams.upperBound)")
        slot = order - 1
        round = try fields.optionalNumber(
            columns.round, Ruleset.allowedRounds, "a round from \(Ruleset.allowedRounds.words)")
        entry = ImportedEntry(
            externalID: try fields.text(columns.entry, "an entry's id"),
            userID: try fields.optionalText(columns.userID),
            username: try fields.optionalText(columns.username),
            tournamentEntry: try fields.optionalText(columns.tournamentEntry),
            stated: StatedEntry(
                points: try fields.points(columns.rosterPoints, Self.rosterPointsExpected),
                advances: try fields.optionalNumber(
                    columns.madePlayoffs, 0...1 as ClosedRange<UInt8>, StatedResultsFile.advancesExpected
                ).map { $0 == 1 }))
        playerID = try fields.optionalText(columns.playerID)
        playerName = try fields.text(columns.player, "a player's name")
        let position = try fields.position(columns.position, isOfBestBall: true)
        self.position = position
        byeWeek = try fields.optionalNumber(columns.byeWeek, 0...18, "a week from 1 to 18, or 0 for none")
        if byeWeek == 0 { byeWeek = nil }
        adp = try fields.hundredths(columns.adp, "an average draft position such as 12.34")
        // The dumps write 0 for a player without one.
        if adp == 0 { adp = nil }
        manner = try Self.manner(fields, columns.source)
        pickedAt = try fields.time(columns.pickedAt)
        points = try fields.points(columns.pickPoints, Self.pickPointsExpected)
    }

    /// `source`, which the dumps of some years lack, says who chose: the user, the user's queue, or the site. That the site stepped in at all is known; that
    /// the clock had run out is not, so the reason is autodraft.
    private static func manner(_ fields: FieldReader, _ column: Int?) throws(FieldFault) -> ImportedPick.Manner {
        guard let column, !fields.isMissing(column) else { return .unknown }
        switch fields.reader.text(column).lowercased() {
        case "user", "manual": return .byHand
        case "queue": return .automated(.autodraft, .queue)
        case "rankings", "ranking": return .automated(.autodraft, .rankings)
        case "auto", "autopick", "adp": return .automated(.autodraft, .adp)
        default: throw fields.fault(column, "user, queue, rankings or auto")
        }
    }
}
