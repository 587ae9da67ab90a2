import NIOHTTP1
import AsyncHTTPClient
import Foundation
import NIOCore

/// Reads a stream of server-sent events from a server.
struct EventReader: AsyncSequence, AsyncIteratorProtocol {
    struct Event: Hashable, Sendable {
        var id: UInt64?
        var name: String
        var data: String
    }

    let status: UInt
    private var body: HTTPClientResponse.Body.AsyncIterator
    private var text = ""

    init(_ server: RunningServer, _ query: String, as token: String?, after last: UInt64? = nil) async throws {
        try await self.init(server, path: "/v1/stream?\(query)", as: token, after: last)
    }

    init(
        _ server: RunningServer, path: String, as token: String?, after last: UInt64? = nil,
        headers: [String: String] = [:]
    ) async throws {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(server.port)\(path)")
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let last { request.headers.add(name: "Last-Event-ID", value: "\(last)") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(5))
        status = response.status.code
        body = response.body.makeAsyncIterator()
    }

    func makeAsyncIterator() -> EventReader { self }

    mutating func next() async throws -> Event? {
        while true {
            if let end = text.range(of: "\n\n") {
                let block = text[..<end.lowerBound]
                text = String(text[end.upperBound...])
                var event = Event(id: nil, name: "", data: "")
                for line in block.split(separator: "\n") {
                    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
                    switch parts[0] {
                    case "id": event.id = UInt64(value)
                    case "event": event.name = String(value)
                    case "data": event.data = String(value)
                    default: break
                    }
                }
                return event
            }
            guard let more = try await body.next() else { return nil }
            text += String(buffer: more)
        }
    }

    /// The events up to the first of a name, with it.
    mutating func until(_ name: String) async throws -> [Event] {
        var events: [Event] = []
        while let event = try await next() {
            events.append(event)
            if event.name == name { break }
        }
        return events
    }
}
