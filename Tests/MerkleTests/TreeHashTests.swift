import Crypto
import Merkle
import TestSupport
import Testing

/// Leaves and nodes, against swift-crypto's SHA-256 of the bytes that RFC 6962 section 2.1 names.
@Suite(.seeded) struct TreeHashTests {
    private func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

    private func record(_ size: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Hashes them in one call, out of one run of memory.
    private func leaves(of records: [[UInt8]]) -> [[UInt8]] {
        let bytes = records.flatMap(\.self)
        var ends: [Int] = []
        for record in records { ends.append((ends.last ?? 0) + record.count) }
        var hashes = [TreeHash](repeating: TreeHash(), count: records.count)
        bytes.withUnsafeBytes { bytes in
            let entries = zip([0] + ends, ends).map { UnsafeRawBufferPointer(rebasing: bytes[$0..<$1]) }
            hashes.withUnsafeMutableBufferPointer { hashes in
                entries.withUnsafeBufferPointer { TreeHash.leaves(of: $0, into: hashes) }
            }
        }
        return hashes.map(\.bytes)
    }

    @Test func aLeafOfEverySize() {
        var generator = SeededGenerator(seed: 1)
        for size in 0...1_100 {
            let record = record(size, &generator)
            #expect(TreeHash.leaf(record).bytes == sha256([0] + record), "\(size) bytes")
        }
    }

    @Test func leavesTogetherAreWhatEachIsAlone() {
        var generator = SeededGenerator(seed: 1)
        for count in 0...40 {
            let records = (0..<count).map { _ in
                let longest = [60, 130, 300, 2_000].randomElement(using: &generator) ?? 60
                return record(Int.random(in: 0...longest, using: &generator), &generator)
            }
            #expect(leaves(of: records) == records.map { sha256([0] + $0) }, "\(records.map(\.count))")
        }
    }

    @Test func aNode() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<100 {
            let left = TreeHash.leaf(record(8, &generator)), right = TreeHash.leaf(record(8, &generator))
            #expect(TreeHash.node(left, right).bytes == sha256([1] + left.bytes + right.bytes))
        }
    }

    @Test func aCompleteSubtreeIsItsNodesOneByOne() {
        var generator = SeededGenerator(seed: 1)
        for level in 0...9 {
            var hashes = (0..<1 << level).map { _ in TreeHash.leaf(record(12, &generator)) }
            var expected = hashes.map(\.bytes)
            while expected.count > 1 {
                expected = stride(from: 0, to: expected.count, by: 2).map { index in
                    sha256([1] + expected[index] + expected[index + 1])
                }
            }
            #expect(TreeHash.root(overwriting: &hashes).bytes == expected[0], "\(1 << level) leaves")
        }
    }
}
