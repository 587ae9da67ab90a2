import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing
import TextFormats

@testable import BetServer  // the limits of live clients are the module's own

/// Server-sent events carry what the WebSockets carry.
@Suite struct EventStreamTests {
    /// Reads a stream until some events have come.
    private func events(
        _ table: BetTable, _ path: String, until count: Int, _ act: @Sendable () async throws -> Void = {}
    ) async throws -> [(name: String, data: JSONValue)] {
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(table.port)\(path)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
        #expect(response.status.code == 200)
        #expect(response.headers.first(name: "content-type") == "text/event-stream")
        try await act()
        var text = ""
        var found: [(name: String, data: JSONValue)] = []
        for try await piece in response.body {
            text += String(buffer: piece)
            while let end = text.range(of: "\n\n") {
                let lines = text[..<end.lowerBound].split(separator: "\n")
                text.removeSubrange(..<end.upperBound)
                guard let name = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst(7),
                    let data = lines.first(where: { $0.hasPrefix("data: ") })?.dropFirst(6)
                else { continue }
                found.append((String(name), try JSONDocument(Array(data.utf8)).root))
            }
            if found.count >= count { break }
        }
        return found
    }

    @Test func scoresBeginWithTheCurrentStateAndContinue() async throws {
        // given
        let table = try await BetTable()
        try await table.start()
        // when
        let found = try await events(table, "/v1/live/scores?gameIds=\(BetTable.game)", until: 2) {
            try await table.score(87, 82)
        }
        // then
        #expect(found.map(\.name).contains("score_update") && found[0].data["status"]?.string == "Live")
        #expect(found.last?.data["homeScore"]?.integer(as: Int.self) == 87)
        try await table.stop()
    }

    /// An answer whose body is never written has no client.
    @Test func aRequestForTheHeadLeavesNoClient() async throws {
        // given
        let table = try await BetTable()
        // when
        for _ in 0..<3 {
            #expect(try await table.send("HEAD", "/v1/live/scores?gameIds=\(BetTable.game)").status == 200)
        }
        // then
        #expect(try await table.metric("statdiscute_live_clients") == 0)
        try await table.stop()
    }

    @Test func oddsAreTheSameAsOnTheWebSocket() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        // when
        let found = try await events(table, "/v1/live/odds?gameIds=\(BetTable.game)", until: 1)
        // then
        #expect(found[0].name == "odds_update" && found[0].data["type"]?.string == "odds_update")
        #expect(found[0].data["total"]?.number == 224.5)
        try await table.stop()
    }

    @Test(arguments: ["", "?gameIds=", "?gameIds=\((0..<101).map { "\($0)" }.joined(separator: ","))", "?games=1"])
    func theGamesHaveToBeNamed(query: String) async throws {
        let table = try await BetTable()
        let answer = try await table.get("/v1/live/scores\(query)")
        #expect(answer.status == 422 && answer.code == "VALIDATION_ERROR")
        try await table.stop()
    }

    @Test func anUnknownGameIsNotFound() async throws {
        // given
        let table = try await BetTable()
        // when
        let answer = try await table.get("/v1/live/scores?gameIds=0022499999")
        // then
        #expect(answer.status == 404 && answer.code == "NOT_FOUND")
        #expect(try answer.json["error"]?["details"]?["gameIds"]?.elements.first?.string == "0022499999")
        #expect(try await table.metric("statdiscute_streams") == 0)
        try await table.stop()
    }

    @Test func aStreamEndsWithTheServerAndWithItsClient() async throws {
        // given
        let table = try await BetTable()
        _ = try await events(table, "/v1/live/scores?gameIds=\(BetTable.game)", until: 1)
        // when: the client has gone
        while try await table.metric("statdiscute_streams") > 0 {
            try await Task.sleep(for: .milliseconds(20))
        }
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(table.port)/v1/live/scores?gameIds=\(BetTable.game)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
        // then
        async let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        try await table.stop()
        #expect(try await text.contains("retry: "))
    }

    @Test func commentsKeepAStreamOpen() async throws {
        // given
        let table = try await BetTable { $0.pingTime = .milliseconds(50) }
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(table.port)/v1/live/scores?gameIds=\(BetTable.game)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
        // when
        var text = ""
        for try await piece in response.body {
            text += String(buffer: piece)
            if text.components(separatedBy: ": \n\n").count > 3 { break }
        }
        // then
        #expect(text.hasPrefix("event: status_change\nid: "))
        try await table.stop()
    }
}
