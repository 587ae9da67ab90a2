import Cluster
import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Merkle
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
