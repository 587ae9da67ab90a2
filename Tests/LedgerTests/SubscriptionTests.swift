import Ledger
import LMDB
import Platform
import TestSupport
import Testing

/// Subscriptions: every position once and in order, whoever is slow.
@Suite struct SubscriptionTests {
    let directory = TemporaryDirectory()

    /// Follows until `end` and returns what was seen, resting now and then.
    private func follow(
        _ ledger: Ledger, from start: Position, to end: Position, resting: Bool
    ) async throws -> [Position] {
        var seen: [Position] = []
        for try await slice in ledger.subscribe(from: start) {
            slice.forEach { position, record in
                seen.append(position)
                #expect(record.byteCount == 44)
            }
            if resting { try await Task.sleep(for: .milliseconds(3)) }
            if seen.count >= Int(end - start) { break }
        }
        return seen
    }

    @Test func severalFollowersSeeEverythingOnceAndInOrder() async throws {
        let writer = try Ledger.create(at: directory("l"), options: .init(durability: .unsynced))
        let reader = try Ledger.open(at: directory("l"), mode: .readOnly)
        try writer.appendBlocking(.any(0..<5_000))
        let end: Position = 15_000
        try await withThrowingTaskGroup(of: (Position, [Position]).self) { group in
            for (ledger, start, resting) in [
                (writer, 0, false), (writer, 0, true), (writer, 4_999, true), (writer, 6_000, false),
                (reader, 0, true), (reader, 7_000, false),
            ] as [(Ledger, Position, Bool)] {
                group.addTask { (start, try await follow(ledger, from: start, to: end, resting: resting)) }
            }
            group.addTask {
                for _ in 0..<200 { try await writer.append(.any(0..<50)) }
                return (end, [])
            }
            for try await (start, seen) in group {
                #expect(seen.count == Int(end - start))
                #expect(zip(seen, start..<end).allSatisfy { $0 == $1 })
            }
        }
    }

    @Test func aFollowerEndsWhenTheLedgerIsClosed() async throws {
        let ledger = try Ledger.create(at: directory("l"))
        try ledger.appendBlocking(.any([1, 2]))
        let seen = Guarded(0)
        let follower = Task {
            for try await slice in ledger.subscribe() { seen.withLock { $0 += slice.count } }
        }
        while try ledger.size < 3 {
            try await Task.sleep(for: .milliseconds(20))
            try await ledger.append(.any([3]))
        }
        while seen.withLock({ $0 < 3 }) { try await Task.sleep(for: .milliseconds(5)) }
        ledger.close()
        try await follower.value
        #expect(seen.withLock { $0 } == 3)
    }

    @Test func aFollowerIsToldWhenItCanLookNoLonger() async throws {
        let writer = try Ledger.create(at: directory("l"))
        try writer.appendBlocking(.any([1, 2]))
        let reader = try Ledger.open(at: directory("l"), mode: .readOnly)
        let seen = Guarded(0)
        let follower = Task {
            for try await slice in reader.subscribe() { seen.withLock { $0 += slice.count } }
        }
        while seen.withLock({ $0 < 2 }) { try await Task.sleep(for: .milliseconds(5)) }
        // From here on it waits, and looks for the last position now and then.
        try await Task.sleep(for: .milliseconds(50))
        let events: Table<UInt64> = try writer.environment.table(named: "events")
        try await writer.write { try $0.put([1], at: UInt64.max, in: events) }
        let error = await #expect(throws: LedgerError.self) { try await follower.value }
        #expect(error?.code == .damaged)
        writer.close()
    }

    @Test(arguments: [Ledger.Mode.readWrite, .readOnly]) func aFollowerEndsWhenItIsCancelled(
        _ mode: Ledger.Mode
    ) async throws {
        let writer = try Ledger.create(at: directory("l"))
        let ledger = mode == .readWrite ? writer : try Ledger.open(at: directory("l"), mode: .readOnly)
        let follower = Task {
            for try await _ in ledger.subscribe() {}
            return true
        }
        try await Task.sleep(for: .milliseconds(20))
        follower.cancel()
        #expect(try await follower.value)
        writer.close()
    }
}
