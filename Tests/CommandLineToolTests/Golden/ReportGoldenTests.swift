import Foundation
import TestSupport
import Testing

/// What every report prints over one seeded simulation, in each form, held against `Fixtures/golden/reports`.
@Suite struct ReportGoldenTests {
    /// Made once for all of them.
    private static let ledger = GoldenLedger("--rooms 6 --seed 7 --teams 4 --rounds 6 --users 6")

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
        Report(file: "exposure-sort", command: "exposure --sort name --minimum 2 --top 7"),
        Report(file: "ownership-leverage", command: "ownership --user 7 --sort leverage --top 6"),
        Report(file: "adp-spread", command: "adp --sort spread --top 6"),
        Report(file: "movers", command: "movers --days 1 --minimum 1 --sort fallers --top 6"),
        Report(file: "cores", command: "pairs --size 3 --minimum 2 --top 5"),
        Report(file: "construction-archetype", command: "construction --by archetype"),
        Report(file: "portfolio", command: "portfolio --user 7 --sort shared"),
        Report(file: "nothing", command: "exposure --since 2099-01-01"),
    ]

    @Test(arguments: reports)
    func aReportPrintsWhatItPrinted(report: Report) throws {
        let printed = ["text", "json", "csv"].map {
            Self.ledger.session("\(report.command) --format \($0)", whole: true)
        }
        let golden = GoldenFile("reports/\(report.file).txt")
        #expect(try golden.difference(from: printed.joined()) == nil)
    }

    @Test func noFileIsLeftOver() throws {
        let folder = GoldenFile.folder.appending(path: "reports").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(files) == Set(Self.reports.map { $0.file + ".txt" }))
    }
}
