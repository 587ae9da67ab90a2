import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import Projections
import Records
import TestSupport
import Testing

@Suite(.seeded) struct BBMImportTests {
    @Test func aDraftBecomesARoom() throws {
        let house = try TemporaryLedger.forImports()
        let summary = try house.importing(Sheet())
        #expect(summary.imported == 1 && summary.skipped == 0 && summary.refused.isEmpty)
        #expect(try summary.events == house.ledger.size - 1)
        let room = try #require(try house.ledger.room(1))
        #expect(room.status == .complete && room.ruleset == .untimed(teams: 3, rounds: 2, statedClock: .seconds(30)))
        #expect(room.externalID == "d1" && room.tournament == 1)
        #expect(room.members.map { $0?.externalID } == ["d1-e1", "d1-e2", "d1-e3"])
        #expect(room.seatOfSlot == [0, 1, 2])
        #expect(room.startedAt == Timestamp(iso8601: "2022-09-07T07:46:23.627530Z"))
        #expect(room.picks.map(\.adp) == [150, 250, 350, 450, 550, 650])
        #expect(room.picks.allSatisfy { $0.occurredAt == nil && $0.source == .unknown })
        let tournament = try #require(try house.ledger.tournament(1))
        #expect(tournament.details.externalID == "bbm-2022" && tournament.details.entryFee == nil)
        let pool = try #require(try house.ledger.pool(1))
        #expect(pool.players.map(\.name) == (1...6).map { "Player \($0)" })
        #expect(pool.players.first?.byeWeek == 9 && pool.players.first?.adp == 150)
        #expect(try house.ledger.verify().isSound)
    }

