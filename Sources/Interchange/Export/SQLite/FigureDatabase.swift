import Foundation
import GRDB
package import TextFormats

/// A table of figures as an SQLite database of its own: the table under its name, and `meta` with what it was made of.
package struct FigureDatabase: Sendable {
    /// Of the table.
    package var name: String
    package var columns: [String]
    /// A value for each column.
    package var rows: [[JSON]]
    /// What `meta` says, key and value.
    package var facts: [(key: String, value: String)]

    package init(name: String, columns: [String], rows: [[JSON]], facts: [(key: String, value: String)]) {
        self.name = name
        self.columns = columns
        self.rows = rows
        self.facts = facts
    }

    /// Returns the file's bytes. It is built in a private directory, which is removed afterwards.
    ///
    /// - Throws: `InterchangeError`: `outputFailed`.
    package func bytes() throws(InterchangeError) -> [UInt8] {
        let files = FileManager.default
        let directory = files.temporaryDirectory.appendingPathComponent("figures-\(UUID().uuidString)")
        do {
            try files.createDirectory(
                at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            // Files that cannot be removed stay until the directory is emptied.
            defer { try? files.removeItem(at: directory) }
            let path = directory.appendingPathComponent("\(name).sqlite").path
            try write(to: path)
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw InterchangeError(.outputFailed, "The figures cannot be written as a database: \(error)")
        }
    }

    private func write(to path: String) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
            try database.inTransaction {
                let names = columns.map(Self.quoted).joined(separator: ", ")
                // A column without a type keeps each value as what it is.
                try database.execute(sql: "CREATE TABLE \(Self.quoted(name)) (\(names))")
                try database.execute(sql: "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
                let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
                let insert = try database.makeStatement(sql: "INSERT INTO \(Self.quoted(name)) VALUES (\(marks))")
                for row in rows { try insert.execute(arguments: StatementArguments(row.map(Self.value))) }
                for fact in facts {
                    try database.execute(sql: "INSERT INTO meta VALUES (?, ?)", arguments: [fact.key, fact.value])
                }
                return .commit
            }
        }
        try queue.close()
    }

    private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    private static func value(_ json: JSON) -> DatabaseValue {
        switch json {
        case .null: .null
        case .bool(let value): value.databaseValue
        case .integer(let value): value.databaseValue
        // SQLite has no larger numbers than that; none of ours is.
        case .natural(let value): Int64(clamping: value).databaseValue
        case .number(let value): value.databaseValue
        case .string(let value): value.databaseValue
        case .array, .object, .encoded: json.compact.databaseValue
        }
    }
}
