import Draft
import LMDB
import Ledger
import LedgerTesting
import Testing

@testable import DraftLedger  // the ledger below, whose table has the rows

/// Who users are, beside the log.
@Suite struct ProfileTests {
    private let profile = Profile(externalID: "site/7 \"é\" 漢\n", displayName: "Ann /\\ Bjørn 🏈")

    @Test func aProfileIsKeptReplacedAndErased() throws {
        let house = try TemporaryLedger()
        let other = Profile(externalID: "8")
        try house.ledger.setProfiles([(7, profile), (8, other)])
        try house.reopen()
        #expect(try house.ledger.profile(of: 7) == profile)
        #expect(try house.ledger.profiles().map(\.user) == [7, 8])
        try house.ledger.setProfiles([(7, nil), (8, profile)])
        #expect(try house.ledger.profile(of: 7) == nil)
        #expect(try house.ledger.profiles().map(\.profile) == [profile])
    }

    /// Slashes escaped, all else as it is, members in the order of the alphabet.
    @Test func aRowIsWrittenAsItAlwaysWas() throws {
        let house = try TemporaryLedger()
        try house.ledger.setProfiles([(7, profile)])
        let log = house.ledger.ledger
        let row = try log.read { try $0.value(at: 7, in: log.profiles) }
        #expect(
            row.map { String(decoding: $0, as: UTF8.self) }
                == #"{"displayName":"Ann \/\\ Bjørn 🏈","externalID":"site\/7 \"é\" 漢\n"}"#)
    }
}
