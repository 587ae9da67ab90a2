package import Draft
import DraftLedger
import Foundation
package import HTTPTypes
import Hummingbird
package import HummingbirdCore
package import NIOCore
import NIOHTTP1
import Pages
import Platform
package import TextFormats
import Timekeeping

/// One request as a route sees it: the caller, the parts of its address, and the body when it has arrived.
package struct Exchange: Sendable {
    package let request: Request
    package let parameters: [String: String]
    /// The description of the operation; nil for a page of the website.
    package let operation: RouteDescription.Operation?
    package let caller: Caller
    /// The connection that it came by.
    package let channel: any Channel
    /// The record of the request, for logs and metrics.
    package let record: RequestRecord
    /// The reads of members' private data that the answer is.
    let reads = PrivateReads()
    let transport: Transport
    /// When the request arrived at another node of the cluster, which has sent it on; nil for a client's own.
    let arrival: @Sendable (_ now: Timestamp) -> Timestamp?
    /// The address of the rest of a list, once the answer is made.
    let next = Guarded<String?>(nil)

    package init(
        _ request: Request, _ parameters: [String: String], to route: RouteDescription, from caller: Caller,
        on channel: any Channel,
        _ record: RequestRecord, by transport: Transport,
        arrival: @escaping @Sendable (_ now: Timestamp) -> Timestamp? = { _ in nil }
    ) {
        self.request = request
        self.parameters = parameters
        operation = route.operation
        self.caller = caller
        self.channel = channel
        self.record = record
        self.transport = transport
        self.arrival = arrival
    }

    package var limits: ServerOptions.Limits { transport.limits }

    /// The number of the room, the user and so on in the path. The user `me` is the caller.
    func number(_ name: String, upTo most: UInt64 = StreamKey.maximumNumber) throws -> UInt64 {
        let text = parameters[name] ?? ""
        if name == "user", text == "me" { return try caller.known().number }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(text), number > 0,
            number <= most
        else { throw Problem(.notFound, "There is no \(name) '\(text)'.") }
        return number
    }

    /// A parameter of the query, by its name or else by its old one; nil if it is not given.
    package func query(_ name: String) -> String? {
        given(name) ?? operation?.parameters.first { $0.name == name }?.alias.flatMap { given($0) }
    }

    private func given(_ name: String) -> String? {
        guard let query = request.uri.query else { return nil }
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name { return parts.count > 1 ? String(parts[1]).removingPercentEncoding ?? "" : "" }
        }
        return nil
    }

    /// This request's address with another value of one parameter.
    func address(replacing name: String, by value: String) -> String {
        let alias = operation?.parameters.first { $0.name == name }?.alias
        let others = (request.uri.query ?? "").split(separator: "&").filter { pair in
            let other = pair.prefix { $0 != "=" }
            return other != name && alias.map { other != $0 } ?? true
        }
        return request.uri.path + "?" + (others + ["\(name)=\(value)"]).joined(separator: "&")
    }

    /// Returns the moment in the query: `?at=pos:991`, `seq:120`, `pick:42` or a time.
    func moment() throws -> Moment {
        guard let text = query("at") else { return .latest }
        guard let moment = Moment(text) else {
            throw Problem(.badRequest, "'at' is '\(text)': expected pos:991, seq:120, pick:42 or an ISO 8601 time.")
        }
        return moment
    }

    /// A number of the query, of the range that the operation's description states. If it is not given, the number that the
    /// description gives as the default, or nil.
    ///
    /// - Parameter most: the largest, where only the ledger tells.
    /// - Throws: `badRequest` for anything else.
    package func natural(_ name: String, upTo most: UInt64 = .max) throws -> UInt64? {
        let described = operation?.parameters.first { $0.name == name && $0.place == .query }
        guard let text = query(name) else { return described?.standardNumber }
        let range = described?.naturals ?? 0...UInt64(Int64.max)
        guard let number = UInt64(text), range.contains(number), number <= most else {
            let last = min(range.upperBound, most)
            throw Problem(
                .badRequest, "'\(name)' is '\(text)': expected a number from \(range.lowerBound) to \(last).")
        }
        return number
    }

    /// A number of the query that the operation needs, or has a default for.
    ///
    /// - Throws: `badRequest` if it is not given, or is not of the range that the operation's description states.
    package func number<Number: FixedWidthInteger>(
        ofQuery name: String, as _: Number.Type = Int.self
    ) throws -> Number {
        guard let number = try natural(name) else { throw Problem(.badRequest, "'\(name)' is missing.") }
        return Number(clamping: number)
    }

    /// The whole body and when its last byte had come.
    ///
    /// - Throws: `tooLarge`, and `requestTimeout` for one that is fed drop by drop.
    ///
    /// - Parameter timeout: the maximum time until the last byte; nil for the default.
    package func body(
        upTo bytes: Int, within timeout: Duration? = nil
    ) async throws -> (bytes: [UInt8], arrival: Timestamp) {
        try await reading(upTo: bytes, for: timeout) {
            let buffer = try await request.body.collect(upTo: bytes)
            let now = transport.now
            return (Array(buffer.readableBytesView), arrival(now) ?? now)
        }
    }

    /// Writes the body to a new file, piece by piece.
    ///
    /// - Throws: as ``body(upTo:)``.
    package func body(upTo bytes: Int, into path: String) async throws {
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = FileHandle(forWritingAtPath: path)
        else { throw Problem(.unavailable, "There is no room for the file. Send it again later.") }
        defer { try? file.close() }  // a fault of the disk is met when a piece is written
        try await reading(upTo: bytes, for: limits.importTime) {
            var count = 0
            for try await piece in request.body {
                count += piece.readableBytes
                guard count <= bytes else { throw tooLarge(bytes) }
                try file.write(contentsOf: Data(piece.readableBytesView))
            }
        }
    }

    /// - Parameter timeout: the maximum time until the last byte; nil for the default.
    private func reading<Body: Sendable>(
        upTo bytes: Int, for timeout: Duration? = nil, _ read: () async throws -> Body
    ) async throws -> Body {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > bytes { throw tooLarge(bytes) }
        if request.headers[.expect] != nil {
            channel.triggerUserOutboundEvent(RequestDuties.BodyWanted(), promise: nil)
        }
        return try await transport.bodies.watching(channel, for: timeout) {
            do {
                return try await read()
            } catch is NIOTooManyBytesError {
                throw tooLarge(bytes)
            } catch is HTTPParserError {
                // A client that disconnects early is not worth a line of the log.
                throw Problem(.badRequest, "The body ended before it was whole.")
            }
        }
    }

    private func tooLarge(_ bytes: Int) -> Problem { Problem(.tooLarge, "The body has more than \(bytes) bytes.") }
}

