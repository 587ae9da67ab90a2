import LMDB
import Ledger
import Platform
import TestSupport
import Testing

/// Many requests at once: they share transactions, and none of that shows.
@Suite struct GroupTests {
    let directory = TemporaryDirectory()

    @Test func concurrentAppendersLoseNoUpdate() async throws {
        let ledger = try Ledger.create(at: directory("l"))
        let stream = StreamID(rawValue: 1)
        let tasks = 64
        let each = 20
        let conflicts = Guarded(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    var known: UInt32 = 0
                    for _ in 0..<each {
                        while true {
                            do {
                                let own = UInt64(100 + task)
                                var request = AppendRequest.one(1, at: known)
                                request.records.append(contentsOf: RecordBatch([own]))
                                known = try await ledger.append(request).heads[stream]!.version
                                break
                            } catch let error as LedgerError where error.code == .versionConflict {
                                conflicts.withLock { $0 += 1 }
                                let conflict = error.conflict!
                                #expect(conflict.actual!.version > known)
                                #expect(conflict.unknown.count == Int(conflict.actual!.version - known))
                                known = conflict.actual!.version
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try ledger.head(of: stream)?.version == UInt32(tasks * each))
        #expect(try ledger.size == Position(2 * tasks * each))
        for task in 0..<tasks {
            #expect(try ledger.head(of: StreamID(rawValue: UInt64(100 + task)))?.version == UInt32(each))
        }
        #expect(conflicts.withLock { $0 } > 0, "the tasks never met, so nothing was tried")
        #expect(try ledger.verify().findings == [])
    }

    @Test func aRefusedRequestLeavesNoTraceInItsGroup() throws {
        let ledger = try Ledger.create(at: directory("l"))
        let outcomes = Guarded<[Int: Result<Appended, LedgerError>]>([:])
        // While the turn is taken, requests gather; all of them then make up one group.
        try ledger.write { _ in
            outcomes.withLock { $0 = [:] }
            let requests: [AppendRequest] = [
                .one(1, at: 0), .one(1, at: 0), .one(1, at: 1), .any([1, 2]), .one(2, at: 0), .one(2, at: 1),
            ]
            for (index, request) in requests.enumerated() {
                ledger.enqueue(request) { result in
                    outcomes.withLock { $0[index] = result }
                    outcomes.signal()
                }
            }
        }
        let results = outcomes.wait { $0.count == 6 ? $0 : nil }
        #expect((0..<6).map { try? results[$0]!.get().positions } == [0..<1, nil, 1..<2, 2..<4, nil, 4..<5])
        #expect(throws: LedgerError.self) { try results[1]!.get() }
        if case .failure(let error) = results[1]! {
            // The event in between is one of the same group.
            #expect(error.conflict?.unknown == [0])
        }
        #expect(try ledger.headers().map(\.stream.rawValue) == [1, 1, 1, 2, 2])
        #expect(try ledger.headers().map(\.version) == [1, 2, 3, 1, 2])
        #expect(try ledger.verify().findings == [])
    }

    @Test func aGroupOfRefusalsIsAnsweredToo() throws {
        let ledger = try Ledger.create(at: directory("l"))
        for _ in 0..<3 { expect(.versionConflict) { try ledger.appendBlocking(.one(1, at: 1)) } }
        #expect(try ledger.appendBlocking(.one(1, at: 0)).positions == 0..<1)
    }

    @Test func requestsAreCarriedOutInTheOrderInWhichTheyWereHandedOver() throws {
        let ledger = try Ledger.create(at: directory("l"))
        let positions = Guarded<[Position]>([])
        for version in 0..<500 {
            ledger.enqueue(.one(1, at: UInt32(version))) { result in
                positions.withLock { $0.append((try? result.get().positions.lowerBound) ?? .max) }
                positions.signal()
            }
        }
        #expect(positions.wait { $0.count == 500 ? $0 : nil } == Array(0..<500))
    }

    @Test func whatWasHandedOverBeforeTheCloseIsDone() throws {
        let ledger = try Ledger.create(at: directory("l"))
        let done = Guarded(0)
        for _ in 0..<200 {
            ledger.enqueue(.any([1])) { if case .success = $0 { done.withLock { $0 += 1 } } }
        }
        ledger.close()
        #expect(done.withLock { $0 } == 200)
        expect(.closed) { try ledger.appendBlocking(.any([1])) }
        let reopened = try Ledger.open(at: directory("l"))
        #expect(try reopened.size == 200)
    }

    @Test func threadsAndTasksAppendTogether() async throws {
        let ledger = try Ledger.create(at: directory("l"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask { for _ in 0..<50 { try await ledger.append(.any([UInt64(task)])) } }
                group.addTask { for _ in 0..<50 { try ledger.appendBlocking(.any([UInt64(task)])) } }
                group.addTask { for _ in 0..<10 { try await ledger.write { _ in } } }
            }
            try await group.waitForAll()
        }
        #expect(try ledger.size == 400)
        #expect(try ledger.verify().findings == [])
    }

    @Test func whoIsToldOfGroupsIsCalledAtTheSameDepthHoweverManyThereWere() throws {
        let ledger = try Ledger.create(at: directory("l"))
        let places = Guarded<[UInt]>([])
        ledger.observe { _ in
            withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { place in
                places.withLock { $0.append(UInt(bitPattern: place.baseAddress)) }
            }
        }
        for _ in 0..<200 { try ledger.appendBlocking(.any([1])) }
        let (shallowest, deepest) = places.withLock { ($0.max() ?? 0, $0.min() ?? 0) }
        #expect(places.withLock { $0.count } == 200)
        #expect(shallowest - deepest < 4_096, "each call is deeper than the one before")
        ledger.close()
    }
}
