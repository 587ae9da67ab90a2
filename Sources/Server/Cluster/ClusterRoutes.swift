import Cluster
import Draft
import DraftLedger
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LMDB
import Ledger
import Merkle
import NIOCore
import Platform
import TextFormats

/// The state of the cluster, for people.
struct ClusterRoutes: RouteGroup {
    let reader: LedgerReader
    let cluster: ClusterCenter?

    init(_ server: ServerServices) { (reader, cluster) = (server.reader, server.cluster) }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/cluster", id: "getCluster", tag: .server, "Get the nodes of the cluster.",
                details: "404 for a server that is in no cluster.", cost: .read,
                access: .staff("The state of the cluster"),
                privacy: .open, answers: .json("Cluster"), problems: [404]
            ) { try await $0.status($1) }
        ]
    }

    @Sendable
    private func status(_ exchange: Exchange) async throws -> Response {
        guard let cluster else { throw Problem(.notFound, "This server is in no cluster.") }
        return Response(json: try await ClusterReport(of: cluster).json)
    }
}

/// The report of a node about its cluster.
struct ClusterReport {
    let json: JSON

    /// - Throws: what keeps the ledger from being read. Where etcd does not answer, what is known without it is there.
    init(of cluster: ClusterCenter) async throws {
        let member = cluster.member
        let position = try member.ledger.tailPosition()
        let status = member.status
        var role = "follower"
        var (epoch, fault): (UInt64?, String?) = (nil, nil)
        var leader: LeaderKey?
        switch status.role {
        case .leading(let number): (role, epoch) = ("leader", number)
        case .following(let key): (epoch, leader) = (key?.epoch, key)
        case .stopped(let reason): (role, fault) = ("stopped", reason.description)
        }
        var trouble = member.trouble
        var head: TailHead?
        var nodes: [NodeKey] = []
        do {
            head = try await member.head()
            nodes = try await member.nodes().sorted { $0.node < $1.node }
        } catch {
            trouble = error.reason
        }
        json = [
            "node": .of(member.settings.name), "role": .of(role), "ready": .bool(status.isReady), "epoch": .of(epoch),
            "leader": .of(leader?.node ?? (role == "leader" ? member.settings.name : nil)),
            "batch": .of(position.number), "size": .of(position.size), "root": .of(position.root.bytes.hexadecimal),
            "headBatch": .of(head?.number), "headSize": .of(head?.size), "fault": .of(fault), "trouble": .of(trouble),
            "nodes": .array(nodes) { node in
                [
                    "node": .of(node.node), "address": .of(node.url), "batch": .of(node.applied.number),
                    "size": .of(node.applied.size), "root": .of(node.applied.root.bytes.hexadecimal),
                    "leads": .bool(
                        node.node == (head?.node ?? "") && leader?.node ?? member.settings.name == node.node),
                ]
            },
        ]
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}

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
                return Response(status: .ok, body: Self.pulse { server.streams.presence.lose(node) })
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

/// The files next to a ledger that every node needs to take the lead: keys, tokens, and the changes of accounts.
package struct NodeFiles {
    let files: [(name: String, bytes: [UInt8])]

    /// The names of files that every node has. Those of keys begin with the first part.
    private static let names: Set = ["tokens.json", "signouts.json", "erasures.json", "checkpoint", "checkpoints"]

    private static func isShared(_ name: String) -> Bool {
        names.contains(name) || ["draw.key", "log.key", "receipt.key"].contains { name.hasPrefix($0) }
    }

    /// Reads the files next to a ledger.
    package init(of ledger: String) throws {
        let manager = FileManager.default
        var paths = try manager.contentsOfDirectory(atPath: ledger).filter(Self.isShared)
        let keys = "dev-keys"
        // A server for development has some.
        if let names = try? manager.contentsOfDirectory(atPath: "\(ledger)/\(keys)") {
            paths += names.map { "\(keys)/\($0)" }
        }
        files = paths.sorted().compactMap { path in
            manager.contents(atPath: "\(ledger)/\(path)").map { (path, Array($0)) }
        }
    }

    /// Makes the directory of a node's copy with the files of another node, and an empty ledger in it that is to be copied.
    ///
    /// - Throws: what keeps it from being made.
    package static func create(_ files: [(name: String, bytes: [UInt8])], in path: String, node: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (name, bytes) in files {
            let parts = name.split(separator: "/")
            guard parts.count <= 2, !parts.contains(".."), isShared(name) || parts.first == "dev-keys" else { continue }
            // Checkpoints are published again when the copy is complete.
            if name.hasPrefix("checkpoint") { continue }
            if parts.count == 2 {
                try manager.createDirectory(
                    atPath: "\(path)/\(parts[0])", withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            }
            try DurableFile.replace("\(path)/\(name)", with: bytes, permissions: 0o600)
        }
        try DraftLedger.createNode(at: path, named: node)
    }

    var batch: ReplicatedBatch {
        let empty = ReplicatedBatch.Heading(
            number: 0, epoch: 0, nonce: 0, first: 0, count: 0, rootBefore: .emptyRoot, rootAfter: .emptyRoot)
        let changes = files.map { file in
            TableChange(table: "files", isInteger: false, kind: .put(key: Array(file.name.utf8), value: file.bytes))
        }
        return ReplicatedBatch(
            heading: empty, records: [], changes: [ReplicatedBatch.StoreChanges(store: "files", changes: changes)])
    }
}
