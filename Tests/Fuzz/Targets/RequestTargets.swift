import Draft
import DraftLedger
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// HTTP heads and bodies through the libraries' parsers alone, as the server and the client set them up.
enum HTTPParsing {
    /// Requests, in two pieces, up to the address that a route is looked for by.
    static func readRequests(_ bytes: [UInt8]) throws {
        let channel = EmbeddedChannel()
        var limits = NIOHTTPDecoderLimitConfiguration()
        (limits.maxHeaderFieldSize, limits.maxHeaderListSize) = (16 << 10, 16 << 10)
        limits.maxHeaderFieldCount = 100
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
            withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
        try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }  // what is wrong with the input was said before
        try write(bytes, to: channel) {
            while let part = try channel.readInbound(as: HTTPRequestPart.self) {
                guard case .head(let head) = part else { continue }
                let uri = URI(head.path ?? "")
                _ = (uri.scheme, uri.host, uri.port, uri.path, uri.query)
                for pair in (uri.query ?? "").split(separator: "&") { _ = String(pair).removingPercentEncoding }
                for field in head.headerFields { _ = (field.name, field.value) }
                _ = HTTPRequest(
                    method: head.method, scheme: head.scheme, authority: head.authority, path: head.path,
                    headerFields: head.headerFields)
            }
        }
    }

    /// Answers to one request.
    static func readAnswers(_ bytes: [UInt8]) throws {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHTTPClientHandlers()
        try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPClientCodec())
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }  // as above
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        try channel.writeOutbound(HTTPRequestPart.head(head))
        try channel.writeOutbound(HTTPRequestPart.end(nil))
        try write(bytes, to: channel) {
            while let part = try channel.readInbound(as: HTTPResponsePart.self) {
                guard case .head(let head) = part else { continue }
                _ = (head.status.code, head.headerFields.map(\.value))
            }
        }
    }

    private static func write(_ bytes: [UInt8], to channel: EmbeddedChannel, _ read: () throws -> Void) throws {
        let middle = bytes.count / 2
        for piece in [bytes[..<middle], bytes[middle...]] {
            try channel.writeInbound(ByteBuffer(bytes: piece))
            try read()
        }
    }
}

extension ServedLedger {
    /// What is asked with a query, and what is sent as a body, by routes that read many parameters or members.
    private static let queries = [
        "/v1/rooms", "/v1/rooms/1", "/v1/rooms/1/board", "/v1/rooms/1/events", "/v1/rooms/1/timeline",
        "/v1/rooms/1/seats/0/queue", "/v1/rooms/1/dispute", "/v1/rooms/1/evidence", "/v1/tournaments",
        "/v1/tournaments/1/standings", "/v1/tournaments/1/bracket", "/v1/seasons/2026/scores",
        "/v1/seasons/2026/reference-data", "/v1/reference-data", "/v1/players", "/v1/entries/65537/lineup",
        "/v1/events", "/v1/stream",
        "/v1/proofs/consistency", "/v1/reports/exposure", "/v1/reports/pairs", "/v1/reports/movers",
        "/v1/reports/clv", "/v1/reports/stacks", "/v1/cases", "/v1/search", "/v1/users/4/activity", "/api/drafts",
    ]
    private static let bodies = [
        "POST /v1/commands", "POST /v1/commands/signable", "POST /api/tournaments/1/join",
        "POST /api/draft/1/pick", "PUT /api/draft/1/queue", "PUT /api/user/profile",
        "PUT /api/user/preferences/draft-alerts", "POST /api/user/fcm-token",
        "POST /api/draft/1/live-activity-token", "POST /dev/tokens", "POST /dev/deposits", "POST /v1/session",
    ]

    /// The query of a GET request behind a byte that chooses the route.
    func ask(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let path = Self.queries[Int(first) % Self.queries.count]
        // What could not stand in a request's first line is escaped.
        let query = bytes.dropFirst().map { byte -> String in
            (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "#")
                ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
        }.joined()
        let head = "GET \(path)?\(query) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer @officer@\r\n"
        try answer(to: Array((head + "Connection: close\r\n\r\n").utf8))
    }

    /// The body of a request behind a byte that chooses the route and who sends it.
    func submit(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let route = Self.bodies[Int(first >> 1) % Self.bodies.count]
        let sender = first & 1 == 0 ? "@member@" : "@officer@"
        // The same input again is the same command, so that it is answered out of the ledger.
        let id = String(bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }, radix: 16)
        let key = String(repeating: "0", count: 32 - id.count) + id
        let head =
            "\(route) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(sender)\r\nIdempotency-Key: \(key)\r\n"
            + "Content-Length: \(bytes.count - 1)\r\nConnection: close\r\n\r\n"
        try answer(to: Array(head.utf8) + bytes.dropFirst())
    }
}

/// Texts in which moments, times, streams and ids come, in addresses and in files.
enum TextValues {
    private typealias Unequal = FuzzTarget.Unequal

    /// - Throws: `Unequal` where a value that was written is not the one that is read.
    static func read(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        // A time before the year 0 has no form that is read.
        if case .time? = Moment(text) {} else { try again(Moment(text), Moment.init) }
        try again(StreamKey(text), StreamKey.init)
        try again(CommandID(text), CommandID.init)
        if let time = Timestamp(iso8601: text) {
            guard Timestamp(iso8601: time.iso8601) == time || time.iso8601.utf8.count != 27 else { throw Unequal() }
        }
        if let sender = Sender(text: text) {
            guard Sender(text: sender.text) == sender else { throw Unequal() }
            _ = (sender.role, sender.user, sender.onBehalfOf)
        }
        if let window = OvernightWindow(text: text) {
            guard window.text == text else { throw Unequal() }
            _ = window.night(at: Timestamp(microseconds: .max))
            _ = window.firstNightfall(from: Timestamp(microseconds: .min))
        }
        if let number = Int64(text) { _ = Timestamp(microseconds: number).iso8601 }
    }

    private static func again<Value: LosslessStringConvertible & Equatable>(
        _ value: Value?, _ read: (String) -> Value?
    ) throws {
        guard let value else { return }
        guard read(value.description) == value else { throw Unequal() }
    }
}
