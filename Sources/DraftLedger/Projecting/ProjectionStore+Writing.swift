import Draft
import LMDB
import Ledger
import Projections

extension ProjectionStore {
    /// Brings projections up to the log.
    ///
    /// - Parameters:
    ///   - names: which ones.
    ///   - anew: fold them from the first event, beside their present rows; readers see those until the new ones, and
    ///     the new progress, take their place in one step.
    /// - Returns: the number of events that were folded.
    @discardableResult
    func bringUp(
        _ names: [StoredProjection] = StoredProjection.allCases, anew: Bool = false, progress: ProgressHandler? = nil
    ) throws -> UInt64 {
        let size = try ledger.size
        let starts = try ledger.read { transaction in
            try names.map { (name: $0, progress: anew ? 0 : try self.progress(of: $0, in: transaction)) }
        }
        var folded: UInt64 = 0
        for start in Set(starts.map(\.progress)).sorted() where start < size || anew {
            let due = starts.filter { $0.progress == start }.map(\.name)
            let isOfAll = due.count == StoredProjection.allCases.count && !anew && progress == nil
            let (result, end) =
                try (isOfAll ? changedRows(beyond: start) : nil) ?? (fold(start..<size, progress: progress), size)
            folded += result.events
            try ledger.write { transaction in
                for name in due {
                    // Somebody else may have brought the rows up meanwhile; what is added twice would be wrong.
                    guard try anew || self.progress(of: name, in: transaction) == start else { continue }
                    var rows = try RowWriter(name, self, anew: start == 0, in: transaction)
                    try write(result, of: name, with: &rows, in: transaction)
                    try rows.mark(end, in: transaction)
                }
            }
        }
        return folded
    }

    /// What the log has beyond rows, without the rooms whose rows are as they should be: of rooms in draft, most have had
    /// ticks alone. They are looked for here, so that nobody waits for it who wants to append.
    ///
    /// - Returns: nil for rows that are out of date.
    private func changedRows(beyond start: UInt64) throws -> (changes: FoldedLedger, end: UInt64)? {
        guard var found = try changes(beyond: start) else { return nil }
        if start > 0 {
            found.changes.rooms = try ledger.read { transaction in
                try found.changes.rooms.filter { try !hasRows(of: $0, in: transaction) }
            }
        }
        return found
    }

    private func hasRows(of room: RoomState, in transaction: borrowing ReadTransaction) throws -> Bool {
        func has<Row: RowCodable>(_ row: Row, of name: StoredProjection) throws -> Bool {
            guard let table = tables[name] else { return false }
            return try transaction.value(at: row.rowKey, in: table) == row.rowValue
        }
        // Who has left is no entry of the room's any more, and its summary counts those.
        return try has(RoomSummary(room), of: .rooms)
            && RosterRow.rows(of: room).allSatisfy { try has($0, of: .rosters) }
    }

    private func write(
        _ result: FoldedLedger, of name: StoredProjection, with rows: inout RowWriter,
        in transaction: borrowing WriteTransaction
    ) throws {
        switch name {
        case .rooms: for room in result.rooms { try rows.put(RoomSummary(room), in: transaction) }
        case .rosters:
            var index = try UserIndexWriter(self, anew: !rows.hasRows, in: transaction)
            for room in result.rooms {
                let rosters = RosterRow.rows(of: room)
                try index.replace(with: rosters, of: room.id, in: transaction)
                try rows.replace(with: rosters, of: room.id, in: transaction)
            }
            try index.finish(in: transaction)
        case .balances:
            for change in result.balances.accountRows {
                var row = change
                if let old = try rows.row(at: change.rowKey, as: BalanceRow.self, in: transaction) {
                    row.balance += old.balance
                }
                if row.balance == .zero {
                    try rows.remove(BalanceRow.self, at: row.rowKey, in: transaction)
                } else {
                    try rows.put(row, in: transaction)
                }
            }
        case .contests:
            for change in result.balances.contestRows {
                var row = change
                if let old = try rows.row(at: change.rowKey, as: ContestRow.self, in: transaction) {
                    row.books.merge(old.books)
                }
                try rows.put(row, in: transaction)
            }
        case .deposits:
            // Of a payment that was recorded twice, the rows have the earlier deposit.
            for deposit in result.deposits
            where try rows.row(at: deposit.rowKey, as: DepositRow.self, in: transaction) == nil {
                try rows.put(deposit, in: transaction)
            }
        }
    }
}

