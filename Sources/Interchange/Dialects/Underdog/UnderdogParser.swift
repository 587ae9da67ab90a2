import Draft
import DraftLedger

/// Reads a user's own export: all picks of that user, and no others, in any order.
struct UnderdogParser {
    /// A draft as its rows come in.
    struct Gathered {
        struct Pick {
            var place: SourcePlace
            var number: PickNumber
            var player: ImportedPlayer
            var pickedAt: Timestamp?
        }
        let id: String
        var entry: String
        var teams: UInt8
        var contest: UnderdogContest
        var picks: [Pick] = []
        var issue: ImportIssue?
    }

    private let user: String
    private var files: [SourceFile] = []
    private var drafts: [Gathered] = []
    private var indexes: [String: Int] = [:]
    private var issues: [ImportIssue] = []

    /// - Parameter user: what the export's owner is called: the file does not say.
    init(user: String) { self.user = user }

    mutating func read(_ file: InputFile) throws(InterchangeError) {
        var reader = CSVReader(file)
        files.append(SourceFile(path: file.path))
        guard try reader.next() else {
            return refuse(nil, TextPlace(line: 1, column: 1), "an empty file", "a header line")
        }
        let header = CSVHeader(reader)
        if let fault = reader.fault {
            return refuse(nil, reader.place(atOffset: fault.offset), fault.found, fault.expected)
        }
        let columns: UnderdogColumns
        do {
            columns = try UnderdogColumns(header)
        } catch {
            let names = error.names.map { "'\($0)'" }.joined(separator: ", ")
            return refuse(nil, reader.place(0), "a header without \(names)", "the columns of an Underdog export")
        }
        while try reader.next() { take(reader, columns, width: header.names.count) }
    }

    private mutating func refuse(_ draft: Int?, _ place: TextPlace, _ found: String, _ expected: String) {
        let issue = ImportIssue(
            file: files[files.count - 1].path, place: place, draft: draft.map { drafts[$0].id }, found: found,
            expected: expected)
        guard let draft else { return issues.append(issue) }
        if drafts[draft].issue == nil { drafts[draft].issue = issue }
    }

    private mutating func take(_ reader: CSVReader, _ columns: UnderdogColumns, width: Int) {
        let last = reader.fields.count - 1
        let id = last >= columns.draft && reader.fault == nil ? reader.text(columns.draft) : ""
        let known = indexes[id]
        if let fault = reader.fault {
            return refuse(known, reader.place(atOffset: fault.offset), fault.found, fault.expected)
        }
        guard !id.isEmpty else {
            return refuse(
                nil, reader.place(min(columns.draft, last)), "a row without a draft", "a draft's id in every row")
        }
        do throws(FieldFault) {
            guard last + 1 == width else {
                throw FieldFault(
                    column: last, found: "\(last + 1) fields", expected: "\(width) fields, as in the header")
            }
            _ = try FieldReader(reader: reader).text(columns.draft, "a draft's id")
            try add(try UnderdogRow(reader, columns), to: id, reader, columns)
        } catch {
            refuse(known ?? place(id, nil), reader.place(error.column), error.found, error.expected)
        }
    }

    /// The index of a draft, a new one for an id that has not been met.
    private mutating func place(_ id: String, _ row: UnderdogRow?) -> Int {
        if let index = indexes[id] { return index }
        indexes[id] = drafts.count
        let none = UnderdogContest(externalID: "", title: "", entryFee: nil, totalPrizes: nil, size: nil)
        drafts.append(
            Gathered(id: id, entry: row?.entry ?? "", teams: row?.teams ?? 2, contest: row?.contest ?? none))
        return drafts.count - 1
    }

    /// What several rows say about the draft has to agree.
    private mutating func add(
        _ row: UnderdogRow, to id: String, _ reader: CSVReader, _ columns: UnderdogColumns
    ) throws(FieldFault) {
        let fields = FieldReader(reader: reader)
        let draft = place(id, row)
        if drafts[draft].issue == nil {
            guard drafts[draft].entry == row.entry else {
                throw fields.fault(columns.entry, "\(drafts[draft].entry), the entry of the draft's other rows")
            }
            guard drafts[draft].teams == row.teams else {
                throw fields.fault(columns.size, "\(drafts[draft].teams), as in the draft's other rows")
            }
            guard drafts[draft].contest == row.contest else {
                throw fields.fault(
                    columns.contests.first?.id ?? columns.draft, "the contest of the draft's other rows")
            }
        }
        let place = reader.place(columns.pick)
        drafts[draft].picks.append(
            Gathered.Pick(
                place: SourcePlace(
                    file: UInt16(clamping: files.count - 1), line: UInt32(clamping: place.line),
                    column: UInt32(clamping: place.column)),
                number: row.pick, player: row.player, pickedAt: row.pickedAt))
    }

    /// Checks every draft, now that all rows are there.
    consuming func finish(now: Timestamp) -> UnderdogBatch {
        var sound: [Gathered] = []
        for var draft in drafts {
            draft.picks.sort { ($0.number, $0.place) < ($1.number, $1.place) }
            // The same row in two files is the same pick.
            draft.picks = draft.picks.reduce(into: []) { picks, pick in
                if let last = picks.last, last.number == pick.number, last.player == pick.player,
                    last.place.file != pick.place.file
                {
                    return
                }
                picks.append(pick)
            }
            if let issue = draft.issue ?? issue(in: draft) { issues.append(issue) } else { sound.append(draft) }
        }
        issues.sort { ($0.file, $0.line ?? 0, $0.column ?? 0) < ($1.file, $1.line ?? 0, $1.column ?? 0) }
        return UnderdogBatch(files: files, user: user, drafts: sound, issues: issues, now: now)
    }

    /// The first rule that a draft breaks: one slot of the snake, from the first round on, no player twice.
    private func issue(in draft: Gathered) -> ImportIssue? {
        let snake = Snake(teams: draft.teams, rounds: Ruleset.allowedRounds.upperBound)
        guard let first = draft.picks.first else { return nil }
        let slot = snake.slot(of: first.number)
        func issue(_ pick: Gathered.Pick, _ found: String, _ expected: String) -> ImportIssue {
            files.issue(at: pick.place, draft: draft.id, found: found, expected: expected)
        }
        var pickOf: [String: PickNumber] = [:]
        for (index, pick) in draft.picks.enumerated() {
            let round = UInt8(clamping: index + 1)
            guard Ruleset.allowedRounds.contains(round) else {
                return issue(pick, "\(draft.picks.count) picks", "at most 30 rounds")
            }
            let expected = snake.pick(of: slot, in: round)
            guard pick.number == expected else {
                return issue(
                    pick, "Pick Number \(pick.number)",
                    "\(expected), the pick of slot \(slot + 1) of \(draft.teams) in round \(round)")
            }
            let key =
                pick.player.externalID.isEmpty ? "\(pick.player.position) \(pick.player.name)" : pick.player.externalID
            if let earlier = pickOf.updateValue(pick.number, forKey: key) {
                return issue(
                    pick, "\(pick.player.name) at pick \(pick.number) and at pick \(earlier)",
                    "no player twice in a draft")
            }
        }
        return nil
    }
}
