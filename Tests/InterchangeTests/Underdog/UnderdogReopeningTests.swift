import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import Projections
import Records
import Reports
import TestSupport
import Testing

/// Exports one after the other that show different numbers of rounds: nothing is refused for good.
@Suite struct UnderdogReopeningTests {
    /// Imports of one ledger, in order, and what stands after each: a draft's known picks, rounds and status.
    private final class Timeline {
        let house: TemporaryLedger

        init() throws { house = try TemporaryLedger.forImports() }

        @discardableResult
        func importing(_ sheet: UnderdogSheet, rounds: UInt8? = nil) throws -> ImportSummary {
            try house.importing([try house.file(sheet.text)], as: .underdog(rounds: rounds))
        }

        func rooms() throws -> [String] {
            try house.ledger.rooms().filter { $0.status != .voided && $0.externalID != "later" }
                .sorted { $0.externalID < $1.externalID }
                .map { "\($0.externalID) \($0.picks)/\($0.rounds) \($0.status.name)" }
        }

        /// The ids of all rooms, as text: "1 voided".
        func allRooms() throws -> [String] {
            try house.ledger.rooms().sorted { $0.room < $1.room }.map { "\($0.externalID) \($0.status.name)" }
        }
    }

    /// - Parameter picks: of each draft so far, in drafts of one contest that began on June 1.
    private static func sheet(_ picks: Int..., fast: Bool = false, newestDay: Int? = nil) -> UnderdogSheet {
        var sheet = UnderdogSheet()
        for (number, rounds) in zip(1..., picks) where rounds > 0 {
            sheet.draft(
                "d\(number)", slot: Slot(2 + number), rounds: rounds, firstPlayer: 40 * number, hours: fast ? 0 : 8)
        }
        if let newestDay {
            let other = UnderdogSheet.puppy.merging(["Tournament": "t-2"]) { $1 }
            sheet.draft("later", slot: 1, rounds: 18, firstPlayer: 200, contest: other, day: newestDay)
        }
        return sheet
    }

    @Test func aLaterExportOfSlowDraftsGoesOnInTheirRooms() throws {
        let timeline = try Timeline()
        try timeline.importing(Self.sheet(5, 7))
        #expect(try timeline.rooms() == ["d1 5/18 active", "d2 7/18 active"])
        try timeline.importing(Self.sheet(7, 9))
        #expect(try timeline.rooms() == ["d1 7/18 active", "d2 9/18 active"])
        try timeline.importing(Self.sheet(18, 18))
        #expect(try timeline.rooms() == ["d1 18/18 complete", "d2 18/18 complete"])
        #expect(try timeline.allRooms().count == 2)
    }

    /// What was taken for complete, or for 18 rounds, and then was not: each way round, and each import twice.
    @Test func otherRoundsOpenAnotherRoom() throws {
        let cases: [(String, first: UnderdogSheet, then: UnderdogSheet, rooms: [String], voided: Int)] = [
            (
                "fast drafts that went on", Self.sheet(5, 5, fast: true), Self.sheet(18, 18, fast: true),
                ["d1 18/18 complete", "d2 18/18 complete"], 2
            ),
            (
                "one of them went on", Self.sheet(5, 5, fast: true), Self.sheet(5, 18, fast: true),
                ["d1 5/18 active", "d2 18/18 complete"], 2
            ),
            ("twenty rounds", Self.sheet(18), Self.sheet(20), ["d1 20/20 complete"], 1),
            ("twenty rounds under way", Self.sheet(15), Self.sheet(20), ["d1 20/20 complete"], 1),
            ("ten rounds, known days later", Self.sheet(10), Self.sheet(10, newestDay: 20), ["d1 10/10 complete"], 1),
            (
                "ten rounds, known by another draft", Self.sheet(9), Self.sheet(9, 10, newestDay: 20),
                ["d1 9/10 active", "d2 10/10 complete"], 1
            ),
        ]
        for (name, first, then, rooms, voided) in cases {
            let timeline = try Timeline()
            try timeline.importing(first)
            let summary = try timeline.importing(then)
            #expect(summary.refused.isEmpty, "\(name): \(summary.refused)")
            #expect(try timeline.rooms() == rooms, "\(name)")
            #expect(try timeline.allRooms().count { $0.hasSuffix("voided") } == voided, "\(name)")
            #expect(summary.notes.contains { $0.contains("voided") } == (voided > 0), "\(name): \(summary.notes)")
            for (again, sheet) in [("the later", then), ("the earlier", first), ("and the later one", then)] {
                #expect(try timeline.importing(sheet).events == 0, "\(name): \(again) once more")
            }
            #expect(try timeline.rooms() == rooms, "\(name)")
            #expect(try timeline.house.ledger.verify(full: true).isSound, "\(name)")

            let fresh = try Timeline()
            try fresh.importing(then)
            #expect(try fresh.house.boards() == timeline.house.boards(), "\(name): the same as at once")
        }
    }

