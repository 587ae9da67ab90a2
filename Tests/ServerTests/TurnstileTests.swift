import Platform
import Testing

@testable import Server  // the turnstile is the streams' own

@Suite struct TurnstileTests {
    private struct Inside {
        var now = 0
        var most = 0
        var order: [Int] = []
    }

    @Test(arguments: [1, 2]) func soManyAreInAtATimeAndTheOthersGoInInTheirOrder(count: Int) async throws {
        let (turnstile, inside) = (Turnstile(letting: count), Guarded(Inside()))
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask {
                    await turnstile.pass {
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
                while turnstile.length < waiting || inside.withLock({ $0.order.count }) < entered {
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
        #expect(turnstile.length == 0)
    }

    @Test func whoFailsInsideGivesThePlaceBack() async throws {
        struct Failure: Error {}
        let turnstile = Turnstile(letting: 1)
        for _ in 0..<3 {
            await #expect(throws: Failure.self) { try await turnstile.pass { throw Failure() } }
        }
        #expect(await turnstile.pass { 7 } == 7)
    }
}
