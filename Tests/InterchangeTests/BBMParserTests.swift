import Draft
import DraftLedger
import TestSupport
import Testing

@testable import Interchange  // what the parser read, before it is imported

@Suite(.seeded) struct BBMParserTests {
    @Test func aRowIsAPick() throws {
        let batch = try Sheet().parsed()
        #expect(batch.issues.isEmpty)
        let draft = try #require(batch.drafts.first)
        #expect(draft.externalID == "d1" && draft.teams == 3 && draft.rounds == 2)
        #expect(draft.startedAt == Timestamp(iso8601: "2022-09-07T07:46:23.627530Z"))
        #expect(draft.entries.map { $0?.externalID } == ["d1-e1", "d1-e2", "d1-e3"])
        #expect(draft.picks.map { $0.player.map { batch.players[$0].name } } == (1...6).map { "Player \($0)" })
        #expect(draft.picks.map(\.adp) == [150, 250, 350, 450, 550, 650])
        #expect(draft.picks.allSatisfy { $0.manner == .unknown && $0.occurredAt == nil })
        #expect(batch.contests.map(\.externalID) == ["bbm-2022"])
        #expect(batch.players.map(\.byeWeek) == Array(repeating: 9, count: 6))
    }

    @Test func laterYearsTellMore() throws {
        let batch = try Sheet.later().parsed()
        #expect(batch.issues.isEmpty)
        let draft = try #require(batch.drafts.first)
        #expect(draft.entries[1] == ImportedEntry(externalID: "d1-e2", userID: "user-2", username: "name-2"))
        #expect(
            draft.picks.map(\.manner) == [
                .byHand, .automated(.autodraft, .queue), .automated(.autodraft, .adp), .byHand,
                .automated(.autodraft, .queue), .automated(.autodraft, .adp),
            ])
        #expect(draft.picks[2].occurredAt == Timestamp(iso8601: "2024-06-01T12:00:12Z"))
        #expect(batch.players.map(\.externalID).contains("id-Player 3"))
        #expect(batch.contests.map(\.externalID) == ["bbm-2024"])
    }

    @Test(arguments: ["0", "", "NA", "0.00"])
    func anADPOfNothingIsMissing(text: String) throws {
        var sheet = Sheet()
        sheet[2, "projection_adp"] = text
        sheet[2, "bye_week"] = "0"
        let batch = try sheet.parsed()
        #expect(batch.drafts.first?.picks[2].adp == nil)
        #expect(batch.players.first { $0.name == "Player 3" }?.byeWeek == nil)
    }

    @Test func lineEndsMarksQuotesAndExtraColumnsDoNotMatter() throws {
        let plain = try Sheet().parsed()
        var quoted = Sheet()
        quoted.header = quoted.header.map { "\"\($0)\"" }
        quoted.rows = quoted.rows.map { $0.map { "\"\($0)\"" } }
        var wider = Sheet()
        wider.header.insert("notes", at: 3)
        for row in wider.rows.indices { wider.rows[row].insert("\"a, b\nand \"\"c\"\"\"", at: 3) }
        let texts = [
            Sheet().text(lineEnd: "\r\n"), "\u{FEFF}" + Sheet().text(), quoted.text(lineEnd: "\r\n"), wider.text(),
        ]
        for text in texts {
            let batch = try Sheet.parse([text])
            #expect(batch.issues.isEmpty)
            #expect(boards(of: batch) == boards(of: plain))
        }
    }

    /// Rows in any order, drafts over several files: the same drafts in the same order, and the same pool.
    @Test func theOrderOfRowsAndFilesDoesNotMatter() throws {
        var sheet = Sheet(drafts: ["d1", "d2", "d3"], teams: 4, rounds: 3)
        for row in sheet.rows.indices where sheet.rows[row][0] == "d2" {
            sheet[row, "draft_time"] = "2022-08-01 00:00:00"
            sheet[row, "projection_adp"] = "\(row).25"
        }
        let straight = try sheet.parsed()
        #expect(straight.drafts.map(\.externalID) == ["d2", "d1", "d3"])
        for seed in UInt64(0)..<20 {
            var generator = SeededGenerator(seed: seed)
            var shuffled = sheet
            shuffled.rows.shuffle(using: &generator)
            let cut = Int.random(in: 1..<sheet.rows.count, using: &generator)
            var (first, second) = (shuffled, shuffled)
            first.rows = Array(shuffled.rows[..<cut])
            second.rows = Array(shuffled.rows[cut...])
            for batch in [try shuffled.parsed(), try Sheet.parse([first.text(), second.text()])] {
                #expect(batch.issues.isEmpty, "seed \(seed)")
                #expect(boards(of: batch) == boards(of: straight), "seed \(seed)")
                #expect(pools(of: batch) == pools(of: straight), "seed \(seed)")
            }
        }
    }

    @Test func yearsAreContestsOfTheirOwn() throws {
        var sheet = Sheet(drafts: ["d1", "d2"])
        for row in 6..<12 {
            sheet[row, "draft_time"] = "2023-08-01 00:00:00"
            sheet[row, "projection_adp"] = "99"
        }
        let batch = try sheet.parsed()
        #expect(batch.contests.map(\.externalID) == ["bbm-2022", "bbm-2023"])
        #expect(
            batch.contests.map { $0.players.compactMap { batch.players[$0].adp } }[1]
                == Array(repeating: 9900, count: 6))
        #expect(batch.contests.map { $0.players.compactMap { batch.players[$0].adp } }[0].first == 150)
    }

    @Test func aHeaderAloneIsNoDraftAndNoFault() throws {
        var sheet = Sheet()
        sheet.rows = []
        let batch = try sheet.parsed()
        #expect(batch.drafts.isEmpty && batch.issues.isEmpty)
    }

    private func boards(of batch: DumpBatch) -> [[String]] {
        batch.drafts.map { draft in
            [draft.externalID, draft.startedAt?.iso8601 ?? ""] + draft.entries.map { $0?.externalID ?? "" }
                + draft.picks.map { pick in
                    "\(pick.player.map { batch.players[$0].name } ?? "-") \(pick.adp ?? 0) \(pick.manner)"
                }
        }
    }

    private func pools(of batch: DumpBatch) -> [[ImportedPlayer]] {
        batch.contests.map { $0.players.map { batch.players[$0] } }
    }
}
