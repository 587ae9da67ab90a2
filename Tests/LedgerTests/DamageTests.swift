import Foundation
import Ledger
import Merkle
import TestSupport
import Testing

/// Bytes of the file changed at random: whatever happens, it is an error or a finding, never the end of the process.
@Suite(.seeded) struct DamageTests {
    let directory = TemporaryDirectory()

    @Test(arguments: 0..<8 as Range<UInt64>) func changedBytesAreFoundAndSurvived(_ seed: UInt64) throws {
        let path = directory("l")
        let ledger = try Ledger.create(at: path)
        // Whole blocks of 256: of those behind the last one, only a checkpoint kept elsewhere can tell.
        for size in [0, 60, 2_500] { try ledger.appendBlocking(.any((0..<256).map { $0 % 9 }, padding: size)) }
        let root = try ledger.root
        ledger.close()
        let file = URL(fileURLWithPath: path + "/data.mdb")
        let whole = try Data(contentsOf: file)
        var generator = SeededGenerator(seed: seed)
        var outcomes: [String: Int] = [:]
        for _ in 0..<40 {
            var damaged = whole
            let offset = aim(at: whole, using: &generator)
            for byte in offset..<min(offset + Int.random(in: 1...8, using: &generator), whole.count) {
                damaged[byte] = UInt8.random(in: 0...255, using: &generator)
            }
            // A new file each time: LMDB may still have the last one mapped.
            try FileManager.default.removeItem(at: file)
            try damaged.write(to: file)
            outcomes[outcome(path, root), default: 0] += 1
        }
        #expect(outcomes["wrong root"] == nil, "seed \(seed)")
        #expect(outcomes["found", default: 0] > 5, "seed \(seed): \(outcomes)")
    }

    /// A place to damage: anywhere, in what the file's first pages say of all others, or where an entry of a page begins.
    /// Few bytes are of the latter kinds, and they are the ones that lead astray.
    private func aim(at data: Data, using generator: inout SeededGenerator) -> Int {
        func word(_ offset: Int) -> Int { Int(data[offset]) | Int(data[offset + 1]) << 8 }
        let page = 4_096 * Int.random(in: 2..<data.count / 4_096, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            return 4_096 * Int.random(in: 0..<2, using: &generator) + Int.random(in: 16..<152, using: &generator)
        case 1:
            return page + Int.random(in: 0..<20, using: &generator)
        case 2:
            let entries = (word(page + 12) - 16) / 2
            guard word(page + 10) & 3 != 0, (1...1_000).contains(entries) else { fallthrough }
            // Sizes, flags, and the key.
            let entry = word(page + 16 + 2 * Int.random(in: 0..<entries, using: &generator))
            return min(page + entry + Int.random(in: 0..<16, using: &generator), data.count - 1)
        default:
            return Int.random(in: 0..<data.count, using: &generator)
        }
    }

    /// What opening and verifying say. Damage that nothing tells is in bytes that mean nothing.
    private func outcome(_ path: String, _ root: TreeHash) -> String {
        do {
            let ledger = try Ledger.open(at: path, mode: .readOnly, options: .init(checksPages: true))
            defer { ledger.close() }
            let verification = try ledger.verify()
            guard verification.isSound else { return "found" }
            return verification.root == root ? "nothing" : "wrong root"
        } catch {
            return "refused"
        }
    }
}
