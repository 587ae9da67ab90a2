import Draft
import LMDB
import Ledger
import LedgerTesting
import Projections
import Testing

@testable import DraftLedger  // the tables of rows, to damage them

/// Rows that can be read and are not those that were written: figures made of them would be wrong.
@Suite struct RowCheckTests {
    private func house() async throws -> LiveHouse {
        let house = try await LiveHouse()
        for user in [1, 2] as [UserID] {
            try await house.accept(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user))
        }
        try house.ledger.catchUp()
        return house
    }

    /// Writes past everything that keeps a digest. Not async, so that the transaction is the blocking one.
    private func write(to house: LiveHouse, _ body: (borrowing WriteTransaction) throws -> Void) throws {
        try house.ledger.ledger.write(body)
    }

    /// Changes one bit of the last row of a projection.
    private func damage(_ projection: StoredProjection, in house: LiveHouse) throws {
        let table = try #require(house.ledger.projections.tables[projection])
        let (key, row) = try house.ledger.ledger.read { transaction in
            try transaction.withCursor(on: table) { cursor in
                #expect(try cursor.last())
                return (try cursor.key, cursor.withValue { $0.withUnsafeBytes { Array($0) } })
            }
        }
        var changed = row
        changed[changed.count - 1] ^= 1
        try write(to: house) { try $0.put(changed, at: key, in: table) }
    }

    private func findings(of house: LiveHouse, full: Bool = false) throws -> [VerifyReport.Finding] {
        try house.ledger.verify(full: full).findings
    }

    @Test(arguments: StoredProjection.allCases)
    func aChangedRowIsFoundWithoutFoldingTheLedgerAnew(projection: StoredProjection) async throws {
        let house = try await house()
        #expect(try findings(of: house).isEmpty)
        try house.ledger.checkRows()
        try damage(projection, in: house)
        for full in [false, true] {
            let found = try findings(of: house, full: full)
            #expect(found.map(\.check) == ["projections"])
            #expect(found.first?.message.contains("`rebuild \(projection.rawValue)`") == true)
        }
        let error = #expect(throws: DraftLedgerError.self) { try house.ledger.checkRows(of: [projection.rawValue]) }
        #expect(error?.code == .damaged)
        let others = StoredProjection.allCases.filter { $0 != projection }.map(\.rawValue)
        try house.ledger.checkRows(of: others)
        try house.ledger.rebuild(projection.rawValue)
        #expect(try findings(of: house, full: true).isEmpty)
        try house.ledger.checkRows()
    }

    @Test(arguments: [true, false])
    func aRowThatIsGoneOrNewIsFound(isGone: Bool) async throws {
        let house = try await house()
        let table = try #require(house.ledger.projections.tables[.rosters])
        let row = try #require(try house.ledger.rosterRows().last)
        try write(to: house) { transaction in
            if isGone {
                try transaction.remove(row.rowKey, in: table)
            } else {
                try transaction.put(row.rowValue, at: [0xFF] + row.rowKey.dropFirst(), in: table)
            }
        }
        #expect(try findings(of: house).map(\.check) == ["projections"])
    }

    /// One user's report is read through it.
    @Test func anIndexThatLeavesAnEntryOutIsFound() async throws {
        let house = try await house()
        let users = try #require(house.ledger.projections.rosters?.users)
        let row = try #require(try house.ledger.rosterRows().last)
        let key = UserEntryKey(user: try #require(row.user).number, entry: row.entry.number)
        try write(to: house) { transaction in
            let wasThere = try transaction.remove(key, in: users)
            #expect(wasThere)
        }
        #expect(try findings(of: house).map(\.check) == ["projections"])
        try house.ledger.rebuild("rosters")
        #expect(try findings(of: house).isEmpty)
    }

    /// Many rows are read in parts, whose sum is the same.
    @Test func partsOfATableAreWholeTogether() async throws {
        let house = try await house()
        let table = try #require(house.ledger.projections.tables[.deposits])
        let mark = try house.ledger.ledger.read { try house.ledger.ledger.mark(of: "deposits", in: $0) }
        var digest = RowDigest(bytes: try #require(mark).digest)
        try write(to: house) { transaction in
            for number in 0..<20_000 as Range<UInt64> {
                // Keys of every length, which begin and end with zeros too.
                let key = Array("\(number)".utf8) + [UInt8](repeating: 0, count: Int(number % 9))
                try transaction.put([UInt8(number % 256)], at: key, in: table)
                digest.add(key: key, row: [UInt8(number % 256)])
            }
            var changed = try #require(mark)
            changed.digest = digest.bytes
            try house.ledger.ledger.setMark(changed, of: "deposits", in: transaction)
        }
        let whole = try house.ledger.projections.checkRows(of: [.deposits])
        #expect(whole.damaged.isEmpty && whole.rows > 20_000)
        try write(to: house) { try $0.put([1], at: Array("13".utf8), in: table) }
        #expect(try house.ledger.projections.checkRows(of: [.deposits]).damaged == [.deposits])
    }

    @Test func anUnknownProjectionIsNamed() async throws {
        let house = try await house()
        let error = #expect(throws: DraftLedgerError.self) { try house.ledger.checkRows(of: ["rosters", "attic"]) }
        #expect(error?.code == .unknownProjection && error?.message.contains("'attic'") == true)
    }
}
