import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Projections
import Reports
import TestSupport
import Testing

@testable import Interchange  // the maps, to be tried without a ledger

/// One's own picks in the tables of DraftKings and Drafters: one team of each draft, the others unknown.
@Suite(.seeded) struct OwnTableTests {
    private func importing(
        _ sheets: [PickSheet], as source: ImportSource = .draftKings(), into house: TemporaryLedger
    ) throws -> ImportSummary {
        let files = try sheets.enumerated().map { try house.file($1.text(), "own\($0).csv") }
        return try house.importing(files, as: source)
    }

    @Test func whatDraftKingsSaysIsKeptAndNothingElseKnown() throws {
        let house = try TemporaryLedger.forImports()
        let summary = try importing([.draftKings()], as: .draftKings(TableTerms(user: "jane")), into: house)
        #expect(summary.imported == 3 && summary.refused.isEmpty && summary.notes.isEmpty, "\(summary)")
        let room = try #require(try house.ledger.room(2))
        #expect(room.externalID == "draftkings-101" && room.status == .complete && room.memberCount == 1)
        #expect(room.ruleset.teams == 12 && room.ruleset.rounds == 20 && room.ruleset.statedClock == nil)
        #expect(room.entryFee == Cents(100_050))
        #expect(room.picks.allSatisfy { $0.source == .unknown } && room.picks.count { $0.player == nil } == 220)
        #expect(room.roster(of: 4).prefix(3).map(\.number) == [5, 20, 29])
        #expect(
            try house.boards()["draftkings-101"]?[19]
                == "4 Player, the \"21th\" RB 2050 unknown 2026-06-02T18:12:05.123000Z")
        let contest = try #require(try house.ledger.tournament(1)?.details)
        #expect(contest.externalID == "draftkings-t7" && contest.title == "The Big One")
        #expect(contest.entryFee == Cents(100_050) && contest.maxEntries == nil && contest.statedPrizes == nil)
        let pool = try #require(try house.ledger.pool(1))
        #expect(pool.externalID == "draftkings-2026" && pool.title == "DraftKings players 2026")
        #expect(try house.ledger.resolveUser("jane") == 1)
        #expect(try Analysis(of: house.ledger).exposure().scope.entries == 3)
        #expect(try house.ledger.verify(full: true).isSound)
    }

    @Test(arguments: [
        PickSheet.draftKings(), .drafters(), .drafters(isOverall: true),
    ]) func theOrderOfRowsAndFilesDoesNotMatter(sheet: PickSheet) throws {
        let source: ImportSource = sheet.header[0] == "LineupKey" ? .draftKings() : .drafters()
        var random = SeededGenerator(seed: 11)
        var boards: [[String: [String]]] = []
        for _ in 0..<3 {
            var (first, second) = (sheet, sheet)
            let rows = sheet.rows.shuffled(using: &random)
            (first.rows, second.rows) = (Array(rows[..<25]), Array(rows[25...]))
            let house = try TemporaryLedger.forImports()
            #expect(try importing([second, first], as: source, into: house).imported == 3)
            #expect(try importing([sheet], as: source, into: house).events == 0)
            #expect(try importing([first, second], as: source, into: house).skipped == 3)
            boards.append(try house.boards())
        }
        #expect(boards[0] == boards[1] && boards[1] == boards[2] && boards[0].count == 3)
    }

    @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
    func howTheFileIsWrittenDoesNotMatter(lineEnd: String, mark: String) throws {
        let sheet = PickSheet.draftKings()
        let (plain, styled) = (try TemporaryLedger.forImports(), try TemporaryLedger.forImports())
        _ = try importing([sheet], into: plain)
        // Two exports put behind one another, by spaced headers.
        var spaced = sheet
        spaced.header = sheet.header.map { $0.replacing("Pick", with: "_pick ") }
        let text = spaced.text(lineEnd: lineEnd, mark: mark) + spaced.text(lineEnd: lineEnd)
        #expect(try styled.importing([try styled.file(text)], as: .draftKings()).imported == 3)
        #expect(try plain.boards() == styled.boards())
    }

    /// Drafters counts picks in the round, as tools read it; a number that no round has says otherwise.
    @Test func bothWaysOfCountingAreTheSameDrafts() throws {
        let (inRound, overall) = (try TemporaryLedger.forImports(), try TemporaryLedger.forImports())
        #expect(try importing([.drafters()], as: .drafters(), into: inRound).imported == 3)
        #expect(try importing([.drafters(isOverall: true)], as: .drafters(), into: overall).imported == 3)
        #expect(try inRound.boards() == overall.boards())
        let room = try #require(try inRound.ledger.room(3))
        #expect(room.ruleset.teams == 12 && room.roster(of: 11).prefix(2).map(\.number) == [12, 13])
        #expect(room.picks[11].occurredAt == Timestamp(iso8601: "2026-06-01T18:01:00Z"))
        #expect(try inRound.ledger.pool(1)?.players.allSatisfy { $0.team == "WAS" } == true)
    }

    @Test func aDraftGrowsWithALaterExport() throws {
        let house = try TemporaryLedger.forImports()
        var earlier = PickSheet.draftKings()
        earlier.rows.removeAll { $0[1] == "102" && Int($0[6])! > 7 }
        #expect(try importing([earlier], into: house).imported == 3)
        #expect(try house.ledger.room(3)?.status == .active)
        #expect(try importing([.draftKings()], into: house).imported == 1)
        #expect(try house.ledger.room(3)?.status == .complete)
        let fresh = try TemporaryLedger.forImports()
        _ = try importing([.draftKings()], into: fresh)
        #expect(try house.boards() == fresh.boards())
        #expect(try importing([earlier], into: house).skipped == 3)
    }

    /// Of a first round alone no pick shows how many teams there are; the contest's other drafts do, or the user.
    @Test func theFirstPickAloneDoesNotSayHowManyTeams() throws {
        var sheet = PickSheet.draftKings()
        sheet.rows.removeAll { $0[1] == "101" && $0[6] != "1" }
        let house = try TemporaryLedger.forImports()
        #expect(try importing([sheet], into: house).imported == 3)
        sheet.rows.removeAll { $0[1] != "101" }
        let alone = try importing([sheet], into: try TemporaryLedger.forImports())
        #expect(alone.refused.map(\.expected) == ["the number of teams; --teams states it"])
        #expect(alone.refused.first?.found == "picks that a draft of 5 teams can have as well as one of 32")
        let stated = try TemporaryLedger.forImports()
        #expect(try importing([sheet], as: .draftKings(TableTerms(teams: 6)), into: stated).imported == 1)
        #expect(try stated.ledger.room(1)?.ruleset.teams == 6)
        #expect(throws: InterchangeError.self) {
            try importing([sheet], as: .draftKings(TableTerms(teams: 33)), into: stated)
        }
    }

    @Test(arguments: 2...20 as ClosedRange<UInt8>) func picksShowHowManyTeamsThereAre(teams: UInt8) throws {
        let scratch = TemporaryDirectory()
        for slot in 0..<teams {
            var numbered = PickSheet.draftKings(slots: [slot], teams: teams)
            if slot % 2 == 0 { numbered.drop("PickInRound") }
            let tables = [
                (PickTable.draftKings, numbered), (.drafters, .drafters(slots: [slot], teams: teams)),
            ]
            for (table, sheet) in tables {
                var parser = PickTableParser(table)
                try parser.read(try InputFile(path: try scratch.write(sheet.text(), to: "picks.csv")))
                guard case .own(let batch) = parser.finish() else {
                    Issue.record("slot \(slot + 1) of \(teams): all teams of one")
                    continue
                }
                #expect(batch.issues.isEmpty, "slot \(slot + 1)")
                #expect(batch.drafts.map(\.teams) == [teams], "slot \(slot + 1)")
            }
        }
    }

    /// What can be wrong with a row, and how it is found.
    struct Breakage: CustomStringConvertible, Sendable {
        var column: String
        var value: String
        var found: String
        var expected: String
        var description: String { "\(column)=\(value)" }
    }

    @Test(arguments: [
        Breakage(column: "OverallPick", value: "x", found: "\"x\"", expected: "a pick number from 1 to 960"),
        Breakage(column: "OverallPick", value: "", found: "nothing", expected: "a pick number from 1 to 960"),
        Breakage(column: "Round", value: "9", found: "round 9 at pick 29", expected: "round 3 of 12 teams"),
        Breakage(column: "PickInRound", value: "4", found: "pick 4 of its round at pick 29", expected: "5 of 12 teams"),
        Breakage(column: "Player", value: "", found: "nothing", expected: "a player's name"),
        Breakage(
            column: "Position", value: "SP", found: "\"SP\"", expected: "a football position such as QB, RB, WR or TE"),
        Breakage(column: "SiteADP", value: "early", found: "\"early\"", expected: "an average draft position"),
        Breakage(column: "PickedAt", value: "noon", found: "\"noon\"", expected: "a time such as"),
        Breakage(column: "EntryFee", value: "1,00", found: "\"1,00\"", expected: "an amount such as"),
        Breakage(column: "EntryFee", value: "6", found: "\"6\"", expected: "the entry fee of the draft's other rows"),
        Breakage(column: "TournamentKey", value: "t8", found: "\"t8\"", expected: "\"t7\", as in"),
        Breakage(column: "LineupKey", value: "999", found: "\"999\"", expected: "901, the entry of the draft's other"),
        Breakage(
            column: "Player", value: PickSheet.player(5, in: 1).name, found: "at pick 5", expected: "no player twice"),
    ]) func aWrongCellRefusesItsDraftAlone(breakage: Breakage) throws {
        var sheet = PickSheet.draftKings()
        sheet[22, breakage.column] = breakage.value
        if breakage.expected == "no player twice" { sheet[22, "Position"] = PickSheet.player(5, in: 1).position }
        let house = try TemporaryLedger.forImports()
        let summary = try importing([sheet], into: house)
        #expect(summary.imported == 2 && summary.refused.count == 1, "\(summary)")
        let issue = try #require(summary.refused.first)
        #expect(issue.draft == "101" && issue.line == 24, "\(issue)")
        #expect(issue.found.contains(breakage.found) && issue.expected.contains(breakage.expected), "\(issue)")
        #expect(issue.column ?? 0 > 0)
        #expect(try house.boards().keys.sorted() == ["draftkings-100", "draftkings-102"])
    }

    @Test func aMissingRoundIsNoDraftOfFewer() throws {
        var sheet = PickSheet.draftKings()
        sheet.rows.remove(at: 22)
        let summary = try importing([sheet], into: try TemporaryLedger.forImports())
        #expect(summary.imported == 2)
        #expect(summary.refused.map(\.found) == ["OverallPick 44"], "\(summary.refused)")
        #expect(summary.refused.first?.expected.hasPrefix("29, the pick of slot 5") == true)
    }

    @Test func missingColumnsAreListedBesideThoseThatAreThere() throws {
        var sheet = PickSheet.draftKings()
        sheet.drop("Player")
        sheet.drop("ContestKey")
        let summary = try importing([sheet], into: try TemporaryLedger.forImports())
        #expect(summary.refused.map(\.found) == ["a header without 'ContestKey', 'Player'"])
        #expect(summary.refused[0].expected.hasPrefix("the columns of a DraftKings export; it has LineupKey, Tour"))
        // What is not of every row may be missing.
        sheet = .draftKings()
        for name in ["TournamentKey", "ContestName", "EntryFee", "SiteADP", "PickedAt", "Round", "PickInRound"] {
            sheet.drop(name)
        }
        let house = try TemporaryLedger.forImports()
        #expect(try importing([sheet], into: house).imported == 3)
        #expect(try house.ledger.tournaments().map(\.title) == ["Drafts of 12"])
        #expect(try house.ledger.room(1)?.entryFee == nil)
    }

    @Test func kickersAndDefensesAreTaken() throws {
        var sheet = PickSheet.draftKings()
        (sheet[0, "Position"], sheet[1, "Position"]) = ("K", "DST")
        let house = try TemporaryLedger.forImports()
        #expect(try importing([sheet], into: house).imported == 3)
        let board = try #require(try house.boards()["draftkings-100"])
        #expect(board[0].contains(" K ") && board[23].contains(" DEF "))
    }
}
