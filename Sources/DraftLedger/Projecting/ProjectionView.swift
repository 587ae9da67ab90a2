import Draft
import LMDB
import Ledger
import Projections

/// Projections as of one position: stored rows, and over them what the log has beyond the rows' progress.
struct ProjectionView {
    /// Events that the view includes.
    let position: UInt64

    private let rows: StoredRows

    /// The rooms that are not as their rows say, by number, and what was moved.
    private let changes: FoldedLedger

    fileprivate init(rows: StoredRows, changes: FoldedLedger, position: UInt64) {
        self.rows = rows
        self.changes = changes
        self.position = position
    }

    /// Every room, by number.
    func rooms() -> [RoomSummary] {
        let changed = changes.rooms.map(RoomSummary.init)
        if changed.isEmpty { return rows.rooms }
        let numbers = Set(changed.map(\.room))
        return (rows.rooms.filter { !numbers.contains($0.room) } + changed).sorted { $0.room < $1.room }
    }

    /// Every entry, by number.
    func rosters() -> [RosterRow] {
        let changed = Set(changes.rooms.map(\.id))
        if changed.isEmpty { return rows.rosters }
        let kept = rows.rosters.filter { !changed.contains($0.room) }
        return (kept + changes.rooms.flatMap(RosterRow.rows)).sorted { $0.entry < $1.entry }
    }

    func balances() -> Balances {
        var balances = Balances(accountRows: rows.accounts, contestRows: rows.contests)
        balances.merge(changes.balances)
        return balances
    }

    /// Every provider's payment that was deposited, by key.
    func deposits() -> [DepositRow] {
        changes.deposits.isEmpty ? rows.deposits : (rows.deposits + changes.deposits).firstOfEachPayment()
    }
}

extension ProjectionStore {
    /// Projections as of a position. Costs a fold of what lies between the rows and the position; of everything up to
    /// it when the rows are of later.
    ///
    /// - Parameters:
    ///   - names: which ones; of the others the view knows nothing.
    ///   - position: nil for the latest.
    func view(
        of names: Set<StoredProjection>, upTo position: UInt64?, progress: ProgressHandler? = nil
    ) throws -> ProjectionView {
        var rows = try ledger.read { try StoredRows(of: names, self, in: $0) }
        if let position {
            if rows.progress > position { rows = StoredRows() }
        } else if progress == nil, let (changes, end) = try changes(beyond: rows.progress) {
            return ProjectionView(rows: rows, changes: changes, position: end)
        }
        let end = try position ?? ledger.size
        return ProjectionView(
            rows: rows, changes: try fold(rows.progress..<end, progress: progress), position: end)
    }
}

extension ProjectionStore {
    /// All projections as of one position twice: as they are read, and folded from the first event on.
    func views() throws -> (stored: ProjectionView, rebuilt: ProjectionView) {
        let stored = try view(of: Set(StoredProjection.allCases), upTo: nil)
        let rebuilt = ProjectionView(
            rows: StoredRows(), changes: try fold(0..<stored.position, progress: nil), position: stored.position)
        return (stored, rebuilt)
    }
}

/// Rows of one snapshot, so that all rows are of the same moment.
private struct StoredRows {
    /// Events that they include.
    var progress: UInt64 = 0
    var rooms: [RoomSummary] = []
    var rosters: [RosterRow] = []
    var accounts: [BalanceRow] = []
    var contests: [ContestRow] = []
    var deposits: [DepositRow] = []

    /// No rows, as of the very beginning.
    init() {}

    /// Reads the rows of some projections; none of them when they are not all of the same progress.
    init(
        of names: Set<StoredProjection>, _ store: ProjectionStore, in transaction: borrowing ReadTransaction
    ) throws {
        let marks = try names.map { try store.progress(of: $0, in: transaction) }
        guard let mark = marks.first, mark > 0, marks.allSatisfy({ $0 == mark }) else { return }
        progress = mark
        for name in names {
            guard let table = store.tables[name] else { continue }
            switch name {
            case .rooms: rooms = try Self.read(table, of: name, in: transaction)
            case .rosters: rosters = try Self.read(table, of: name, in: transaction)
            case .balances: accounts = try Self.read(table, of: name, in: transaction)
            case .contests: contests = try Self.read(table, of: name, in: transaction)
            case .deposits: deposits = try Self.read(table, of: name, in: transaction)
            }
        }
    }

    private static func read<Row: RowCodable>(
        _ table: Table<[UInt8]>, of name: StoredProjection, in transaction: borrowing ReadTransaction
    ) throws -> [Row] {
        try transaction.withCursor(on: table) { cursor in
            var rows: [Row] = []
            var found = try cursor.first()
            while found {
                let key = try cursor.key
                let value = cursor.withValue { $0.withUnsafeBytes { Array($0) } }
                guard let row = Row(rowKey: key, rowValue: value) else {
                    throw DraftLedgerError.unreadableRow(of: name)
                }
                rows.append(row)
                found = try cursor.next()
            }
            return rows
        }
    }
}
