import BetLedger
import Bets
import Merkle
import Server
import Statements
import Testing
import TextFormats
import Values

@testable import BetServer  // the options of a server

/// Receipts over HTTP: the user who records a bet gets one at once, and again on request.
@Suite struct ReceiptTests {
    @Test func aRecordedBetHasAReceiptThatVerifies() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        // when
        let answer = try await table.post("/v1/bets", as: anna.access, BetTable.bet())
        // then
        let text = try #require(answer.data?["receipt"]?.string)
        let receipt = try BetReceipt(Array(text.utf8))
        let key = try VerifierKey(try #require(try await table.get("/log/keys").json["receipt"]?.string))
        try receipt.verify(by: [key])
        #expect(receipt.position == answer.data?["bet"]?["betId"]?.integer(as: UInt64.self))
        #expect("\(receipt.user)" == anna.user && receipt.bet.odds == Odds(thousandths: 1_910))
        #expect(try table.ledger.verdict(on: receipt) == .kept)
        // and when: a later one states the same record
        try await table.offer(total: 455)
        let later = try await table.get("/v1/bets/\(receipt.position)/receipt", as: anna.access)
        let second = try BetReceipt(Array(later.text.utf8))
        #expect(second.record == receipt.record && second.size > receipt.size)
        try await table.stop()
    }

    @Test func aRetryHasAReceiptOfTheSameBet() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        let headers = ["Idempotency-Key": "0123456789abcdef0123456789abcdef"]
        // when
        let first = try await table.send("POST", "/v1/bets", as: anna.access, BetTable.bet(), headers)
        let again = try await table.send("POST", "/v1/bets", as: anna.access, BetTable.bet(), headers)
        // then
        let receipts = try [first, again].map { answer in
            try BetReceipt(Array(try #require(answer.data?["receipt"]?.string).utf8))
        }
        #expect(receipts[0].record == receipts[1].record)
        try await table.stop()
    }

    @Test func anotherUsersReceiptIsNotThere() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let (anna, ben) = (try await table.signIn("anna"), try await table.signIn("ben"))
        let bet = try await table.post("/v1/bets", as: anna.access, BetTable.bet()).data?["bet"]?["betId"]
        let path = "/v1/bets/\(try #require(bet?.integer(as: UInt64.self)))/receipt"
        // then
        #expect(try await table.get(path, as: ben.access).status == 404)
        #expect(try await table.get(path).code == "AUTH_REQUIRED")
        #expect(try await table.get(path, as: anna.access).headers["content-type"] == "text/plain; charset=utf-8")
        try await table.stop()
    }
}
