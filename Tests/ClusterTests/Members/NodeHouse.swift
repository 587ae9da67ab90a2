import Cluster
import ClusterTesting
import Draft
import DraftLedger
import DraftTesting
import Foundation
import Ledger
import LedgerTesting
import Platform
import TestSupport
import Testing

/// Some nodes in this process, each with a ledger on disk, and a log that never fails.
final class NodeHouse: Sendable {
    struct NotFound: Error { var what: String }

    private struct State {
        var ledgers: [String: DraftLedger] = [:]
        var members: [String: (member: ClusterMember, task: Task<Void, Never>)] = [:]
    }

    let log = MemorySequencer.Log()
    private let directory = TemporaryDirectory()
    private let state = Guarded(State())
    private let nodes = Guarded<[String: DraftLedger]>([:])

    /// - Parameter names: of the nodes; the first one founds the log, and the others copy it.
    init(_ names: [String], events: Int = 3) async throws {
        let first = names[0]
        try DraftLedger.create(
            at: path(of: first), origin: TemporaryLedger.origin, drawMaster: TemporaryLedger.drawMaster, upkeep: .none
        ).close()
        let founder = try DraftLedger.openNode(at: path(of: first), upkeep: .none)
        for user in 1...UInt64(events) {
            _ = try await founder.send(.user(UserID(user), .registerUser), as: .user(UserID(user)), id: .random()).get()
        }
        _ = try await ClusterFounding.begin(founder, as: first, with: MemorySequencer(log, node: first))
        nodes.withLock { $0[first] = founder }
        for name in names.dropFirst() { try await join(name, from: first) }
    }

    func path(of name: String) -> String { directory(name) }

    /// The peers of this process: the addresses are the names.
    var peers: LocalPeers { LocalPeers { [nodes] name in nodes.withLock { $0[name] } } }

    private func join(_ name: String, from other: String) async throws {
        try FileManager.default.createDirectory(atPath: path(of: name), withIntermediateDirectories: false)
        for file in try FileManager.default.contentsOfDirectory(atPath: path(of: other)) where file.hasSuffix(".key") {
            try FileManager.default.copyItem(atPath: path(of: other) + "/" + file, toPath: path(of: name) + "/" + file)
        }
        try DraftLedger.createNode(at: path(of: name), named: name)
        let ledger = try DraftLedger.openNode(at: path(of: name), upkeep: .none)
        try await ClusterFounding.copy(ledger, from: other, by: peers) { _, _ in }
        nodes.withLock { $0[name] = ledger }
    }

    func ledger(_ name: String) throws -> DraftLedger {
        guard let ledger = nodes.withLock({ $0[name] }) else { throw NotFound(what: name) }
        return ledger
    }

    /// Runs a node.
    @discardableResult
    func start(_ name: String) throws -> ClusterMember {
        var settings = ClusterSettings(name: name, url: name, seed: .random(in: .min ... .max))
        settings.claimDelay = .milliseconds(50)
        settings.claimJitter = .milliseconds(50)
        settings.pollInterval = .milliseconds(100)
        let member = try ClusterMember(ledger(name), MemorySequencer(log, node: name), settings, peers: peers)
        state.withLock { $0.members[name] = (member, Task { await member.run() }) }
        return member
    }

    /// Ends a node without a word, as a kill does; its lease ends at once.
    func kill(_ name: String) async {
        let running = state.withLock { $0.members.removeValue(forKey: name) }
        running?.task.cancel()
        await running?.task.value
        await log.forget(name)
    }

    /// The name of the node that leads, as soon as one of those that run does.
    func leader() async throws -> String {
        try await eventually("a leader") {
            state.withLock { $0.members }.first { name, running in
                if case .leading = running.member.status.role { running.member.ledger.leads } else { false }
            }?.key
        }
    }

    /// Waits until nodes have the same events.
    func settle(_ names: [String]) async throws {
        _ = try await eventually("equal nodes") {
            let heads = try names.map { try ledger($0).sizeAndRoot() }
            return heads.allSatisfy { $0.size == heads[0].size && $0.root == heads[0].root } ? true : nil
        }
    }

    @discardableResult
    func eventually<Value>(_ what: String, _ body: () throws -> Value?) async throws -> Value {
        while true {
            if let value = try body() { return value }
            // The time limit of the suite ends what never comes.
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    func stop() async {
        for name in state.withLock({ Array($0.members.keys) }) { await kill(name) }
        for ledger in nodes.withLock({ Array($0.values) }) { ledger.close() }
    }
}
