import AsyncHTTPClient
import BetLedger
import Bets
import Foundation
import NIOCore
import NIOHTTP1
import Platform
import Server
import Testing
import TestSupport
import TextFormats
import Timekeeping
import Values

@testable import BetServer  // limits are made small

/// A ledger with one game of today, Boston against the Lakers, and a server in front of it.
final class BetTable: Sendable {
    static let game: GameID = 22_400_123
    static let boston: TeamID = 1_610_612_738
    static let lakers: TeamID = 1_610_612_747
    static let season: LeagueSeason = 2025
    static let tipOff = Timestamp(microseconds: 1_764_531_000_000_000)  // 2025-11-30T19:30:00Z
    private static let feed = Sender.provider(onBehalfOf: nil)

    let directory = TemporaryDirectory()
    let ledger: BetLedger
    let port: Int
    private let clock: Guarded<Int64>
    private let commands = Guarded<UInt64>(0)
    private let stopping: @Sendable () async -> Void
    private let running: Task<Void, any Error>

    /// - Parameter change: of the options.
    init(_ change: (inout BetServerOptions) throws -> Void = { _ in }) async throws {
        let clock = Guarded((Self.tipOff - .seconds(4 * 3_600)).microseconds)
        self.clock = clock
        ledger = try BetLedger.create(
            at: directory("bets.ledger"), origin: "example.com/bets", master: [UInt8](repeating: 7, count: 32),
            clock: { clock.withLock { $0 } })
        var options = BetServerOptions(accounts: directory("accounts")) { _ in }
        (options.port, options.isDev) = (0, true)
        options.clock = WallClock(
            now: { Timestamp(microseconds: clock.withLock { $0 }) },
            sleep: { _ in try await Task.sleep(for: .seconds(1)) })
        options.secondsClock.now = { Double(clock.withLock { $0 }) / 1e6 }
        options.operations.rates = nil
        try change(&options)
        let server = BetServer(ledger, options)
        let (started, source) = AsyncStream.makeStream(of: BetServer.Listening.self)
        running = Task {
            defer { source.finish() }
            try await server.run { source.yield($0) }
        }
        guard let listening = await started.first(where: { _ in true }) else {
            try await running.value
            throw NeverListened()
        }
        (port, stopping) = (listening.port, listening.stop)
        try await schedule()
    }

    struct NeverListened: Error {}

    /// Stops the server as SIGTERM does.
    func stop() async throws {
        await stopping()
        try await running.value
        ledger.close()
    }

    func advance(_ seconds: Int64) { clock.withLock { $0 += seconds * 1_000_000 } }

    var now: Timestamp { Timestamp(microseconds: clock.withLock { $0 }) }

    // MARK: The ledger

    /// Sends a feed's command, which has to be accepted.
    @discardableResult
    func accept(_ command: BetCommand, as sender: Sender = feed) async throws -> Range<UInt64> {
        let id = commands.withLock { count in
            count += 1
            return CommandID(high: 0, low: count)
        }
        let outcome = try await ledger.send(command, as: sender, id: id)
        guard case .accepted(let positions) = outcome else {
            Issue.record("\(outcome)")
            return 0..<0
        }
        return positions
    }

    private func schedule() async throws {
        let teams = [
            (Self.boston, "BOS", "Boston", "Celtics", UInt16(1946)),
            (Self.lakers, "LAL", "Los Angeles", "Lakers", 1947),
        ]
        for (team, short, city, nickname, year) in teams {
            try await accept(
                .listTeam(
                    Self.season,
                    TeamListed(
                        team: team, yearFounded: year, abbreviation: short, fullName: "\(city) \(nickname)", city: city,
                        nickname: nickname, feed: "league")))
        }
        try await schedule(Self.game)
    }

    func schedule(_ game: GameID, home: TeamID = boston, away: TeamID = lakers) async throws {
        let date = try #require(GameDate("2025-11-30"))
        try await accept(
            .scheduleGame(
                game,
                GameScheduled(
                    season: Self.season, home: home, away: away, date: date, tipOff: Self.tipOff, feed: "league")))
    }

