import Draft
import DraftLedger
import Merkle
import Records

extension EvidenceBundle {
    /// Proves what a claim takes: each record in the latest checkpoint, each checkpoint and each root that somebody signed
    /// as what the next one extends.
    ///
    /// - Parameters:
    ///   - sections: the events, by the folder that they stand in.
    ///   - signed: of which the signatures are verified.
    ///   - ledger: which has them.
    ///   - latest: a published checkpoint that covers all of them.
    ///   - published: earlier ones, ascending.
    /// - Throws: `EvidenceError.notCovered`, `DraftLedgerError.proofBroken` for a record that is not the one that was
    ///   signed, `checkpointUnverified` where the key that signed is not here, or what keeps the ledger from being read.
    init(
        claim: EvidenceClaim, sections: [(EvidenceRecord.Section, [RecordedEvent])], signed: [RecordedEvent],
        in ledger: DraftLedger, latest: SignedCheckpoint, published: [SignedCheckpoint]
    ) throws {
        let needed = sections.flatMap { $0.1.map { $0.position + 1 } }.max() ?? 0
        guard latest.unverified.size >= needed else {
            throw EvidenceError.notCovered(size: latest.unverified.size, needed: needed)
        }
        let hashes = RememberedHashes(ledger.hashSource)
        var records: [EvidenceRecord] = []
        for (section, events) in sections {
            for event in events.sorted(by: { $0.position < $1.position }) {
                let record = try ledger.record(at: event.position)
                let proof = try hashes.proof(of: record, at: event.position, in: latest.unverified)
                let isWithheld = EvidenceRecord.isWithheld(event, under: claim)
                records.append(
                    EvidenceRecord(
                        section: section, position: event.position,
                        record: isWithheld ? try EvidenceRecord.stated(event) : record, proof: proof,
                        withheldLeaf: isWithheld ? .leaf(record) : nil))
            }
        }
        let checkpoints = published + [latest]
        for checkpoint in checkpoints { try ledger.checkSigned(checkpoint) }
        let anchors = try EvidenceGrounds.anchors(of: signed).sorted().map { size in
            let root = try ledger.treeEdge(at: size).root
            return EvidenceAnchor(
                size: size, root: root, proof: try hashes.consistency(from: size, root, to: latest.unverified))
        }
        self.init(
            claim: claim, checkpoints: checkpoints,
            consistency: try zip(checkpoints, checkpoints.dropFirst()).map {
                try hashes.consistency(from: $0.unverified.size, $0.unverified.root, to: $1.unverified)
            }, records: records, anchors: anchors)
    }

    /// Of all published checkpoints those that tell something: the last before a claim's matter began, and the first that
    /// covers each of its turns.
    static func telling(
        _ published: [SignedCheckpoint], begin: UInt64?, covering positions: [UInt64?], before latest: SignedCheckpoint
    ) -> [SignedCheckpoint] {
        let older = published.filter {
            $0.unverified.size > 0 && $0.unverified.size < latest.unverified.size
                && $0.unverified.origin == latest.unverified.origin
        }
        var sizes: Set<UInt64> = []
        if let begin, let before = older.last(where: { $0.unverified.size <= begin }) {
            sizes.insert(before.unverified.size)
        }
        for position in positions.compactMap(\.self) {
            if let covering = older.first(where: { $0.unverified.size > position }) {
                sizes.insert(covering.unverified.size)
            }
        }
        return older.filter { sizes.contains($0.unverified.size) }
    }
}

/// Hashes of subtrees, each computed once: the proofs of neighbours ask for the same ones.
private final class RememberedHashes {
    private var known: [TreeNodeID: TreeHash] = [:]
    private let ledger: SubtreeHashSource

    init(_ ledger: @escaping SubtreeHashSource) { self.ledger = ledger }

    func hash(of node: TreeNodeID) throws -> TreeHash {
        if let hash = known[node] { return hash }
        let hash = try ledger(node)
        known[node] = hash
        return hash
    }

    private var source: SubtreeHashSource { { try self.hash(of: $0) } }

    /// Proves a record, and checks that a stranger will come to the checkpoint's root by that.
    func proof(of record: [UInt8], at position: UInt64, in checkpoint: Checkpoint) throws -> InclusionProof {
        let proof = try InclusionProof(index: position, size: checkpoint.size, from: source)
        do {
            try proof.verify(leaf: .leaf(record), index: position, size: checkpoint.size, root: checkpoint.root)
        } catch {
            throw DraftLedgerError.proofBroken("The proof of position \(position)", error)
        }
        return proof
    }

    /// Proves that a checkpoint extends an earlier tree, and checks that a stranger will find so.
    func consistency(from size: UInt64, _ root: TreeHash, to new: Checkpoint) throws -> ConsistencyProof {
        let proof = try ConsistencyProof(from: size, to: new.size, from: source)
        do {
            try proof.verify(oldSize: size, oldRoot: root, newSize: new.size, newRoot: new.root)
        } catch {
            throw DraftLedgerError.proofBroken("The growth from \(size) to \(new.size) events", error)
        }
        return proof
    }
}
