import Platform
import Testing

@testable import Server  // the semaphore is the streams' own

@Suite struct FairSemaphoreTests {
    private struct Inside {
        var now = 0
        var most = 0
        var order: [Int] = []
    }

    @Test(arguments: [1, 2]) func soManyAreInAtATimeAndTheOthersGoInInTheirOrder(count: Int) async throws {
        let (semaphore, inside) = (FairSemaphore(count: count), Guarded(Inside()))
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask {
                    await semaphore.withPlace {
                        inside.withLock { inside in
                            inside.now += 1
                            inside.most = max(inside.most, inside.now)
                            inside.order.append(index)
                        }
                        if index < count { for await _ in gate {} }
                        inside.withLock { $0.now -= 1 }
                    }
                }
                let (waiting, entered) = (max(0, index + 1 - count), min(index + 1, count))
                while semaphore.length < waiting || inside.withLock({ $0.order.count }) < entered {
                    await Task.yield()
                }
            }
            opening.finish()
            try await group.waitForAll()
        }
        #expect(inside.withLock { $0.most } == count)
        let order = inside.withLock { $0.order }
        // Of two who are let in one after the other, either may be the first to say so.
        #expect(count == 1 ? order == Array(0..<20) : order.sorted() == Array(0..<20))
        #expect(semaphore.length == 0)
    }

    @Test func whoFailsInsideGivesThePlaceBack() async throws {
        struct Failure: Error {}
        let semaphore = FairSemaphore(count: 1)
        for _ in 0..<3 {
            await #expect(throws: Failure.self) { try await semaphore.withPlace { throw Failure() } }
        }
        #expect(await semaphore.withPlace { 7 } == 7)
    }
}
