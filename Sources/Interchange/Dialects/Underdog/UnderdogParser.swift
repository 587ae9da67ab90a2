import Draft
import DraftLedger
import TextFormats

/// Reads a user's own export: all picks of that user, and no others, in any order.
struct UnderdogParser: SheetParser {
    private let user: String
    private let rounds: UInt8?
    var sheets = ImportSheets()
    private var drafts: [OwnDraft] = []
    private var indexes: [String: Int] = [:]

    /// - Parameters:
    ///   - user: what the export's owner is called: the file does not say.
    ///   - rounds: what all drafts have; nil to go by their picks.
    init(user: String, rounds: UInt8? = nil) {
        self.user = user
        self.rounds = rounds
    }

    func columns(of header: CSVHeader) throws(MissingColumns) -> UnderdogColumns { try UnderdogColumns(header) }

    func reads(_ column: Int, of columns: UnderdogColumns) -> Bool { columns.contains(column) }

    func expected(insteadOf header: CSVHeader) -> String { "the columns of an Underdog export" }

    mutating func take(_ reader: CSVReader<InterchangeError>, _ columns: UnderdogColumns) {
        let id: String
        do throws(FieldFault) {
            id = try FieldReader(reader: reader).text(columns.draft, "a draft's id in every row")
        } catch {
            return sheets.issues.append(sheets.issue(reader.place(error.column), error.found, error.expected))
        }
        let draft = indexes[id] ?? drafts.count
        if draft == drafts.count {
            indexes[id] = draft
            drafts.append(OwnDraft(id: id))
        }
        guard drafts[draft].issue == nil else { return }
        do throws(FieldFault) {
            try add(try UnderdogRow(reader, columns), to: draft, reader, columns)
        } catch {
            drafts[draft].issue = sheets.issue(
                reader.place(error.column), error.found, error.expected, draft: id)
        }
    }

    /// Several rows have to agree about the draft; but a title and the prizes may have changed between exports.
    private mutating func add(
        _ row: UnderdogRow, to draft: Int, _ reader: CSVReader<InterchangeError>, _ columns: UnderdogColumns
    ) throws(FieldFault) {
        let fields = FieldReader(reader: reader)
        if drafts[draft].picks.isEmpty {
            (drafts[draft].entry, drafts[draft].teams, drafts[draft].contest) = (row.entry, row.teams, row.contest)
        }
        guard drafts[draft].entry == row.entry else {
            throw fields.fault(columns.entry, "\(drafts[draft].entry), the entry of the draft's other rows")
        }
        guard drafts[draft].teams == row.teams else {
            throw fields.fault(columns.size, "\(drafts[draft].teams), as in the draft's other rows")
        }
        guard drafts[draft].contest.externalID == row.contest.externalID else {
            throw fields.fault(row.contestColumns?.id ?? columns.draft, "the contest of the draft's other rows")
        }
        guard drafts[draft].contest.entryFee == row.contest.entryFee else {
            let fee = row.contestColumns.map(\.entryFee) ?? columns.draftFee
            throw fields.fault(fee ?? columns.draft, "the entry fee of the draft's other rows")
        }
        drafts[draft].picks.append(
            OwnDraft.Pick(
                place: sheets.place(reader, columns.pick), number: row.pick, player: row.player,
                pickedAt: row.pickedAt))
    }

    /// Checks every draft, now that all rows are there.
    consuming func finish() -> OwnBatch {
        OwnBatch(of: .underdog, sheets, drafts, by: indexes, user: user, rounds: rounds, pickName: "Pick Number")
    }
}
