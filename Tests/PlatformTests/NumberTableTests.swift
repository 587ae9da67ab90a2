import Platform
import TestSupport
import Testing

@Suite(.seeded) struct NumberTableTests {
    /// Keys in a row, keys far apart, the lowest and the highest: each against a dictionary.
    @Test(arguments: [1, 256, 1 << 56])
    func aTableKeepsWhatADictionaryKeeps(step: UInt64) {
        var table = NumberTable<UInt32>(blank: 0)
        var dictionary: [UInt64: UInt32] = [:]
        var generator = SeededGenerator(seed: step)
        for round in UInt32(0)..<5_000 {
            let key =
                switch round % 50 {
                case 0: UInt64.max
                case 1: UInt64(0)
                default: UInt64.random(in: 0..<2_000, using: &generator) &* step
                }
            #expect(table[key] == dictionary[key])
            table.set(key, to: round)
            dictionary[key] = round
        }
        var listed: [UInt64: UInt32] = [:]
        table.forEach { listed[$0] = $1 }
        #expect(listed == dictionary)
        #expect(table.count == dictionary.count)
    }

    @Test func valuesAreChangedInPlace() {
        var table = NumberTable(blank: 0)
        #expect(table.updateIfPresent(7) { $0 } == nil)
        for _ in 0..<3 { table.update(7) { $0 += 1 } }
        #expect(table[7] == 3)
        table.updateAll { $1 += Int($0) }
        #expect(table.updateIfPresent(7) { $0 } == 10)
    }
}
