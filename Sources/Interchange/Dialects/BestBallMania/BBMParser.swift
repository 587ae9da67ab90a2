import Draft
import DraftLedger
import TextFormats

/// Reads the public pick dumps of Best Ball Mania.
///
/// A row is a pick; rows come in any order, and a draft's rows may stand in several files. So everything is gathered
/// first, about 60 bytes a pick, and each draft is checked when the last file has been read. What a row alone gives
/// away is refused at once, and its draft with it.
struct BBMParser {
    private var files: [SourceFile] = []
    private var players = PlayerTable()
    private var drafts: [GatheredDraft] = []
    private var draftIndexes: [String: Int] = [:]

    /// Issues that cannot be laid at one draft's door.
    private var issues: [ImportIssue] = []

    private var broken = BrokenRows()
    private var notes: [String] = []
    private var refusedDrafts = 0

    private var playoffs = BBMPlayoffs()

    /// The rounds of all drafts, as the user states them; nil to derive them from the picks.
    private let rounds: UInt8?

    /// The draft of the row before: rows of one draft mostly follow one another.
    private var lastDraft: (id: [UInt8], index: Int) = ([], 0)

    /// - Parameter rounds: what all drafts have; nil to go by their picks.
    init(rounds: UInt8? = nil) { self.rounds = rounds }

    /// Takes in one file.
    ///
    /// - Throws: what the file's reading throws. What is wrong inside is an issue, not an error.
    mutating func read(_ file: InputFile) throws(InterchangeError) {
        try read(CSVReader(file), path: file.path)
    }

    mutating func read(_ reader: consuming CSVReader<InterchangeError>, path: String) throws(InterchangeError) {
        var reader = reader
        files.append(SourceFile(path: path))
        guard try reader.next() else {
            refuseFile(TextPlace(line: 1, column: 1), found: "an empty file", expected: "a header line")
            return
        }
        let header = CSVHeader(reader)
        if let fault = reader.fault {
            refuseFile(reader.place(atOffset: fault.offset), found: fault.found, expected: fault.expected)
            return
        }
        let columns: BBMColumns
        do {
            columns = try BBMColumns(header)
        } catch {
            refuseFile(
                reader.place(0), found: header.found(lacking: error.names),
                expected: "the columns of a Best Ball Mania dump")
            return
        }
        var hasRows = false
        while try reader.next() {
            hasRows = true
            if let round = playoffRound(reader, columns) {
                takePlayoffs(reader, columns, round: round, header)
            } else {
                take(reader, columns, header)
            }
            try broken.checkLimits(.standard, with: issues.count + refusedDrafts, in: path)
        }
        if !hasRows { notes.append("\(path) has a header and no picks.") }
    }

    /// Returns the round of a row of a playoff round, whose lineup follows from the draft and whose numbers are not picks.
    /// Nil for a row of the first round.
    private func playoffRound(_ reader: CSVReader<InterchangeError>, _ columns: BBMColumns) -> Int? {
        guard let column = columns.tournamentRound, reader.fault == nil, column < reader.fields.count,
            let round = ImportText.integer(reader.bytes(column)), round > 1
        else { return nil }
        return round
    }

    private mutating func takePlayoffs(
        _ reader: CSVReader<InterchangeError>, _ columns: BBMColumns, round: Int, _ header: CSVHeader
    ) {
        guard isWhole(reader, columns, header) else {
            let last = reader.fields.count - 1
            return refuse(
                nil, place: reader.place(last), found: "\(last + 1) fields",
                expected: "\(header.names.count) fields, as in the header")
        }
        do throws(FieldFault) {
            try playoffs.take(reader, columns, round: round, file: files.count - 1, players: &players)
        } catch {
            refuse(nil, place: reader.place(error.column), found: error.found, expected: error.expected)
        }
    }

    private func isWhole(
        _ reader: CSVReader<InterchangeError>, _ columns: BBMColumns, _ header: CSVHeader
    ) -> Bool {
        reader.hasFields(columns.lastRead, of: header)
    }

    private mutating func refuseFile(_ place: TextPlace, found: String, expected: String) {
        issues.append(
            ImportIssue(file: files[files.count - 1].path, place: place, found: found, expected: expected))
    }

    // MARK: Rows

