import BetLedger
import Bets
import Delivery
import Foundation
import Records
import Server
import TestSupport
import Testing
import TextFormats
import Values

@testable import BetServer  // feeds are registered where the server reads them

/// Signed reports of feeds: what is recorded, and the feeds that lie, double, come late, or are out of order.
@Suite struct FeedTests {
    /// A sender with a key.
    struct Feed {
        let name: String
        let key = WebhookPrivateKey()

        init(_ name: String) { self.name = name }

        /// A sender that the server of a table accepts.
        init(_ name: String, on table: BetTable) throws {
            self.init(name)
            let known = key.publicKey
            try table.changeFeeds { try $0.add(known, of: name, at: table.now) }
        }
    }

    static func score(_ home: Int, _ away: Int, period: Int = 1, secondsLeft: Int, more: String = "") -> String {
        "{\"kind\":\"updateScore\",\"game\":\"\(BetTable.game)\",\"home\":\(home),\"away\":\(away),\"period\":\(period),"
            + "\"secondsLeft\":\(secondsLeft),\"phase\":\"playing\"\(more)}"
    }

    static func offer(_ line: Int, at table: BetTable, book: String = "alpha", more: String = "") -> String {
        "{\"kind\":\"recordOffer\",\"game\":\"\(BetTable.game)\",\"market\":\"total\",\"line\":\(line),\"firstOdds\":1910,"
            + "\"secondOdds\":1910,\"offeredAt\":\"\(table.now.iso8601)\",\"book\":\"\(book)\"\(more)}"
    }

    // MARK: What is recorded

