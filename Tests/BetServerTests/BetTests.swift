import BetLedger
import Bets
import Foundation
import Testing
import TextFormats
import Values

@testable import BetServer  // the parts of a server are looked at

/// Bets: on what was on offer, settled by the recorded result, and the caller's own alone.
@Suite struct BetTests {
    @Test func aBetIsRecordedAndSettledByTheResult() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        // when
        let answer = try await table.post(
            "/v1/bets", as: anna.access, BetTable.bet(more: ",\"confidenceRating\":4,\"notes\":\"tired legs\""))
        // then
        let bet = try #require(try AppModels.decode(AppModels.Bet.self, answer).data?.bet)
        #expect(answer.status == 200 && bet.isPending && bet.result == "pending" && bet.selection == "Over")
        #expect(bet.lineValue == 224.5 && bet.oddsDecimal == Decimal(string: "1.91") && bet.oddsAmerican == -110)
        #expect(bet.notes == "tired legs" && bet.confidenceRating == 4 && bet.homeTeamAbbr == "BOS")
        #expect(bet.profitLoss == nil && bet.actualTotal == nil)
        // when
        try await table.start()
        try await table.finish()
        let late = try await table.signIn()
        // then
        let list = try AppModels.decode(AppModels.Bets.self, await table.get("/v1/bets", as: late.access))
        let settled = try #require(list.data?.bets.first)
        #expect(settled.result == "win" && settled.actualTotal == 225)
        #expect(settled.profitLoss == Decimal(string: "0.91"))
        #expect(list.data?.pagination == list.meta?.pagination && list.meta?.pagination?.total == 1)
        // and
        let stats = try #require(
            try AppModels.decode(AppModels.BetStats.self, await table.get("/v1/bets/stats", as: late.access)).data)
        #expect(stats.wins == 1 && stats.winPercentage == 100 && stats.roi == 91 && stats.currentStreak == 1)
        #expect(stats.streakType == "W" && stats.totalWinnings == Decimal(string: "0.91") && stats.totalLosses == 0)
        // and
        let why = try await table.get("/v1/bets/\(bet.betId)/why", as: late.access)
        let subjects = why.data?["lines"]?.elements.compactMap { $0["subject"]?.string } ?? []
        #expect(subjects.first == "bet" && subjects.contains("final") && subjects.last == "outcome")
        try await table.stop()
    }

    @Test(arguments: [
        ("spread", "BOS", "-7.5", "1.91", "BOS"), ("spread", "Lakers", "7.5", "1.91", "LAL"),
        ("moneyline", "Boston Celtics", "0", "1.357", "BOS"), ("moneyline", "away", "0", "3.3", "LAL"),
        ("total_under", "Under 224.5", "224.5", "1.91", "Under"),
    ])
    func aSideIsNamedInManyWays(type: String, selection: String, line: String, odds: String, shown: String) async throws
    {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        // when
        let answer = try await table.post(
            "/v1/bets", as: anna.access, BetTable.bet(type: type, selection: selection, line: line, odds: odds))
        // then
        let bet = try #require(try AppModels.decode(AppModels.Bet.self, answer).data?.bet, "\(answer.text)")
        #expect(bet.selection == shown && bet.betType == type && "\(bet.lineValue)" == line)
        try await table.stop()
    }

    @Test(arguments: [
        (BetTable.bet(line: "225.5"), "offerGone"), (BetTable.bet(odds: "1.95"), "offerGone"),
        (BetTable.bet(stake: "0"), "invalidValue"), (BetTable.bet(stake: "1001"), "invalidValue"),
        (BetTable.bet(line: "224.25"), nil), (BetTable.bet(line: "\"224.5\""), nil),
        (BetTable.bet(odds: "1.9101"), nil),
        (BetTable.bet(stake: "-1"), nil), (BetTable.bet(stake: "1e3"), nil), (BetTable.bet(type: "parlay"), nil),
        (BetTable.bet(selection: "Under"), nil), (BetTable.bet(type: "spread", selection: "Knicks"), nil),
        (BetTable.bet(more: ",\"confidenceRating\":6"), nil), (BetTable.bet(more: ",\"stakeUnits\":2"), nil),
        ("{}", nil), ("", nil), ("[1]", nil),
    ])
    func aBetThatIsNotOnOfferOrNotValidIsRefused(body: String, code: String?) async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        let size = try table.ledger.size
        // when
        let answer = try await table.post("/v1/bets", as: anna.access, body)
        // then
        #expect(
            answer.status == 422 && answer.code == "VALIDATION_ERROR" && answer.detailCode == code, "\(answer.text)")
        #expect(try table.ledger.size == size)
        try await table.stop()
    }

    @Test func aRefusalSaysWhatIsOnOffer() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        table.advance(30)
        try await table.offer(total: 455)
        // when: the line moved less than a minute ago
        #expect(try await table.post("/v1/bets", as: anna.access, BetTable.bet()).status == 200)
        table.advance(61)
        let late = try await table.post("/v1/bets", as: anna.access, BetTable.bet())
        // then
        #expect(late.detailCode == "offerGone")
        let offered = try late.json["error"]?["details"]?["offered"]?.elements ?? []
        #expect(offered.map { $0["line"]?.number } == [227.5])
        try await table.stop()
    }

    @Test func afterTheTipOffNoBetIsTaken() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        // when
        try await table.start()
        let late = try await table.signIn()
        // then
        let answer = try await table.post("/v1/bets", as: late.access, BetTable.bet())
        #expect(answer.status == 422 && answer.detailCode == "gameStarted")
        try await table.stop()
    }

    @Test func anotherBookIsTakenAtTheUsersWordAndCountedApart() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        // when
        let body = BetTable.bet(line: "230.5", odds: "2.1", more: ",\"book\":\"Corner Shop\"")
        let answer = try await table.post("/v1/bets", as: anna.access, body)
        // then
        #expect(answer.data?["bet"]?["isClaimed"]?.boolean == true)
        let stats = try await table.get("/v1/bets/stats", as: anna.access).data
        #expect(stats?["totalBets"]?.integer(as: Int.self) == 0)
        #expect(stats?["claimed"]?["totalBets"]?.integer(as: Int.self) == 1)
        try await table.stop()
    }

    @Test func theSameKeyIsOneBetAndAnotherBetUnderItIsRefused() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        let key = ["Idempotency-Key": "7d0c2c1e-2a43-4f60-9d6b-3c8b7a9f0d11"]
        // when
        let first = try await table.send("POST", "/v1/bets", as: anna.access, BetTable.bet(), key)
        table.advance(600)
        try await table.offer(total: 470)
        let again = try await table.send("POST", "/v1/bets", as: anna.access, BetTable.bet(), key)
        // then
        #expect(first.status == 200 && first.data?["bet"]?["betId"]?.integer(as: Int.self) != nil)
        #expect(
            again.data?["bet"]?["betId"]?.integer(as: Int.self) == first.data?["bet"]?["betId"]?.integer(as: Int.self))
        let other = try await table.send("POST", "/v1/bets", as: anna.access, BetTable.bet(stake: "2"), key)
        #expect(other.status == 422 && other.detailCode == "duplicateCommand")
        let wrong = try await table.send("POST", "/v1/bets", as: anna.access, BetTable.bet(), ["Idempotency-Key": "1"])
        #expect(wrong.code == "VALIDATION_ERROR")
        try await table.stop()
    }

    /// Given a bet on an offer, when the book moves its line, returns to it, and the bet is sent again, then it is the same bet.
    @Test func aRepeatedBetNamesTheOfferThatItNamedFirst() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        let key = ["Idempotency-Key": "7d0c2c1e-2a43-4f60-9d6b-3c8b7a9f0d12"]
        let first = try await table.send("POST", "/v1/bets", as: anna.access, BetTable.bet(), key)
        // when
        for total: Int16 in [470, 449] {
            table.advance(10)
            try await table.offer(total: total)
        }
        let again = try await table.send("POST", "/v1/bets", as: anna.access, BetTable.bet(), key)
        // then
        let id = try #require(first.data?["bet"]?["betId"]?.integer(as: Int.self))
        #expect(again.status == 200 && again.data?["bet"]?["betId"]?.integer(as: Int.self) == id)
        #expect(try await table.get("/v1/bets", as: anna.access).data?["bets"]?.elements.count == 1)
        try await table.stop()
    }

    @Test func aResultThatAUserSendsIsForbidden() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        let bet = try await table.post("/v1/bets", as: anna.access, BetTable.bet())
        let id = try #require(bet.data?["bet"]?["betId"]?.integer(as: Int.self))
        // then
        for body in ["{\"result\":\"win\"}", "{\"profitLoss\":5}", "{\"actualTotal\":230}"] {
            let answer = try await table.send("PATCH", "/v1/bets/\(id)", as: anna.access, body)
            #expect(answer.status == 403 && answer.code == "FORBIDDEN" && answer.detailCode == "resultsAreRecorded")
        }
        #expect(try await table.send("PATCH", "/v1/bets/\(id)", as: anna.access, "{}").detailCode == "betIsRecorded")
        #expect(try await table.get("/v1/bets", as: anna.access).text.contains("\"result\":\"pending\""))
        try await table.stop()
    }

    @Test func anotherUsersBetIsNotThere() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let (anna, ben) = (try await table.signIn("anna"), try await table.signIn("ben"))
        let bet = try await table.post("/v1/bets", as: anna.access, BetTable.bet(more: ",\"notes\":\"mine\""))
        let id = try #require(bet.data?["bet"]?["betId"]?.integer(as: Int.self))
        // then
        #expect(try await table.get("/v1/bets", as: ben.access).data?["bets"]?.elements.isEmpty == true)
        #expect(try await table.get("/v1/bets/\(id)/why", as: ben.access).code == "NOT_FOUND")
        let change = try await table.send("PATCH", "/v1/bets/\(id)", as: ben.access, "{\"result\":\"win\"}")
        #expect(change.code == "NOT_FOUND")
        #expect(try await table.get("/v1/bets/stats", as: ben.access).data?["totalBets"]?.integer(as: Int.self) == 0)
        try await table.stop()
    }

    @Test func betsAreListedInPartsTheNewestFirst() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        var ids: [Int] = []
        for stake in 1...5 {
            let answer = try await table.post("/v1/bets", as: anna.access, BetTable.bet(stake: "\(stake)"))
            ids.append(try #require(answer.data?["bet"]?["betId"]?.integer(as: Int.self)))
        }
        // when
        let part = try AppModels.decode(
            AppModels.Bets.self, await table.get("/v1/bets?limit=2&offset=1", as: anna.access))
        // then
        #expect(part.data?.bets.map(\.betId) == [ids[3], ids[2]])
        #expect(part.data?.pagination == AppModels.Pagination(total: 5, limit: 2, offset: 1))
        #expect(part.meta?.pagination == part.data?.pagination)
        let won = try await table.get("/v1/bets?result=win", as: anna.access)
        #expect(won.data?["pagination"]?["total"]?.integer(as: Int.self) == 0)
        for query in ["limit=0", "limit=201", "limit=x", "offset=-1", "result=void", "foo=1", "limit=1&limit=2"] {
            let answer = try await table.get("/v1/bets?\(query)", as: anna.access)
            #expect(answer.status == 422 && answer.code == "VALIDATION_ERROR", "\(query)")
        }
        try await table.stop()
    }

    @Test func anErasedUserLeavesBetsWithoutNotes() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let anna = try await table.signIn()
        let bet = try await table.post("/v1/bets", as: anna.access, BetTable.bet(more: ",\"notes\":\"private\""))
        let id = BetID(UInt64(try #require(bet.data?["bet"]?["betId"]?.integer(as: Int.self))))
        // when
        try await table.send("DELETE", "/v1/users/me", as: anna.access)
        // then
        #expect(try table.ledger.notes(of: id) == .erased)
        #expect(table.ledger.state.bets[id] != nil)
        try await table.stop()
    }
}