    @Test func aVoidedRoomSaysWhyAndCountsNowhere() throws {
        let timeline = try Timeline()
        try timeline.importing(Self.sheet(5, fast: true))
        try timeline.importing(Self.sheet(18, fast: true))
        let ledger = timeline.house.ledger
        let last = try #require(try ledger.stream(.room(1)).last)
        #expect(last.origin?.actor == .importer)
        guard case .roomVoided(let voided) = last.event else { return #expect(Bool(false), "\(last.event)") }
        #expect(voided.reason == "Imported with 5 rounds; the draft has 18 and is room 2 now.")
        #expect(try ledger.resolveRoom("d1") == 2)
        #expect(try Analysis(of: ledger).exposure().scope.entries == 1)
        #expect(try ledger.tournaments().map(\.entries) == [1])
        let path = timeline.house.directory("out.csv")
        #expect(try UnderdogExport(user: 1).run(ledger, to: path) == (1, 18))
        let commands = try timeline.house.events.filter { if case .room = $0.stream { true } else { false } }
            .compactMap { $0.origin.map { "\($0.commandID)" } }
        let first = Set(try ledger.stream(.room(1)).compactMap { $0.origin.map { "\($0.commandID)" } })
        #expect(commands.count { first.contains($0) } == (try ledger.stream(.room(1)).count), "each room has its own")
    }

    @Test func whatTheUserStatesGoesBeforeWhatTheFileShows() throws {
        let timeline = try Timeline()
        try timeline.importing(Self.sheet(10))
        try timeline.importing(Self.sheet(10), rounds: 20)
        #expect(try timeline.rooms() == ["d1 10/20 active"])
        #expect(try timeline.importing(Self.sheet(10), rounds: 20).events == 0)
        #expect(try timeline.importing(Self.sheet(12)).refused.isEmpty)
        #expect(try timeline.rooms() == ["d1 12/20 active"])
        let older = try timeline.importing(Self.sheet(10), rounds: 10)
        #expect(older.events == 0)
        #expect(older.refused.first?.found.hasSuffix("import a newer export") == true, "\(older.refused)")
        try timeline.importing(Self.sheet(12), rounds: 12)
        #expect(try timeline.rooms() == ["d1 12/12 complete"])
        #expect(try timeline.allRooms() == ["d1 voided", "d1 voided", "d1 complete"])
    }

    /// Another draft under the same id is none that has other rounds.
    @Test func anotherDraftIsStillRefused() throws {
        let timeline = try Timeline()
        try timeline.importing(Self.sheet(5, fast: true))
        var other = Self.sheet(18, fast: true)
        (other.rows[1].last, other.rows[1].appearance) = ("Somebody", "x")
        let summary = try timeline.importing(other)
        #expect(summary.events == 0 && summary.refused.count == 1)
        #expect(try timeline.rooms() == ["d1 5/5 complete"])
    }

    @Test func aRoomThatAnAdminVoidedStaysVoided() throws {
        let timeline = try Timeline()
        try timeline.importing(Self.sheet(5, fast: true))
        let ledger = timeline.house.ledger
        try ledger.append([
            PendingEvent(stream: .room(1), event: .roomVoided(.blank), origin: nil)
        ])
        for sheet in [Self.sheet(5, fast: true), Self.sheet(18, fast: true)] {
            let summary = try timeline.importing(sheet)
            #expect(summary.events == 0 && summary.refused.isEmpty && summary.skipped == 1, "\(summary)")
        }
    }

    @Test func aDryRunSaysTheSameAndChangesNothing() throws {
        let timeline = try Timeline()
        try timeline.importing(Self.sheet(5, fast: true))
        let size = try timeline.house.ledger.size
        let path = try timeline.house.file(Self.sheet(18, fast: true).text)
        let dry = try timeline.house.importing([path], as: .underdog(), dryRun: true)
        #expect(try timeline.house.ledger.size == size)
        #expect(try timeline.house.importing([path], as: .underdog()) == dry)
    }
}
