import Foundation
import GRDB

/// An SQLite database under way: built next to its place and moved there when it is complete.
///
/// No journal and no syncs while it is built: a file that was not finished is thrown away whole.
final class SQLiteFile {
    private let path: String
    private let file: AtomicFile
    private let queue: DatabaseQueue

    /// Creates the tables.
    ///
    /// - Throws: `InterchangeError`: `cannotCreate`.
    init(path: String) throws {
        self.path = path
        file = try AtomicFile(path: path, seeks: true)
        var configuration = Configuration()
        configuration.label = "export"
        // Left to readers: rows come in whatever order is quickest.
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA page_size = 8192;
                    PRAGMA journal_mode = OFF;
                    PRAGMA synchronous = OFF;
                    PRAGMA locking_mode = EXCLUSIVE;
                    PRAGMA cache_size = -65536;
                    PRAGMA threads = 4;
                    """)
        }
        do {
            queue = try DatabaseQueue(path: file.temporaryPath, configuration: configuration)
            try queue.inDatabase { database in
                try database.execute(sql: "PRAGMA user_version = \(SQLiteSchema.version); \(SQLiteSchema.tables)")
            }
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Inserts batches into their tables in one transaction.
    func insert(_ batches: [(table: String, rows: RowBatch)]) throws(InterchangeError) {
        try doing { database in
            try database.inTransaction {
                for (table, rows) in batches where rows.count > 0 {
                    try RowInserter(into: table, columns: rows.columns, of: database).insert(rows)
                }
                return .commit
            }
        }
    }

    /// Makes the indices and the views, and puts the file in its place.
    ///
    /// - Parameter facts: what `meta` says.
    func finish(_ facts: KeyValuePairs<String, String>) throws(InterchangeError) {
        try doing { database in
            for index in SQLiteSchema.indices { try database.execute(sql: index) }
            try database.execute(sql: SQLiteSchema.views)
            for (key, value) in facts {
                try database.execute(sql: "INSERT INTO meta VALUES (?, ?)", arguments: [key, value])
            }
            try database.execute(sql: "ANALYZE")
        }
        do { try queue.close() } catch { throw Self.failure(error, path) }
        try file.commit()
    }

    private func doing(_ work: (Database) throws -> Void) throws(InterchangeError) {
        do { try queue.inDatabase(work) } catch { throw Self.failure(error, path) }
    }

    private static func failure(_ error: any Error, _ path: String) -> InterchangeError {
        let reason = (error as? DatabaseError)?.message ?? "\(error)"
        return InterchangeError(
            .outputFailed, "\(path) cannot be written: \(reason). What stood there before still does.")
    }
}
