import LMDB
import Merkle

/// The comparison of stored hashes with computed ones, from the lowest level up.
struct NodeCheck: Sendable {
    /// How many have been compared.
    private(set) var count: UInt64 = 0
    /// The subtrees whose stored hash is wrong, by themselves or by what is below.
    private var wrong: Set<TreeNodeID> = []

    /// Compares a hash. Those below it have been compared.
    ///
    /// - Returns: a finding, unless the hash is right or a wrong one below explains it.
    mutating func check(
        _ node: TreeNodeID, _ hash: TreeHash, _ tables: LedgerTables, in transaction: borrowing ReadTransaction
    ) throws -> Verification.Finding? {
        count += 1
        let stored = try transaction.withValue(at: node.storageKey, in: tables.nodes) { value in
            value.withUnsafeBytes { TreeHash(bytes: $0) }
        }
        if stored == hash { return nil }
        let children = [2 * node.index, 2 * node.index + 1].map { TreeNodeID(level: node.level - 1, index: $0) }
        let isExplained = stored != nil && children.contains { wrong.contains($0) }
        wrong.insert(node)
        if isExplained { return nil }
        return Verification.Finding(
            check: .nodes, position: node.index << UInt64(node.level),
            message: "the stored hash of level \(node.level), index \(node.index), "
                + (stored == nil ? "is missing" : "is not the hash of its records"))
    }

    /// Takes over what another part of the tree has shown.
    mutating func merge(_ other: NodeCheck) {
        count += other.count
        wrong.formUnion(other.wrong)
    }
}