    @Test func theSecondTimeNothingIsAppended() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet.later(drafts: ["d1", "d2"]))
        let size = try house.ledger.size
        let again = try house.importing(Sheet.later(drafts: ["d2", "d1"]))
        #expect(again.imported == 0 && again.skipped == 2 && again.refused.isEmpty && again.events == 0)
        #expect(try house.ledger.size == size)
    }

    @Test func aDryRunDoesEverythingButAppend() throws {
        let house = try TemporaryLedger.forImports()
        let size = try house.ledger.size
        let dry = try house.importing(Sheet.later(drafts: ["d1", "d2"]), dryRun: true)
        #expect(try house.ledger.size == size && house.ledger.profiles().isEmpty)
        let wet = try house.importing(Sheet.later(drafts: ["d1", "d2"]))
        #expect(dry == wet && wet.imported == 2)
        let nowhere = HistoryImport(.bbm, isDryRun: true)
        #expect(try nowhere.run([try house.file(Sheet().text())], into: nil).imported == 1)
    }

    @Test func brokenDraftsStayOutAndTheOthersGoIn() throws {
        let house = try TemporaryLedger.forImports()
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        sheet[8, "player_name"] = ""
        let summary = try house.importing(sheet)
        #expect(summary.imported == 2 && summary.refused.map(\.draft) == ["d2"] && !summary.isComplete)
        #expect(try house.boards().keys.sorted() == ["d1", "d3"])
        // Put right, it goes in beside the others.
        let repaired = try house.importing(Sheet(drafts: ["d1", "d2", "d3"]))
        #expect(repaired.imported == 1 && repaired.skipped == 2 && repaired.refused.isEmpty)
    }

    /// Many drafts are decided at once; one that is refused among them changes nothing for the others.
    @Test func manyDraftsGoInInOrderAroundARefusedOne() throws {
        let names = (100..<250).map { "d\($0)" }
        var sheet = Sheet(drafts: names)
        let broken = 70
        for row in sheet.rows.indices where sheet.rows[row][0] > names[broken] {
            if sheet[row, "overall_pick_number"] == "6" { sheet[row, "player_name"] = "Late \(sheet.rows[row][0])" }
        }
        var without = sheet
        without.rows.removeAll { $0[0] == names[broken] }
        sheet[broken * 6 + 2, "player_name"] = String(repeating: "x", count: 300)
        let (house, other) = (try TemporaryLedger.forImports(), try TemporaryLedger.forImports())
        let summary = try house.importing(sheet)
        #expect(summary.imported == 149 && summary.refused.map(\.draft) == [names[broken]])
        try other.importing(without)
        #expect(try house.ledger.rooms().map(\.externalID) == names.filter { $0 != names[broken] })
        #expect(try house.boards() == other.boards())
        #expect(try house.ledger.pool(1)?.players == other.ledger.pool(1)?.players)
        #expect(try house.ledger.verify().isSound)
        #expect(try house.importing(sheet).skipped == 149)
    }

    @Test func aRoomWithOtherContentIsAConflict() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet(drafts: ["d1", "d2"]))
        let size = try house.ledger.size
        var sheet = Sheet(drafts: ["d1", "d2", "d3"])
        (sheet[1, "player_name"], sheet[2, "player_name"]) = (sheet[2, "player_name"], sheet[1, "player_name"])
        (sheet[1, "position_name"], sheet[2, "position_name"]) = (sheet[2, "position_name"], sheet[1, "position_name"])
        let summary = try house.importing(sheet)
        #expect(summary.imported == 1 && summary.skipped == 1)
        let issue = try #require(summary.refused.first)
        #expect(issue.draft == "d1" && issue.line == 2)
        #expect(issue.found.contains("the ID of room 1, but other content: its event 9, PickAutomated, is another one"))
        #expect(try house.events[Int(size)...].allSatisfy { $0.stream == .room(3) })
    }

    @Test func latePlayersJoinThePool() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet())
        var sheet = Sheet(drafts: ["d2"])
        sheet[5, "player_name"] = "Rookie"
        try house.importing(sheet)
        let pool = try #require(try house.ledger.pool(1))
        #expect(pool.players.map(\.name).last == "Rookie" && pool.players.count == 7)
        #expect(try house.boards()["d2"]?.last?.contains("Rookie") == true)
        #expect(try house.ledger.freeNumbers().tournament == 2)
    }

    @Test func aDraftOverTwoFilesIsOneDraft() throws {
        let house = try TemporaryLedger.forImports()
        var (first, second) = (Sheet(), Sheet())
        first.rows.removeSubrange(3...)
        second.rows.removeSubrange(..<3)
        let paths = [try house.file(first.text(), "1.csv"), try house.file(second.text(lineEnd: "\r\n"), "2.csv")]
        #expect(try house.importing(paths).imported == 1)
        #expect(try house.boards()["d1"]?.count == 6)
    }

    @Test func usersAreNumbersInTheLogAndNamesBesideIt() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet.later(drafts: ["d1", "d2"]))
        let profiles = try house.ledger.profiles()
        #expect(profiles.map(\.profile.externalID) == ["user-1", "user-2", "user-3"])
        #expect(profiles.map(\.profile.displayName) == ["name-1", "name-2", "name-3"])
        for room in [RoomID(1), 2] {
            #expect(try house.ledger.room(room)?.members.map { $0?.user } == profiles.map(\.user))
        }
        for event in try house.events {
            #expect(!event.jsonLine.contains("name-") && !event.jsonLine.contains("user-"))
        }
        // Erased, a user stays a number: the same file is still the same drafts, and brings nobody back.
        try house.ledger.setProfiles(profiles.map { ($0.user, nil) })
        let again = try house.importing(Sheet.later(drafts: ["d1", "d2"]))
        #expect(again.skipped == 2 && again.refused.isEmpty)
        #expect(try house.ledger.profiles().isEmpty)
    }

    @Test func picksKeepTheirOwnTimesAndSources() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet.later())
        let picks = try #require(try house.ledger.room(1)).picks
        #expect(picks.map(\.source) == [.manual, .queue, .adp, .manual, .queue, .adp])
        #expect(picks[1].occurredAt == Timestamp(iso8601: "2024-06-01T12:00:11Z"))
    }

    @Test(.withSharedData) func theRealDumpGoesInWhole() throws {
        let house = try TemporaryLedger.forImports()
        let summary = try house.importing([SharedData.bbm])
        #expect(summary.imported == 14 && summary.refused.isEmpty)
        let boards = try house.boards()
        #expect(boards.count == 14 && boards.values.map(\.count).reduce(0, +) == 3024)
        let events = try house.events
        #expect(events.count { if case .pickAutomated = $0.event { true } else { false } } == 3024)
        #expect(try house.ledger.verify().isSound)
        // The same rows in another order, split over two files: the same boards and the same pool.
        var lines = try String(contentsOfFile: SharedData.bbm, encoding: .utf8).split(whereSeparator: \.isNewline)
        let header = lines.removeFirst()
        var generator = SeededGenerator(seed: 3)
        lines.shuffle(using: &generator)
        let other = try TemporaryLedger.forImports()
        let paths = try [lines[..<1000], lines[1000...]].enumerated().map { index, part in
            try other.file(([header] + part).joined(separator: "\n"), "\(index).csv")
        }
        #expect(try other.importing(paths).imported == 14)
        #expect(try other.boards() == boards)
        #expect(try other.ledger.pool(1)?.players == house.ledger.pool(1)?.players)
        #expect(
            try house.importing(paths)
                == {
                    var nothing = ImportSummary()
                    nothing.skipped = 14
                    return nothing
                }())
    }

    /// A pool never changes: what it lacks is said.
    @Test func aByeWeekThatComesTooLateIsSaid() throws {
        let house = try TemporaryLedger.forImports()
        var first = Sheet(drafts: ["d1"])
        for row in first.rows.indices where first[row, "player_name"] == "Player 1" { first[row, "bye_week"] = "0" }
        #expect(try house.importing([try house.file(first.text(), "1.csv")]).notes.isEmpty)
        let summary = try house.importing([try house.file(Sheet(drafts: ["d2"]).text(), "2.csv")])
        #expect(
            summary.notes == [
                "A player's bye week is different from the pool: Player 1 (9). `import --input-format players` records bye "
                    + "weeks that a pool does not have."
            ], "\(summary.notes)")
    }
}
