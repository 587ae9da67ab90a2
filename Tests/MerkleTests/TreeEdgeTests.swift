import Dispatch
import Merkle
import TestSupport
import Testing

/// The right edge, against the definition of RFC 6962 section 2.1.
@Suite(.seeded) struct TreeEdgeTests {
    /// MTH as the RFC words it, over a run of the test's leaves.
    private func naiveRoot(_ leaves: ArraySlice<TreeHash>) -> TreeHash {
        guard leaves.count > 1 else { return leaves.first ?? .emptyRoot }
        var split = 1
        while split * 2 < leaves.count { split *= 2 }
        return .node(naiveRoot(leaves.prefix(split)), naiveRoot(leaves.dropFirst(split)))
    }

    private func entry(_ index: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(index).littleEndian) { Array($0) } }

    private func leaves(_ count: Int) -> [TreeHash] { (0..<count).map { TreeHash.leaf(entry($0)) } }

    @Test func everySizeFromNothingTo600() {
        let leaves = leaves(600)
        var edge = TreeEdge()
        for size in 0...600 {
            #expect(edge.size == UInt64(size))
            #expect(edge.root == naiveRoot(leaves.prefix(size)), "size \(size)")
            if size < 600 { edge.append(leaves[size]) }
        }
    }

    @Test func everySubtreeIsReportedWhenItBecomesComplete() {
        let leaves = leaves(600)
        var edge = TreeEdge()
        var reported: [TreeNodeID: TreeHash] = [:]
        for leaf in leaves {
            let before = edge.size
            edge.append(leaf) { node, hash in
                #expect(reported.updateValue(hash, forKey: node) == nil)
                #expect((node.index + 1) << UInt64(node.level) == before + 1)
            }
        }
        for level in 0..<10 {
            for index in 0..<600 >> level {
                let hash = reported.removeValue(forKey: TreeNodeID(level: level, index: UInt64(index)))
                #expect(hash == naiveRoot(leaves[index << level..<(index + 1) << level]))
            }
        }
        #expect(reported.isEmpty)
    }

    @Test func anEdgeIsRebuiltFromCompleteSubtrees() throws {
        let leaves = leaves(600)
        for size in 0...600 {
            var asked = 0
            var edge = try TreeEdge(size: UInt64(size)) { node in
                asked += 1
                return naiveRoot(leaves[Int(node.index) << node.level..<(Int(node.index) + 1) << node.level])
            }
            #expect(asked == size.nonzeroBitCount)
            #expect(edge.root == naiveRoot(leaves.prefix(size)))
            if size < 600 {
                edge.append(leaves[size])
                #expect(edge.root == naiveRoot(leaves.prefix(size + 1)))
            }
        }
    }

    @Test func itsSubtreesAreThoseOfItsSize() {
        let leaves = leaves(300)
        var edge = TreeEdge()
        for size in 0...300 {
            let subtrees = edge.subtrees
            #expect(subtrees.map { 1 << $0.node.level }.reduce(0, +) == size)
            for (node, hash) in subtrees {
                let start = Int(node.index) << node.level
                #expect(hash == naiveRoot(leaves[start..<start + 1 << node.level]))
            }
            if size < 300 { edge.append(leaves[size]) }
        }
    }

    @Test(arguments: 0..<20) func randomSubtreesMakeTheSameTreeAsLeaves(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let leaves = leaves(5_000)
        var edge = TreeEdge()
        while edge.size < 4_700 {
            let start = Int(edge.size)
            let level = Int.random(in: 0...min(edge.size.trailingZeroBitCount, 8), using: &generator)
            edge.append(naiveRoot(leaves[start..<start + 1 << level]), level: level) { _, _ in }
        }
        #expect(edge.root == naiveRoot(leaves.prefix(Int(edge.size))), "seed \(seed)")
    }

    @Test func hashingOnManyCoresMakesTheSameTree() {
        let all = leaves(1_400)
        for (start, end) in [(0, 0), (0, 1), (0, 256), (1, 256), (255, 257), (3, 1_400), (256, 1_024), (700, 701)] {
            expectSameTree(all, start, end, helpers: 3)
        }
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<60 {
            let start = Int.random(in: 0..<1_400, using: &generator)
            expectSameTree(all, start, Int.random(in: start...1_400, using: &generator), helpers: start % 4)
        }
    }

    private func expectSameTree(_ leaves: [TreeHash], _ start: Int, _ end: Int, helpers: Int) {
        let entries = Entries((0..<end).map(entry))
        var expected = TreeEdge()
        for leaf in leaves.prefix(start) { expected.append(leaf) }
        var edge = expected
        for leaf in leaves[start..<end] { expected.append(leaf) }
        let hashing = LeafHashing(leaves: UInt64(start)..<UInt64(end)) { entries[Int($0)] }
        for _ in 0..<helpers { DispatchQueue.global().async { hashing.help() } }
        hashing.finish { node, hash in edge.append(hash, level: node.level) { _, _ in } }
        #expect(!hashing.needsHelp)
        #expect(edge == expected, "leaves \(start)..<\(end)")
    }

    /// Entries whose memory stays where it is. Unchecked because nobody changes it.
    private final class Entries: @unchecked Sendable {
        private let buffers: [UnsafeMutableRawBufferPointer]

        init(_ entries: [[UInt8]]) {
            buffers = entries.map { entry in
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: entry.count, alignment: 1)
                buffer.copyBytes(from: entry)
                return buffer
            }
        }

        deinit { for buffer in buffers { buffer.deallocate() } }

        subscript(index: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(buffers[index]) }
    }
}
