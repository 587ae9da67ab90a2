import Cluster
import Crypto
import Dispatch
import Draft
import DraftLedger
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Ledger
import Logging
import Platform
import ServiceLifecycle
import TextFormats

/// The server's part in a cluster: its node, the other nodes, and who leads.
final class ClusterCenter: Sendable {
    let member: ClusterMember
    let peers: HTTPPeers
    let options: ClusterOptions
    private let secret: SHA256Digest
    private let logger: Logger
    private let state = Guarded(State())

    private struct State {
        /// Whether this node leads, and the clocks of its drafts run.
        var takesCommands = false
        /// Since when.
        var leadsSince: Timestamp?
        /// How many connections there are of each other node that follows.
        var pulses: [String: Int] = [:]
        /// The finding of a verification of the copy.
        var damage: String?
    }

    /// - Throws: what keeps the settings or the ledger from being used.
    init(_ ledger: DraftLedger, _ options: ServerOptions, _ logger: Logger) throws {
        let cluster = options.cluster
        let secret = try cluster.readSecret()
        guard let mark = try ledger.clusterMark() else {
            throw ServerConfigurationError(
                "The ledger is in no cluster. Found one with `draftledger cluster begin`, or copy a node with `cluster join`."
            )
        }
        if let node = cluster.node, node != mark.node {
            throw ServerConfigurationError(
                "The ledger is the copy of node '\(mark.node)', and `cluster.node` is '\(node)'. Use the node's own name."
            )
        }
        if cluster.address == nil, options.port == 0 || ["0.0.0.0", "::"].contains(options.host) {
            throw ServerConfigurationError(
                "Other nodes cannot reach \(options.host):\(options.port). Name this server's address in `cluster.address`."
            )
        }
        self.options = cluster
        self.secret = SHA256.hash(data: Array(secret.utf8))
        self.logger = logger
        peers = try HTTPPeers(secret: secret, node: mark.node, cluster)
        let address = cluster.address ?? "\(options.scheme)://\(options.host):\(options.port)"
        let settings = ClusterSettings(name: mark.node, url: address, seed: .random(in: .min ... .max))
        let origin = try ledger.origin ?? ""
        let sequencer = try EtcdSequencer(cluster.etcdSettings, origin: origin, node: mark.node)
        member = try ClusterMember(ledger, sequencer, settings, peers: peers)
    }

    var name: String { member.settings.name }

    /// Whether a request has the secret of the nodes. In a time that does not depend on it.
    func knows(_ given: String?) -> Bool {
        guard let given else { return false }
        return SHA256.hash(data: Array(given.utf8)) == secret
    }

    /// Why this node shows nothing: its history is not the cluster's, or its copy is damaged.
    var fault: String? {
        if case .stopped(let fault) = member.status.role { return fault.description }
        return state.withLock { $0.damage }
    }

    /// Whether this node leads, and takes commands.
    var takesCommands: Bool { state.withLock { $0.takesCommands } && member.ledger.leads }

    /// The address of the leader, if it is another node.
    var leader: String? {
        guard case .following(let key?) = member.status.role, key.node != name else { return nil }
        return key.url
    }

    /// Whether requests can be answered here, or by the leader.
    var part: Readiness.Part {
        let status = member.status
        var part = Readiness.Part(name: "cluster")
        switch status.role {
        case _ where fault != nil: part.complaint = fault
        case _ where !status.isReady: part.complaint = "Node \(name) is catching up with the cluster."
        case .following(nil): part.complaint = "No node of the cluster leads at the moment."
        case .leading where !takesCommands: part.complaint = "Node \(name) takes the lead."
        case .leading, .following, .stopped: break
        }
        part.figures.leads = takesCommands
        return part
    }

    func note(takesCommands: Bool, at now: Timestamp? = nil) {
        state.withLock { ($0.takesCommands, $0.leadsSince) = (takesCommands, now) }
    }

    /// Since when this node takes commands; nil while it does not.
    var leadsSince: Timestamp? { state.withLock { $0.leadsSince } }

    // MARK: At work

