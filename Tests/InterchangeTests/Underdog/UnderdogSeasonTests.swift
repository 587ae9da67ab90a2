import Draft
import DraftLedger
import LedgerTesting
import Projections
import TestSupport
import Testing

@testable import Interchange  // contests as an earlier version took them

/// A season's players are one pool, whenever its drafts begin.
@Suite struct UnderdogSeasonTests {
    private static func contest(_ id: String) -> [String: String] {
        ["Tournament Title": "Contest \(id)", "Tournament": id, "Tournament Entry Fee": "5.0"]
    }

    /// A draft of two rounds in a month of 2026, its second player without a team if asked for.
    private func add(
        _ id: String, month: String, rookie: Bool = false, contest: [String: String], to sheet: inout UnderdogSheet
    ) {
        sheet.draft(id, slot: 0, rounds: 2, teams: 4, contest: contest)
        for row in sheet.rows.indices.suffix(2) {
            sheet.rows[row].pickedAt = sheet.rows[row].pickedAt.replacing("2024-06", with: "2026-\(month)")
        }
        if rookie { sheet.rows[sheet.rows.count - 1].team = "" }
    }

    private func pools(_ house: TemporaryLedger) throws -> [String: String] {
        try house.ledger.rooms().reduce(into: [:]) { pools, room in
            pools[room.externalID] = try house.ledger.pool(room.pool)?.externalID
        }
    }

    @Test func draftsOfJanuaryAreOfTheSeasonThatTheirContestIsAbout() throws {
        let house = try TemporaryLedger.forImports()
        var sheet = UnderdogSheet()
        add("playoffs", month: "01", contest: Self.contest("gauntlet"), to: &sheet)
        add("rookies", month: "01", rookie: true, contest: Self.contest("little"), to: &sheet)
        add("early", month: "01", contest: Self.contest("big"), to: &sheet)
        add("late", month: "03", contest: Self.contest("big"), to: &sheet)
        add("summer", month: "07", contest: Self.contest("puppy"), to: &sheet)
        #expect(try house.importing([try house.file(sheet.text)], as: .underdog()).imported == 5)
        #expect(
            try pools(house) == [
                "playoffs": "underdog-2025", "rookies": "underdog-2026", "early": "underdog-2026",
                "late": "underdog-2026", "summer": "underdog-2026",
            ])
    }

    /// Without teams in the file nobody is known to be a rookie.
    @Test func whereNoTeamIsToldJanuaryIsTheSeasonBefore() throws {
        let house = try TemporaryLedger.forImports()
        var sheet = UnderdogSheet()
        add("d1", month: "01", contest: Self.contest("t"), to: &sheet)
        for row in sheet.rows.indices { sheet.rows[row].team = "" }
        try house.importing([try house.file(sheet.text)], as: .underdog())
        #expect(try pools(house) == ["d1": "underdog-2025"])
    }

    /// A draft that belongs to no contest is one of its season's; where an earlier version took it for one of the season
    /// before, it stays there.
    @Test func whatALedgerHasStaysWhereItIs() throws {
        let house = try TemporaryLedger.forImports()
        var sheet = UnderdogSheet()
        add("d1", month: "01", rookie: true, contest: ["Draft Entry Fee": "3.0"], to: &sheet)
        let file = try house.file(sheet.text)
        var parser = UnderdogParser(user: "me")
        try parser.read(try InputFile(path: file))
        let former = FormerBatch(base: parser.finish())
        try #require(former.base.drafts[0].formerContest != nil)
        let first = try DraftImporter(
            former, known: KnownHistory(house.ledger), ledger: house.ledger,
            appender: ImportAppender(ledger: house.ledger)
        ).run(progress: nil)
        #expect(first.imported == 1)
        #expect(try pools(house) == ["d1": "underdog-2025"])
        let again = try house.importing([file], as: .underdog())
        #expect(again.skipped == 1 && again.refused.isEmpty && again.events == 0, "\(again.refused)")
        let other = try TemporaryLedger.forImports()
        try other.importing([file], as: .underdog())
        #expect(try pools(other) == ["d1": "underdog-2026"])
        #expect(try other.importing([file], as: .underdog()).skipped == 1)
    }

    private struct FormerBatch: ImportBatch {
        var base: OwnBatch
        var dialect: String { base.dialect }
        var files: [SourceFile] { base.files }
        var players: [ImportedPlayer] { base.players }
        var issues: [ImportIssue] { base.issues }
        var contests: [ImportedContest] {
            var contests = base.contests
            for draft in base.drafts {
                guard let former = draft.formerContest else { continue }
                contests[former].players = contests[draft.contest].players
            }
            return contests
        }
        var drafts: [ImportedDraft] {
            base.drafts.map { draft in
                var draft = draft
                draft.contest = draft.formerContest ?? draft.contest
                for index in draft.picks.indices where draft.picks[index].player != nil {
                    draft.picks[index].manner = .byHand
                }
                return draft
            }
        }
    }
}
