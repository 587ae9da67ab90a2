import Foundation
import Testing

@testable import Interchange

/// The real drafts that lie beside the project and never in it.
enum SharedData {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/real")

    static let isThere = FileManager.default.fileExists(atPath: root.path)

    static let bbm = root.appending(path: "bbm3/drafts-14.csv").path
    static let mfl = root.appending(path: "mfl/sfb10-conference5-draft-results.json.gz").path
    static let mflPlayers = root.appending(path: "mfl/players-2020.json.gz").path
    static let underdog = root.appending(path: "underdog/export-52-entries-2024.csv").path
    static let underdogCounts = root.appending(path: "underdog/jvonderhoff_underdog_player_counts_of_52.csv").path
    static let rankings = root.appending(path: "pools/underdog-rankings-2026-05-24.csv").path
}

extension Trait where Self == ConditionTrait {
    /// Skips a test where the real drafts are not beside the project.
    static var withSharedData: Self { .enabled("no real drafts in ../shared/real") { SharedData.isThere } }
}

extension CSVReader {
    /// Reads a text in pieces of at most `chunk` bytes.
    init(_ bytes: [UInt8], chunk: Int = .max) {
        var rest = bytes[...]
        self.init { () throws(InterchangeError) -> [UInt8] in
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
    }
}
