import Cluster
import ClusterTesting
import Draft
import DraftLedger
import Ledger
import LedgerTesting
import Records
import Replay
import TestSupport
import Testing

/// Nodes with real ledgers: what one records, all have; and one takes over when another is lost.
@Suite(.withinTheRun) struct ClusterMemberTests {
    /// Why something failed; nil where it did not.
    private static func code(_ body: () async throws -> Void) async -> DraftLedgerError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? DraftLedgerError)?.code
        }
    }

    private static func register(_ user: UInt64) -> Command { .user(UserID(user), .registerUser) }

    @Test func whatTheLeaderRecordsEveryNodeHas() async throws {
        let house = try await NodeHouse(["a", "b", "c"])
        for name in ["a", "b", "c"] { try house.start(name) }
        let leader = try await house.leader()
        for user in 10..<20 as Range<UInt64> {
            _ = try await house.ledger(leader).send(Self.register(user), as: .user(UserID(user)), id: .random()).get()
        }
        try await house.settle(["a", "b", "c"])
        for name in ["a", "b", "c"] {
            let ledger = try house.ledger(name)
            #expect(try ledger.verify().findings.isEmpty)
            #expect(try ledger.clusterMark()?.size == ledger.size)
            #expect(ledger.leads == (name == leader))
        }
        await house.stop()
    }

    @Test func aNodeThatFollowsRefusesCommandsAndKeepsNothing() async throws {
        let house = try await NodeHouse(["a", "b"])
        for name in ["a", "b"] { try house.start(name) }
        let leader = try await house.leader()
        let follower = try house.ledger(leader == "a" ? "b" : "a")
        try await house.settle(["a", "b"])
        let size = try follower.size
        #expect(
            await Self.code { _ = try await follower.send(Self.register(7), as: .user(7), id: .random()) } == .notLeader
        )
        #expect(throws: DraftLedgerError.self) { try follower.setProfiles([(7, Profile(externalID: "x"))]) }
        #expect(try follower.size == size && follower.profile(of: 7) == nil)
        await house.stop()
    }

    /// Given a leader that is killed, when another one takes over, then its first event says so, and a command that is repeated
    /// there has the outcome that it had.
    @Test func anotherNodeTakesOver() async throws {
        let house = try await NodeHouse(["a", "b", "c"])
        for name in ["a", "b", "c"] { try house.start(name) }
        let first = try await house.leader()
        let id = CommandID.random()
        let events = try await house.ledger(first).send(Self.register(10), as: .user(10), id: id).get()
        await house.kill(first)
        let second = try await house.leader()
        #expect(second != first)
        let ledger = try house.ledger(second)
        guard case .accepted(let again, retry: true) = try await ledger.send(Self.register(10), as: .user(10), id: id)
        else {
            Issue.record("it is not known there")
            return
        }
        #expect(again.map(\.position) == events.map(\.position))
        let changes = try ledger.stream(.system).compactMap { recorded -> (LeaderChanged, UInt64)? in
            if case .leaderChanged(let changed) = recorded.event { (changed, recorded.position) } else { nil }
        }
        #expect(changes.map(\.0.node) == [first, second] && changes.map(\.0.epoch) == [1, 2])
        // Back again, the old leader follows.
        try house.start(first)
        _ = try await ledger.send(Self.register(11), as: .user(11), id: .random()).get()
        try await house.settle(["a", "b", "c"])
        let report = try Audit(ledger).run()
        #expect(report.findings.isEmpty)
        await house.stop()
    }

    @Test func profilesAndTheirErasureReachEveryNode() async throws {
        let house = try await NodeHouse(["a", "b"])
        for name in ["a", "b"] { try house.start(name) }
        let leader = try await house.leader()
        let (own, other) = (try house.ledger(leader), try house.ledger(leader == "a" ? "b" : "a"))
        try own.setProfiles([(1, Profile(externalID: "one", displayName: "anna")), (2, Profile(externalID: "two"))])
        try await house.eventually("the profile") { try other.profile(of: 1)?.displayName == "anna" ? true : nil }
        try own.setProfiles([(1, nil)])
        try await house.eventually("the erasure") { try other.profile(of: 1) == nil ? true : nil }
        #expect(try other.profile(of: 2)?.externalID == "two")
        await house.stop()
    }

    /// Given a node that was away until the log no longer has what it lacks, it copies from another one, and goes on.
    @Test func aNodeThatWasAwayForLongCopies() async throws {
        let house = try await NodeHouse(["a", "b"])
        try house.start("a")
        _ = try await house.leader()
        let ledger = try house.ledger("a")
        for user in 10..<30 as Range<UInt64> {
            _ = try await ledger.send(Self.register(user), as: .user(UserID(user)), id: .random()).get()
        }
        try ledger.setProfiles([(10, Profile(externalID: "ten"))])
        await house.log.compact(below: 15)
        try house.start("b")
        try await house.settle(["a", "b"])
        // Profiles are copied after the events.
        try await house.eventually("the profile") {
            try house.ledger("b").profile(of: 10)?.externalID == "ten" ? true : nil
        }
        _ = try await ledger.send(Self.register(40), as: .user(40), id: .random()).get()
        try await house.settle(["a", "b"])
        await house.stop()
    }

    /// Given a node with as many events and another history, it is found, named, and stops.
    @Test func aNodeWithAnotherHistoryStops() async throws {
        let house = try await NodeHouse(["a", "b"])
        let forked = try house.ledger("b")
        let mark = try #require(try forked.clusterMark())
        try forked.setClusterMark(nil)
        _ = try await forked.send(Self.register(66), as: .user(66), id: .random()).get()
        try forked.setClusterMark(ClusterMark(node: "b", number: mark.number, epoch: mark.epoch, size: forked.size))
        try house.start("a")
        _ = try await house.leader()
        let member = try house.start("b")
        try await house.eventually("the fork") { if case .stopped = member.status.role { true } else { nil } }
        guard case .stopped(.diverged) = member.status.role else {
            Issue.record("\(member.status.role)")
            return
        }
        #expect(!member.status.isReady && !forked.leads)
        await house.stop()
    }

    /// A ledger in a cluster is not written by anything but its node.
    @Test func othersDoNotWriteToANodesCopy() async throws {
        let house = try await NodeHouse(["a"])
        try house.ledger("a").close()
        let path = house.path(of: "a")
        #expect(await Self.code { _ = try DraftLedger.open(at: path, for: .writing, upkeep: .none) } == .inCluster)
        let reading = try DraftLedger.open(at: house.path(of: "a"))
        #expect(try reading.clusterMark()?.node == "a")
        reading.close()
        let node = try DraftLedger.openNode(at: house.path(of: "a"), upkeep: .none)
        // Without a cluster to follow it takes no command either.
        #expect(
            await Self.code { _ = try await node.send(Self.register(9), as: .user(9), id: .random()) } == .notLeader)
        try node.setClusterMark(nil)
        node.close()
        let own = try DraftLedger.open(at: house.path(of: "a"), for: .writing, upkeep: .none)
        _ = try await own.send(Self.register(9), as: .user(9), id: .random()).get()
        own.close()
    }

    /// Two ledgers of one beginning: the longer one founds the log anew, and the other one goes on with it.
    @Test func aLostLogIsFoundedAnewByTheLargestLedger() async throws {
        let house = try await NodeHouse(["a", "b"])
        try house.start("a")
        _ = try await house.leader()
        let ledger = try house.ledger("a")
        _ = try await ledger.send(Self.register(10), as: .user(10), id: .random()).get()
        await house.kill("a")
        let (log, other) = (MemorySequencer.Log(), try house.ledger("b").sizeAndRoot())
        let sequencer = MemorySequencer(log, node: "a")
        let behind = ClusterFounding.Other(url: "b", size: other.size, root: other.root)
        await #expect(throws: ClusterFounding.Refused.self) {
            let longer = try ledger.sizeAndRoot()
            _ = try await ClusterFounding.begin(
                try house.ledger("b"), as: "b", with: sequencer,
                others: [ClusterFounding.Other(url: "a", size: longer.size, root: longer.root)])
        }
        await #expect(throws: ClusterFounding.Refused.self) {
            let foreign = ClusterFounding.Other(url: "c", size: other.size, root: try ledger.root)
            _ = try await ClusterFounding.begin(ledger, as: "a", with: sequencer, others: [foreign])
        }
        let head = try await ClusterFounding.begin(ledger, as: "a", with: sequencer, others: [behind])
        #expect(try head.size == ledger.size && head.number > 0 && head.epoch == 1)
        await #expect(throws: ClusterFounding.Refused.self) {
            _ = try await ClusterFounding.begin(ledger, as: "a", with: sequencer)
        }
        await house.stop()
    }
}
