import CommandTesting
import Foundation
import TestSupport
import Testing
import TextFormats

/// The figures of a page, computed by pandas from the export alone (`Tools/analysis/run page`).
@Suite struct PageFigureTests {
    private static let tool = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Tools/analysis/run")

    /// The first run installs the packages.
    private static let isThere: Bool = (try? ChildProcess.run(tool, ["page", "--help"]).end) == .exit(0)

    private static let isSkipped: Comment = "Tools/analysis/run page needs python3 3.11 and pandas; not tested here"

    private let scratch = TemporaryDirectory()

    private func compared(_ arguments: String...) throws -> (count: Int, differences: [String]) {
        let (_, output, errors) = try ChildProcess.run(
            Self.tool, ["page"] + arguments + ["--program", Executables.draftledger.path, "--json"])
        let json = try? JSONDocument(Array(output.utf8)).root
        let result = try #require(json, "\(arguments): \(output)\(errors)")
        return (
            try #require(result["compared"]?.integer()), result["differences"]?.elements.compactMap(\.string) ?? []
        )
    }

    @Test(.enabled(if: isThere, isSkipped))
    func thePageOfEachSiteHasTheFiguresThatPandasComputes() throws {
        let export = MadeUpExport(seed: 11, drafts: 8)
        for (name, text) in [
            ("underdog", export.underdog), ("draftkings", export.draftKings), ("drafters", export.drafters),
        ] {
            try scratch.write(text, to: "\(name).csv")
            let (count, differences) = try compared(scratch("\(name).csv"), "--made-up")
            #expect(differences.isEmpty && count > 1_000, "\(name), \(count) figures: \(differences.prefix(5))")
        }
        // The page of other drafts has other figures.
        try scratch.write(MadeUpExport(seed: 12, drafts: 8).underdog, to: "other.csv")
        let page = try ChildProcess.run(
            Executables.draftledger, ["page", scratch("other.csv"), "--output", scratch("other.html")])
        #expect(page.end == .exit(0))
        let (_, differences) = try compared(scratch("underdog.csv"), "--page", scratch("other.html"))
        #expect(differences.count > 100)
    }

    /// One person's own export, the same picks in the forms of the other sites, and 150 entries of a real contest.
    @Test(.enabled(if: isThere, isSkipped), .withSharedData)
    func thePagesOfRealDraftsHaveTheFiguresThatPandasComputes() throws {
        let own = SharedData.underdog
        let contest = SharedData.moreBBM
        for arguments in [
            [own], [own, "--made-up"], [own, "--form", "draftkings"], [own, "--form", "drafters", "--made-up"],
            [contest, "--entries", "150", "--made-up"], [contest, "--entries", "150", "--form", "draftkings"],
        ] {
            let (_, output, errors) = try ChildProcess.run(
                Self.tool, ["page"] + arguments + ["--program", Executables.draftledger.path])
            #expect(output.contains(" 0 differ"), "\(arguments): \(output.prefix(2_000))\(errors.suffix(500))")
        }
    }
}
