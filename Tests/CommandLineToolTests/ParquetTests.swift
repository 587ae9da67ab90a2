import CommandTesting
import Foundation
import Testing
import TextFormats

/// Arrow's library writes what `export --as picks` has, and reads it back as CSV that `import` takes. The reports are the
/// same in SQL over its tables.
@Suite struct ParquetTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let tool = root.appending(path: "Tools/parquet/run")
    private static let analysis = root.appending(path: "Tools/analysis/run")

    /// The first run installs the library.
    private static let isThere: Bool = (try? ChildProcess.run(tool, ["--help"]).end) == .exit(0)

    private static let isDuckDBThere: Bool =
        isThere && (try? ChildProcess.run(analysis, ["--help"]).end) == .exit(0)

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

    private func tables(_ name: String, of ledger: String) throws -> (end: ChildProcess.End, errors: String) {
        let (end, _, errors) = try ChildProcess.run(
            Self.tool,
            ["tables", path(name), "--program", Executables.draftledger.path, "--ledger", path(ledger)])
        return (end, errors)
    }

    private func compare(
        _ reports: [String], of ledger: String, with tables: String
    ) throws -> (end: ChildProcess.End, output: String, errors: String) {
        try ChildProcess.run(
            Self.analysis,
            ["compare", "--ledger", path(ledger), "--tables", path(tables)]
                + ["--program", Executables.draftledger.path] + reports.flatMap { ["--report", $0] })
    }

    @Test(.enabled(if: isDuckDBThere, "Tools/analysis/run needs python3 3.11 and duckdb; not tested here"))
    func reportsAreTheSameInSQL() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for (ledger, seed) in [("a.ledger", "5"), ("b.ledger", "6")] {
            _ = try draftledger(
                "--ledger", path(ledger), "simulate", "--rooms", "6", "--teams", "6", "--rounds", "9", "--seed", seed)
        }
        let (end, errors) = try tables("field", of: "a.ledger")
        try #require(end == .exit(0), "\(errors)")
        let reports = [
            "totals", "exposure", "adp", "pairs", "stacks", "byes", "construction", "clv", "clv_power", "duplicates",
        ]
        let same = try compare(reports, of: "a.ledger", with: "field")
        #expect(same.end == .exit(0), "\(same.output)\(same.errors)")
        #expect(same.output.hasSuffix(" cells compared, 0 differences\n"), "\(same.output)")
        // Tables of other drafts have other figures.
        let other = try compare(["exposure"], of: "b.ledger", with: "field")
        #expect(other.end == .exit(1) && !other.output.hasSuffix(", 0 differences\n"), "\(other.output)")
    }

    @Test(.enabled(if: isThere, "Tools/parquet/run needs python3 3.11 and pyarrow; not tested here"))
    func tablesAreWrittenWholeOrNotAtAll() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try draftledger("--ledger", path("a.ledger"), "simulate", "--rooms", "2", "--seed", "5")
        #expect(try tables("field", of: "a.ledger").end == .exit(0))
        let picks = try Self.rows(try draftledger("--ledger", path("a.ledger"), "export", "--as", "picks").output)
        let entry = try #require(picks.first?.firstIndex(of: "entry_id"))
        let (_, csv, _) = try ChildProcess.run(Self.tool, ["read", path("field/entries/entries.parquet")])
        let entries = try Self.rows(csv).dropFirst().map { $0[0] }
        let own = Set(picks.dropFirst().map { $0[entry] }).subtracting([""])
        #expect(entries.count == own.count && Set(entries) == own && own.count > 12)
        // Those of before stay if others cannot be written.
        #expect(try tables("field", of: "none.ledger").end == .exit(66))
        #expect(FileManager.default.fileExists(atPath: path("field/tables.json")))
        // Other files are never replaced.
        try FileManager.default.createDirectory(atPath: path("mine"), withIntermediateDirectories: false)
        try Data("before".utf8).write(to: URL(filePath: path("mine/notes.txt")))
        let (end, errors) = try tables("mine", of: "a.ledger")
        #expect(end == .exit(1) && errors.contains("has files that are not these tables"), "\(errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path("mine")) == ["notes.txt"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == ["a.ledger", "field", "mine"])
    }

    @Test(.enabled(if: isThere, "Tools/parquet/run needs python3 3.11 and pyarrow; not tested here"))
    func theArticleDescribesEveryColumn() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let article = try String(
            contentsOf: Self.root.appending(
                path: "Sources/CommandLineTool/CommandLineTool.docc/ParquetDuckDBAndSpark.md"), encoding: .utf8)
        let (end, columns, errors) = try ChildProcess.run(Self.tool, ["columns"])
        #expect(end == .exit(0) && columns.contains("picks"), "\(errors)")
        for line in columns.split(separator: "\n") where !article.contains("\n\(line)\n") {
            Issue.record("The article lacks: \(line)")
        }
    }
}
