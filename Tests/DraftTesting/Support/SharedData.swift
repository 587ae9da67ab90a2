import Foundation

/// The real drafts that lie beside the project and never in it.
package enum SharedData {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/real")

    package static let isThere = FileManager.default.fileExists(atPath: root.path)

    package static let bbm = root.appending(path: "bbm3/drafts-14.csv").path
    package static let moreBBM = root.appending(path: "bbm3/drafts-300.csv.gz").path
    package static let scores = root.appending(path: "scores-2022.csv").path
    package static let statistics = root.appending(path: "stats-2022.csv").path
    package static let mfl = root.appending(path: "mfl/sfb10-conference5-draft-results.json.gz").path
    package static let mflPlayers = root.appending(path: "mfl/players-2020.json.gz").path
    package static let underdog = root.appending(path: "underdog/export-52-entries-2024.csv").path
    package static let underdogCounts = root.appending(path: "underdog/jvonderhoff_underdog_player_counts_of_52.csv")
        .path
    package static let rankings = root.appending(path: "pools/underdog-rankings-2026-05-24.csv").path

    /// The folder of games, box scores, closing lines and spread offers of the NBA.
    package static let nba = root.appending(path: "nba").path
    package static let hasNBA = FileManager.default.fileExists(atPath: nba)

    private static let cases = root.deletingLastPathComponent().appending(path: "cases")

    package static let hasCases = FileManager.default.fileExists(atPath: cases.path)

    /// A small file as a site hands it out.
    package static func sample(_ name: String) -> String { cases.appending(path: name).path }
}
