import Draft
import Hummingbird
package import HTTPTypes
import HummingbirdCore
import NIOCore

/// The output that all streams of server-sent events have in common.
final class StreamOutput {
    private let viewer: Viewer
    /// Messages so far.
    private(set) var sent = 0

    init(_ viewer: Viewer) { self.viewer = viewer }

    func send(_ text: String, into writer: inout any ResponseBodyWriter) async throws {
        try await send([ByteBuffer(string: text)], into: &writer)
    }

    /// Waits as long as the client does not take it; for too long, and its connection is closed.
    func send(_ buffers: [ByteBuffer], into writer: inout any ResponseBodyWriter) async throws {
        guard !buffers.isEmpty else { return }
        viewer.write(since: .now)
        try await writer.write(Self.joined(buffers))
        viewer.write(since: nil)
        sent += 1
    }

    /// Joins buffers to one. Otherwise each would be a separate chunk, with a line before and after it.
    static func joined(_ buffers: [ByteBuffer]) -> ByteBuffer {
        if buffers.count == 1 { return buffers[0] }
        var whole = ByteBuffer()
        whole.reserveCapacity(buffers.reduce(0) { $0 + $1.readableBytes })
        for buffer in buffers { whole.writeImmutableBuffer(buffer) }
        return whole
    }

    /// A message whose ID is the position before `next`. No ID before the ledger's first event.
    static func frame(_ name: String, _ data: String, before next: UInt64) -> ByteBuffer {
        ByteBuffer(string: (next > 0 ? "id: \(next - 1)\n" : "") + "event: \(name)\ndata: \(data)\n\n")
    }

    /// An event without data, whose id moves although nothing happened. No id before the ledger's first event.
    static func mark(_ name: String, _ next: UInt64) -> String {
        (next > 0 ? "id: \(next - 1)\n" : "") + "event: \(name)\ndata:\n\n"
    }

    /// Returns the last message, with a random retry time so that clients do not all reconnect at once.
    static func closing(_ next: UInt64) -> String {
        "retry: \(1_000 + Int.random(in: 0...4_000))\n\(mark("bye", next))"
    }
}

extension HTTPFields {
    /// The headers of a stream of server-sent events, which proxies must not cache or buffer.
    package static var eventStream: HTTPFields {
        var headers = HTTPFields()
        headers[.contentType] = "text/event-stream"
        headers[.cacheControl] = "no-store"
        headers[.accelBuffering] = "no"
        // A connection is watched for its end while a stream is on it, and takes nothing else afterwards.
        headers[.connection] = "close"
        return headers
    }
}

extension Exchange {
    /// The position that a client says was delivered to it last; nil if it says nothing.
    ///
    /// - Throws: `badRequest` for one that the ledger does not have.
    func lastDelivered(below size: UInt64) throws -> UInt64? {
        guard let text = request.headers[.lastEventID] else { return nil }
        guard let position = UInt64(text) else {
            throw Problem(.badRequest, "Last-Event-ID is '\(text)', expected a position.")
        }
        guard position < size else {
            throw Problem(.badRequest, "Last-Event-ID is \(position), which the ledger has not reached.")
        }
        return position
    }
}
