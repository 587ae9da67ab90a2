import DraftLedger
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
}
