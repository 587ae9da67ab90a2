import Foundation
import Testing

@testable import CommandLineTool

/// What every report prints over one seeded simulation, in each form, held against `Fixtures/reports`.
///
/// Somebody scripts against these. To change them on purpose, run the tests with `UPDATE_FIXTURES=1` and read the diff.
@Suite struct ReportGoldenTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/reports")

    private static let updates = ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1"

    private static let path = FileManager.default.temporaryDirectory
        .appending(path: "golden-\(ProcessInfo.processInfo.processIdentifier).ledger").path

    /// Made once for all of them.
    private static let ledger: String = {
        let simulation = ["simulate", "--rooms", "6", "--seed", "7", "--teams", "4", "--rounds", "6", "--users", "6"]
        _ = Ran(["--ledger", path] + simulation)
        atexit { try? FileManager.default.removeItem(atPath: ReportGoldenTests.path) }
        return path
    }()

    struct Report: CustomTestStringConvertible {
        var file: String
        var command: String
        var testDescription: String { file }
    }

    private static let reports = [
        Report(file: "exposure", command: "exposure"),
        Report(file: "exposure-user", command: "exposure --user 7 --position WR"),
        Report(file: "exposure-slot", command: "exposure --by slot --position QB"),
        Report(file: "ownership", command: "ownership --user 7"),
        Report(file: "adp", command: "adp --undrafted last"),
        Report(file: "adp-week", command: "adp --by week --position RB"),
        Report(file: "pairs", command: "pairs --by lift --minimum 2 --top 8"),
        Report(file: "stacks", command: "stacks"),
        Report(file: "clv", command: "clv --reference closing --curve linear --user 7"),
        Report(file: "clv-power", command: "clv --reference at-pick --curve power --position TE"),
        Report(file: "construction", command: "construction"),
        Report(file: "construction-round", command: "construction --by round"),
        Report(file: "byes", command: "byes --include-unfinished"),
        Report(file: "duplicates", command: "duplicates --first 1 --top 5"),
        Report(file: "duplicates-user", command: "duplicates --first 1 --user 7"),
        Report(file: "nothing", command: "exposure --since 2099-01-01"),
    ]

    private func session(_ command: String) -> String {
        var session = ""
        for format in ["text", "json", "csv"] {
            let words = command.split(separator: " ").map(String.init) + ["--format", format]
            let ran = Ran(["--ledger", Self.ledger] + words)
            session += "$ draftledger \(words.joined(separator: " "))\n"
            session += ran.messages + ran.output.replacingOccurrences(of: "\r\n", with: "\n")
            session += "=> \(ran.status)\n\n"
        }
        return session
    }

    @Test(arguments: reports)
    func aReportPrintsWhatItPrinted(report: Report) throws {
        let file = Self.folder.appending(path: report.file + ".txt")
        let printed = session(report.command)
        if Self.updates { try printed.write(to: file, atomically: true, encoding: .utf8) }
        let kept = try String(contentsOf: file, encoding: .utf8)
        let lines = (printed.split(separator: "\n"), kept.split(separator: "\n"))
        for (new, old) in zip(lines.0, lines.1) where new != old {
            Issue.record("\(report.file).txt: prints\n\(new.prefix(600))\ninstead of\n\(old.prefix(600))")
            return
        }
        #expect(lines.0.count == lines.1.count, "\(report.file).txt")
    }

    @Test func noFixtureIsLeftOver() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(Self.reports.map { $0.file + ".txt" }))
    }
}
