import Foundation
import Server
import Testing
import TextFormats

@testable import BetServer  // the limits of live clients are the module's own

/// The WebSockets of scores and odds: the seeds' messages, the current state first, typed errors, and bounds.
@Suite struct LiveSocketTests {
    private let game = "\(BetTable.game)"

    @Test func theHandshakeIsThatOfTheStandard() async throws {
        // given
        let table = try await BetTable()
        let client = try WebSocketClient(table.port)
        // when
        let head = try await client.open("/v1/live/scores")
        // then: the example of RFC 6455, 1.3
        #expect(head.contains("101 Switching Protocols"))
        #expect(head.lowercased().contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="))
        try await table.stop()
    }

    @Test func scoresAndStatusesComeAsTheyChange() async throws {
        // given
        let table = try await BetTable()
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/scores")
        client.subscribe(game)
        #expect(try await client.message()["status"]?.string == "Scheduled")
        // when
        try await table.start()
        #expect(try await client.message()["status"]?.string == "Live")
        try await table.score(87, 82)
        // then
        let score = try await client.message()
        #expect(score["type"]?.string == "score_update" && score["gameId"]?.string == game)
        #expect(score["homeScore"]?.integer() == 87 && score["awayScore"]?.integer() == 82)
        #expect(score["quarter"]?.integer() == 3 && score["clock"]?.string == "5:42")
        // when
        try await table.finish()
        // then
        let last = try await client.message()
        #expect(last["homeScore"]?.integer() == 113 && last["clock"]?.string == "0:00")
        let status = try await client.message()
        #expect(status["type"]?.string == "status_change" && status["status"]?.string == "Final")
        try await table.stop()
    }

    @Test func oddsComeAsTheyMove() async throws {
        // given
        let table = try await BetTable()
        try await table.offer()
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/odds")
        client.subscribe(game)
        let first = try await client.message()
        #expect(first["type"]?.string == "odds_update" && first["total"]?.number == 224.5)
        #expect(first["spread"]?.number == -7.5 && first["timestamp"]?.string == "2025-11-30T15:30:00Z")
        // when
        table.advance(60)
        try await table.offer(total: 455)
        // then
        var last = try await client.message()
        while last["timestamp"]?.string != "2025-11-30T15:31:00Z" { last = try await client.message() }
        #expect(last["total"]?.number == 227.5)
        try await table.stop()
    }

    @Test func aLaterClientGetsTheCurrentState() async throws {
        // given
        let table = try await BetTable()
        try await table.start()
        try await table.score(87, 82)
        // when
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/scores")
        client.subscribe(game)
        // then
        #expect(try await client.message()["homeScore"]?.integer() == 87)
        #expect(try await client.message()["status"]?.string == "Live")
        // when: it subscribes again
        client.subscribe(game)
        // then
        #expect(try await client.message()["homeScore"]?.integer() == 87)
        try await table.stop()
    }

    @Test func aFaultyMessageHasATypedAnswerAndTheConnectionStays() async throws {
        // given
        let table = try await BetTable()
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/scores")
        // when
        for text in ["nothing", "{\"type\":\"dance\",\"gameIds\":[\"1\"]}", "{\"type\":\"subscribe\",\"gameIds\":[]}"] {
            client.send(text)
            let answer = try await client.message()
            #expect(answer["type"]?.string == "error" && answer["code"]?.string == "VALIDATION_ERROR")
        }
        client.subscribe("0022409999", game)
        // then: the game that exists is followed
        let messages = try [await client.message(), await client.message()]
        let fault = try #require(messages.first { $0["type"]?.string == "error" })
        #expect(fault["code"]?.string == "NOT_FOUND")
        #expect(fault["gameIds"]?.elements.compactMap(\.string) == ["0022409999"])
        #expect(messages.contains { $0["status"]?.string == "Scheduled" })
        try await table.stop()
    }

