import Platform
import Testing

@Suite struct CoresTests {
    @Test(arguments: [1, 2, 7])
    func parallelWorkKeepsItsOrderAndPassesOnTheFirstFailure(threads: Int) throws {
        struct Odd: Error, Equatable { var number: Int }
        let numbers = Array(0..<200)
        #expect(Cores.map(numbers, threads: threads) { $0 * 2 } == numbers.map { $0 * 2 })
        #expect(throws: Odd(number: 13)) {
            try Cores.map(numbers, threads: threads) { number throws(Odd) in
                if number >= 13 { throw Odd(number: number) }
                return number
            }
        }
    }

    @Test(arguments: [1, 2, 7])
    func everyNumberIsGatheredOnce(threads: Int) {
        let parts = Cores.accumulate(1_000, threads: threads, from: { Set<Int>() }) { $1.insert($0) }
        #expect(parts.count <= threads)
        #expect(parts.reduce(0) { $0 + $1.count } == 1_000)
        #expect(parts.reduce(into: Set()) { $0.formUnion($1) } == Set(0..<1_000))
    }

    @Test func aThreadOfOnesOwnRunsAndIsJoined() throws {
        let sum = Guarded(0)
        let threads = try (1...4).map { number in
            try DedicatedThread { sum.withLock { $0 += number } }
        }
        for thread in threads { thread.join() }
        #expect(sum.withLock { $0 } == 10)
    }
}
