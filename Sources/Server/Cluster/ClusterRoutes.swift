import Cluster
import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Merkle
import Pages
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
        return Response(json: ClusterReport.members.json(of: try await ClusterReport(of: cluster)))
    }
}

/// The report of a node about its cluster.
struct ClusterReport {
    enum Role: String, CaseIterable, Sendable {
        case leader, follower, stopped
    }

    private let node: String
    private let status: ClusterStatus
    private let role: Role
    private let epoch: UInt64?
    /// The name of the node that leads, as far as it is known.
    private let leader: String?
    private let position: TailPosition
    /// The head of the cluster's log; nil if the sequencer does not answer.
    private let head: TailHead?
    private let fault: String?
    private let trouble: String?
    private let nodes: [(key: NodeKey, leads: Bool)]

    static let members = Members<ClusterReport>(
        "Cluster",
        [
            .init("node") { $0.node },
            .init("role", .choice(Role.allCases.map(\.rawValue))) { .of($0.role.rawValue) },
            .init("ready") { $0.status.isReady }, .init("epoch") { $0.epoch }, .init("leader") { $0.leader },
            .init("batch") { $0.position.number }, .init("size") { $0.position.size },
            .init("root") { $0.position.root.bytes.hexadecimal }, .init("headBatch") { $0.head?.number },
            .init("headSize") { $0.head?.size }, .init("fault") { $0.fault }, .init("trouble") { $0.trouble },
            .init("nodes", each: listed) { $0.nodes },
        ])

    private static let listed: Members<(key: NodeKey, leads: Bool)> = [
        .init("node") { $0.key.node }, .init("address") { $0.key.url }, .init("batch") { $0.key.applied.number },
        .init("size") { $0.key.applied.size }, .init("root") { $0.key.applied.root.bytes.hexadecimal },
        .init("leads") { $0.leads },
    ]

    /// - Throws: what keeps the ledger from being read. Where etcd does not answer, what is known without it is there.
    init(of cluster: ClusterCenter) async throws {
        let member = cluster.member
        node = member.settings.name
        position = try member.ledger.tailPosition()
        status = member.status
        var key: LeaderKey?
        switch status.role {
        case .leading(let number): (role, epoch, fault) = (.leader, number, nil)
        case .following(let leader): (role, epoch, fault, key) = (.follower, leader?.epoch, nil, leader)
        case .stopped(let reason): (role, epoch, fault) = (.stopped, nil, reason.description)
        }
        leader = key?.node ?? (role == .leader ? node : nil)
        var (head, trouble) = (TailHead?.none, member.trouble)
        var found: [NodeKey] = []
        do {
            head = try await member.head()
            found = try await member.nodes().sorted { $0.node < $1.node }
        } catch {
            trouble = error.reason
        }
        // A node leads if it wrote the head of the log and no other node leads since then.
        let leading = (key?.node ?? node) == head?.node ? head?.node : nil
        nodes = found.map { ($0, $0.node == leading) }
        (self.head, self.trouble) = (head, trouble)
    }
}
