import Draft
import DraftLedger
import TestSupport
import Testing

/// The accounts of withdrawals: what is taken, and to which account a withdrawal goes.
struct PayoutBookTests {
    private let folder = TemporaryDirectory()
    private let id = CommandID(high: 1, low: 2)

    @Test func aWithdrawalGoesToTheAccountOfItsRequest() throws {
        let book = try PayoutBook(path: folder.path + "/payouts")
        #expect(try book.request(of: 1, id: id) == nil)
        let old = try PayoutDestination(holder: "Anna  Berg", account: "DE89 3704 0044 0532 0130 00", bank: "cobadeff")
        try book.set(old, of: 1)
        let digest = try #require(try book.request(of: 1, id: id))
        // When a thief of the session sets another account.
        try book.set(try PayoutDestination(holder: "T. Hief", account: "GB82WEST12345698765432"), of: 1)
        // Then the withdrawal still goes to Anna.
        #expect(try book.destination(requestedAs: digest.bytes) == old)
        #expect(old.holder == "Anna Berg" && old.account == "DE89370400440532013000" && old.bank == "COBADEFF")
        // A digest of which nothing is known has no account.
        #expect(try book.destination(requestedAs: Digest256.zero.bytes) == nil)
        #expect(try book.destination(requestedAs: []) == nil)
    }

    @Test func aRepeatedRequestHasOneDigestAndOtherRequestsHaveOthers() throws {
        let path = folder.path + "/payouts"
        let account = try PayoutDestination(holder: "Anna Berg", account: "12345678")
        let first = try {
            let book = try PayoutBook(path: path)
            try book.set(account, of: 1)
            return try #require(try book.request(of: 1, id: id))
        }()
        let book = try PayoutBook(path: path)
        #expect(try book.request(of: 1, id: id) == first)
        #expect(try book.request(of: 1, id: CommandID(high: 1, low: 3)) != first)
        // Two users with one account do not show it by their digests.
        try book.set(account, of: 2)
        #expect(try book.request(of: 2, id: CommandID(high: 9, low: 9)) != first)
    }

    @Test func erasureTakesAllAccountsOfOneUser() throws {
        let book = try PayoutBook(path: folder.path + "/payouts")
        let account = try PayoutDestination(holder: "Anna Berg", account: "12345678")
        try book.set(account, of: 1)
        try book.set(account, of: 2)
        let (one, other) = (
            try #require(try book.request(of: 1, id: id)),
            try #require(try book.request(of: 2, id: CommandID(high: 2, low: 2)))
        )
        try book.erase(1)
        #expect(try book.destination(of: 1) == nil && book.destination(requestedAs: one.bytes) == nil)
        #expect(try book.destination(of: 2) == account && book.destination(requestedAs: other.bytes) == account)
    }

    @Test(arguments: [
        ("Anna Berg", "DE89370400440532013000", ""), ("Anna Berg", "GB82 WEST 1234 5698 7654 32", ""),
        ("Anna Berg", "FR1420041010050500013M02606", ""), ("李", "0001-2345-6789", "021000021"),
        // Letters and digits like an IBAN's, and too short for one.
        ("Anna Berg", "AB12CD", ""),
    ])
    func anAccountOfABankIsTaken(holder: String, account: String, bank: String) {
        #expect(throws: Never.self) { try PayoutDestination(holder: holder, account: account, bank: bank) }
    }

    @Test(arguments: [
        ("", "12345678", ""), ("Anna\u{0}Berg", "12345678", ""), (String(repeating: "A", count: 71), "12345678", ""),
        ("Anna Berg", "123", ""), ("Anna Berg", "", ""), ("Anna Berg", "12345678ü", ""),
        ("Anna Berg", "DE89370400440532013001", ""), ("Anna Berg", "12345678", "1234567890123"),
    ])
    func aTypingErrorIsFound(holder: String, account: String, bank: String) {
        let error = #expect(throws: InvalidPayoutDestination.self) {
            try PayoutDestination(holder: holder, account: account, bank: bank)
        }
        #expect(error?.description.isEmpty == false)
    }
}