    /// Runs the node until the server stops, and says in the log what becomes of it. A node that leads gives up the lead first, so
    /// that another one takes over at once.
    func run(sharing presence: Presence) async {
        let (changes, source) = AsyncStream.makeStream(of: StreamChange.self)
        presence.observe { source.yield(StreamChange(room: $0, user: $1, isHere: $2)) }
        peers.onConnection { source.yield(StreamChange(room: nil, user: 0, isHere: false)) }
        verifyCopy()
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                for await change in changes {
                    guard let leader else { continue }
                    guard let room = change.room else {
                        for (room, user) in presence.here { await tell(leader, room: room, user: user, isHere: true) }
                        continue
                    }
                    await tell(leader, room: room, user: change.user, isHere: change.isHere)
                }
            }
            group.addTask { [self] in
                for await status in member.statuses() { log(status) }
            }
            group.addTask { [member] in await member.run() }
            // Cancelled, it stops all the same.
            try? await gracefulShutdown()
            await member.leave()
            group.cancelAll()
        }
    }

    /// The checks of a verification that are about the records themselves.
    private static let checksOfHistory: Set = ["positions", "versions", "links", "times", "nodes", "root", "records"]

    /// Verifies the whole copy while it is served, since the log only proves what is added: a record that the disk has changed
    /// is to be found soon. It is sound on the other nodes.
    private func verifyCopy() {
        let ledger = member.ledger
        DispatchQueue(label: "draft-ledger.cluster.verify", qos: .utility).async { [self] in
            // A ledger that is closed meanwhile is verified at the next start.
            guard let report = try? ledger.verify(),
                let finding = report.findings.first(where: { Self.checksOfHistory.contains($0.check) })
            else { return }
            let place = finding.position.map { " at position \($0)" } ?? ""
            let damage =
                "This node's copy is damaged\(place): \(finding.message). Keep it for the investigation, and let the node join "
                + "again with a new directory."
            state.withLock { $0.damage = damage }
            logger.critical("\(damage)")
            Task { await member.leave() }
        }
    }

    /// A stream that was opened or closed at this node; without a room, a connection to a leader that knows of none.
    private struct StreamChange: Sendable {
        var room: RoomID?
        var user: UserID
        var isHere: Bool
    }

    private func tell(_ leader: String, room: RoomID, user: UserID, isHere: Bool) async {
        await peers.tell("stream?node=\(name)&room=\(room)&user=\(user)&here=\(isHere)", leader)
    }

    private func log(_ status: ClusterStatus) {
        switch status.role {
        case .leading(let epoch): logger.notice("node \(name) leads, epoch \(epoch)")
        case .following(let leader?): logger.notice("node \(name) follows \(leader.node), epoch \(leader.epoch)")
        case .following(nil): logger.notice("no node leads")
        case .stopped(let fault): logger.critical("\(fault)")
        }
    }

    /// Runs `body` while this node leads: again for each time that it takes the lead.
    func whileLeading(_ body: @escaping @Sendable () async throws -> Void) async throws {
        var term: (epoch: UInt64, task: Task<Void, any Error>)?
        defer { term?.task.cancel() }
        for await status in member.statuses() {
            var epoch: UInt64?
            if case .leading(let number) = status.role { epoch = number }
            guard epoch != term?.epoch else { continue }
            if let ended = term {
                ended.task.cancel()
                // How it ended is said where it is done.
                _ = try? await ended.task.value
            }
            term = epoch.map { epoch in (epoch, Task { try await body() }) }
        }
        // The node has ended before the server: the rest of it stops with its task.
        try await Task.sleep(for: .seconds(1 << 31))
    }

    /// Notes that another node has connected, to learn when this one is lost.
    func noteConnection(of node: String) { state.withLock { $0.pulses[node, default: 0] += 1 } }

    /// Notes that a connection of another node has ended.
    ///
    /// - Returns: whether it was the last one: a node that has connected again is not lost.
    func noteLoss(of node: String) -> Bool {
        state.withLock { state in
            let left = (state.pulses[node] ?? 1) - 1
            state.pulses[node] = left > 0 ? left : nil
            return left == 0
        }
    }

    /// Waits until this node has what a stream has shown its client at another one.
    ///
    /// The leader waits too: followers show a batch as soon as the cluster has it, which may be before the leader has committed
    /// it or has learned that it was accepted. A position that the leader does not have after that is the client's error.
    ///
    /// - Throws: `unavailable` if a follower does not get there in five seconds.
    func awaitDelivered(to request: Request) async throws {
        guard let position = request.headers[.lastEventID].flatMap({ UInt64($0) }) else { return }
        let end = ContinuousClock.now + .seconds(5)
        while try member.ledger.size <= position {
            guard ContinuousClock.now < end else {
                if takesCommands { return }
                throw Problem(.unavailable, "Node \(name) has not reached position \(position) yet. Ask again.")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until another node has stored what this one has, where that is asked for.
    ///
    /// - Throws: `unavailable` if no node has within five seconds: what was sent is recorded all the same.
    func awaitReplication() async throws {
        guard options.acknowledgement == .replicated, takesCommands,
            let number = try member.ledger.clusterMark()?.number
        else {
            return
        }
        let end = ContinuousClock.now + .seconds(5)
        while member.replicated < number {
            guard ContinuousClock.now < end else {
                throw Problem(
                    unclear:
                        "The command is recorded, and no other node has confirmed it yet. Send it again under the same id.",
                    isRecorded: true)
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
