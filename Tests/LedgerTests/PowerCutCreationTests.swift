import Foundation
import LMDB
import Ledger
import TestSupport
import Testing

/// What a loss of power leaves of a ledger before its first commit is in nobody's way, and what is more than that stays.
@Suite struct PowerCutCreationTests {
    private let scratch = TemporaryDirectory()
    private let path: String

    init() throws {
        path = scratch("new.ledger")
        try Ledger.create(at: path).close()
    }

    /// Changes the database's bytes.
    private func rewrite(_ change: (inout Data) -> Void) throws {
        let url = URL(filePath: path + "/data.mdb")
        var data = try Data(contentsOf: url)
        change(&data)
        try data.write(to: url)
    }

    private static let sector = 512
    private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// Pages as LMDB writes them into a new file, of which some sectors did not come to the disk.
    @Test(arguments: [[0], [1], [0, 1]]) func aCreationWithoutItsFirstCommitIsBegunAnew(missing: [Int]) throws {
        try rewrite { data in
            // The root of the only commit, which was not written either.
            data.replaceSubrange((Self.page + 128)..<(Self.page + 152), with: Data(count: 24))
            for page in missing {
                data.replaceSubrange(
                    (page * Self.page)..<(page * Self.page + Self.sector), with: Data(count: Self.sector))
            }
        }
        #expect(throws: LedgerError.self) { try Ledger.open(at: path) }
        let ledger = try Ledger.create(at: path)
        defer { ledger.close() }
        #expect(try ledger.size == 0)
        #expect(try ledger.verify().isSound)
    }

    @Test func aFileThatIsCutOffBeforeItsSecondPageIsBegunAnew() throws {
        try rewrite { $0 = $0.prefix(Self.page) }
        try Ledger.create(at: path).close()
    }

    @Test func whatWasCommittedIsNotRemoved() throws {
        let ledger = try Ledger.open(at: path)
        try ledger.writeHeads()
        try ledger.write { transaction in
            try transaction.put([1], at: 1, in: ledger.profiles)
        }
        ledger.close()
        // One root of the two is gone, and the other names a commit.
        for page in 0..<2 {
            let before = try Data(contentsOf: URL(filePath: path + "/data.mdb"))
            try rewrite { data in
                data.replaceSubrange(
                    (page * Self.page)..<(page * Self.page + Self.sector), with: Data(count: Self.sector))
            }
            let damaged = try Data(contentsOf: URL(filePath: path + "/data.mdb"))
            #expect(throws: LedgerError.self) { try Ledger.create(at: path) }
            #expect(try Data(contentsOf: URL(filePath: path + "/data.mdb")) == damaged)
            try rewrite { $0 = before }
        }
    }

    @Test func aForeignFileIsNotRemoved() throws {
        var foreign = Data(count: 3 * Self.page)
        foreign.replaceSubrange((2 * Self.page)..<(2 * Self.page + 5), with: Data("hello".utf8))
        try rewrite { $0 = foreign }
        #expect(throws: LedgerError.self) { try Ledger.create(at: path) }
        #expect(try Data(contentsOf: URL(filePath: path + "/data.mdb")) == foreign)
    }
}
