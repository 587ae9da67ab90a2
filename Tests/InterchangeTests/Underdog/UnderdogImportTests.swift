import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import Projections
import Reports
import TestSupport
import Testing

/// A user's own export: one team of each draft, the others unknown.
@Suite(.seeded) struct UnderdogImportTests {
    private func sheet(_ change: (inout UnderdogSheet) -> Void = { _ in }) -> UnderdogSheet {
        var sheet = UnderdogSheet()
        sheet.draft("d1", slot: 3, rounds: 3, teams: 4)
        sheet.draft("d2", slot: 0, rounds: 3, teams: 4, firstPlayer: 1, day: 2)
        change(&sheet)
        return sheet
    }

    private func importing(_ sheet: UnderdogSheet, into house: TemporaryLedger) throws -> ImportSummary {
        try house.importing([try house.file(sheet.text)], as: .underdog())
    }

    @Test func onlyTheOwnersTeamIsKnown() throws {
        let house = try TemporaryLedger.forImports()
        #expect(try importing(sheet(), into: house).imported == 2)
        let room = try #require(try house.ledger.room(1))
        #expect(room.status == .complete && room.memberCount == 1 && room.entryFee == Cents(500))
        #expect(room.picks.allSatisfy { $0.source == .unknown } && room.picks.count { $0.player == nil } == 9)
        #expect(room.roster(of: 3).map(\.number) == [4, 5, 12])
        #expect(
            try house.boards()["d1"]?.filter { !$0.contains(" - - ") } == [
                "3 First Player 1 RB 0 unknown 2024-06-01T12:10:00.000000Z",
                "3 First Player 2 WR 0 unknown 2024-06-01T12:11:00.000000Z",
                "3 First Player 3 TE 0 unknown 2024-06-01T12:12:00.000000Z",
            ])
        let tournament = try #require(try house.ledger.tournament(1)?.details)
        #expect(tournament.title == "The Puppy" && tournament.entryFee == Cents(500))
        #expect(tournament.maxEntries == 24_000 && tournament.statedPrizes == Cents(10_000_000))
        #expect(try Analysis(of: house.ledger).exposure().scope.entries == 2)
        #expect(try house.ledger.resolveUser("me") == 1)
        #expect(try house.ledger.verify(full: true).isSound)
    }

    @Test(arguments: [
        UnderdogSheet.Style(spaced: false), .init(lineEnd: "\r\n", mark: "\u{FEFF}"),
        .init(extraColumns: ["Draft Slot", "Something New"]),
    ])
    func howTheFileIsWrittenDoesNotMatter(style: UnderdogSheet.Style) throws {
        let (plain, styled) = (try TemporaryLedger.forImports(), try TemporaryLedger.forImports())
        _ = try importing(sheet(), into: plain)
        #expect(
            try importing(
                sheet {
                    $0.style = style; $0.rows.shuffle()
                }, into: styled
            ).refused.isEmpty)
        #expect(try plain.boards() == styled.boards())
    }

    @Test func twentyRoundsOfTenTeamsAndOtherContestsWork() throws {
        let house = try TemporaryLedger.forImports()
        let pool = [
            "Draft Pool Title": "Pool, \"big\"", "Draft Pool": "p-1", "Draft Pool Entry Fee": "2.5",
            "Draft Pool Total Prizes": "22.25", "Draft Pool Size": "10",
        ]
        let written = sheet { sheet in
            sheet.rows = []
            sheet.draft("d3", slot: 9, rounds: 20, teams: 10)
            sheet.draft("d4", slot: 5, rounds: 6, teams: 6, contest: pool)
            sheet.draft("d5", slot: 1, rounds: 18, contest: ["Draft Entry Fee": "3.0", "Draft Total Prizes": "33.0"])
        }
        #expect(try importing(written, into: house).imported == 3)
        let rooms = try house.ledger.rooms()
        #expect(rooms.map(\.rounds).sorted() == [6, 18, 20] && rooms.map(\.picks).sorted() == [6, 18, 20])
        #expect(
            Set(try house.ledger.tournaments().map(\.title)) == ["The Puppy", "Pool, \"big\"", "Drafts of 12 for 3.00"])
        #expect(
            try house.ledger.tournament(house.ledger.resolveTournament("draft-pool:p-1"))?.details.entryFee
                == Cents(250))
        let error = #expect(throws: DraftLedgerError.self) { try house.ledger.resolveTournament("p-1") }
        #expect(error?.message.hasSuffix("Did you mean draft-pool:p-1?") == true)
    }

    @Test func aLaterExportAddsOnlyWhatIsNew() throws {
        let house = try TemporaryLedger.forImports()
        let later = sheet { $0.draft("d3", slot: 2, rounds: 3, teams: 4, firstPlayer: 2, day: 3) }
        // Of the third draft, two picks were made when the first export was written.
        let earlier = sheet { $0.rows = later.rows.filter { $0.draft != "d3" || $0.pick < 9 } }
        #expect(try importing(earlier, into: house).imported == 3)
        #expect(try house.ledger.room(3)?.status == .active)
        let first = try house.ledger.size
        #expect(try importing(earlier, into: house).events == 0)
        let summary = try importing(later, into: house)
        #expect(summary.imported == 1 && summary.skipped == 2 && summary.refused.isEmpty, "\(summary)")
        #expect(try house.ledger.room(3)?.status == .complete)
        #expect(try house.ledger.size == first + summary.events)
        #expect(try importing(later, into: house).events == 0)

        let fresh = try TemporaryLedger.forImports()
        _ = try importing(later, into: fresh)
        #expect(try house.boards() == fresh.boards())
    }

    @Test func aPlayerUnderTheIDOfAnotherSlateIsTheSame() throws {
        let house = try TemporaryLedger.forImports()
        let written = sheet { sheet in
            for index in sheet.rows.indices where sheet.rows[index].draft == "d2" {
                sheet.rows[index].appearance = "other-" + sheet.rows[index].appearance
                sheet.rows[index].contest["Tournament"] = "t-2"
            }
        }
        #expect(try importing(written, into: house).imported == 2)
        #expect(try house.ledger.pool(1)?.players.count == 4)
    }

    /// What can be wrong with a row, and how it is found.
    enum Breakage: CaseIterable {
        case otherSlot, playerTwice, otherEntry, otherSize, noPosition, noTime, otherContest, badFee

        var found: String {
            switch self {
            case .otherSlot: "Pick Number 6"
            case .playerTwice: "at pick 5 and at pick 4"
            case .otherEntry: "\"e-9\""
            case .otherSize: "\"6\""
            case .noPosition: "\"XX\""
            case .noTime: "\"yesterday\""
            case .otherContest: "\"t-2\""
            case .badFee: "\"five\""
            }
        }

        func change(_ row: inout UnderdogSheet.Row) {
            switch self {
            case .otherSlot: row.pick = 6
            case .playerTwice: (row.appearance, row.last, row.position) = ("a1", "Player 1", "RB")
            case .otherEntry: row.entry = "e-9"
            case .otherSize: row.teams = 6
            case .noPosition: row.position = "XX"
            case .noTime: row.pickedAt = "yesterday"
            case .otherContest: row.contest["Tournament"] = "t-2"
            case .badFee: row.contest["Tournament Entry Fee"] = "five"
            }
        }
    }

    @Test(arguments: Breakage.allCases)
    func aBrokenDraftIsRefusedWholeAndTheOtherGoesIn(breakage: Breakage) throws {
        let house = try TemporaryLedger.forImports()
        let summary = try importing(sheet { breakage.change(&$0.rows[1]) }, into: house)
        #expect(summary.imported == 1, "\(summary)")
        let issue = try #require(summary.refused.first)
        #expect(issue.draft == "d1" && issue.line == 3 && issue.found.contains(breakage.found), "\(issue)")
        #expect(try house.boards().keys.sorted() == ["d2"])
    }

    @Test func filesThatAreNoExportAreRefused() throws {
        let house = try TemporaryLedger.forImports()
        let text = sheet().text
        for broken in ["", "a,b\n1,2\n", text.replacing("Draft Entry,", with: "Entry,")] {
            #expect(try house.importing([try house.file(broken)], as: .underdog()).refused.count == 1)
        }
        let cut = try house.importing([try house.file(String(text.dropLast(60)))], as: .underdog())
        #expect(cut.refused.count == 1 && cut.refused[0].line == 7, "\(cut)")
        #expect(try house.importing([try house.file(text)], as: .underdog()).refused.isEmpty, "the whole file mends it")
        #expect(try house.ledger.rooms().allSatisfy { $0.status == .complete && $0.picks == 3 })
        let path = try house.file("")
        try Data(Array(text.utf8.prefix(700)) + [0xFF] + Array(text.utf8.dropFirst(700))).write(to: URL(filePath: path))
        #expect(try house.importing([path], as: .underdog()).refused.isEmpty == false)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func whatIsExportedIsWhatWasImported(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let house = try TemporaryLedger.forImports()
        var written = UnderdogSheet()
        for number in 0..<5 {
            let teams = UInt8.random(in: 2...14, using: &random)
            written.draft(
                "d\(number)", slot: Slot.random(in: 0..<teams, using: &random), rounds: 18, teams: teams,
                firstPlayer: number, contest: number == 4 ? ["Draft Entry Fee": "7.25"] : UnderdogSheet.puppy,
                day: 1 + number)
        }
        for index in written.rows.indices where written.rows[index].last.hasSuffix("7") {
            written.rows[index].last = "O'Dell, \"Ñ\" Jr."
        }
        #expect(try importing(written, into: house).refused.isEmpty, "seed \(seed)")
        let path = house.directory("out.csv")
        let count = try UnderdogExport(user: 1).run(house.ledger, to: path)
        #expect(count.entries == 5 && count.picks == 90, "seed \(seed)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == written.text, "seed \(seed)")
        #expect(try house.importing([path], as: .underdog()).events == 0, "seed \(seed)")
    }

    @Test(.withSharedData) func aRealExportGivesTheOwnersOwnCounts() throws {
        let house = try TemporaryLedger.forImports()
        let summary = try house.importing([SharedData.underdog], as: .underdog())
        #expect(summary.imported == 52 && summary.refused.isEmpty)
        #expect(try house.ledger.rooms().reduce(0) { $0 + Int($1.picks) } == 936)
        let drafted = try Dictionary(
            uniqueKeysWithValues: Analysis(of: house.ledger).exposure().rows.map {
                ("\($0.player.latest.position.abbreviation),\($0.player.name)", $0.drafted)
            })
        let key = try String(contentsOfFile: SharedData.underdogCounts, encoding: .utf8)
            .split(whereSeparator: \.isNewline).dropFirst()
        #expect(key.count == 85)
        for line in key {
            let fields = line.trimmingCharacters(in: .whitespaces).split(separator: ",")
            #expect(drafted["\(fields[0]),\(fields[1])"] == Int(fields[2]), "\(line)")
        }
        let path = house.directory("out.csv")
        try UnderdogExport(user: 1).run(house.ledger, to: path)
        #expect(try house.importing([path], as: .underdog()).events == 0)
    }
}
