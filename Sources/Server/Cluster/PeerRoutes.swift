import Cluster
import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Ledger
import NIOCore

/// The addresses of nodes for each other, with their secret: copies of the ledger, keys, and whether they live. The document leaves it out.
enum PeerRoutes {
    static func routes(of server: ServerServices) -> [Route] {
        guard let cluster = server.cluster else { return [] }
        let reader = server.reader
        func route(
            _ path: String, _ method: HTTPRequest.Method = .get,
            _ answer: @escaping @Sendable (Exchange) async throws -> Response
        ) -> Route {
            Route(page: "/cluster/" + path, method, cost: .none) { exchange in
                guard cluster.isForwarded(exchange.request) else {
                    throw Problem(.notFound, "There is nothing at \(exchange.request.uri.path).")
                }
                return try await answer(exchange)
            }
        }
        return [
            route("snapshot") { _ in Self.answer(try await reader.read { try $0.replicaSnapshot() }) },
            route("records") { exchange in
                let (start, end) = (try exchange.natural("from") ?? 0, try exchange.natural("below") ?? 0)
                return Self.answer(
                    try await reader.read { ledger in
                        let records = try ledger.rawRecords(from: start, below: end, atMost: 4 << 20)
                        let root = try ledger.root
                        return ReplicatedBatch(
                            heading: ReplicatedBatch.Heading(
                                number: 0, epoch: 0, nonce: 0, first: start, count: UInt32(records.count),
                                rootBefore: root, rootAfter: root),
                            records: records, changes: [])
                    })
            },
            route("files") { _ in Self.answer(try await reader.read { try NodeFiles(of: $0.path).batch }) },
            route("pulse") { exchange in
                let node = exchange.query("node") ?? ""
                cluster.noteConnection(of: node)
                return Response(
                    status: .ok,
                    body: Self.pulse { if cluster.noteLoss(of: node) { server.streams.presence.lose(node) } })
            },
            route("time") { _ in Exchange.text("\(reader.now.microseconds)", as: "text/plain") },
            route("stream", .post) { exchange in
                guard let node = exchange.query("node"), let room = try exchange.natural("room"),
                    let user = try exchange.natural("user")
                else { throw Problem(.badRequest, "A stream has a node, a room and a user.") }
                server.streams.presence.note(
                    exchange.query("here") == "true", room: RoomID(room), user: UserID(user), at: node)
                return Response(status: .noContent)
            },
            route("applied", .post) { exchange in
                if let node = exchange.query("node"), let number = try exchange.natural("number") {
                    cluster.member.note(node, applied: number)
                }
                return Response(status: .noContent)
            },
        ]
    }

    private static func answer(_ batch: ReplicatedBatch) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "application/octet-stream"
        headers[.cacheControl] = "no-store"
        return Response(status: .ok, headers: headers, body: .init(batch.bytes))
    }

    /// A line now and then, for as long as the process lives.
    ///
    /// - Parameter onEnd: called when the connection is lost.
    private static func pulse(_ onEnd: @escaping @Sendable () -> Void) -> ResponseBody {
        ResponseBody { writer in
            defer { onEnd() }
            do {
                while true {
                    try await writer.write(ByteBuffer(string: "\n"))
                    try await Task.sleep(for: .milliseconds(500))
                }
            } catch is CancellationError {
                try await writer.finish(nil)
            }
        }
    }
}
