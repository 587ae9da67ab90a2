import Platform
import Testing
import TextFormats

@testable import BetServer  // the hub is the module's own

/// Followers of games are told the current state first, and then only what has changed.
@Suite struct LiveHubTests {
    /// The states of games, which a test changes.
    private final class Board: Sendable {
        private let states = Guarded<[String: LiveState]>([:])
        private let readings = Guarded(0)

        var count: Int { readings.withLock { $0 } }

        func set(_ game: String, _ size: UInt64, _ score: Int, status: String = "Live") {
            let messages = [
                LiveState.Message("score_update", ["gameId": .of(game), "homeScore": .of(score)]),
                LiveState.Message("status_change", ["gameId": .of(game), "status": .of(status)]),
            ]
            states.withLock { $0[game] = LiveState(size: size, messages: messages) }
        }

        func state(_ game: String) -> LiveState? {
            readings.withLock { $0 += 1 }
            return states.withLock { $0[game] }
        }
    }

    private let board = Board()
    private let hub: LiveHub

    init() {
        let board = board
        hub = LiveHub { _, game in board.state(game) }
        board.set("1", 1, 0)
        board.set("2", 1, 0)
    }

    private func types(_ client: LiveClient) -> [String] { client.take().map(\.message.type) }

    @Test func aNewFollowerIsToldTheCurrentState() throws {
        // given
        let wakes = Guarded(0)
        let client = LiveClient(.scores) { wakes.withLock { $0 += 1 } }
        // when
        #expect(try hub.follow(["1", "2"], by: client).isEmpty)
        // then
        #expect(wakes.withLock { $0 } == 1)
        #expect(types(client) == ["score_update", "status_change", "score_update", "status_change"])
        #expect(types(client).isEmpty && hub.clientCount == 1)
    }

    @Test func onlyWhatHasChangedIsTold() throws {
        // given
        let client = LiveClient(.scores) {}
        _ = try hub.follow(["1"], by: client)
        _ = client.take()
        // when
        board.set("1", 2, 2)
        try hub.changed("1")
        // then
        #expect(types(client) == ["score_update"])
        // when
        board.set("1", 3, 2, status: "Final")
        try hub.changed("1")
        // then
        #expect(types(client) == ["status_change"])
    }

    @Test func aSlowFollowerGetsOnlyTheNewestOfEachGame() throws {
        // given
        let client = LiveClient(.scores) {}
        _ = try hub.follow(["1", "2"], by: client)
        _ = client.take()
        // when
        for score in 1...1_000 {
            board.set("1", UInt64(score + 1), score)
            try hub.changed("1")
        }
        board.set("2", 2_000, 7)
        try hub.changed("2")
        // then
        let news = client.take()
        #expect(news.map(\.message.type) == ["score_update", "score_update"])
        #expect(news[0].message.text.contains("1000") && news[1].message.text.contains("7"))
    }

    @Test func anOlderStateNeverReplacesANewerOne() throws {
        // given
        let client = LiveClient(.scores) {}
        board.set("1", 9, 9)
        _ = try hub.follow(["1"], by: client)
        // when
        client.offer(LiveState(size: 8, messages: [LiveState.Message("score_update", ["homeScore": .of(8)])]), of: "1")
        // then
        #expect(client.take().contains { $0.message.text.contains("9") })
    }

    @Test func anUnknownGameIsNotFollowed() throws {
        let client = LiveClient(.scores) {}
        #expect(try hub.follow(["1", "99"], by: client) == ["99"])
        #expect(client.games == ["1"])
    }

    @Test func aGameWithoutFollowersIsNotRead() throws {
        // given
        let client = LiveClient(.scores) {}
        _ = try hub.follow(["1"], by: client)
        hub.leave(client)
        let before = board.count
        // when
        try hub.changed("1")
        // then
        #expect(board.count == before && hub.clientCount == 0)
    }

    @Test func oneChangeIsReadOnceForAllFollowers() throws {
        // given
        let clients = (0..<100).map { _ in LiveClient(.scores) {} }
        for client in clients { _ = try hub.follow(["1"], by: client) }
        let before = board.count
        // when
        board.set("1", 2, 2)
        try hub.changed("1")
        // then
        #expect(board.count == before + 1 && clients.allSatisfy { !$0.take().isEmpty })
    }

    @Test func aFollowerEndsWithTheServerAndALaterOneAtOnce() throws {
        // given
        let first = LiveClient(.scores) {}
        let later = LiveClient(.odds) {}
        _ = try hub.follow(["1"], by: first)
        // when
        hub.endAll()
        _ = try hub.follow(["1"], by: later)
        // then
        #expect(first.isOver && later.isOver)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{\"type\":\"subscribe\"}", "{\"type\":\"subscribe\",\"gameIds\":\"1\"}",
        "{\"type\":\"subscribe\",\"gameIds\":[]}", "{\"type\":\"subscribe\",\"gameIds\":[1]}",
        "{\"type\":\"dance\",\"gameIds\":[\"1\"]}", "{\"gameIds\":[\"1\"]}",
    ])
    func aFaultyMessageIsAnsweredWithItsFault(text: String) {
        #expect(throws: LiveRequest.Fault.self) { try LiveRequest(Array(text.utf8)) }
    }

    @Test func aFaultIsAnErrorOfTheApp() throws {
        // given
        let fault = LiveRequest.Fault(code: .notFound, message: "Nothing.", games: ["99"])
        // when
        let json = try JSONDocument(Array(fault.text.utf8)).root
        // then
        #expect(json["type"]?.string == "error" && json["code"]?.string == "NOT_FOUND")
        #expect(json["gameIds"]?.elements.first?.string == "99")
    }

    @Test func aFollowerHasAtMostAHundredGames() throws {
        // given
        let games = (1...100).map { "\($0)" }
        let client = LiveClient(.scores) {}
        for (index, game) in games.enumerated() { board.set(game, UInt64(index + 1), 0) }
        // then
        #expect(throws: LiveRequest.Fault.self) { try LiveRequest(.subscribe, games: games + ["101"]) }
        #expect(throws: Never.self) { try LiveRequest(.subscribe, games: games).apply(to: client, in: hub) }
        #expect(throws: LiveRequest.Fault.self) {
            try LiveRequest(.subscribe, games: ["101"]).apply(to: client, in: hub)
        }
        #expect(throws: Never.self) { try LiveRequest(.unsubscribe, games: ["1"]).apply(to: client, in: hub) }
        board.set("101", 1, 0)
        #expect(throws: Never.self) { try LiveRequest(.subscribe, games: ["101"]).apply(to: client, in: hub) }
    }
}
