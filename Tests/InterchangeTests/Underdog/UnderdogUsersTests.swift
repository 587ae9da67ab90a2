import Draft
import DraftLedger
import Interchange
import LedgerTesting
import Projections
import Testing

/// Exports of several users in one ledger, and drafts that tell no time.
@Suite struct UnderdogUsersTests {
    private func sheet(slot: Slot, rounds: Int = 2) -> UnderdogSheet {
        var sheet = UnderdogSheet()
        sheet.draft("d1", slot: slot, rounds: rounds, teams: 4, firstPlayer: 10 * Int(slot))
        return sheet
    }

    private func importing(_ sheet: UnderdogSheet, of user: String, into house: TemporaryLedger) throws -> ImportSummary
    {
        try HistoryImport(.underdog(user: user)).run([try house.file(sheet.text)], into: house.ledger)
    }

    @Test func aRoomTakesTheExportOfOneUser() throws {
        let house = try TemporaryLedger.forImports()
        #expect(try importing(sheet(slot: 1), of: "jane", into: house).notes.isEmpty)
        let size = try house.ledger.size
        let summary = try importing(sheet(slot: 2), of: "bob", into: house)
        #expect(summary.refused.map(\.found) == ["the draft of room 1, which was imported from jane's export"])
        #expect(summary.refused.first?.expected == "another draft: a room takes the picks of one user's export")
        #expect(try house.ledger.size == size)
    }

    /// A public dump and an own export of one draft exclude each other, and which came first is said.
    @Test(arguments: [false, true]) func aDraftOfAnotherSourceIsThereAlready(dumpFirst: Bool) throws {
        let house = try TemporaryLedger.forImports()
        func dump() throws -> ImportSummary { try house.importing(Sheet(drafts: ["d1"], teams: 4)) }
        func export() throws -> ImportSummary { try importing(sheet(slot: 1), of: "jane", into: house) }
        #expect(try (dumpFirst ? dump() : export()).imported == 1)
        let later = try dumpFirst ? export() : dump()
        #expect(later.events == 0 && later.refused.count == 1)
        let found = try #require(later.refused.first?.found)
        #expect(
            found.contains("the ID of room 1, but other content")
                && found.contains("there already from another source"), "\(found)")
    }

    @Test func whoseExportAnExportIsIsSaidOnce() throws {
        let house = try TemporaryLedger.forImports()
        _ = try importing(sheet(slot: 1), of: "jane", into: house)
        let again = try importing(sheet(slot: 1), of: "bob", into: house)
        #expect(again.events == 0 && again.skipped == 1)
        #expect(again.notes == ["1 draft is there already as jane's and stay that user's."])
        #expect(try importing(sheet(slot: 1), of: "jane", into: house).notes.isEmpty)
    }

    /// No date filter finds such a draft, whenever it is imported.
    @Test func aDraftWithoutTimesHasNoStart() throws {
        let house = try TemporaryLedger.forImports()
        var timeless = sheet(slot: 1)
        for row in timeless.rows.indices { timeless.rows[row].pickedAt = "" }
        let summary = try importing(timeless, of: "me", into: house)
        #expect(summary.imported == 1)
        #expect(
            summary.notes == ["1 draft is without a time: weekly series and date filters leave them out."])
        #expect(try house.ledger.rooms().map(\.startedAt) == [nil])
        let rows = try house.ledger.rosterColumns(of: 1).parts.flatMap(\.drafts)
        #expect(rows.count == 1 && rows[0].startedAt == nil)
        #expect(try importing(timeless, of: "me", into: house).events == 0)
    }
}