    @Test func aMessageIsRecordedInTheNameOfItsFeed() async throws {
        // given
        let table = try await BetTable()
        let odds = try Feed("odds", on: table)
        // when
        let answer = try await table.report(
            [Self.offer(449, at: table), Self.offer(451, at: table, book: "beta")], as: odds)
        // then
        #expect(answer.status == 200, "\(answer.text)")
        let position = try #require(answer.data?["position"]?.integer(as: UInt64.self))
        #expect(answer.data?["events"]?.integer(as: Int.self) == 2 && answer.data?["isRepeat"]?.boolean == false)
        let offers = try #require(table.ledger.state.games[BetTable.game]).offers
        #expect(offers.map(\.terms.feed) == ["odds", "odds"] && offers.first?.position == position)
        let recorded = try #require(try table.ledger.event(at: position))
        #expect(recorded.origin?.actor == .provider(onBehalfOf: nil) && recorded.origin?.occurredAt == table.now)
        #expect(
            try await table.get("/metrics").text.contains(
                "statdiscute_feed_messages_total{feed=\"odds\",outcome=\"recorded\"} 1"))
        try await table.stop()
    }

    /// A whole evening comes from one feed: schedule, tip-off, scores, result, and the bets are settled.
    @Test func aGameIsPlayedByMessagesAlone() async throws {
        // given
        let table = try await BetTable()
        let league = try Feed("league", on: table)
        try await table.offer()
        let anna = try await table.signIn()
        #expect(try await table.post("/v1/bets", as: anna.access, BetTable.bet()).status == 200)
        table.advance(4 * 3_600 + 60)
        // when
        let start = "{\"kind\":\"startGame\",\"game\":22400123,\"tippedOffAt\":\"\(BetTable.tipOff.iso8601)\"}"
        #expect(try await table.report([start, Self.score(2, 0, secondsLeft: 700)], as: league).status == 200)
        table.advance(3 * 3_600)
        let final =
            "{\"kind\":\"finishGame\",\"game\":\"0022400123\",\"endedAt\":\"\(table.now.iso8601)\",\"secondsPlayed\":2880,"
            + "\"periods\":[{\"home\":28,\"away\":30},{\"home\":31,\"away\":22},{\"home\":28,\"away\":30},"
            + "{\"home\":26,\"away\":30}]}"
        let answer = try await table.report([final], as: league)
        // then
        #expect(answer.data?["events"]?.integer(as: Int.self) == 2, "\(answer.text)")
        let later = try await table.signIn()
        let bets = try await table.get("/v1/bets", as: later.access).data?["bets"]?.elements
        #expect(bets?.first?["result"]?.string == "win")
        #expect(try table.ledger.audit().isClean)
        try await table.stop()
    }

    // MARK: Feeds that lie

    /// A message, changed on its way or signed by somebody else, and the answer.
    struct Forgery: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var status: UInt
        var reason: String
        var headers: @Sendable (inout [String: String], [UInt8]) -> Void = { _, _ in }
        var body: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    }

    static let forgeries: [Forgery] = [
        Forgery(testDescription: "no signature", status: 401, reason: "badSignature") { headers, _ in
            headers["webhook-signature"] = nil
        },
        Forgery(testDescription: "no id", status: 401, reason: "badSignature") { headers, _ in
            headers["webhook-id"] = nil
        },
        Forgery(testDescription: "another id", status: 401, reason: "badSignature") { headers, _ in
            headers["webhook-id"] = "msg_other"
        },
        Forgery(testDescription: "another time", status: 401, reason: "badSignature") { headers, _ in
            headers["webhook-timestamp"] = "1764530000"
        },
        Forgery(testDescription: "a time that is not a number", status: 401, reason: "badSignature") { headers, _ in
            headers["webhook-timestamp"] = "-1"
        },
        Forgery(testDescription: "the version of symmetric keys", status: 401, reason: "badSignature") { headers, _ in
            headers["webhook-signature"] = headers["webhook-signature"]?.replacing("v1a,", with: "v1,")
        },
        Forgery(testDescription: "a signature that is cut off", status: 401, reason: "badSignature") { headers, _ in
            headers["webhook-signature"] = headers["webhook-signature"].map { String($0.dropLast(8)) }
        },
        Forgery(
            testDescription: "a changed body", status: 401, reason: "badSignature",
            body: { Array(String(decoding: $0, as: UTF8.self).replacing("449", with: "459").utf8) }),
        Forgery(
            testDescription: "a body with a space more", status: 401, reason: "badSignature", body: { $0 + [32] }),
    ]

    @Test(arguments: forgeries)
    func aForgedMessageIsRefused(forgery: Forgery) async throws {
        // given
        let table = try await BetTable()
        let odds = try Feed("odds", on: table)
        let size = try table.ledger.size
        let message = FeedMessage([Self.offer(449, at: table)])
        var headers = try table.headers(of: message, by: odds)
        forgery.headers(&headers, message.body)
        // when
        let answer = try await table.post(
            "/v1/feeds/odds/events", String(decoding: forgery.body(message.body), as: UTF8.self), headers)
        // then
        #expect(answer.status == forgery.status && answer.code == "AUTH_INVALID", "\(answer.text)")
        #expect(try answer.json["error"]?["details"]?["reason"]?.string == forgery.reason)
        #expect(try table.ledger.size == size)
        try await table.stop()
    }

    @Test func theKeyOfAnotherFeedIsRefused() async throws {
        // given
        let table = try await BetTable()
        let (odds, league) = (try Feed("odds", on: table), try Feed("league", on: table))
        let message = FeedMessage([Self.offer(449, at: table)])
        // when
        let answer = try await table.post(
            "/v1/feeds/league/events", String(decoding: message.body, as: UTF8.self),
            try table.headers(of: message, by: odds))
        // then
        #expect(answer.status == 401 && answer.code == "AUTH_INVALID")
        #expect(try await table.report([Self.offer(449, at: table)], as: league).status == 200)
        #expect(throws: FeedBookError.self) {
            try table.changeFeeds { try $0.add(odds.key.publicKey, of: "league", at: table.now) }
        }
        try await table.stop()
    }

    @Test func aFeedCannotReportInTheNameOfAnother() async throws {
        // given: the official source decides, so its name is worth stealing
        let table = try await BetTable()
        let odds = try Feed("odds", on: table)
        let size = try table.ledger.size
        // when
        let answer = try await table.report([Self.offer(449, at: table, more: ",\"feed\":\"league\"")], as: odds)
        // then
        #expect(answer.status == 403 && answer.code == "FORBIDDEN" && answer.detailCode == "otherFeed")
        #expect(try table.ledger.size == size)
        #expect(
            try await table.report([Self.offer(449, at: table, more: ",\"feed\":\"odds\"")], as: odds).status == 200)
        try await table.stop()
    }

    @Test func aRemovedKeyIsRefusedFromThenOnAndForAllTime() async throws {
        // given
        let table = try await BetTable()
        let (old, new) = (try Feed("odds", on: table), try Feed("odds", on: table))
        #expect(try await table.report([Self.offer(449, at: table)], as: old).status == 200)
        #expect(try await table.report([Self.offer(451, at: table, book: "beta")], as: new).status == 200)
        // when
        try table.changeFeeds { try $0.remove(old.key.publicKey, of: "odds", at: table.now) }
        // then
        let answer = try await table.report([Self.offer(453, at: table, book: "gamma")], as: old)
        #expect(answer.status == 401, "\(answer.text)")
        #expect(try answer.json["error"]?["details"]?["reason"]?.string == "keyRemoved")
        #expect(try await table.report([Self.offer(453, at: table, book: "gamma")], as: new).status == 200)
        #expect(throws: FeedBookError.self) {
            try table.changeFeeds { try $0.add(old.key.publicKey, of: "odds", at: table.now) }
        }
        try await table.stop()
    }

    @Test func withoutAReadableFileOfFeedsNothingIsTaken() async throws {
        // given
        let table = try await BetTable()
        let odds = try Feed("odds", on: table)
        try Data("{}".utf8).write(to: URL(filePath: FeedBook.path(in: table.directory("accounts"))))
        // when
        let answer = try await table.report([Self.offer(449, at: table)], as: odds)
        // then: a fault must not bring back a removed key
        #expect(answer.status == 503 && answer.code == "SERVER_ERROR")
        try await table.stop()
    }

    @Test(arguments: [
        ("[]", "VALIDATION_ERROR"), ("nothing", "VALIDATION_ERROR"),
        ("{\"type\":\"feed.reports\"}", "VALIDATION_ERROR"),
        ("{\"type\":\"other\",\"data\":{\"reports\":[]}}", "VALIDATION_ERROR"),
        ("{\"type\":\"feed.reports\",\"data\":{\"reports\":[]}}", "VALIDATION_ERROR"),
        ("{\"type\":\"feed.reports\",\"data\":{\"reports\":[{\"kind\":\"recordBet\"}]}}", "VALIDATION_ERROR"),
        ("{\"type\":\"feed.reports\",\"data\":{\"reports\":[{\"kind\":\"startGame\"}]}}", "VALIDATION_ERROR"),
        (
            "{\"type\":\"feed.reports\",\"data\":{\"reports\":[{\"kind\":\"startGame\",\"game\":\"0022400123\","
                + "\"tippedOffAt\":\"2025-11-30T19:30:00Z\",\"occurredAt\":\"2025-11-30T19:00:00Z\"}]}}",
            "VALIDATION_ERROR"
        ),
    ])
    func aBodyThatIsNotAMessageIsRefused(body: String, code: String) async throws {
        // given
        let table = try await BetTable()
        let odds = try Feed("odds", on: table)
        let size = try table.ledger.size
        // when
        let headers = try table.headers(of: Array(body.utf8), by: odds)
        let answer = try await table.post("/v1/feeds/odds/events", body, headers)
        // then
        #expect(answer.status == 422 && answer.code == code, "\(answer.text)")
        #expect(try table.ledger.size == size)
        try await table.stop()
    }

    // MARK: Feeds that double, come late, and are out of order

    @Test func aRepeatedMessageHasItsFirstAnswerAlsoLater() async throws {
        // given
        let table = try await BetTable()
        let odds = try Feed("odds", on: table)
        let message = FeedMessage([Self.offer(449, at: table), Self.offer(449, at: table)])
        let first = try await table.send(message, by: odds)
        #expect(first.data?["events"]?.integer(as: Int.self) == 1, "the second report says nothing new: \(first.text)")
        let size = try table.ledger.size
        // when: the line has moved since, and the sender tries again
        #expect(try await table.report([Self.offer(453, at: table)], as: odds).status == 200)
        table.advance(200)
        let again = try await table.send(message, by: odds)
        // then
        #expect(again.status == 200 && again.data?["isRepeat"]?.boolean == true, "\(again.text)")
        #expect(again.data?["position"]?.integer(as: Int.self) == first.data?["position"]?.integer(as: Int.self))
        #expect(try table.ledger.size == size + 1)
        #expect(table.ledger.state.games[BetTable.game]?.offers.last?.terms.line == Line(halfPoints: 453))
        try await table.stop()
    }

    @Test func anotherMessageUnderTheSameIDIsRefused() async throws {
        // given
        let table = try await BetTable()
        let odds = try Feed("odds", on: table)
        let first = FeedMessage([Self.offer(449, at: table)])
        #expect(try await table.send(first, by: odds).status == 200)
        let size = try table.ledger.size
        // when
        let other = FeedMessage([Self.offer(459, at: table)])
        let answer = try await table.post(
            "/v1/feeds/odds/events", String(decoding: other.body, as: UTF8.self),
            try table.headers(of: other.body, id: first.id, by: odds))
        // then
        #expect(answer.status == 422 && answer.detailCode == "duplicateCommand", "\(answer.text)")
        #expect(try table.ledger.size == size)
        try await table.stop()
    }

    @Test func aCopiedMessageIsRefusedAfterFiveMinutes() async throws {
        // given: somebody has copied a message, and cannot sign it again
        let table = try await BetTable()
        let odds = try Feed("odds", on: table)
        let message = FeedMessage([Self.offer(449, at: table)])
        let headers = try table.headers(of: message, by: odds)
        let body = String(decoding: message.body, as: UTF8.self)
        // when
        table.advance(301)
        let late = try await table.post("/v1/feeds/odds/events", body, headers)
        table.advance(-602)
        let early = try await table.post("/v1/feeds/odds/events", body, headers)
        table.advance(301 + 299)
        let inTime = try await table.post("/v1/feeds/odds/events", body, headers)
        // then
        #expect(late.status == 422 && late.detailCode == "outdated", "\(late.text)")
        #expect(early.status == 422 && early.detailCode == "outdated", "\(early.text)")
        #expect(inTime.status == 200, "\(inTime.text)")
        try await table.stop()
    }

    @Test func anOlderReportAfterANewerOneIsRefused() async throws {
        // given
        let table = try await BetTable()
        let league = try Feed("league", on: table)
        try await table.start()
        #expect(try await table.report([Self.score(10, 8, secondsLeft: 300)], as: league).status == 200)
        let size = try table.ledger.size
        // when
        let answer = try await table.report([Self.score(6, 8, secondsLeft: 400)], as: league)
        // then
        #expect(answer.status == 422 && answer.detailCode == "stale", "\(answer.text)")
        #expect(try answer.json["error"]?["details"]?["recorded"]?.boolean == false)
        #expect(try table.ledger.size == size)
        try await table.stop()
    }

    @Test func aMessageIsRecordedAsAWholeOrNotAtAll() async throws {
        // given
        let table = try await BetTable()
        let odds = try Feed("odds", on: table)
        let size = try table.ledger.size
        let unknown = Self.offer(449, at: table).replacing("0022400123", with: "0022400124")
        let message = FeedMessage([Self.offer(449, at: table), unknown, Self.offer(451, at: table, book: "beta")])
        // when
        let refused = try await table.send(message, by: odds)
        // then
        #expect(refused.detailCode == "unknownGame", "\(refused.text)")
        #expect(try refused.json["error"]?["details"]?["report"]?.integer(as: Int.self) == 1)
        #expect(try table.ledger.size == size)
        // and when: what was missing has come, the same message is taken
        try await table.schedule(22_400_124)
        let answer = try await table.send(message, by: odds)
        #expect(answer.data?["events"]?.integer(as: Int.self) == 3, "\(answer.text)")
        try await table.stop()
    }

    @Test func aLateTipOffVoidsTheBetThatCameAfterIt() async throws {
        // given: the league's report is a minute late, and somebody has seen the first points
        let table = try await BetTable()
        let league = try Feed("league", on: table)
        try await table.offer()
        table.advance(4 * 3_600 + 20)
        let anna = try await table.signIn()
        #expect(try await table.post("/v1/bets", as: anna.access, BetTable.bet()).status == 200)
        // when
        table.advance(40)
        let start = "{\"kind\":\"startGame\",\"game\":22400123,\"tippedOffAt\":\"\(BetTable.tipOff.iso8601)\"}"
        #expect(try await table.report([start], as: league).data?["events"]?.integer(as: Int.self) == 2)
        // then
        let bet = try await table.get("/v1/bets", as: anna.access).data?["bets"]?.elements.first
        #expect(bet?["resultDetail"]?.string == "void" && bet?["rule"]?.string == "late")
        try await table.stop()
    }

    // MARK: Bounds

    @Test func messagesAreBoundedInSizeAndNumber() async throws {
        // given
        let table = try await BetTable { options in
            options.operations.rates = .init()
            options.operations.rates?.commands = .init("commands", 2, inSeconds: 60)
        }
        let odds = try Feed("odds", on: table)
        // when
        let many = Array(repeating: Self.score(1, 0, secondsLeft: 1), count: 501)
        let large = FeedMessage([Self.offer(449, at: table, book: String(repeating: "x", count: 1 << 20))])
        // then
        #expect(try await table.report(many, as: odds).status == 422)
        #expect(try await table.send(large, by: odds).status == 413)
        #expect(try await table.report([Self.offer(449, at: table)], as: odds).status == 200)
        let limited = try await table.report([Self.offer(451, at: table)], as: odds)
        #expect(limited.status == 429 && limited.headers["retry-after"] != nil)
        let league = try Feed("league", on: table)
        #expect(try await table.report([Self.offer(451, at: table)], as: league).status == 200)
        try await table.stop()
    }

    @Test func guessedFeedsAndKeysAreLimitedPerAddress() async throws {
        // given
        let table = try await BetTable { options in
            options.operations.rates = .init()
            options.operations.rates?.failedSignIns = .init("failed-sign-ins", 2, inSeconds: 60)
        }
        _ = try Feed("odds", on: table)
        // when
        let report = [Self.offer(449, at: table)]
        let answers = try await [
            table.report(report, as: Feed("league")), table.report(report, as: Feed("odds")),
            table.report(report, as: Feed("odds")),
        ]
        // then
        #expect(answers.map(\.status) == [404, 401, 429])
        try await table.stop()
    }

    @Test(arguments: ["", "League", "a b", "a/b", ".hidden", "..", String(repeating: "x", count: 65), "é"])
    func aNameThatNoFeedCanHaveIsRefused(name: String) {
        var book = FeedBook()
        #expect(throws: FeedBookError.self) {
            try book.add(WebhookPrivateKey().publicKey, of: name, at: Timestamp(microseconds: 0))
        }
    }
}

