import Merkle

/// The definitions of RFC 6962 section 2.1 and of the draft on subtrees, written down as they stand there: recursive,
/// slow, and without anything that the module under test uses but the hash of a leaf and of a node.
final class ReferenceTree {
    let leaves: [TreeHash]
    private var known: [Range<Int>: TreeHash] = [:]

    init(_ records: [[UInt8]]) {
        leaves = records.map { TreeHash.leaf($0) }
    }

    /// A tree of different leaves.
    convenience init(leafCount: Int) {
        self.init((0..<leafCount).map { Array("record \($0)".utf8) })
    }

    /// MTH(D[range]).
    func hash(_ range: Range<Int>) -> TreeHash {
        if range.isEmpty { return .emptyRoot }
        if range.count == 1 { return leaves[range.lowerBound] }
        if let hash = known[range] { return hash }
        let k = range.lowerBound + split(range.count)
        let hash = TreeHash.node(hash(range.lowerBound..<k), hash(k..<range.upperBound))
        known[range] = hash
        return hash
    }

    func root(_ size: Int) -> TreeHash { hash(0..<size) }

    /// PATH(m, D[range]), RFC 6962 section 2.1.1.
    func path(_ m: Int, _ range: Range<Int>) -> [TreeHash] {
        if range.count == 1 { return [] }
        let k = split(range.count)
        let middle = range.lowerBound + k
        return m < k
            ? path(m, range.lowerBound..<middle) + [hash(middle..<range.upperBound)]
            : path(m - k, middle..<range.upperBound) + [hash(range.lowerBound..<middle)]
    }

    /// PROOF(m, D[n]), RFC 6962 section 2.1.2.
    func proof(_ m: Int, _ n: Int) -> [TreeHash] { subproof(m, 0..<n, true) }

    private func subproof(_ m: Int, _ range: Range<Int>, _ isKnown: Bool) -> [TreeHash] {
        if m == range.count { return isKnown ? [] : [hash(range)] }
        let k = split(range.count)
        let middle = range.lowerBound + k
        return m <= k
            ? subproof(m, range.lowerBound..<middle, isKnown) + [hash(middle..<range.upperBound)]
            : subproof(m - k, middle..<range.upperBound, false) + [hash(range.lowerBound..<middle)]
    }

    /// The largest power of two below n.
    private func split(_ n: Int) -> Int {
        var k = 1
        while k * 2 < n { k *= 2 }
        return k
    }

    /// What storage would answer with.
    var source: SubtreeHashSource {
        { node in self.hash(Int(node.index << UInt64(node.level))..<Int((node.index + 1) << UInt64(node.level))) }
    }
}

extension [TreeHash] {
    /// Every way to change one hash of the proof by one bit, the bit chosen by the place.
    var withOneHashFlipped: [[TreeHash]] {
        indices.map { index in
            var bytes = self[index].bytes
            bytes[index % 32] ^= 1 << UInt8(index % 8)
            var proof = self
            proof[index] = TreeHash(bytes)!
            return proof
        }
    }
}
