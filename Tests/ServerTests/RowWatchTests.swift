import Draft
import LMDB
import Ledger
import LedgerTesting
import Testing

@testable import DraftLedger  // the tables of rows, to damage them
@testable import Server  // how long a look at them holds is the module's own

/// Reports and the stored rows that they are made of.
@Suite struct RowWatchTests {
    /// Changes one bit of the last row of the rosters, past everything that keeps a digest. Not async, so that the
    /// transaction is the blocking one.
    private func damage(_ ledger: DraftLedger) throws {
        let table = try #require(ledger.projections.tables[.rosters])
        let (key, row) = try ledger.ledger.read { transaction in
            try transaction.withCursor(on: table) { cursor in
                #expect(try cursor.last())
                return (try cursor.key, cursor.withValue { $0.withUnsafeBytes { Array($0) } })
            }
        }
        var changed = row
        changed[changed.count - 1] ^= 1
        try ledger.ledger.write { try $0.put(changed, at: key, in: table) }
    }

    @Test func noReportIsMadeOfRowsThatAreNotThoseThatWereWritten() async throws {
        let table = try await Table()
        try await table.draft()
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        try table.ledger.catchUp()
        try damage(table.ledger)
        let analyst = try await table.server.signIn("ana", roles: ["analyst"]).token
        let damaged = try await table.server.get("/v1/reports/exposure", as: analyst)
        #expect(damaged.status == 500 && damaged.code == "internalError", "\(damaged.text)")
        try table.ledger.rebuild("rosters")
        #expect(try await table.server.get("/v1/reports/exposure", as: analyst).status == 200)
        try await table.server.stop()
    }

    @Test func rowsThatWereWholeAreLookedAtAgainAfterAWhile() async throws {
        let table = try await Table()
        try await table.draft()
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        try await table.server.stop()
        try table.ledger.catchUp()
        let (watch, now) = (RowWatch(), ContinuousClock.now)
        try watch.check(table.ledger, at: now)
        try damage(table.ledger)
        try watch.check(table.ledger, at: now + .seconds(599))
        #expect(throws: DraftLedgerError.self) { try watch.check(table.ledger, at: now + .seconds(600)) }
        #expect(throws: DraftLedgerError.self) { try watch.check(table.ledger, at: now + .seconds(601)) }
    }
}