    @Test func tooManyFaultyMessagesEndTheConnection() async throws {
        // given
        let table = try await BetTable()
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/scores")
        // when
        for _ in 0..<10 { client.send("nothing") }
        for _ in 0..<10 { #expect(try await client.message()["type"]?.string == "error") }
        // then
        #expect(try await client.receive().code == 1008)
        try await table.stop()
    }

    /// Frames that are wrong in one way each.
    enum WrongFrame: CaseIterable {
        case unmasked, reserved, opcode, continuation, binary, notUTF8, long, longPing, splitPing, longInParts
        case manyParts

        var bytes: [UInt8] {
            let spaces = [UInt8](repeating: 0x20, count: 4_000)
            return switch self {
            case .unmasked: WebSocketClient.frame(1, [0x7b, 0x7d], isMasked: false)
            case .reserved: WebSocketClient.frame(1, [0x7b, 0x7d], reserved: 0x40)
            case .opcode: WebSocketClient.frame(3, [])
            case .continuation: WebSocketClient.frame(0, [1])
            case .binary: WebSocketClient.frame(2, [1, 2, 3])
            case .notUTF8: WebSocketClient.frame(1, [0xff, 0xfe])
            case .long: WebSocketClient.frame(1, spaces + spaces)
            case .longPing: WebSocketClient.frame(9, [UInt8](repeating: 0, count: 126))
            case .splitPing: WebSocketClient.frame(9, [], isLast: false)
            case .longInParts:
                WebSocketClient.frame(1, spaces, isLast: false) + WebSocketClient.frame(0, [UInt8](spaces[..<200]))
            case .manyParts: (0..<20).flatMap { WebSocketClient.frame($0 == 0 ? 1 : 0, [0x20], isLast: false) }
            }
        }

        var code: Int {
            switch self {
            case .unmasked, .reserved, .opcode, .continuation, .longPing, .splitPing: 1_002
            case .binary: 1_003
            case .notUTF8: 1_007
            case .long, .longInParts, .manyParts: 1_009
            }
        }
    }

    @Test(arguments: WrongFrame.allCases)
    func aWrongFrameEndsTheConnectionWithItsCode(wrong: WrongFrame) async throws {
        // given
        let table = try await BetTable()
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/scores")
        // when
        client.send(wrong.bytes)
        // then
        #expect(try await client.receive().code == wrong.code)
        #expect(await client.waitForEnd())
        try await table.stop()
    }

    @Test func aMessageMayComeInPartsWithAPingBetween() async throws {
        // given
        let table = try await BetTable()
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/scores")
        let text = Array("{\"type\":\"subscribe\",\"gameIds\":[\"\(game)\"]}".utf8)
        // when
        client.send(
            WebSocketClient.frame(1, Array(text[..<10]), isLast: false) + WebSocketClient.frame(9, [7])
                + WebSocketClient.frame(0, Array(text[10...])))
        // then
        #expect(try await client.receive() == WebSocketClient.Frame(opcode: 10, bytes: [7]))
        #expect(try await client.message()["status"]?.string == "Scheduled")
        try await table.stop()
    }

    @Test func aClosingFrameIsAnsweredWithItsCode() async throws {
        // given
        let table = try await BetTable()
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/scores")
        // when
        client.send(WebSocketClient.frame(8, [0x03, 0xe9]))
        // then
        #expect(try await client.receive().code == 1001)
        #expect(await client.waitForEnd())
        try await table.stop()
    }

    @Test func aFloodOfMessagesEndsTheConnection() async throws {
        // given
        let table = try await BetTable()
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/scores")
        // when
        for _ in 0..<61 { client.subscribe(game) }
        // then
        var last = try await client.receive()
        while last.opcode != 8 { last = try await client.receive() }
        #expect(last.code == 1008)
        try await table.stop()
    }

    @Test func theServerPingsAndEndsASilentClient() async throws {
        // given
        let table = try await BetTable { $0.pingTime = .milliseconds(100) }
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/scores")
        // when
        var frames: [WebSocketClient.Frame] = []
        while frames.last?.opcode != 8 { frames.append(try await client.receive()) }
        // then
        #expect(frames.map(\.opcode) == [9, 9, 9, 8] && frames.last?.code == 1001)
        try await table.stop()
    }

    @Test func aClientThatAnswersPingsStays() async throws {
        // given
        // An answer has three intervals, also on a machine that runs many tests.
        let table = try await BetTable { $0.pingTime = .seconds(2) }
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/scores")
        // then
        for _ in 0..<5 {
            let frame = try await client.receive()
            #expect(frame.opcode == 9)
            client.send(WebSocketClient.frame(10, frame.bytes))
        }
        try await table.stop()
    }

    @Test(arguments: [
        ("/v1/live/scores", "c2hvcnQ=", "13", "HTTP/1.1 422"),
        ("/v1/live/scores", "dGhlIHNhbXBsZSBub25jZQ==", "8", "HTTP/1.1 426"),
        ("/v1/live/weather", "dGhlIHNhbXBsZSBub25jZQ==", "13", "HTTP/1.1 404"),
    ])
    func aWrongHandshakeIsAnError(path: String, key: String, version: String, status: String) async throws {
        // given
        let table = try await BetTable()
        let client = try WebSocketClient(table.port)
        // when
        let answer = try await client.open(path, key: key, version: version)
        // then
        #expect(answer.hasPrefix(status) && answer.contains("\"success\":false"), "\(answer)")
        try await table.stop()
    }

    @Test func anAddressHasSoManyStreams() async throws {
        // given
        let table = try await BetTable { $0.operations.streamsPerClient = 2 }
        let clients = try (0..<2).map { _ in try WebSocketClient(table.port) }
        for client in clients { try await client.open("/v1/live/scores") }
        // when
        let third = try WebSocketClient(table.port)
        #expect(try await third.open("/v1/live/scores").contains("RATE_LIMITED"))
        clients[0].send(WebSocketClient.frame(8, [0x03, 0xe8]))
        #expect(await clients[0].waitForEnd())
        // then
        while try await table.metric("statdiscute_streams") > 1 {
            try await Task.sleep(for: .milliseconds(10))
        }
        let fourth = try WebSocketClient(table.port)
        #expect(try await fourth.open("/v1/live/scores").contains("101"))
        try await table.stop()
    }

    @Test func aStoppingServerSaysGoodbye() async throws {
        // given
        let table = try await BetTable()
        let client = try WebSocketClient(table.port)
        try await client.open("/v1/live/scores")
        client.subscribe(game)
        _ = try await client.message()
        // when
        try await table.stop()
        // then
        #expect(try await client.receive().code == 1001)
    }
}
