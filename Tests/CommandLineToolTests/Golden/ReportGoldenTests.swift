import CommandTesting
import Foundation
import Pages
import Reports
import TestSupport
import Testing
import TextFormats

/// The output of every report over one seeded simulation and one season, in each form, compared with
/// `Fixtures/golden/reports` and with the shape of the report.
@Suite struct ReportGoldenTests {
    /// Made once for all of them.
    private static let ledger = GoldenLedger("--rooms 6 --seed 7 --teams 4 --rounds 6 --users 6")

    /// With scores, ADPs by day and a schedule. Made once too.
    private static let season = Result { try GoldenLedger.ofSeason() }

    struct Report: CustomTestStringConvertible {
        var file: String
        var command: String
        var isOfSeason = false
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
        Report(file: "duplicates-own", command: "duplicates --first 1 --user 7 --own"),
        Report(file: "exposure-sort", command: "exposure --sort name --minimum 2 --top 7"),
        Report(file: "ownership-leverage", command: "ownership --user 7 --sort leverage --top 6"),
        Report(file: "adp-spread", command: "adp --sort spread --top 6"),
        Report(file: "movers", command: "movers --days 1 --minimum 1 --sort fallers --top 6"),
        Report(file: "cores", command: "pairs --size 3 --minimum 2 --top 5"),
        Report(file: "construction-archetype", command: "construction --by archetype"),
        Report(file: "portfolio", command: "portfolio --user 7 --sort shared"),
        Report(file: "nothing", command: "exposure --since 2099-01-01"),
        Report(file: "exposure-week", command: "exposure --by week --limit 4", isOfSeason: true),
        Report(file: "adp-own", command: "adp --user jane", isOfSeason: true),
        Report(file: "movers-own", command: "movers --user jane --days 8 --minimum 1", isOfSeason: true),
        Report(file: "clv-site", command: "clv --reference at-date --contest 1 --limit 5", isOfSeason: true),
        Report(file: "stacks-teams", command: "stacks --contest 1", isOfSeason: true),
        Report(file: "stacks-games", command: "stacks --season 2022 --contest 1", isOfSeason: true),
        Report(
            file: "stacks-rosters", command: "stacks --season 2022 --contest 1 --week 17 --by entry", isOfSeason: true),
        Report(file: "byes-known", command: "byes --contest 1", isOfSeason: true),
        Report(file: "portfolio-season", command: "portfolio --contest 1 --limit 6", isOfSeason: true),
        Report(file: "advance", command: "advance --minimum 1 --limit 6", isOfSeason: true),
        Report(file: "advance-pair", command: "advance --by pair --minimum 1 --limit 4", isOfSeason: true),
        Report(file: "advance-build", command: "advance --by build --minimum 1", isOfSeason: true),
        Report(file: "advance-stack", command: "advance --by stack --minimum 1", isOfSeason: true),
        Report(file: "advance-slot", command: "advance --by slot --minimum 1", isOfSeason: true),
        Report(file: "advance-archetype", command: "advance --by archetype --minimum 1", isOfSeason: true),
        Report(file: "luck", command: "luck --contest 1 --limit 6", isOfSeason: true),
        Report(
            file: "expect", command: "expect --contest 1 --seasons 30 --drafts 2 --limit 6", isOfSeason: true),
    ]

    /// The shapes of the tables of a report.
    private static func tables(of command: String) throws -> [NamedShape] {
        let name = String(command.prefix { $0 != " " })
        for type in ReportCatalogue.all where type.name == name { return ReportCatalogue.tables[type.shapeName] ?? [] }
        return try #require(nil as [NamedShape]?, "There is no report \(name).")
    }

    /// The shapes of reports by name.
    private static let shapes = Dictionary(uniqueKeysWithValues: ReportCatalogue.shapes.map { ($0.name, $0.shape) })

    @Test(arguments: reports)
    func aReportPrintsWhatItPrinted(report: Report) throws {
        let ledger = report.isOfSeason ? try Self.season.get() : Self.ledger
        let printed = ["text", "json", "csv"].map { ledger.session("\(report.command) --format \($0)", whole: true) }
        let golden = GoldenFile("reports/\(report.file).txt")
        #expect(try golden.difference(from: printed.joined()) == nil)

        let line = try #require(printed[1].split(separator: "\n").first { $0.hasPrefix("{") })
        let json = try JSONDocument(Array(line.utf8)).root
        // A column or a member that the shape lacks is a mismatch, and so is one that the report lacks.
        let mismatches = try Self.tables(of: report.command).map { $0.shape.mismatch(of: json, in: Self.shapes) }
        let fitting = mismatches.count { $0 == nil }
        #expect(fitting == 1 || fitting > 1 && json["entries"]?.integer() == 0, "\(mismatches)")
    }

    @Test func aTableWithoutRowsHasTheHeaderOfOneWithRows() throws {
        for command in ["ownership", "adp", "pairs", "stacks", "clv", "construction", "byes", "portfolio"] {
            let headers = ["", " --since 2099-01-01"].map {
                Self.ledger.run("\(command)\($0) --format csv").lines.first
            }
            #expect(headers[0]?.contains(",") == true && headers[0] == headers[1], "\(command)")
        }
    }

    @Test func everyReportHasAGoldenFileOfEachOfItsTables() throws {
        var missing = Set(ReportCatalogue.tables.values.flatMap { $0.map(\.name) })
        for report in Self.reports {
            let json = try GoldenFile("reports/\(report.file).txt").text().split(separator: "\n")
                .first { $0.hasPrefix("{") }
            let root = try JSONDocument(Array((json ?? "{}").utf8)).root
            for table in try Self.tables(of: report.command)
            where table.shape.mismatch(of: root, in: Self.shapes) == nil {
                missing.remove(table.name)
            }
        }
        #expect(missing == [])
    }

    @Test func noFileIsLeftOver() throws {
        let folder = GoldenFile.folder.appending(path: "reports").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(files) == Set(Self.reports.map { $0.file + ".txt" }))
    }
}
