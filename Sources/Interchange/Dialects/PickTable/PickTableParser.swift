import Draft
import DraftLedger
import TextFormats

/// Reads tables of picks: whole drafts, or a user's own picks of them, in any order.
struct PickTableParser: SheetParser {
    let table: PickTable
    let terms: TableTerms
    var sheets = ImportSheets()
    var drafts: [TableDraft] = []
    private(set) var indexes: [String: Int] = [:]

    /// One for each spelling and team.
    private(set) var players: [ImportedPlayer] = []
    private var playerIndexes: [ImportedPlayer: Int] = [:]

    init(_ table: PickTable, _ terms: TableTerms = TableTerms()) {
        self.table = table
        self.terms = terms
    }

    func columns(of header: CSVHeader) throws(MissingColumns) -> PickColumns { try PickColumns(table, header) }

    func reads(_ column: Int, of columns: PickColumns) -> Bool { columns.contains(column) }

    func expected(insteadOf header: CSVHeader) -> String {
        let names = header.names.joined(separator: ", ")
        return table.expected + (header.separatedOtherwise == nil ? "; it has \(names)" : "")
    }

    mutating func take(_ reader: CSVReader<InterchangeError>, _ columns: PickColumns) {
        let id: String
        do throws(FieldFault) {
            id = try PickRow.draft(reader, columns)
        } catch {
            return sheets.issues.append(sheets.issue(reader.place(error.column), error.found, error.expected))
        }
        let draft = indexes[id] ?? drafts.count
        if draft == drafts.count {
            indexes[id] = draft
            drafts.append(TableDraft(id: id))
        }
        guard drafts[draft].issue == nil else { return }
        do throws(FieldFault) {
            try add(try PickRow(reader, columns), to: draft, reader, columns)
        } catch {
            drafts[draft].issue = sheets.issue(reader.place(error.column), error.found, error.expected, draft: id)
        }
    }

    /// Several rows have to agree about the draft; but a contest's title may have changed between files.
    private mutating func add(
        _ row: PickRow, to draft: Int, _ reader: CSVReader<InterchangeError>, _ columns: PickColumns
    ) throws(FieldFault) {
        let fields = FieldReader(reader: reader)
        func agree(_ same: Bool, _ role: PickRole, _ expected: String) throws(FieldFault) {
            guard same else { throw fields.fault(columns[role] ?? 0, expected) }
        }
        if drafts[draft].rows.isEmpty {
            drafts[draft].contest = row.contest
            drafts[draft].title = row.title
            drafts[draft].fee = row.fee
            drafts[draft].startedAt = row.startedAt
            drafts[draft].statedTeams = row.teams
        }
        let (contest, title, teams) = (drafts[draft].contest, drafts[draft].title, drafts[draft].statedTeams)
        try agree(contest == row.contest, .contest, "\"\(contest)\", as in the draft's other rows")
        try agree(drafts[draft].fee == row.fee, .fee, "the entry fee of the draft's other rows")
        try agree(drafts[draft].startedAt == row.startedAt, .started, "the start of the draft's other rows")
        try agree(teams == row.teams, .teams, "\(teams ?? 0), as in the draft's other rows")
        if row.contest.isEmpty { try agree(title == row.title, .title, "\"\(title)\", as in the draft's other rows") }
        drafts[draft].title = min(title, row.title)
        let seat = try seat(of: row, in: draft, fields, columns)
        let player = playerIndexes[row.player] ?? players.count
        if player == players.count {
            playerIndexes[row.player] = player
            players.append(row.player)
        }
        func column(_ role: PickRole) -> UInt32 {
            columns[role].map { UInt32(clamping: reader.place($0).column) } ?? 0
        }
        drafts[draft].rows.append(
            TableDraft.Row(
                place: sheets.place(reader, columns[.pick] ?? columns[.inround] ?? columns[.slot] ?? 0),
                roundColumn: column(.round),
                slotColumn: column(.slot), playerColumn: column(.player), number: row.number, inRound: row.inRound,
                round: row.round, slot: row.slot, seat: seat, player: player, adp: row.adp, byeWeek: row.byeWeek,
                pickedAt: row.pickedAt))
    }

    /// Which team's pick a row is: by its slot, else by its entry, else by its user; nil without these columns.
    private mutating func seat(
        of row: PickRow, in draft: Int, _ fields: FieldReader, _ columns: PickColumns
    ) throws(FieldFault) -> Int? {
        let key: String
        if let slot = row.slot {
            key = "\(slot)"
        } else if columns[.entry] != nil {
            key = row.entry
        } else if columns[.user] != nil {
            key = row.user
        } else {
            return nil
        }
        guard let index = drafts[draft].seatIndexes[key] else {
            if table.isOwnOnly, let first = drafts[draft].seats.first?.entry, let column = columns[.entry] {
                throw fields.fault(column, "\(first), the entry of the draft's other rows")
            }
            let index = drafts[draft].seats.count
            drafts[draft].seatIndexes[key] = index
            drafts[draft].seats.append(TableDraft.Seat(entry: row.entry, user: row.user))
            return index
        }
        let seat = drafts[draft].seats[index]
        guard seat.entry == row.entry else {
            throw fields.fault(columns[.entry] ?? 0, "\"\(seat.entry)\", the team's entry in other rows")
        }
        guard seat.user == row.user else {
            throw fields.fault(columns[.user] ?? 0, "\"\(seat.user)\", the team's user in other rows")
        }
        return index
    }
}