    /// Lets a book offer all three markets.
    func offer(total: Int16 = 449, spread: Int16 = -15, at book: String = "alpha", on game: GameID = game) async throws
    {
        for (market, line, odds) in [
            (Market.total, total, (UInt32(1_910), UInt32(1_910))), (.spread, spread, (1_910, 1_910)),
            (.moneyline, 0, (1_357, 3_300)),
        ] {
            try await accept(
                .recordOffer(
                    game,
                    OfferRecorded(
                        market: market, line: Line(halfPoints: line), firstOdds: Odds(thousandths: odds.0),
                        secondOdds: Odds(thousandths: odds.1), offeredAt: now, book: book, feed: "odds")))
        }
    }

    func publishModel() async throws {
        let model = ModelPublished(table: .zero, backtest: .zero, parameters: .current(), title: "totals 1")
        try await accept(.publishModel(1, model), as: .admin(90))
    }

    func start(_ game: GameID = game) async throws {
        advance(4 * 3_600 + 60)
        try await accept(.startGame(game, GameStarted(tippedOffAt: Self.tipOff, feed: "league")))
    }

    func score(_ home: UInt16, _ away: UInt16, period: UInt8 = 3, secondsLeft: UInt16 = 342) async throws {
        advance(10)
        try await accept(
            .updateScore(
                Self.game,
                ScoreUpdated(
                    home: home, away: away, period: period, secondsLeft: secondsLeft, phase: .playing, feed: "league")))
    }

    /// Ends the game with 113-112.
    func finish() async throws {
        advance(3_600)
        let periods = [(28, 30), (31, 22), (28, 30), (26, 30)].map { PeriodScore(home: $0.0, away: $0.1) }
        try await accept(.finishGame(Self.game, GameFinal(completedAt: now, periods: periods, feed: "league")))
    }

    // MARK: HTTP

    /// An answer, read to its end.
    struct Answer {
        var status: UInt
        var headers: [String: String]
        var text: String

        var json: JSONValue { get throws { try JSONDocument(Array(text.utf8)).root } }
        var data: JSONValue? { (try? json)?["data"] }
        var code: String? { (try? json)?["error"]?["code"]?.string }
        var detailCode: String? { (try? json)?["error"]?["details"]?["code"]?.string }
    }

    /// Sends a request. The answer has to be as the document describes it.
    @discardableResult
    func send(
        _ method: String, _ path: String, as token: String? = nil, _ body: String? = nil,
        _ headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = .init(rawValue: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        if let body { request.body = .bytes(Array(body.utf8)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(2))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        var found: [String: String] = [:]
        for header in response.headers { found[header.name.lowercased()] = header.value }
        let answer = Answer(status: response.status.code, headers: found, text: String(buffer: bytes))
        #expect(ShapeCheck.fault(of: method, path, answer) == nil, "\(method) \(path)")
        return answer
    }

    func get(_ path: String, as token: String? = nil) async throws -> Answer { try await send("GET", path, as: token) }

    func post(_ path: String, as token: String? = nil, _ body: String) async throws -> Answer {
        try await send("POST", path, as: token, body)
    }

    /// A figure of the server; 0 if it is not there.
    func metric(_ name: String) async throws -> Int {
        let line = try await get("/metrics").text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Double($0.dropFirst(name.utf8.count + 1)) }.map { Int($0) } ?? 0
    }

    /// The tokens of a sign-in.
    struct SignedIn {
        var access: String
        var refresh: String
        var user: String
    }

    func signIn(_ name: String = "anna") async throws -> SignedIn {
        let made = try await post("/dev/tokens", "{\"name\":\"\(name)\"}")
        let token = try #require(try made.json["identityToken"]?.string)
        return try Self.signedIn(
            try await post("/v1/auth/apple", "{\"identityToken\":\"\(token)\",\"authorizationCode\":\"c0de\"}"))
    }

    static func signedIn(_ answer: Answer) throws -> SignedIn {
        let json = try answer.json
        return SignedIn(
            access: try #require(json["accessToken"]?.string), refresh: try #require(json["refreshToken"]?.string),
            user: try #require(json["userId"]?.string))
    }

    /// The body of a bet on over 224.5.
    static func bet(
        type: String = "total_over", selection: String = "Over", line: String = "224.5", odds: String = "1.91",
        stake: String = "1", more: String = ""
    ) -> String {
        "{\"gameId\":\"\(game)\",\"betType\":\"\(type)\",\"selection\":\"\(selection)\",\"lineValue\":\(line),"
            + "\"oddsDecimal\":\(odds),\"stakeUnits\":\(stake)\(more)}"
    }
}
