import Draft
import LMDB
import Ledger
import Projections

/// The changes to the rows of one projection: computed in a read transaction, applied in a write transaction.
///
/// Appends wait for a write transaction. Rows are compared, encoded and hashed before it, which is most of the
/// work; in it they are only put.
struct RowChanges {
    let name: StoredProjection
    private let table: Table<[UInt8]>
    /// The rows that the changes apply to, or nil.
    private let before: ProjectionMark?
    /// Of all rows, as they will be.
    private var digest: RowDigest
    private var puts: [(key: [UInt8], value: [UInt8])] = []
    private var removals: [[UInt8]] = []
    /// The index by user, of the rosters.
    private var users: UserIndexChanges?

    /// - Parameter rebuilding: whether the rows replace all existing ones.
    /// - Throws: `notWritable` without tables.
    init<Reader: Transaction & ~Copyable>(
        of name: StoredProjection, in store: ProjectionStore, rebuilding: Bool, _ transaction: borrowing Reader
    ) throws {
        guard let table = store.tables[name] else { throw DraftLedgerError.notWritable(store.ledger.path) }
        self.name = name
        self.table = table
        before = rebuilding ? nil : try store.ledger.mark(of: name.rawValue, in: transaction)
        digest = before.map { RowDigest(bytes: $0.digest) } ?? RowDigest()
        if name == .rosters { users = try UserIndexChanges(store, hasRows: !rebuilding) }
    }

    /// Whether there are rows that a new one may take the place of.
    private var hasRows: Bool { before != nil }

    /// Whether it is time to put in place what takes the place of all rows.
    var isLarge: Bool { puts.count >= 4_096 }

    func row<Row: RowCodable, Reader: Transaction & ~Copyable>(
        at key: [UInt8], as _: Row.Type, in transaction: borrowing Reader
    ) throws -> Row? {
        let old: StoredRow<Row>? = try stored(at: key, in: transaction)
        return old?.row
    }

    mutating func put<Row: RowCodable, Reader: Transaction & ~Copyable>(
        _ row: Row, in transaction: borrowing Reader
    ) throws {
        let (key, value) = (row.rowKey, row.rowValue)
        if let old: StoredRow<Row> = try stored(at: key, in: transaction) {
            if old.value == value { return }
            digest.remove(key: key, row: old.value)
        }
        puts.append((key, value))
        digest.add(key: key, row: value)
    }

    mutating func remove<Row: RowCodable, Reader: Transaction & ~Copyable>(
        _: Row.Type, at key: [UInt8], in transaction: borrowing Reader
    ) throws {
        guard let old: StoredRow<Row> = try stored(at: key, in: transaction) else { return }
        digest.remove(key: key, row: old.value)
        removals.append(key)
    }

    private typealias StoredRow<Row> = (row: Row, value: [UInt8])

    /// The row that a new one would take the place of.
    ///
    /// - Throws: `damaged` for one that cannot be read. Taken for none, it would be overwritten as if it had been empty,
    ///   and the damage would no longer be visible.
    private func stored<Row: RowCodable, Reader: Transaction & ~Copyable>(
        at key: [UInt8], in transaction: borrowing Reader
    ) throws -> StoredRow<Row>? {
        guard hasRows, let value = try transaction.value(at: key, in: table) else { return nil }
        guard let row = Row(rowKey: key, rowValue: value) else { throw DraftLedgerError.unreadableRow(of: name) }
        return (row, value)
    }

    /// Puts a room's rosters in the place of those that are there: members may have left.
    mutating func replace<Reader: Transaction & ~Copyable>(
        with rows: [RosterRow], of room: RoomID, in transaction: borrowing Reader
    ) throws {
        try users?.replace(with: rows, of: room, in: transaction)
        let present = Set(rows.map(\.rowKey))
        if hasRows {
            for key in try keys(from: RosterRow.rowKeyPrefix(of: room), in: transaction) where !present.contains(key) {
                try remove(RosterRow.self, at: key, in: transaction)
            }
        }
        for row in rows { try put(row, in: transaction) }
    }

    private func keys<Reader: Transaction & ~Copyable>(
        from prefix: [UInt8], in transaction: borrowing Reader
    ) throws -> [[UInt8]] {
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
}

// MARK: In the transaction that writes

extension RowChanges {
    /// Whether the rows are still those that the changes are of. Somebody else may have brought them up meanwhile; what is
    /// added twice would be wrong.
    func areOfRows(in ledger: Ledger, _ transaction: borrowing WriteTransaction) throws -> Bool {
        try ledger.mark(of: name.rawValue, in: transaction) == before
    }

    /// Takes away all rows, for new ones to take their place.
    func clear(in transaction: borrowing WriteTransaction) throws {
        try transaction.removeAll(in: table)
        try users?.clear(in: transaction)
    }

    /// Puts in place what has been gathered so far.
    mutating func flush(in transaction: borrowing WriteTransaction) throws {
        for key in removals { _ = try transaction.remove(key, in: table) }
        for (key, value) in puts { try transaction.put(value, at: key, in: table) }
        (removals, puts) = ([], [])
    }

    /// Puts the rest in place, and states how far the rows go.
    mutating func finish(
        upTo progress: UInt64, in ledger: Ledger, _ transaction: borrowing WriteTransaction
    ) throws {
        try flush(in: transaction)
        try users?.finish(in: transaction)
        let mark = ProjectionMark(foldVersion: name.foldVersion, progress: progress, digest: digest.bytes)
        try ledger.setMark(mark, of: name.rawValue, in: transaction)
    }
}
