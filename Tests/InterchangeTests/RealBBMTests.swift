import Draft
import DraftLedger
import Foundation
import TestSupport
import Testing

@testable import Interchange  // what the parser read, before it is imported

/// The parser against the real dump, read once more by the simplest means.
@Suite(.withSharedData) struct RealBBMTests {
    @Test func boardsAreTheFile() throws {
        let batch = try parse()
        #expect(batch.issues.isEmpty)
        #expect(batch.drafts.count == 14)
        let picks: Int = batch.drafts.reduce(0) { $0 + $1.picks.count }
        #expect(picks == 3024)
        #expect(batch.drafts.allSatisfy { $0.teams == 12 && $0.rounds == 18 })
        var found: [String: [String]] = [:]
        for draft in batch.drafts {
            for (index, pick) in draft.picks.enumerated() {
                let player = batch.players[try #require(pick.player)]
                let slot = Snake(teams: 12, rounds: 18).slot(of: PickNumber(index + 1))
                found["\(draft.externalID) \(index + 1)"] = [
                    draft.entries[Int(slot)]?.externalID ?? "", player.name, player.position.abbreviation,
                    "\(slot + 1)",
                    "\(pick.adp ?? 0)",
                ]
            }
        }
        for row in try rows() {
            let adp = Int((Double(try #require(row["projection_adp"])) ?? 0) * 100 + 0.5)
            let columns = ["draft_entry_id", "player_name", "position_name", "pick_order"]
            let cells = columns.map { row[$0] ?? "" } + ["\(adp)"]
            #expect(found["\(row["draft_id"] ?? "") \(row["overall_pick_number"] ?? "")"] == cells)
        }
    }

    @Test func ownershipIsACount() throws {
        let batch = try parse()
        var drafted: [String: Int] = [:]
        for draft in batch.drafts {
            for pick in draft.picks { drafted[batch.players[pick.player ?? 0].name, default: 0] += 1 }
        }
        let counted = Dictionary(grouping: try rows()) { $0["player_name"] ?? "" }.mapValues(\.count)
        #expect(drafted == counted)
        #expect(batch.contests.map { $0.players.count } == [277])
    }

    private func parse() throws -> DumpBatch {
        var parser = BBMParser()
        try parser.read(try InputFile(path: SharedData.bbm))
        return parser.finish()
    }

    private func rows() throws -> [[String: String]] {
        let lines = try String(contentsOfFile: SharedData.bbm, encoding: .utf8).split(whereSeparator: \.isNewline)
        let header = lines[0].split(separator: ",").map(String.init)
        return lines.dropFirst().map { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return Dictionary(uniqueKeysWithValues: zip(header, fields))
        }
    }
}
