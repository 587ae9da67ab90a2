import BetLedger
import Bets
import Foundation
import Server
import Testing
import TextFormats
import Values

@testable import BetServer  // the options of a server

/// Bettors who cheat: results that they send, tokens that they repeat, clocks that they set, offers that are gone, and two
/// devices at once.
@Suite struct AttackTests {
    /// A body that tries to grade a bet, or to bet at another time.
    @Test(arguments: [
        ",\"result\":\"win\"", ",\"profitLoss\":100", ",\"occurredAt\":\"2025-11-30T15:30:00Z\"",
        ",\"betDate\":\"2025-11-30T15:30:00Z\"", ",\"userId\":99", ",\"offerPosition\":1",
    ])
    func whatABettorAddsToABetChangesNothing(member: String) async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        // when
        let answer = try await table.post("/v1/bets", as: anna.access, BetTable.bet(more: member))
        // then
        let bet = try #require(table.ledger.state.bets.values.first)
        #expect(answer.status == 200 && "\(bet.user)" == anna.user && bet.settlement == nil)
        #expect(bet.occurredAt == table.now && bet.terms.offer != 1)
        try await table.stop()
    }

    @Test func aBettorWithASlowClockBetsAtTheServersTime() async throws {
        // given: the game has tipped off, and the bettor's device shows an hour before
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        try await table.start()
        let anna2 = try BetTable.signedIn(
            try await table.post("/v1/auth/refresh", "{\"refreshToken\":\"\(anna.refresh)\"}"))
        // when
        let slow = ["Date": "Sun, 30 Nov 2025 18:30:00 GMT"]
        let answer = try await table.send("POST", "/v1/bets", as: anna2.access, BetTable.bet(), slow)
        // then
        #expect(answer.status == 422 && answer.detailCode == "gameStarted", "\(answer.text)")
        #expect(table.ledger.state.bets.isEmpty)
        try await table.stop()
    }

    /// The line moves while the bet is on its way: for 60 seconds the old one holds, and not longer.
    @Test(arguments: [(59, 200), (60, 422), (3_600, 422)] as [(Int64, UInt)])
    func anOfferThatIsGoneIsTakenForAMinute(seconds: Int64, status: UInt) async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        table.advance(10)
        try await table.offer(total: 455)
        table.advance(seconds)
        let anna = try await table.signIn()
        // when
        let answer = try await table.post("/v1/bets", as: anna.access, BetTable.bet())
        // then
        #expect(answer.status == status, "\(answer.text)")
        if status == 422 {
            #expect(answer.detailCode == "offerGone")
            let offered = try answer.json["error"]?["details"]?["offered"]?.elements
            #expect(offered?.first?["line"]?.decimalText == "227.5")
        }
        try await table.stop()
    }

    @Test func oddsThatWereNeverOfferedAreRefused() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        // then
        for body in [
            BetTable.bet(odds: "19.1"), BetTable.bet(line: "200.5"),
            BetTable.bet(odds: "2.1", more: ",\"book\":\"alpha\""),
            BetTable.bet(odds: "2.1", more: ",\"book\":\"ALPHA\""),
        ] {
            let answer = try await table.post("/v1/bets", as: anna.access, body)
            #expect(answer.status == 422 && answer.detailCode == "offerGone", "\(answer.text)")
        }
        #expect(table.ledger.state.bets.isEmpty)
        try await table.stop()
    }

    /// The same bet from two devices at once: one under one key, two under two.
    @Test func twoDevicesAtOnceRecordOneBetUnderOneKey() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let (phone, tablet) = (try await table.signIn(), try await table.signIn())
        let keys = ["Idempotency-Key": "0123456789abcdef0123456789abcdef"]
        // when
        let answers = try await withThrowingTaskGroup(of: BetTable.Answer.self) { group in
            for index in 0..<16 {
                let token = index.isMultiple(of: 2) ? phone.access : tablet.access
                group.addTask { try await table.send("POST", "/v1/bets", as: token, BetTable.bet(), keys) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // then
        #expect(answers.allSatisfy { $0.status == 200 })
        #expect(Set(answers.map { $0.data?["bet"]?["betId"]?.integer(as: Int.self) }).count == 1)
        #expect(table.ledger.state.bets.count == 1)
        // and when
        for _ in 0..<2 { _ = try await table.post("/v1/bets", as: phone.access, BetTable.bet()) }
        #expect(table.ledger.state.bets.count == 3)
        try await table.stop()
    }

    /// Two devices refresh with the same token at once: one gets new tokens, and the other ends the sign-in.
    @Test func aRefreshTokenThatTwoDevicesUseAtOnceEndsItsSignIn() async throws {
        // given
        let table = try await BetTable()
        let anna = try await table.signIn()
        let body = "{\"refreshToken\":\"\(anna.refresh)\"}"
        // when
        let answers = try await withThrowingTaskGroup(of: BetTable.Answer.self) { group in
            for _ in 0..<8 { group.addTask { try await table.post("/v1/auth/refresh", body) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // then
        let accepted = answers.filter { $0.status == 200 }
        #expect(accepted.count == 1 && answers.filter { $0.code == "AUTH_INVALID" }.count == 7)
        let tokens = try BetTable.signedIn(try #require(accepted.first))
        #expect(try await table.get("/v1/bets", as: tokens.access).code == "AUTH_INVALID")
        try await table.stop()
    }

    /// A token of one server is not valid at another, though both are for development and have the same users.
    @Test func tokensOfAnotherServerAreRefused() async throws {
        // given
        let (one, other) = (try await BetTable(), try await BetTable())
        let anna = try await one.signIn()
        // then
        #expect(try await other.get("/v1/bets", as: anna.access).code == "AUTH_INVALID")
        let refresh = "{\"refreshToken\":\"\(anna.refresh)\"}"
        #expect(try await other.post("/v1/auth/refresh", refresh).code == "AUTH_INVALID")
        try await one.stop()
        try await other.stop()
    }
}