/// Writes the rows of one projection and keeps their digest.
private struct RowWriter {
    private let ledger: Ledger
    private let name: StoredProjection
    private let table: Table<[UInt8]>
    private var digest = RowDigest()
    /// Whether there are rows that a new one may take the place of.
    let hasRows: Bool

    init(
        _ name: StoredProjection, _ store: ProjectionStore, anew: Bool, in transaction: borrowing WriteTransaction
    ) throws {
        guard let table = store.tables[name] else { throw DraftLedgerError.notWritable(store.ledger.path) }
        ledger = store.ledger
        self.name = name
        self.table = table
        hasRows = !anew
        if anew {
            try transaction.removeAll(in: table)
        } else if let mark = try ledger.mark(of: name.rawValue, in: transaction) {
            digest = RowDigest(bytes: mark.digest)
        }
    }

    func row<Row: RowCodable>(
        at key: [UInt8], as _: Row.Type, in transaction: borrowing WriteTransaction
    ) throws -> Row? {
        let old: StoredRow<Row>? = try stored(at: key, in: transaction)
        return old?.row
    }

    mutating func put<Row: RowCodable>(_ row: Row, in transaction: borrowing WriteTransaction) throws {
        let (key, value) = (row.rowKey, row.rowValue)
        if let old: StoredRow<Row> = try stored(at: key, in: transaction) {
            if old.value == value { return }
            digest.remove(key: key, row: old.value)
        }
        try transaction.put(value, at: key, in: table)
        digest.add(key: key, row: value)
    }

    mutating func remove<Row: RowCodable>(
        _: Row.Type, at key: [UInt8], in transaction: borrowing WriteTransaction
    ) throws {
        guard let old: StoredRow<Row> = try stored(at: key, in: transaction) else { return }
        digest.remove(key: key, row: old.value)
        _ = try transaction.remove(key, in: table)
    }

    private typealias StoredRow<Row> = (row: Row, value: [UInt8])

    /// The row that a new one would take the place of.
    ///
    /// - Throws: `damaged` for one that cannot be read. Taken for none, it would be overwritten as if it had been empty,
    ///   and nobody would see the damage any more.
    private func stored<Row: RowCodable>(
        at key: [UInt8], in transaction: borrowing WriteTransaction
    ) throws -> StoredRow<Row>? {
        guard hasRows, let value = try transaction.value(at: key, in: table) else { return nil }
        guard let row = Row(rowKey: key, rowValue: value) else { throw DraftLedgerError.unreadableRow(of: name) }
        return (row, value)
    }

    /// Puts a room's rosters in the place of those that are there: members may have left.
    mutating func replace(
        with rows: [RosterRow], of room: RoomID, in transaction: borrowing WriteTransaction
    ) throws {
        let present = Set(rows.map(\.rowKey))
        if hasRows {
            for key in try keys(from: RosterRow.rowKeyPrefix(of: room), in: transaction) where !present.contains(key) {
                try remove(RosterRow.self, at: key, in: transaction)
            }
        }
        for row in rows { try put(row, in: transaction) }
    }

    private func keys(from prefix: [UInt8], in transaction: borrowing WriteTransaction) throws -> [[UInt8]] {
        try transaction.withCursor(on: table) { cursor in
            var keys: [[UInt8]] = []
            var found = try cursor.move(toOrAfter: prefix)
            while found {
                let key = try cursor.key
                guard key.starts(with: prefix) else { break }
                keys.append(key)
                found = try cursor.next()
            }
            return keys
        }
    }

    func mark(_ progress: UInt64, in transaction: borrowing WriteTransaction) throws {
        let mark = ProjectionMark(foldVersion: name.foldVersion, progress: progress, digest: digest.bytes)
        try ledger.setMark(mark, of: name.rawValue, in: transaction)
    }
}
