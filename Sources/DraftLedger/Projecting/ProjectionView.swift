import Draft
import LMDB
import Ledger
import Projections

/// The projections as of one position: stored rows, and over them what the log has beyond the rows' progress.
struct ProjectionView {
    private let store: ProjectionStore

    /// Nil when the rows are of a later position than the one asked for, and so of no use.
    private let hasRows: Bool

    /// The rooms that are not as their rows say, by number, and what was moved.
    private let changes: FoldedLedger

    fileprivate init(_ store: ProjectionStore, hasRows: Bool, changes: FoldedLedger) {
        self.store = store
        self.hasRows = hasRows
        self.changes = changes
    }

    /// Every room, by number.
    func rooms() throws -> [RoomSummary] {
        let changed = changes.rooms.map(RoomSummary.init)
        return merge(try rows(of: .rooms, as: RoomSummary.self), with: changed, by: \.room)
    }

    /// Every entry, by number.
    func rosters() throws -> [RosterRow] {
        let changed = Set(changes.rooms.map(\.id))
        var rows = try rows(of: .rosters, as: RosterRow.self)
        if !changed.isEmpty {
            rows.removeAll { changed.contains($0.room) }
            rows += changes.rooms.flatMap(RosterRow.rows)
            rows.sort { $0.entry < $1.entry }
        }
        return rows
    }

    func balances() throws -> Balances {
        var balances = Balances(
            accountRows: try rows(of: .balances, as: BalanceRow.self),
            contestRows: try rows(of: .contests, as: ContestRow.self))
        balances.merge(changes.balances)
        return balances
    }

    private func rows<Row: RowCodable>(of projection: StoredProjection, as _: Row.Type) throws -> [Row] {
        guard hasRows, let table = store.tables[projection] else { return [] }
        return try store.ledger.read { transaction in
            try transaction.withCursor(on: table) { cursor in
                var rows: [Row] = []
                var found = try cursor.first()
                while found {
                    let key = try cursor.key
                    let value = cursor.withValue { $0.withUnsafeBytes { Array($0) } }
                    guard let row = Row(rowKey: key, rowValue: value) else {
                        throw DraftLedgerError(
                            .damaged,
                            "A row of the projection '\(projection.rawValue)' is unreadable. "
                                + "`rebuild \(projection.rawValue)` folds it anew.")
                    }
                    rows.append(row)
                    found = try cursor.next()
                }
                return rows
            }
        }
    }

    private func merge<Row, Key: Comparable & Hashable>(
        _ rows: [Row], with changed: [Row], by key: (Row) -> Key
    ) -> [Row] {
        if changed.isEmpty { return rows }
        let keys = Set(changed.map(key))
        return (rows.filter { !keys.contains(key($0)) } + changed).sorted { key($0) < key($1) }
    }
}

extension ProjectionStore {
    /// The projections as of a position. Costs a fold of what lies between the rows and the position; of everything up to
    /// it when the rows are of later.
    func view(upTo position: UInt64, progress: ProgressHandler? = nil) throws -> ProjectionView {
        let marks = try ledger.read { transaction in
            try StoredProjection.allCases.map { try self.progress(of: $0, in: transaction) }
        }
        // Rows of different progress cannot be read together; a rebuild of one of them sees to it.
        guard let stored = marks.first, stored > 0, stored <= position, marks.allSatisfy({ $0 == stored }) else {
            return ProjectionView(self, hasRows: false, changes: try fold(0..<position, progress: progress))
        }
        return ProjectionView(self, hasRows: true, changes: try fold(stored..<position, progress: progress))
    }
}