    private mutating func take(_ reader: CSVReader<InterchangeError>, _ columns: BBMColumns, _ header: CSVHeader) {
        let hasDraft = reader.fields.count > columns.draft && !reader.bytes(columns.draft).isEmpty
        if let fault = reader.fault {
            let place = reader.place(atOffset: fault.offset)
            // The field with the fault in it names nothing, and a row that takes others along is not of one draft.
            let isNamed = hasDraft && reader.fields[columns.draft].end < fault.offset && !fault.takesTheRest
            guard !isNamed else {
                return refuse(draftIndex(reader, columns), place: place, found: fault.found, expected: fault.expected)
            }
            return broken.add(
                ImportIssue(
                    file: files[files.count - 1].path, place: place, found: fault.found, expected: fault.expected),
                reader)
        }
        guard hasDraft else {
            let place = reader.place(min(columns.draft, reader.fields.count - 1))
            return refuse(nil, place: place, found: "a row without a draft_id", expected: "a draft's id in every row")
        }
        let draft = draftIndex(reader, columns)
        guard isWhole(reader, columns, header) else {
            let last = reader.fields.count - 1
            return refuse(
                draft, place: reader.place(last), found: "\(last + 1) fields",
                expected: "\(header.names.count) fields, as in the header")
        }
        do throws(FieldFault) {
            let fields = FieldReader(reader: reader)
            _ = try fields.text(columns.draft, "a draft's id")
            if let column = columns.tournamentRound {
                _ = try fields.number(column, 1...ContestRoundsSet.mostRounds, BBMPlayoffs.roundExpected)
            }
            let row = try BBMRow(reader, columns)
            try checkAgreement(of: row, in: draft, reader, columns)
            add(row, to: draft, reader, columns)
        } catch {
            refuse(draft, place: reader.place(error.column), found: error.found, expected: error.expected)
        }
    }

    private mutating func refuse(_ draft: Int?, place: TextPlace, found: String, expected: String) {
        let issue = ImportIssue(
            file: files[files.count - 1].path, place: place, draft: draft.map { drafts[$0].externalID },
            found: found, expected: expected)
        guard let draft else { return issues.append(issue) }
        guard drafts[draft].issue == nil else { return }
        drafts[draft].issue = issue
        refusedDrafts += 1
    }

    private mutating func draftIndex(_ reader: CSVReader<InterchangeError>, _ columns: BBMColumns) -> Int {
        let bytes = reader.bytes(columns.draft)
        if lastDraft.id.elementsEqual(bytes) { return lastDraft.index }
        let id = reader.text(columns.draft)
        let index = draftIndexes[id] ?? drafts.count
        if index == drafts.count {
            drafts.append(GatheredDraft(externalID: id))
            draftIndexes[id] = index
        }
        lastDraft = (Array(bytes), index)
        return index
    }

    /// Several rows have to agree about the draft, an entry or a round.
    private mutating func checkAgreement(
        of row: BBMRow, in draft: Int, _ reader: CSVReader<InterchangeError>, _ columns: BBMColumns
    ) throws(FieldFault) {
        let fields = FieldReader(reader: reader)
        if let column = columns.startedAt {
            let text = try fields.optionalText(column)
            if drafts[draft].picks.isEmpty {
                drafts[draft].startedAtText = text
                drafts[draft].startedAt = try fields.time(column)
            } else if text != drafts[draft].startedAtText {
                throw fields.fault(column, "\"\(drafts[draft].startedAtText)\", as in the draft's other rows")
            }
        }
        if let column = columns.clock {
            let text = try fields.optionalText(column)
            if drafts[draft].picks.isEmpty {
                drafts[draft].clockText = text
                let seconds: Int64? = try fields.optionalNumber(column, 0...604_800, "seconds a pick, a week at most")
                drafts[draft].clock = seconds.flatMap { $0 == 0 ? nil : .seconds($0) }
            } else if text != drafts[draft].clockText {
                throw fields.fault(column, "\"\(drafts[draft].clockText)\", as in the draft's other rows")
            }
        }
        let slot = Int(row.slot)
        if slot < drafts[draft].entries.count, let known = drafts[draft].entries[slot] {
            guard known.externalID == row.entry.externalID else {
                throw fields.fault(columns.entry, "\(known.externalID), the entry of pick_order \(slot + 1)")
            }
            guard known.userID == row.entry.userID else {
                throw fields.fault(columns.userID ?? columns.entry, "\(known.userID), the user of the entry")
            }
            let (earlier, own) = (known.tournamentEntry, row.entry.tournamentEntry)
            if let column = columns.tournamentEntry, !earlier.isEmpty, !own.isEmpty, earlier != own {
                throw fields.fault(column, BBMRow.otherRowsExpected)
            }
            try checkAgreement(of: row.entry.stated, with: known.stated, fields, columns)
        } else {
            for (other, entry) in drafts[draft].entries.enumerated() {
                guard let entry else { continue }
                guard entry.externalID != row.entry.externalID else {
                    throw fields.fault(columns.entry, "another entry than that of pick_order \(other + 1)")
                }
                guard entry.userID.isEmpty || entry.userID != row.entry.userID else {
                    throw fields.fault(
                        columns.userID ?? columns.entry, "another user than that of pick_order \(other + 1)")
                }
            }
        }
    }

