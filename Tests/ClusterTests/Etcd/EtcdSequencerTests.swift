import Cluster
import ClusterTesting
import Foundation
import Merkle
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// etcd itself: members that are gone, leases that end, and large batches.
@Suite(.needsEtcd, .withEtcd) struct EtcdSequencerTests {
    private static func founded(
        _ endpoints: [String], requestTimeout: Duration = .milliseconds(1_500)
    ) async throws -> EtcdSequencer {
        var settings = EtcdSettings(endpoints: endpoints)
        settings.requestTimeout = requestTimeout
        let sequencer = try EtcdSequencer(settings, origin: UUID().uuidString, node: "a")
        _ = try await sequencer.found(.founding(epoch: 0, by: "a", size: 0, root: TreeHash()))
        return sequencer
    }

    private static func appendNext(_ batch: [UInt8], to sequencer: EtcdSequencer) async throws -> AppendAnswer {
        let head = try #require(try await sequencer.head())
        return await sequencer.append(
            batch, as: SequencerContractTests.head(head.head.number + 1, batch), after: head.revision)
    }

    @Test func aBatchOfTheLargestSizeIsStored() async throws {
        let etcd = try #require(EtcdProcess.current)
        let sequencer = try await Self.founded(etcd.endpoints, requestTimeout: .seconds(20))
        let batch = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        guard case .appended = try await Self.appendNext(batch, to: sequencer) else {
            Issue.record("not stored")
            return
        }
        #expect(try await sequencer.batches(after: 0, limit: TailLimit(batches: 1)).first?.bytes == batch)
    }

    /// A batch that etcd refuses to take is unclear: the client does not tell such errors from others.
    @Test func aBatchThatEtcdDoesNotTakeIsUnclearAndNotStored() async throws {
        let etcd = try #require(EtcdProcess.current)
        let sequencer = try await Self.founded(etcd.endpoints, requestTimeout: .seconds(20))
        let batch = [UInt8](repeating: 0, count: 1_700_000)
        guard case .unclear(let reason) = try await Self.appendNext(batch, to: sequencer) else {
            Issue.record("stored")
            return
        }
        #expect(reason.contains("too large"))
        #expect(try await sequencer.head()?.head.number == 0)
    }

    @Test func aSessionThatIsNotRenewedEnds() async throws {
        let etcd = try #require(EtcdProcess.current)
        let sequencer = try await Self.founded(etcd.endpoints)
        let key = NodeKey(node: "a", url: "http://a", applied: SequencerContractTests.head(0, []).position)
        _ = try await sequencer.keep(Session(leader: LeaderKey(epoch: 1, node: "a", url: "http://a"), node: key))
        #expect(try await sequencer.leader() != nil)
        while try await sequencer.leader() != nil { try await Task.sleep(for: .milliseconds(100)) }
        while try await !sequencer.nodes().isEmpty { try await Task.sleep(for: .milliseconds(100)) }
        // The lease is gone with its keys; the next renewal takes a new one.
        #expect(try await sequencer.keep(Session(node: key)) == .kept)
        #expect(try await sequencer.nodes() == [key])
    }

    @Test func aMemberThatRefusesConnectionsIsLeft() async throws {
        let etcd = try #require(EtcdProcess.current)
        let closed = try ClosedPort()
        let dead = "http://127.0.0.1:\(closed.number)"
        let sequencer = try await Self.founded([dead] + etcd.endpoints + [dead])
        for number in 1...3 as ClosedRange<UInt8> {
            guard case .appended = try await Self.appendNext([number], to: sequencer) else {
                Issue.record("batch \(number) is not stored")
                return
            }
        }
        withExtendedLifetime(closed) {}
    }

    @Test func withoutAnyMemberAnAppendIsUnclearAndReadsFail() async throws {
        let closed = try ClosedPort()
        let sequencer = try EtcdSequencer(
            EtcdSettings(endpoints: ["http://127.0.0.1:\(closed.number)"]), origin: "o", node: "a")
        await #expect(throws: SequencerError.self) { try await sequencer.head() }
        guard case .unclear = await sequencer.append([1], as: SequencerContractTests.head(1, [1]), after: 1) else {
            Issue.record("the append has an answer")
            return
        }
        withExtendedLifetime(closed) {}
    }

    /// Members that are killed and members that stand still: every append that was answered is in the log, once.
    @Test func appendsSurviveTheLossOfAMember() async throws {
        let etcd = try await EtcdProcess.start(members: 3)
        defer { etcd.stop() }
        let sequencer = try await Self.founded(etcd.endpoints)
        var stored: [[UInt8]] = []
        for step in 0..<60 as Range<UInt8> {
            if step == 10 { etcd.signal(SIGSTOP, to: 0) }
            if step == 30 { etcd.signal(SIGCONT, to: 0) }
            if step == 40 { etcd.kill(1) }
            try await Self.store([step], in: sequencer)
            stored.append([step])
        }
        let batches = try await sequencer.batches(after: 0, limit: TailLimit(batches: 100))
        #expect(batches.map(\.bytes) == stored)
        #expect(batches.map(\.number) == Array(1...60))
    }

    /// Appends a batch, and finds out what became of it if there is no answer.
    private static func store(_ batch: [UInt8], in sequencer: EtcdSequencer) async throws {
        while true {
            // No majority for a moment: the next look may find one.
            guard let head = try? await sequencer.head() else { continue }
            let digest = BatchDigest(of: batch)
            if head.head.number > 0, head.head.digest == digest { return }
            let next = SequencerContractTests.head(head.head.number + 1, batch)
            if case .appended = await sequencer.append(batch, as: next, after: head.revision) { return }
        }
    }
}
