import Foundation
import Testing
import TextFormats

/// Arrow's library writes what `export --as picks` has, and reads it back as CSV that `import` takes.
@Suite struct ParquetTests {
    private static let tool = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Tools/parquet/run")

    /// The first run installs the library.
    private static let isThere: Bool = (try? ChildProcess.run(tool, ["--help"]).end) == .exit(0)

    private let folder = FileManager.default.temporaryDirectory.appending(path: "parquet-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func draftledger(_ arguments: String...) throws -> (status: ChildProcess.End, output: String) {
        let (end, output, errors) = try ChildProcess.run(Executables.draftledger, arguments)
        #expect(end == .exit(0), "\(arguments): \(errors)")
        return (end, output)
    }

    private func write(_ name: String, _ options: String...) throws -> ChildProcess.End {
        try ChildProcess.run(
            Self.tool, ["write", path(name), "--program", Executables.draftledger.path] + options
        ).end
    }

    private static func rows(_ csv: String) throws -> [[String]] {
        var bytes = Array(csv.utf8)
        var reader = CSVReader<any Error> {
            defer { bytes = [] }
            return bytes
        }
        var rows: [[String]] = []
        while try reader.next() { rows.append(reader.fields.indices.map { reader.text($0) }) }
        return rows
    }

    /// As Arrow writes a cell of a table of picks.
    private static func spelled(_ cell: String, of column: String) -> String {
        if column.hasSuffix("_at") { return cell.replacing("T", with: " ").replacing("Z", with: "") }
        return ["adp", "entry_points", "clock_seconds"].contains(column) ? Double(cell).map { "\($0)" } ?? "" : cell
    }

    private static func number(_ cell: String, of column: String) -> String {
        ["adp", "entry_points", "clock_seconds"].contains(column) ? Double(cell).map { "\($0)" } ?? "" : cell
    }

    @Test(.enabled(if: isThere, "Tools/parquet/run needs python3 3.11 and pyarrow; not tested here"))
    func whatIsWrittenIsReadAgain() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try draftledger("--ledger", path("a.ledger"), "simulate", "--rooms", "2", "--seed", "5")
        #expect(try write("picks.parquet", "--ledger", path("a.ledger")) == .exit(0))
        let (end, csv, errors) = try ChildProcess.run(Self.tool, ["read", path("picks.parquet")])
        #expect(end == .exit(0), "\(errors)")
        let own = try Self.rows(try draftledger("--ledger", path("a.ledger"), "export", "--as", "picks").output)
        let read = try Self.rows(csv)
        let header = try #require(own.first)
        try #require(read.first == header && read.count == own.count && own.count > 100)
        for (read, own) in zip(read, own).dropFirst() {
            for ((column, read), own) in zip(zip(header, read), own) {
                #expect(Self.number(read, of: column) == Self.spelled(own, of: column), "\(column)")
            }
        }
    }

    @Test(.enabled(if: isThere, "Tools/parquet/run needs python3 3.11 and pyarrow; not tested here"))
    func whatCannotBeWrittenLeavesWhatWasThere() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("before".utf8).write(to: URL(filePath: path("picks.parquet")))
        #expect(try write("picks.parquet", "--ledger", path("none.ledger")) == .exit(66))
        #expect(try String(contentsOfFile: path("picks.parquet"), encoding: .utf8) == "before")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["picks.parquet"])
        let (end, output, errors) = try ChildProcess.run(Self.tool, ["read", path("picks.parquet")])
        #expect(end == .exit(1) && output.isEmpty && errors.contains("picks.parquet cannot be read"), "\(errors)")
    }
}
