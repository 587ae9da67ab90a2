import Draft
import LMDB
import Ledger
import LedgerTesting
import Projections
import TestSupport
import Testing

@testable import DraftLedger  // stored rows are damaged below the ledger

/// A stored row that has become unreadable: it is told of, not taken for none and written over.
@Suite struct DamagedRowTests {
    /// Puts bytes that are no row in the place of a row, past everything that knows rows.
    private func damage(_ key: [UInt8], of projection: StoredProjection, in house: LiveHouse) throws {
        let table = try #require(house.ledger.projections.tables[projection])
        try house.ledger.ledger.write { transaction in
            #expect(try transaction.value(at: key, in: table) != nil, "there is no such row")
            try transaction.put([1, 2], at: key, in: table)
        }
    }

    private func expectDamaged(_ projection: StoredProjection, _ body: () throws -> Void) {
        let error = #expect(throws: DraftLedgerError.self) { try body() }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("`rebuild \(projection.rawValue)`") == true)
    }

    @Test func aBalanceIsNotCountedAnewFromZero() async throws {
        let house = try await LiveHouse()
        try house.ledger.catchUp()
        try damage(
            BalanceRow(account: .available(1), balance: .zero).rowKey, of: .balances, in: house)
        try await house.accept(
            .wallet(1, .recordDeposit(amount: Cents(5), provider: "bank", reference: "later")),
            as: .provider(onBehalfOf: 1))
        expectDamaged(.balances) { try house.ledger.catchUp() }
        expectDamaged(.balances) { _ = try house.ledger.balances() }
        try house.ledger.rebuild("balances")
        try house.ledger.catchUp()
        let balances = try house.ledger.balances()
        #expect(balances.accountRows.contains(BalanceRow(account: .available(1), balance: Cents(10_005))))
        #expect(balances.total == .zero)
    }

    @Test func aRoomIsNotWrittenOver() async throws {
        let house = try await LiveHouse()
        try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
        try house.ledger.catchUp()
        let row = try #require(try house.ledger.rooms().first)
        try damage(row.rowKey, of: .rooms, in: house)
        try await house.accept(.wallet(2, .joinTournament(1, entries: 1)), as: .user(2))
        expectDamaged(.rooms) { try house.ledger.catchUp() }
        try house.ledger.rebuild("rooms")
        #expect(try house.ledger.rooms().count == 1)
    }

    @Test func aRosterOfAMemberWhoLeftIsNotJustRemoved() async throws {
        let house = try await LiveHouse()
        try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
        try house.ledger.catchUp()
        let row = try #require(try house.ledger.rosterRows().first)
        try damage(row.rowKey, of: .rosters, in: house)
        try await house.accept(.wallet(1, .leaveRoom(1)), as: .user(1))
        expectDamaged(.rosters) { try house.ledger.catchUp() }
    }

    @Test func aTableThatCannotBeOpenedIsNotAnEmptyOne() throws {
        let directory = TemporaryDirectory()
        let path = directory("ledger")
        try Ledger.create(at: path).close()
        let empty = try Ledger.open(at: path, mode: .readOnly)
        #expect(try ProjectionStore(ledger: empty, log: EventLog(ledger: empty)).tables.isEmpty)
        empty.close()
        let environment = try Environment.open(at: path)
        // Its keys are numbers, which those of rows are not.
        let _: Table<UInt64> = try environment.table(named: StoredProjection.rooms.tableName)
        environment.close()
        let ledger = try Ledger.open(at: path, mode: .readOnly)
        defer { ledger.close() }
        #expect(throws: LedgerError.self) { try ProjectionStore(ledger: ledger, log: EventLog(ledger: ledger)) }
    }
}
