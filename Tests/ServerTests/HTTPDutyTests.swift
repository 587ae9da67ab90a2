import Foundation
import LedgerTesting
import TestSupport
import Testing
import TextFormats

@testable import Server  // limits are made small

/// The duties of RFC 9110, RFC 9112 and RFC 6585 that the HTTP library leaves to the server, on plain sockets. The table of
/// the article "Duties of an HTTP server" lists them.
@Suite struct HTTPDutyTests {
    /// An answer as its bytes were, up to the end of the connection.
    private struct Bytes {
        let text: String
        var head: String { text.components(separatedBy: "\r\n\r\n").first ?? "" }
        var body: String { text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n") }
        var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
        var code: String? { (try? JSONDocument(Array(body.utf8)).root)?["code"]?.string }  // another body has no code

        func field(_ name: String) -> String? {
            head.components(separatedBy: "\r\n").dropFirst().first {
                $0.lowercased().hasPrefix("\(name.lowercased()):")
            }
            .map { $0.dropFirst(name.utf8.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    private func serving(
        _ change: (inout ServerOptions) -> Void = { _ in }, _ body: (RunningServer) async throws -> Void
    ) async throws {
        let temporary = try TemporaryLedger()
        let server = try await RunningServer(temporary.ledger, change)
        try await body(server)
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }

    private func ask(_ server: RunningServer, _ text: String) async throws -> Bytes {
        let socket = try Socket(server.port)
        socket.send(text)
        return Bytes(text: await socket.answer())
    }

    private static let host = "Host: localhost\r\n"
    private static let end = "Connection: close\r\n\r\n"

    /// A head that is refused gets a problem, a date and the end of the connection.
    @Test(
        .withinTheRun,
        arguments: [
            // Host (RFC 9112, 3.2)
            ("GET /livez HTTP/1.1\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost: local host\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost: a@localhost\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost: localhost:99999\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost:\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400, "badRequest"),
            // Targets (RFC 9112, 3.2.1 to 3.2.4)
            ("GET * HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "badRequest"),
            ("GET localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "badRequest"),
            ("GET ftp://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "badRequest"),
            ("GET http:///livez HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "badRequest"),
            ("GET /livez#top HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "badRequest"),
            ("GET /\u{e9} HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "badRequest"),
            ("CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", 501, "notImplemented"),
            ("GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414, "targetTooLong"),
            ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414, "targetTooLong"),
            ("GET /\(String(repeating: "a", count: 40_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414, "targetTooLong"),
            // Methods and versions (RFC 9110, 9.1 and 15.6.6)
            ("BREW /livez HTTP/1.1\r\nHost: localhost\r\n\r\n", 501, "notImplemented"),
            ("G<T /livez HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/2.0\r\nHost: localhost\r\n\r\n", 505, "versionNotSupported"),
            ("GET /livez HTTP/3.7\r\nHost: localhost\r\n\r\n", 505, "versionNotSupported"),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "versionNotSupported"),
            ("GET /livez\r\n\r\n", 400, "badRequest"),
            ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n", 400, "badRequest"),
            // Fields (RFC 9112, 5; RFC 6585, 5)
            ("GET /livez HTTP/1.1\r\nHost: localhost\r\nX : 1\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost: localhost\r\nX: 1\r\n 2\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost: localhost\r\nX: 1\r\n\t2\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\n Host: localhost\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost: localhost\r\nX: a\u{0}b\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost: localhost\r\nX: a\u{1}b\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost: localhost\r\n: nameless\r\n\r\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\nHost: localhost\n\n", 400, "badRequest"),
            ("GET /livez HTTP/1.1\r\nHost: localhost\nX: 1\r\n\r\n", 400, "badRequest"),
            (
                "GET /livez HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "a", count: 40_000))\r\n\r\n", 431,
                "headTooLarge"
            ),
            (
                "GET /livez HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "X: 1\r\n", count: 200))\r\n", 431,
                "headTooLarge"
            ),
            // Bodies (RFC 9112, 6.1 to 6.3; RFC 9110, 8.4, 8.6 and 10.1.1)
            (
                "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
                400, "badRequest"
            ),
            (
                "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
                400, "badRequest"
            ),
            (
                "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                400, "badRequest"
            ),
            ("POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2, 2\r\n\r\n{}", 400, "badRequest"),
            ("POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: -2\r\n\r\n{}", 400, "badRequest"),
            ("POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: two\r\n\r\n{}", 400, "badRequest"),
            (
                "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n{}", 400,
                "badRequest"
            ),
            ("POST /v1/commands HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "badRequest"),
            (
                "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                501,
                "notImplemented"
            ),
            (
                "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
                400,
                "badRequest"
            ),
            (
                "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
                415,
                "unsupportedMediaType"
            ),
            (
                "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nContent-Length: 2\r\n\r\n{}", 417,
                "expectationFailed"
            ),
        ] as [(String, Int, String)])
    func aBadHeadIsRefusedWithAProblem(text: String, status: Int, code: String) async throws {
        try await serving { server in
            let answer = try await ask(server, text)
            #expect(answer.status == status && answer.code == code, "\(text.prefix(200)): \(answer.text)")
            #expect(answer.field("Content-Type") == "application/problem+json", "\(answer.head)")
            #expect(answer.field("Content-Length") == "\(answer.body.utf8.count)", "\(answer.head)")
            #expect(answer.field("Connection") == "close" && answer.field("Date") != nil, "\(answer.head)")
            if status == 415 { #expect(answer.field("Accept-Encoding") == "identity") }
        }
    }

    @Test(.withinTheRun) func aRefusalOfHeadHasNoBody() async throws {
        try await serving { server in
            let answer = try await ask(server, "\r\nHEAD /livez HTTP/1.1\r\n\r\n")
            #expect(
                answer.status == 400 && answer.body == "" && answer.field("Content-Length") != "0", "\(answer.text)")
        }
    }

    @Test(.withinTheRun) func anUnknownFinalCodingIsRefused() async throws {
        try await serving { server in
            let answer = try await ask(
                server, "POST /v1/commands HTTP/1.1\r\n\(Self.host)Transfer-Encoding: gzip\r\n\r\n{}")
            // By the parser, which sees no end of the body, or by us.
            #expect([400, 501].contains(answer.status ?? 0) && answer.code != nil, "\(answer.text)")
        }
    }

    // MARK: HTTP/1.0

    @Test(.withinTheRun) func anOlderClientGetsNoChunksAndTheEndOfTheConnection() async throws {
        try await serving { server in
            for path in ["/livez", "/openapi.json", "/v1/rooms", "/nothing"] {
                let answer = try await ask(server, "GET \(path) HTTP/1.0\r\n\(Self.host)\r\n")
                #expect(answer.head.hasPrefix("HTTP/1.1 "), "\(answer.head)")
                #expect(answer.field("Transfer-Encoding") == nil && answer.field("Connection") == "close")
                #expect(answer.body.first == "{" || answer.body.first == "[", "\(answer.body.prefix(80))")
            }
        }
    }

    /// A stream has no length: an older client reads it up to the end of the connection.
    @Test(.withinTheRun) func anOlderClientReadsAStreamWithoutChunks() async throws {
        let table = try await Table()
        try await table.draft()
        let socket = try Socket(table.server.port)
        socket.send(
            "GET /api/draft/1/stream HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n"
                + "Authorization: Bearer \(table.anna.token)\r\n\r\n")
        await socket.waitForAnswer()
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        let answer = Bytes(text: await socket.answer())
        #expect(answer.status == 200 && answer.field("Transfer-Encoding") == nil, "\(answer.head)")
        #expect(answer.field("Connection") == "close" && answer.body.contains("event: bye"))
        #expect(answer.body.hasPrefix("event:"), "\(answer.body.prefix(40))")
        try await table.server.stop()
    }

    @Test(.withinTheRun) func anOlderClientKeepsItsConnectionWhereItAsks() async throws {
        try await serving { server in
            let keep = "GET /livez HTTP/1.0\r\n\(Self.host)Connection: keep-alive\r\n\r\n"
            let answer = try await ask(server, keep + "GET /livez HTTP/1.0\r\n\(Self.host)\r\n")
            let answers = answer.text.components(separatedBy: "HTTP/1.1 200").count - 1
            #expect(answers == 2 && answer.field("Connection") == "keep-alive", "\(answer.text)")
            #expect(answer.text.components(separatedBy: "Connection: close").count == 2, "\(answer.text)")
        }
    }

    // MARK: Targets and methods

    @Test(.withinTheRun) func anAbsoluteTargetNamesTheHost() async throws {
        try await serving { server in
            let own = try await ask(
                server, "GET http://localhost:\(server.port)/livez HTTP/1.1\r\nHost: evil.example\r\n\(Self.end)")
            #expect(own.status == 200, "\(own.text)")
            let foreign = try await ask(server, "GET http://evil.example/livez HTTP/1.1\r\n\(Self.host)\(Self.end)")
            #expect(foreign.status == 421, "\(foreign.text)")
            let query = try await ask(server, "GET HTTP://localhost?x=1 HTTP/1.1\r\n\(Self.host)\(Self.end)")
            #expect(query.status == 200, "\(query.text)")
        }
    }

    @Test(.withinTheRun) func optionsSaysWhatAnAddressTakes() async throws {
        try await serving { server in
            for (target, allowed) in [
                ("*", "GET, HEAD, POST, PUT, DELETE, OPTIONS"),
                ("http://localhost", "GET, HEAD, POST, PUT, DELETE, OPTIONS"),
                ("/livez", "GET, HEAD, OPTIONS"), ("/v1/commands", "POST, OPTIONS"),
            ] {
                let answer = try await ask(server, "OPTIONS \(target) HTTP/1.1\r\n\(Self.host)\(Self.end)")
                #expect(answer.status == 204 && answer.field("Allow") == allowed, "\(target): \(answer.text)")
            }
            let other = try await ask(server, "TRACE /livez HTTP/1.1\r\n\(Self.host)\(Self.end)")
            #expect(other.status == 405 && other.field("Allow") == "GET, HEAD, OPTIONS", "\(other.text)")
        }
    }

    @Test(.withinTheRun, arguments: ["/livez", "/openapi.json", "/v1/rooms", "/nothing", "/", "/v1/stream?lobby"])
    func headIsGetWithoutABody(path: String) async throws {
        try await serving { server in
            let varying: Set = ["date", "server-timing", "traceparent", "transfer-encoding"]
            func fields(_ answer: Bytes) -> Set<String> {
                Set(
                    answer.head.components(separatedBy: "\r\n").filter { line in
                        !varying.contains(String(line.prefix { $0 != ":" }).lowercased())
                    })
            }
            // The next answer on the connection is where it has to be.
            let head = try await ask(
                server, "HEAD \(path) HTTP/1.1\r\n\(Self.host)\r\nGET /livez HTTP/1.1\r\n\(Self.host)\(Self.end)")
            if path.contains("stream") {
                #expect(head.status == 200 && head.body == "", "\(head.text)")
                return
            }
            #expect(head.body.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(head.text.prefix(900))")
            let get = try await ask(server, "GET \(path) HTTP/1.1\r\n\(Self.host)\r\nX")
            #expect(fields(head) == fields(get), "\(head.head) \(get.head)")
        }
    }

    @Test(.withinTheRun) func anUnchangedAnswerHasNoBody() async throws {
        let table = try await Table()
        try await table.draft()
        let tag = try #require(try await table.server.get("/v1/rooms/1", as: table.anna.token).header("etag"))
        for value in [tag, "W/\(tag)", "\"x\", \(tag)", "\"a,b\" , W/\(tag)", "*"] {
            let answer = try await ask(
                table.server,
                "GET /v1/rooms/1 HTTP/1.1\r\n\(Self.host)Authorization: Bearer \(table.anna.token)\r\n"
                    + "If-None-Match: \(value)\r\n\(Self.end)")
            #expect(
                answer.status == 304 && answer.body == "" && answer.field("ETag") == tag, "\(value): \(answer.text)")
        }
        for value in ["\"x\"", String(tag.dropFirst().dropLast()), "\"x\(tag)"] {
            let other = try await table.server.get("/v1/rooms/1", as: table.anna.token, ["If-None-Match": value])
            #expect(other.status == 200, "\(value)")
        }
        try await table.server.stop()
    }

    @Test(.withinTheRun) func whatNeedNotBeDoneIsPassedOver() async throws {
        try await serving { server in
            for field in [
                "Range: bytes=0-3", "Upgrade: websocket\r\nConnection: upgrade", "Upgrade: h2c", "TE: trailers, gzip",
                "Trailer: X", "Content-Length: 0", "Expect:",
            ] {
                let answer = try await ask(server, "GET /livez HTTP/1.1\r\n\(Self.host)\(field)\r\n\(Self.end)")
                #expect(answer.status == 200 && answer.body == "{\"status\":\"live\"}\n", "\(field): \(answer.text)")
            }
            // An offered upgrade ends the connection after the answer, and is not taken for the end of the requests.
            let upgrade = "GET /livez HTTP/1.1\r\n\(Self.host)Upgrade: websocket\r\nConnection: upgrade\r\n\r\n"
            let answer = try await ask(server, upgrade)
            #expect(answer.status == 200 && answer.field("Connection") == "close", "\(answer.text)")
            // The body of a GET means nothing, and is no request.
            let body = "GET /livez HTTP/1.1\r\n\(Self.host)Content-Length: 5\r\n\r\nhello"
            let two = try await ask(server, body + "GET /livez HTTP/1.1\r\n\(Self.host)\(Self.end)")
            #expect(two.text.components(separatedBy: "HTTP/1.1 200").count == 3, "\(two.text)")
        }
    }

    @Test(.withinTheRun) func trailersAreNoPartOfTheBody() async throws {
        let table = try await Table()
        let answer = try await ask(
            table.server,
            "POST /v1/commands HTTP/1.1\r\n\(Self.host)Authorization: Bearer \(table.anna.token)\r\n"
                + "Transfer-Encoding: chunked\r\n\(Self.end)2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n")
        #expect(answer.status == 400 && answer.code == "badRequest", "\(answer.text)")
        try await table.server.stop()
    }

    @Test(.withinTheRun) func aTokenComesInOneHeaderAfterOneSpaceOrMore() async throws {
        let table = try await Table()
        let token = table.anna.token
        for (fields, status, words) in [
            ("Authorization: Bearer \(token)\r\n", 200, "user"),
            ("Authorization: bearer   \(token)  \r\n", 200, "user"),
            ("authorization: BEARER \(token)\r\n", 200, "user"),
            ("Authorization: Bearer \(token)\r\nAuthorization: Bearer \(token)\r\n", 401, "more than one"),
            ("Authorization: Bearer \(token)\r\nAuthorization: Basic eDp5\r\n", 401, "more than one"),
            ("Authorization: Bearer\r\n", 401, "not 'Bearer'"), ("Authorization:\r\n", 401, "not 'Bearer'"),
            ("Authorization: Basic eDp5\r\n", 401, "not 'Bearer'"),
            ("Authorization: Bearer\t\(token)\r\n", 401, "not 'Bearer'"),
            ("Authorization: \(token)\r\n", 401, "not 'Bearer'"),
        ] {
            let answer = try await ask(table.server, "GET /v1/users/me HTTP/1.1\r\n\(Self.host)\(fields)\(Self.end)")
            #expect(answer.status == status && answer.body.contains(words), "\(fields): \(answer.text)")
            #expect(status == 200 || answer.field("WWW-Authenticate")?.hasPrefix("Bearer ") == true, "\(answer.head)")
        }
        try await table.server.stop()
    }

    /// Chunks with extensions and trailers, and chunks that are none (RFC 9112, 7.1).
    @Test(.withinTheRun) func chunksAreReadAsTheyAreMeantOrRefused() async throws {
        let table = try await Table()
        let head =
            "POST /v1/commands HTTP/1.1\r\n\(Self.host)Authorization: Bearer \(table.anna.token)\r\n"
            + "Transfer-Encoding: Chunked\r\n\(Self.end)"
        // Whole bodies are told by the route that their command lacks a kind.
        for (chunks, isWhole) in [
            ("2;a=b;c=\"d;e\"\r\n{}\r\n0;last\r\n\r\n", true), ("0002\r\n{}\r\n000\r\n\r\n", true),
            ("1\r\n{\r\n1\r\n}\r\n0\r\nX: 1\r\nHost: evil.example\r\nAuthorization: Bearer x\r\n\r\n", true),
            ("0x2\r\n{}\r\n0\r\n\r\n", false), ("-2\r\n{}\r\n0\r\n\r\n", false), ("+2\r\n{}\r\n0\r\n\r\n", false),
            (" 2\r\n{}\r\n0\r\n\r\n", false), ("2\n{}\n0\n\n", false), ("2\r\n{}0\r\n\r\n", false),
            ("FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n", false), ("\r\n2\r\n{}\r\n0\r\n\r\n", false),
            ("2\r\n{}\r\n0\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n", false),
            ("2\r\n{}\r\n0\r\n\(String(repeating: "X: 1\r\n", count: 500))\r\n", false),
        ] {
            let answer = try await ask(table.server, head + chunks)
            #expect(answer.status == 400 && answer.code == "badRequest", "\(chunks.prefix(80)): \(answer.text)")
            #expect(answer.body.contains("kind") == isWhole, "\(chunks.prefix(80)): \(answer.text)")
            #expect(answer.text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(answer.text)")
        }
        #expect(try await table.server.get("/livez").status == 200)
        try await table.server.stop()
    }

    // MARK: Bodies

    @Test(.withinTheRun) func aClientThatWaitsForItIsAskedToContinue() async throws {
        let table = try await Table()
        let socket = try Socket(table.server.port)
        let head =
            "POST /v1/commands HTTP/1.1\r\n\(Self.host)Authorization: Bearer \(table.anna.token)\r\n"
            + "Expect: 100-Continue\r\nContent-Length: 2\r\n\(Self.end)"
        socket.send(head)
        await socket.waitForAnswer()
        socket.send("{}")
        let text = await socket.answer()
        #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 400 "), "\(text)")
        // A client that would be refused in any case need not send its body; an older one knows no such answer.
        let refused = try await ask(table.server, head.replacing(table.anna.token, with: "x"))
        #expect(refused.status == 401 && refused.field("Connection") == "close", "\(refused.text)")
        let large = try await ask(table.server, head.replacing("Content-Length: 2", with: "Content-Length: 99999999"))
        #expect(large.status == 413, "\(large.text)")
        let old = try await ask(table.server, head.replacing("HTTP/1.1", with: "HTTP/1.0") + "{}")
        #expect(old.status == 400 && old.code == "badRequest", "\(old.text)")
        try await table.server.stop()
    }

    @Test(.withinTheRun) func aBadChunkEndsTheRequestOnce() async throws {
        let table = try await Table()
        for (path, token) in [("/v1/commands", table.anna.token), ("/nothing", ""), ("/livez", "")] {
            let answer = try await ask(
                table.server,
                "POST \(path) HTTP/1.1\r\n\(Self.host)Authorization: Bearer \(token)\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\nGET /livez HTTP/1.1\r\n\(Self.host)\r\n")
            #expect(answer.text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(path): \(answer.text)")
            #expect(answer.field("Connection") == "close" && (answer.status ?? 0) >= 400, "\(answer.text)")
        }
        try await table.server.stop()
    }

    @Test(.withinTheRun) func aBadRequestAfterAGoodOneIsAnsweredInTurn() async throws {
        try await serving { server in
            let text = try await ask(
                server, "POST /nothing HTTP/1.1\r\n\(Self.host)Content-Length: 2\r\n\r\n{}BREW / HTTP/1.1\r\n\r\n"
            ).text
            #expect(text.hasPrefix("HTTP/1.1 404 ") && text.contains("HTTP/1.1 501 "), "\(text)")
        }
    }

    @Test(.withinTheRun) func nothingIsDoneAfterTheLastRequest() async throws {
        try await serving { server in
            for word in ["close", "Close", "foo, close"] {
                let last = "POST /nothing HTTP/1.1\r\n\(Self.host)Connection: \(word)\r\nContent-Length: 2\r\n\r\n{}"
                let answer = try await ask(server, last + "GET /livez HTTP/1.1\r\n\(Self.host)\r\n")
                #expect(answer.status == 404 && answer.field("Connection") == "close", "\(answer.text)")
                #expect(!answer.text.contains("HTTP/1.1 200"), "\(answer.text)")
            }
        }
    }

    // MARK: Time

    @Test(.withinTheRun) func aHeadThatDripsIsNotWaitedFor() async throws {
        try await serving {
            $0.limits.headTime = .milliseconds(300)
        } _: { server in
            let socket = try Socket(server.port)
            socket.send("GET /livez HTTP/1.1\r\nHost: loc")
            let answer = Bytes(text: await socket.answer())
            #expect(answer.status == 408 && answer.code == "requestTimeout", "\(answer.text)")
        }
    }

    // MARK: Development

    @Test(.withinTheRun) func aServerForDevelopmentGivesNothingToPagesOfOthers() async throws {
        try await serving { server in
            let body = "Content-Length: 15\r\n\(Self.end){\"name\":\"anna\"}"
            let own = "Origin: http://localhost:\(server.port)\r\n"
            for (fields, status) in [
                ("", 200), (own, 200), ("Origin: http://evil.example\r\n", 403), ("Origin: null\r\n", 403),
                ("Sec-Fetch-Site: cross-site\r\n", 403), ("Origin: http://localhost:1\r\n", 403),
                ("Sec-Fetch-Site: none\r\n", 200),
            ] {
                let head = "POST /dev/tokens HTTP/1.1\r\nHost: localhost:\(server.port)\r\n"
                let answer = try await ask(server, head + fields + body)
                #expect(answer.status == status, "\(fields): \(answer.text)")
            }
            let nameless = try await ask(server, "POST /dev/tokens HTTP/1.0\r\n\(body)")
            #expect(nameless.status == 421, "\(nameless.text)")
        }
    }
}
