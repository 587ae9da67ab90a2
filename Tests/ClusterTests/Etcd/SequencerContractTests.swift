import Cluster
import ClusterTesting
import Foundation
import Merkle
import TestSupport
import Testing

/// The behaviour on which a node relies, of the store in the simulations and of etcd alike.
@Suite(.withEtcd) struct SequencerContractTests {
    enum Engine: CaseIterable {
        case simulated, etcd

        static let available = allCases.filter { $0 == .simulated || EtcdProcess.isInstalled }

        /// A log of its own, as several nodes see it.
        func nodes(_ names: String...) throws -> [any Sequencer] {
            switch self {
            case .simulated:
                let store = SimulatedSequencer()
                return names.map { _ in store }
            case .etcd:
                let etcd = try #require(EtcdProcess.current)
                let origin = UUID().uuidString
                var settings = EtcdSettings(endpoints: etcd.endpoints)
                // A slow machine can take seconds between two lines of a test, and no test here is about a lease that ends.
                (settings.lease, settings.requestTimeout) = (.seconds(60), .seconds(30))
                return try names.map { try EtcdSequencer(settings, origin: origin, node: $0) }
            }
        }
    }

    static func head(_ number: UInt64, _ batch: [UInt8], epoch: UInt64 = 1) -> TailHead {
        TailHead(
            number: number, epoch: epoch, node: "a", nonce: number &* 0x9E37_79B9_7F4A_7C15, size: number * 7,
            root: TreeHash([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32)) ?? TreeHash(),
            digest: BatchDigest(of: batch))
    }

    /// Founds the log, and appends batches of one byte.
    private func sequencer(_ engine: Engine, batches count: UInt64) async throws -> any Sequencer {
        let sequencer = try engine.nodes("a")[0]
        _ = try await sequencer.found(.founding(epoch: 0, by: "a", size: 0, root: TreeHash()))
        for number in 0..<count {
            let head = try #require(try await sequencer.head())
            let batch = [UInt8(truncatingIfNeeded: number + 1)]
            let answer = await sequencer.append(batch, as: Self.head(number + 1, batch), after: head.revision)
            guard case .appended = answer else {
                Issue.record("batch \(number + 1): \(answer)")
                return sequencer
            }
        }
        return sequencer
    }

    @Test(arguments: Engine.available)
    func aLogIsFoundedOnce(engine: Engine) async throws {
        let sequencer = try engine.nodes("a")[0]
        #expect(try await sequencer.head() == nil)
        let head = TailHead.founding(epoch: 4, by: "a", size: 9, root: TreeHash())
        #expect(try await sequencer.found(head))
        #expect(try await !sequencer.found(.founding(epoch: 5, by: "b", size: 0, root: TreeHash())))
        #expect(try await sequencer.head()?.head == head)
    }

    @Test(arguments: Engine.available)
    func anAppendReplacesTheHeadThatItNames(engine: Engine) async throws {
        let sequencer = try await sequencer(engine, batches: 0)
        let before = try #require(try await sequencer.head())
        let batch: [UInt8] = [1, 0, 255]
        guard
            case .appended(let revision) = await sequencer.append(
                batch, as: Self.head(1, batch), after: before.revision)
        else {
            Issue.record("not appended")
            return
        }
        #expect(revision > before.revision)
        #expect(try await sequencer.head() == SequencedHead(head: Self.head(1, batch), revision: revision))
        #expect(
            try await sequencer.batches(after: 0, limit: TailLimit(batches: 9))
                == [SequencedBatch(number: 1, bytes: batch)])

