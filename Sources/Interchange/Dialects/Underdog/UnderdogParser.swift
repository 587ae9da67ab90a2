import Draft
import DraftLedger
import TextFormats

/// Reads a user's own export: all picks of that user, and no others, in any order.
struct UnderdogParser {
    private let user: String
    private let rounds: UInt8?
    private var files: [SourceFile] = []
    private var drafts: [UnderdogDraft] = []
    private var indexes: [String: Int] = [:]
    private var issues: [ImportIssue] = []
    private var broken = BrokenRows()
    private var notes: [String] = []

    /// - Parameters:
    ///   - user: what the export's owner is called: the file does not say.
    ///   - rounds: what all drafts have; nil to go by their picks.
    init(user: String, rounds: UInt8? = nil) {
        self.user = user
        self.rounds = rounds
    }

    mutating func read(_ file: InputFile) throws(InterchangeError) {
        var reader = CSVReader(file)
        files.append(SourceFile(path: file.path))
        guard try reader.next() else {
            return issues.append(issue(TextPlace(line: 1, column: 1), "an empty file", "a header line"))
        }
        let header = CSVHeader(reader)
        if let fault = reader.fault {
            return issues.append(issue(reader.place(atOffset: fault.offset), fault.found, fault.expected))
        }
        let columns: UnderdogColumns
        do {
            columns = try UnderdogColumns(header)
        } catch {
            return issues.append(
                issue(reader.place(0), header.found(missing: error.names), "the columns of an Underdog export"))
        }
        var rows = 0
        while try reader.next() {
            rows += 1
            // Exports that were put behind one another in one file.
            if header.isRepeated(in: reader) { continue }
            take(reader, columns, width: header.names.count)
            try broken.checkLimits(file.limits, with: issues.count, in: file.path)
        }
        if rows == 0 { notes.append("\(file.path) has a header and no picks.") }
    }

    private func issue(
        _ place: TextPlace, _ found: String, _ expected: String, draft: String? = nil
    ) -> ImportIssue {
        ImportIssue(file: files[files.count - 1].path, place: place, draft: draft, found: found, expected: expected)
    }

    private mutating func take(_ reader: CSVReader<InterchangeError>, _ columns: UnderdogColumns, width: Int) {
        if let fault = reader.fault {
            return broken.add(issue(reader.place(atOffset: fault.offset), fault.found, fault.expected), reader)
        }
        let last = reader.fields.count - 1
        guard last + 1 == width else {
            return broken.add(
                issue(reader.place(last), "\(last + 1) fields", "\(width) fields, as in the header"), reader)
        }
        let id: String
        do throws(FieldFault) {
            id = try FieldReader(reader: reader).text(columns.draft, "a draft's id in every row")
        } catch {
            return issues.append(issue(reader.place(error.column), error.found, error.expected))
        }
        let draft = indexes[id] ?? drafts.count
        if draft == drafts.count {
            indexes[id] = draft
            drafts.append(UnderdogDraft(id: id))
        }
        guard drafts[draft].issue == nil else { return }
        do throws(FieldFault) {
            try add(try UnderdogRow(reader, columns), to: draft, reader, columns)
        } catch {
            drafts[draft].issue = issue(reader.place(error.column), error.found, error.expected, draft: id)
        }
    }

    /// What several rows say about the draft has to agree; but a title and the prizes may have changed between exports.
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
        let place = reader.place(columns.pick)
        drafts[draft].picks.append(
            UnderdogDraft.Pick(
                place: SourcePlace(
                    file: UInt16(clamping: files.count - 1), line: UInt32(clamping: place.line),
                    column: UInt32(clamping: place.column)),
                number: row.pick, player: row.player, pickedAt: row.pickedAt))
    }

    /// Checks every draft, now that all rows are there.
    consuming func finish() -> UnderdogBatch {
        // A draft that misses a row breaks further rules, for no other reason.
        let verdict = broken.verdict(on: indexes) { drafts[$0].issue != nil }
        issues += verdict.shared
        var sound: [UnderdogDraft] = []
        for (index, var draft) in drafts.enumerated() where !verdict.lost.contains(index) {
            do throws(ImportIssue) {
                if let issue = draft.issue ?? verdict.issues[index] { throw issue }
                try draft.check(files: files, rounds: rounds)
                sound.append(draft)
            } catch {
                issues.append(error)
            }
        }
        issues.sort { ($0.file, $0.line ?? 0, $0.column ?? 0) < ($1.file, $1.line ?? 0, $1.column ?? 0) }
        return UnderdogBatch(files: files, user: user, drafts: sound, issues: issues, notes: notes, rounds: rounds)
    }
}
