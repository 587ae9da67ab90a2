import GRDB
import GRDBSQLite

/// Puts batches of rows into one table.
///
/// Binds through SQLite itself, in place: an export has tens of millions of cells, and a value of GRDB's for each of them
/// would cost more than the insertion.
struct RowInserter {
    private let statement: Statement
    private static let noText: StaticString = ""

    /// - Parameter columns: of the table, from the first on.
    init(into table: String, columns: Int, of database: Database) throws {
        let marks = Array(repeating: "?", count: columns).joined(separator: ", ")
        statement = try database.makeStatement(sql: "INSERT INTO \(table) VALUES (\(marks))")
    }

    func insert(_ batch: RowBatch) throws {
        let handle = statement.sqliteStatement
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        try batch.text.withUnsafeBytes { text in
            for row in 0..<batch.count {
                for column in 0..<batch.columns {
                    bind(batch.cells[row * batch.columns + column], to: Int32(column) + 1, of: handle, text)
                }
                guard sqlite3_step(handle) == SQLITE_DONE else { throw failure(of: handle) }
                sqlite3_reset(handle)
            }
        }
    }

    /// A text stays where it is: its bytes outlive the step, and the bindings are cleared before they go.
    private func bind(
        _ cell: RowBatch.Cell, to number: Int32, of handle: SQLiteStatement, _ text: UnsafeRawBufferPointer
    ) {
        switch cell {
        case .null: sqlite3_bind_null(handle, number)
        case .integer(let value): sqlite3_bind_int64(handle, number, value)
        case .real(let value): sqlite3_bind_double(handle, number, value)
        case .text(let start, let count):
            // An empty text needs an address too, or it would be taken for NULL.
            let base = text.baseAddress ?? UnsafeRawPointer(Self.noText.utf8Start)
            sqlite3_bind_text(
                handle, number, (base + Int(start)).assumingMemoryBound(to: CChar.self), Int32(count), nil)
        }
    }

    private func failure(of handle: SQLiteStatement) -> DatabaseError {
        let database = sqlite3_db_handle(handle)
        return DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(database)),
            message: String(cString: sqlite3_errmsg(database)))
    }
}