        // The revision is spent: the identical append, and any other, changes nothing.
        #expect(await sequencer.append(batch, as: Self.head(1, batch), after: before.revision) == .refused)
        #expect(await sequencer.append([2], as: Self.head(1, [2]), after: before.revision) == .refused)
        #expect(await sequencer.append([2], as: Self.head(2, [2]), after: revision + 1) == .refused)
        #expect(try await sequencer.head()?.revision == revision)
        #expect(try await sequencer.batches(after: 0, limit: TailLimit(batches: 9)).map(\.bytes) == [batch])
    }

    @Test(arguments: Engine.available)
    func ofAppendsAtTheSameTimeOneSucceeds(engine: Engine) async throws {
        let sequencer = try await sequencer(engine, batches: 0)
        let revision = try #require(try await sequencer.head()).revision
        let answers = await withTaskGroup(of: AppendAnswer.self) { group in
            for number in 0..<16 as Range<UInt8> {
                group.addTask {
                    await sequencer.append([number], as: Self.head(1, [number]), after: revision)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 != .refused } == 1)
        let head = try #require(try await sequencer.head()).head
        let batches = try await sequencer.batches(after: 0, limit: TailLimit(batches: 9))
        #expect(batches.map { BatchDigest(of: $0.bytes) } == [head.digest])
    }

    @Test(arguments: Engine.available)
    func batchesComeInTheirOrder(engine: Engine) async throws {
        let sequencer = try await sequencer(engine, batches: 18)
        let limit = TailLimit(batches: 5)
        #expect(try await sequencer.batches(after: 0, limit: limit).map(\.number) == [1, 2, 3, 4, 5])
        #expect(try await sequencer.batches(after: 14, limit: limit).map(\.number) == [15, 16, 17, 18])
        #expect(try await sequencer.batches(after: 14, limit: limit).map(\.bytes) == [[15], [16], [17], [18]])
        #expect(try await sequencer.batches(after: 18, limit: limit) == [])
    }

    @Test(arguments: Engine.available)
    func removedBatchesLeaveAHole(engine: Engine) async throws {
        let sequencer = try await sequencer(engine, batches: 6)
        try await sequencer.removeBatches(before: 4)
        try await sequencer.compact()
        try await sequencer.compact()
        #expect(try await sequencer.batches(after: 1, limit: TailLimit(batches: 9)).map(\.number) == [4, 5, 6])
        let head = try #require(try await sequencer.head())
        #expect(head.head.number == 6)
        #expect(await sequencer.append([7], as: Self.head(7, [7]), after: head.revision) != .refused)
    }

    @Test(arguments: Engine.available)
    func aSessionHasItsKeys(engine: Engine) async throws {
        let nodes = try engine.nodes("a", "b")
        let key = NodeKey(node: "a", url: "http://a", applied: Self.head(3, []).position)
        let leader = LeaderKey(epoch: 3, node: "a", url: "http://a")
        #expect(try await nodes[0].keep(Session(leader: leader, node: key)) == .kept)
        #expect(try await nodes[1].leader() == leader)
        #expect(try await nodes[1].nodes() == [key])

        // An older leader does not replace a newer one, but is registered.
        let other = NodeKey(node: "b", url: "http://b", applied: Self.head(2, []).position)
        let old = Session(leader: LeaderKey(epoch: 2, node: "b", url: "http://b"), node: other)
        #expect(try await nodes[1].keep(old) == .superseded)
        #expect(try await nodes[0].leader() == leader)
        #expect(try await nodes[0].nodes().map(\.node).sorted() == ["a", "b"])

        // A newer one does. The old leader takes its own key back, not the newer one's.
        let new = LeaderKey(epoch: 4, node: "b", url: "http://b")
        #expect(try await nodes[1].keep(Session(leader: new, node: other)) == .kept)
        #expect(try await nodes[0].keep(Session(node: key)) == .kept)
        #expect(try await nodes[0].leader() == new)
        #expect(try await nodes[1].keep(Session(node: other)) == .kept)
        #expect(try await nodes[0].leader() == nil)
    }

    @Test(arguments: Engine.available)
    func changesRingTheBell(engine: Engine) async throws {
        let sequencer = try await sequencer(engine, batches: 0)
        let bells = sequencer.follow()
        var iterator = bells.makeAsyncIterator()
        // The stream begins with a statement that anything may have changed.
        #expect(await iterator.next() == .broken)
        let head = try #require(try await sequencer.head())
        _ = await sequencer.append([1], as: Self.head(1, [1]), after: head.revision)
        #expect(await iterator.next() == .head)
        let key = NodeKey(node: "a", url: "http://a", applied: Self.head(1, []).position)
        let leader = LeaderKey(epoch: 1, node: "a", url: "http://a")
        _ = try await sequencer.keep(Session(leader: leader, node: key))
        #expect(await iterator.next() == .leader)
        // A renewal is no news.
        _ = try await sequencer.keep(Session(leader: leader, node: key))
        _ = try await sequencer.keep(Session(node: key))
        #expect(await iterator.next() == .leader)
    }
}