// MARK: Answers

extension Exchange {
    /// A page in the form that is asked for: JSON, or CSV by `Accept: text/csv`.
    ///
    /// - Parameter make: makes it, with the version of what it shows where that has one: what the caller has already is
    ///   not sent again.
    func page<Shown: Page & SendableMetatype>(
        from reader: LedgerReader, _ make: @escaping @Sendable (DraftLedger) throws -> (page: Shown, version: String?)
    ) async throws -> Response {
        let (format, known) = (pageFormat, request.headers[.ifNoneMatch])
        return try await reader.read { ledger in
            let (page, version) = try make(ledger)
            return Self.answer(page, version, as: format, having: known)
        }
    }

    /// The form that is asked for.
    var pageFormat: OutputFormat { request.headers[.accept]?.contains("text/csv") == true ? .csv : .json }

    /// A page as an answer, or that the caller has it.
    static func answer(
        _ page: some Page, _ version: String?, as format: OutputFormat, having known: String?
    ) -> Response {
        let headers = headers(of: version, format)
        if let version, isKnown(tag(version, format), among: known) {
            return Response(status: .notModified, headers: headers)
        }
        let document = page.document(as: format == .json ? .jsonArray : format)
        return Response(status: .ok, headers: headers, body: .init(Array(document.utf8)))
    }

    static func headers(of version: String?, _ format: OutputFormat) -> HTTPFields {
        var headers = HTTPFields()
        headers[.contentType] = format == .csv ? "text/csv; charset=utf-8" : "application/json"
        headers[.vary] = "Accept, Authorization, Cookie"
        headers[.cacheControl] = "no-cache"
        if let version { headers[.eTag] = tag(version, format) }
        return headers
    }

    /// Whether `If-None-Match` names a tag: `*`, or a list in which a weak tag equals a strong one (RFC 9110, 13.1.2).
    static func isKnown(_ tag: String, among field: String?) -> Bool {
        guard let field else { return false }
        if field.drop(while: { $0 == " " }).prefix(while: { $0 != " " }) == "*" { return true }
        var rest = field[...]
        while let start = rest.firstIndex(of: "\"") {
            let next = rest.index(after: start)
            guard let end = rest[next...].firstIndex(of: "\"") else { return false }
            if rest[start...end] == tag { return true }
            rest = rest[rest.index(after: end)...]
        }
        return false
    }

    static func tag(_ version: String, _ format: OutputFormat) -> String { "\"\(version).\(format.rawValue)\"" }

    /// Text that is made line by line.
    static func text(_ text: String, as type: String, next: String? = nil) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.cacheControl] = "no-cache"
        if let next { headers[.link] = "<\(next)>; rel=\"next\"" }
        return Response(status: .ok, headers: headers, body: .init(Array(text.utf8)))
    }
}

extension ResponseBody {
    package init(_ bytes: [UInt8]) { self.init(byteBuffer: ByteBuffer(bytes: bytes)) }
}

extension Response {
    package init(json: JSON, status: HTTPResponse.Status = .ok, headers: HTTPFields = HTTPFields()) {
        var headers = headers
        headers[.contentType] = "application/json"
        headers[.cacheControl] = headers[.cacheControl] ?? "no-store"
        self.init(status: status, headers: headers, body: .init(json.line))
    }
}
