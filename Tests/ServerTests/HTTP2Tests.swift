import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import Server  // limits are made small

/// HTTP/2 frame by frame: the duties that a stream has, and clients that are slow, greedy or hostile.
@Suite struct HTTP2Tests {
    private static let enhanceYourCalm: UInt8 = 11
    private static let protocolError: UInt8 = 1
    private static let cancel: UInt8 = 8

    /// Settings with a window of this size for each stream (RFC 9113, 6.5.2).
    private static func settings(window: UInt32) -> RawFrame {
        RawFrame(kind: .settings, payload: [0, 4] + RawFrame.number(window))
    }

    // MARK: Heads

    @Test(
        .withinTheRun,
        arguments: [
            ("BREW", "/livez", [], "501"), ("GET", "/nope", [], "404"), ("DELETE", "/livez", [], "405"),
            ("GET", "livez", [], "400"), ("GET", "http://localhost/livez", [], "400"),
            ("GET", "/" + String(repeating: "a", count: 9_000), [], "414"),
            ("GET", "/livez", [("x", String(repeating: "a", count: 13_000))], "431"),
            ("GET", "/livez", (0..<101).map { ("x\($0)", "a") }, "431"),
            ("GET", "/livez", [("host", "example.com")], "400"), ("GET", "/livez", [("host", "localhost")], "200"),
            ("POST", "/v1/commands", [("content-encoding", "gzip")], "415"),
            ("GET", "/livez", [("expect", "200-ok")], "417"), ("HEAD", "/livez", [], "200"),
        ] as [(String, String, [(String, String)], String)])
    func aHeadIsJudgedAsWithHTTP1(
        method: String, path: String, fields: [(String, String)], status: String
    ) async throws {
        let server = try await SecureServer { $0.limits.headerBytes = 12_000 }
        try await server.frames { connection in
            try await connection.send(RawFrame.head(1, method, path, fields))
            #expect(try await connection.status(on: 1) == status)
            // The connection carries the next request.
            try await connection.send(RawFrame.head(3, "GET", "/livez"))
            #expect(try await connection.status(on: 3) == "200")
        }
        try await server.stop()
    }

    @Test(.withinTheRun) func aHeadWithoutEndEndsTheConnection() async throws {
        let server = try await SecureServer()
        try await server.frames { connection in
            try await connection.send(
                RawFrame.head(
                    1, "GET", "/livez", [("x", String(repeating: "a", count: 15_000))], flags: RawFrame.endStream))
            let more = RawFrame(
                kind: .continuation, stream: 1, payload: RawFrame.fields([("y", String(repeating: "a", count: 16_000))])
            )
            for _ in 0..<8 { try await connection.send(more) }
            while await connection.next() != nil {}
        }
        #expect(try await server.refusals(.http2) + server.refusals(.flood) == 1)
        try await server.stop()
    }