    /// All rows of an entry state the same results.
    private func checkAgreement(
        of stated: StatedEntry, with known: StatedEntry, _ fields: FieldReader, _ columns: BBMColumns
    ) throws(FieldFault) {
        let expected = BBMRow.otherRowsExpected
        if let column = columns.rosterPoints, let points = stated.points, points != known.points ?? points {
            throw fields.fault(column, expected)
        }
        if let column = columns.madePlayoffs, let advances = stated.advances, advances != known.advances ?? advances {
            throw fields.fault(column, expected)
        }
    }

    private mutating func add(
        _ row: BBMRow, to draft: Int, _ reader: CSVReader<InterchangeError>, _ columns: BBMColumns
    ) {
        let place = reader.place(columns.pick)
        let slot = Int(row.slot)
        while drafts[draft].entries.count <= slot { drafts[draft].entries.append(nil) }
        if let known = drafts[draft].entries[slot]?.stated {
            drafts[draft].entries[slot]?.stated = StatedEntry(
                points: known.points ?? row.entry.stated.points, advances: known.advances ?? row.entry.stated.advances)
            if drafts[draft].entries[slot]?.tournamentEntry.isEmpty == true {
                drafts[draft].entries[slot]?.tournamentEntry = row.entry.tournamentEntry
            }
        } else {
            drafts[draft].entries[slot] = row.entry
            drafts[draft].statedBy = Self.site
        }
        let player = players.index(externalID: row.playerID, name: row.playerName, position: row.position)
        drafts[draft].picks.append(
            GatheredDraft.Pick(
                place: SourcePlace(
                    file: UInt16(clamping: files.count - 1), line: UInt32(clamping: place.line),
                    column: UInt32(clamping: place.column)),
                slotColumn: UInt32(clamping: reader.place(columns.slot).column),
                playerColumn: UInt32(clamping: reader.place(columns.player).column),
                number: row.pick, slot: row.slot, round: row.round, manner: row.manner, player: UInt32(player),
                adp: row.adp,
                byeWeek: row.byeWeek, occurredAt: row.pickedAt, points: row.points))
    }

    /// The site of the contest.
    private static let site = "Underdog"

    // MARK: End

    /// Checks every draft, now that all rows are there.
    ///
    /// The result does not depend on the order of rows or files, except for which row of a broken draft is blamed.
    consuming func finish() -> DumpBatch {
        let wording = DraftWording(slot: "pick_order", pick: "overall_pick_number") { _, slot in "\(slot + 1)" }
        // A draft that misses a row breaks further rules, for no other reason.
        let verdict = broken.verdict(on: draftIndexes) { drafts[$0].issue != nil }
        issues += verdict.shared
        var (sound, faults) = DraftShapes.sound(
            drafts.enumerated().compactMap { index, draft in
                verdict.lost.contains(index) ? nil : (draft, draft.issue ?? verdict.issues[index])
            }, wording: wording, players: players, files: files, usual: DraftShapes.bestBallMania, stated: rounds)
        issues += faults
        if !playoffs.isEmpty {
            let settled = playoffs.settle(into: &sound, of: drafts, by: Self.site, players: players, files: files)
            issues += settled.issues
            notes += Self.playoffNotes(settled.entries)
        }
        issues.sort { ($0.file, $0.line ?? 0, $0.column ?? 0) < ($1.file, $1.line ?? 0, $1.column ?? 0) }
        return DumpBatch(
            of: "bbm", files: files, table: players, drafts: sound, issues: issues, notes: notes,
            contest: BBMOutcome.contest)
    }

    /// - Parameter entries: how many of each round go in.
    private static func playoffNotes(_ entries: [UInt8: Int]) -> [String] {
        guard !entries.isEmpty else { return [] }
        let rounds = entries.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { "\($1) of round \($0)" }
            .joined(separator: ", ")
        guard !rounds.isEmpty else { return ["The files state no points of playoffs."] }
        return ["The files state the results of entries in playoffs: \(rounds)."]
    }
}
