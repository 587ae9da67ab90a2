import Foundation

/// How far a ledger has come, and the hash of all of it.
struct LedgerHead: Hashable, Sendable {
    /// Events.
    var size: UInt64
    /// 32 bytes.
    var root: [UInt8]

    /// Of who has seen nothing yet.
    static let nothing = LedgerHead(size: 0, root: SHA256Digest.of([]))
}

/// A published head with the name of its ledger: the first three lines of a C2SP tlog-checkpoint.
struct Checkpoint: Hashable, Sendable {
    var origin: String
    var head: LedgerHead

    /// - Parameter text: the signed note.
    /// - Returns: nil if the text is not a signed note.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4, !lines[0].isEmpty, let size = UInt64(lines[1]),
            let root = Data(base64Encoded: String(lines[2])), root.count == 32
        else { return nil }
        (origin, head) = (String(lines[0]), LedgerHead(size: size, root: Array(root)))
    }

    /// The bytes that are stored for the head, with the origin first.
    var kept: [UInt8] { Array("\(origin)\n\(head.size)\n\(Data(head.root).base64EncodedString())\n".utf8) }
}

extension LedgerHead {
    /// Whether a later head continues this one (RFC 9162, 2.1.4.2).
    ///
    /// - Parameters:
    ///   - later: of at least as many events.
    ///   - proof: hashes of 32 bytes each.
    func isContinued(by later: LedgerHead, proof: [[UInt8]]) -> Bool {
        guard size <= later.size else { return false }
        if size == later.size { return proof.isEmpty && root == later.root }
        guard size > 0 else { return proof.isEmpty }
        // A power of two is a whole subtree, whose hash the proof leaves out.
        var path = (size.nonzeroBitCount == 1 ? [root] : []) + proof
        guard !path.isEmpty else { return false }
        var (first, last) = (size - 1, later.size - 1)
        while first & 1 == 1 { (first, last) = (first >> 1, last >> 1) }
        let seed = path.removeFirst()
        var (old, new) = (seed, seed)
        for hash in path {
            guard last > 0 else { return false }
            if first & 1 == 1 || first == last {
                old = Self.parent(hash, old)
                new = Self.parent(hash, new)
                if first & 1 == 0 {
                    while first & 1 == 0, first > 0 { (first, last) = (first >> 1, last >> 1) }
                }
            } else {
                new = Self.parent(new, hash)
            }
            (first, last) = (first >> 1, last >> 1)
        }
        return last == 0 && old == root && new == later.root
    }

    private static func parent(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        SHA256Digest.of([1] + left + right)
    }
}