    @Test(.withinTheRun) func cookiesInFieldsOfTheirOwnAreOneField() async throws {
        let server = try await SecureServer()
        let token = try await server.token()
        let session = try await server.send(
            "POST", "/v1/session", "",
            [("Authorization", "Bearer \(token)"), ("Origin", "https://localhost:\(server.port)")])
        let cookie = String(try #require(session.headers.first(name: "set-cookie")).prefix { $0 != ";" })
        try await server.frames { connection in
            try await connection.send(RawFrame.head(1, "GET", "/v1/users/me", [("cookie", "a=b"), ("cookie", cookie)]))
            #expect(try await connection.status(on: 1) == "200")
        }
        try await server.stop()
    }

    // MARK: Bodies

    @Test(.withinTheRun) func aBodyThatDripsIsNotWaitedFor() async throws {
        let server = try await SecureServer { $0.limits.bodyTime = .seconds(1) }
        let token = try await server.token()
        try await server.frames { connection in
            try await connection.send(
                RawFrame.head(
                    1, "POST", "/v1/commands", [("authorization", "Bearer \(token)")], flags: RawFrame.endHeaders),
                RawFrame(kind: .data, stream: 1, payload: [0x7b]))
            #expect(try await connection.status(on: 1) == "408")
            // The rest is not wanted, and that is not an error.
            #expect(await connection.next(.reset, of: 1)?.code == 0)
        }
        try await server.stop()
    }

    @Test(.withinTheRun) func aBodyHasABound() async throws {
        let server = try await SecureServer { $0.limits.arrayBytes = 5_000 }
        let token = try await server.token()
        try await server.frames { connection in
            try await connection.send(
                RawFrame.head(
                    1, "POST", "/v1/commands", [("authorization", "Bearer \(token)")], flags: RawFrame.endHeaders),
                RawFrame(kind: .data, stream: 1, payload: [UInt8](repeating: 0x20, count: 6_000)))
            #expect(try await connection.status(on: 1) == "413")
            #expect(await connection.next(.reset, of: 1)?.code == 0)
        }
        try await server.stop()
    }

    @Test(.withinTheRun) func aClientThatBreaksOffItsBodyIsNotAFaultOfTheServer() async throws {
        let server = try await SecureServer()
        let token = try await server.token()
        try await server.frames { connection in
            try await connection.send(
                RawFrame.head(
                    1, "POST", "/v1/commands", [("authorization", "Bearer \(token)")], flags: RawFrame.endHeaders),
                RawFrame(kind: .data, stream: 1, payload: [0x7b]),
                RawFrame(kind: .reset, stream: 1, payload: RawFrame.number(UInt32(Self.cancel))),
                RawFrame.head(3, "GET", "/livez"))
            #expect(try await connection.status(on: 3) == "200")
        }
        try await server.stop()
        #expect(!server.lines.all.contains { $0.contains("\"error\"") }, "\(server.lines.all)")
    }

    // MARK: Streams

    @Test(.withinTheRun) func streamsOfAConnectionHaveABound() async throws {
        let server = try await SecureServer { $0.limits.streamsPerConnection = 3 }
        let token = try await server.token()
        try await server.frames { connection in
            for stream: UInt32 in [1, 3, 5, 7] {
                try await connection.send(
                    RawFrame.head(
                        stream, "POST", "/v1/commands", [("authorization", "Bearer \(token)")],
                        flags: RawFrame.endHeaders)
                )
            }
            #expect(connection.settings.starts(with: [0, 3, 0, 0, 0, 3]))
            #expect(await connection.next(.goAway)?.code == Self.protocolError)
        }
        #expect(try await server.refusals(.http2) == 1)
        try await server.stop()
    }

    @Test(.withinTheRun) func aStreamWhoseWindowStaysClosedEnds() async throws {
        let server = try await SecureServer {
            $0.limits.stallTime = .seconds(1)
            $0.limits.heartbeat = .seconds(600)
        }
        try await server.frames { connection in
            try await connection.send(Self.settings(window: 0), RawFrame.head(1, "GET", "/docs"))
            #expect(try await connection.status(on: 1) == "200")
            #expect(await connection.next(.reset, of: 1)?.code == Self.cancel)
            // Only that stream.
            try await connection.send(Self.settings(window: 65_535), RawFrame.head(3, "GET", "/livez"))
            #expect(try await connection.status(on: 3) == "200")
        }
        #expect(try await server.refusals(.stalled) == 1)
        try await server.stop()
    }

    @Test(.withinTheRun) func anAddressLeavesOnlySoMuchUnread() async throws {
        let server = try await SecureServer {
            $0.limits.connectionsPerAddress = 100
            $0.limits.unreadBytesPerAddress = 65_536
            $0.limits.stallTime = .seconds(1)
        }
        try await server.frames { connection in
            try await connection.send(Self.settings(window: 0), RawFrame.head(1, "GET", "/docs"))
            while await connection.next() != nil {}
        }
        #expect(try await server.refusals(.unreadBytes) == 1)
        try await server.stop()
    }

    @Test(.withinTheRun) func aServerThatStopsAnswersWhatIsInFlight() async throws {
        let server = try await SecureServer()
        let run = server.run
        var stopped: Task<Void, any Error>?
        try await server.frames { connection in
            try await connection.send(RawFrame.head(1, "GET", "/v1/stream?lobby"))
            var (kinds, text): ([RawFrame.Kind], String) = ([], "")
            while let frame = await connection.next() {
                kinds.append(frame.kind)
                if frame.kind == .ping, frame.flags == 0 {
                    try await connection.send(RawFrame(kind: .ping, flags: RawFrame.ack, payload: frame.payload))
                }
                guard frame.kind == .data else { continue }
                text += String(decoding: frame.payload, as: UTF8.self)
                if stopped == nil, text.contains("event: live") { stopped = Task { try await run.stop() } }
                if frame.flags & RawFrame.endStream != 0 { kinds.append(.reset) }
            }
            #expect(text.contains("event: bye"))
            #expect(kinds.contains(.goAway) && kinds.contains(.reset), "\(kinds)")
        }
        try await stopped?.value
        try await server.stop()
    }

    // MARK: Floods

    @Test(
        .withinTheRun,
        arguments: ["resets", "settings", "pings", "empty frames", "parts of a head", "priorities"])
    func aFloodEndsTheConnection(of what: String) async throws {
        let (server, most) = (try await SecureServer(), ServerOptions.Limits.controlFrames)
        try await server.frames { connection in
            switch what {
            case "resets":
                // No more than it takes: what is unread when a connection closes can take its last frames with it.
                for index: UInt32 in 0..<201 {
                    try await connection.send(
                        RawFrame.head(index * 2 + 1, "GET", "/livez"),
                        RawFrame(kind: .reset, stream: index * 2 + 1, payload: RawFrame.number(8)))
                }
            case "settings": try await connection.write((0...most).flatMap { _ in RawFrame(kind: .settings).bytes })
            case "pings":
                let ping = RawFrame(kind: .ping, payload: [UInt8](repeating: 0, count: 8)).bytes
                try await connection.write((0...most).flatMap { _ in ping })
            case "empty frames":
                try await connection.send(RawFrame.head(1, "POST", "/v1/commands", flags: RawFrame.endHeaders))
                for _ in 0..<2 { try await connection.send(RawFrame(kind: .data, stream: 1)) }
            case "parts of a head":
                try await connection.send(RawFrame.head(1, "GET", "/livez", flags: RawFrame.endStream))
                for index in 0..<6 {
                    try await connection.send(
                        RawFrame(kind: .continuation, stream: 1, payload: RawFrame.fields([("x\(index)", "a")])))
                }
            default:
                let priority = RawFrame(kind: .priority, stream: 1, payload: [0, 0, 0, 0, 1]).bytes
                try await connection.write((0...most).flatMap { _ in priority })
            }
            #expect(await connection.next(.goAway)?.code == Self.enhanceYourCalm)
            #expect(await connection.next() == nil)
        }
        #expect(try await server.refusals(.flood) == 1)
        try await server.stop()
    }

    // MARK: Slow connections

    @Test(.withinTheRun) func anIdleConnectionEnds() async throws {
        let server = try await SecureServer { $0.limits.idleTime = .seconds(3) }
        try await server.frames { connection in
            try await connection.send(RawFrame.head(1, "GET", "/livez"))
            #expect(try await connection.status(on: 1) == "200")
            let end = await connection.next(.goAway)
            #expect(end?.code == 0 && end?.payload[3] == 1)
            #expect(await connection.next() == nil)
        }
        try await server.stop()
    }

    @Test(.withinTheRun) func aHeadThatDripsEndsTheConnection() async throws {
        let server = try await SecureServer {
            // Also the time for a handshake, which takes long on a busy machine.
            $0.limits.headTime = .seconds(5)
            $0.limits.idleTime = .seconds(3_600)
        }
        try await server.frames { connection in
            try await connection.send(RawFrame.head(1, "GET", "/livez", flags: RawFrame.endStream))
            while await connection.next() != nil {}
        }
        #expect(try await server.refusals(.slowFrame) == 1)
        try await server.stop()
    }

    @Test(
        arguments: [
            ([0, 0], true), ([0, 0, 8, 6, 0, 0, 0, 0, 0, 1], true),
            (RawFrame.head(1, "GET", "/livez", flags: RawFrame.endStream).bytes, true),
            (RawFrame.head(1, "GET", "/livez").bytes, false), (RawFrame(kind: .settings).bytes, false),
        ] as [([UInt8], Bool)])
    func onlyAPartOfAFrameIsWaitedForInVain(bytes: [UInt8], ends: Bool) throws {
        var limits = ServerOptions.Limits()
        limits.headTime = .zero
        let refusals = Lines()
        let connections = Connections(limits, TrustedProxies()) { refusals.add($0) }
        let channel = EmbeddedChannel(handler: HTTP2Flow(connections, limits))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(channel.isActive)
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(channel.isActive != ends && refusals.all == (ends ? ["slowFrame"] : []))
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func boundariesAreFoundHoweverTheBytesAreCut() {
        let frames = [
            RawFrame(kind: .settings), RawFrame.head(1, "GET", "/livez", flags: RawFrame.endStream),
            RawFrame(
                kind: .continuation, flags: RawFrame.endHeaders, stream: 1, payload: RawFrame.fields([("x", "y")])),
            RawFrame(kind: .ping, payload: [UInt8](repeating: 0, count: 8)),
        ]
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        let bytes = preface + frames.flatMap(\.bytes)
        // Complete after the preface, and after each frame but the one without the end of the head.
        var ends: Set<Int> = [preface.count]
        var end = preface.count
        for frame in frames {
            end += frame.bytes.count
            if frame.kind != .headers { ends.insert(end) }
        }
        for step in 1...40 {
            var boundaries = HTTP2FrameBoundaries()
            var position = 0
            while position < bytes.count {
                let next = min(position + step, bytes.count)
                boundaries.take(ByteBuffer(bytes: bytes[position..<next]).readableBytesView)
                position = next
                #expect((boundaries.openSince == nil) == ends.contains(position), "\(step): \(position)")
            }
        }
    }
}
