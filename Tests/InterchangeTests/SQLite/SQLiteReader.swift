import Foundation
import Testing

/// Programs of others that read SQLite files: Python's own module, and DuckDB where it can be had.
enum SQLiteReader: String, CaseIterable {
    case sqlite, duckdb

    /// What `read.py` prints.
    struct Reading: Decodable {
        var counts: [String: Int]
        var meta: [String: String]
        var postings: Int
        var exposure: [String]
        var view: [[Field]]
        var balances: [String: Int64]
        var bodies: Bool
    }

    enum Field: Decodable, Equatable {
        case text(String)
        case number(Double)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .text(text)
            } else {
                self = .number(try value.decode(Double.self))
            }
        }
    }

    func read(_ path: String) throws -> Reading {
        let python = try #require(interpreter)
        let (status, output) = try Self.run(python, [Self.script, rawValue, path])
        try #require(status == 0, "\(rawValue) could not read the file")
        return try JSONDecoder().decode(Reading.self, from: output)
    }

    /// Where the reader can be had: nil where it cannot.
    var interpreter: String? { self == .sqlite ? Self.python : Self.pythonWithDuckDB }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let script = folder.appending(path: "read.py").path

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// An environment of its own beside the build, filled from PyPI once; nil where that cannot be reached.
    private static let pythonWithDuckDB: String? = {
        guard let python else { return nil }
        let environment = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: ".build/sqlite-readers").path
        let own = environment + "/bin/python"
        let test = ["-c", "import duckdb, duckdb_extension_sqlite_scanner"]
        if let tried = try? run(own, test), tried.status == 0 { return own }
        guard (try? run(python, ["-m", "venv", environment]))?.status == 0 else { return nil }
        let packages = ["duckdb==1.5.5", "duckdb-extension-sqlite-scanner==1.5.5"]
        let installation = ["-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "15"] + packages
        guard (try? run(own, installation))?.status == 0, (try? run(own, test))?.status == 0 else { return nil }
        return own
    }()

    private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: Data) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, data)
    }
}