extension BetTable {
    func changeFeeds(_ change: (inout FeedBook) throws -> Void) throws {
        try FeedBook.change(in: directory("accounts")) { try change(&$0) }
    }

    /// The headers of a message that is signed now.
    func headers(of message: FeedMessage, by feed: FeedTests.Feed) throws -> [String: String] {
        try headers(of: message.body, id: message.id, by: feed)
    }

    func headers(
        of body: [UInt8], id: String = "msg_1", by feed: FeedTests.Feed
    ) throws -> [String: String] {
        let time = "\(now.microseconds / 1_000_000)"
        return [
            "webhook-id": id, "webhook-timestamp": time,
            "webhook-signature": try feed.key.signature(of: SignedWebhook.content(id, time, body)),
        ]
    }

    func send(_ message: FeedMessage, by feed: FeedTests.Feed) async throws -> Answer {
        try await post(
            "/v1/feeds/\(feed.name)/events", String(decoding: message.body, as: UTF8.self),
            try headers(of: message, by: feed))
    }

    func report(_ reports: [String], as feed: FeedTests.Feed) async throws -> Answer {
        try await send(FeedMessage(reports), by: feed)
    }

    func post(_ path: String, _ body: String, _ headers: [String: String]) async throws -> Answer {
        try await send("POST", path, body, headers)
    }
}
