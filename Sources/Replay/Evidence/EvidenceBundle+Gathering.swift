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
    ///   - ends: where the claim's histories end; histories of which the bundle has every event need not be named.
    ///   - signed: of which the signatures are verified.
    ///   - ledger: which has them.
    ///   - latest: a published checkpoint that covers all of them.
    ///   - published: earlier ones, ascending.
    /// - Throws: `EvidenceError.notCovered`, `DraftLedgerError.proofBroken` for a record that is not the one that was
    ///   signed, `checkpointUnverified` where the key that signed is not here, or what keeps the ledger from being read.
    init(
        claim: EvidenceClaim, sections: [(EvidenceRecord.Section, [RecordedEvent])],
        ends: [StreamKey: HistoryEnds.End] = [:], signed: [RecordedEvent], in ledger: DraftLedger,
        latest: SignedCheckpoint, published: [SignedCheckpoint]
    ) throws {
        let events = sections.flatMap(\.1)
        let needed = (events.map(\.position) + ends.values.compactMap(\.position)).max().map { $0 + 1 } ?? 0
        guard latest.unverified.size >= needed else {
            throw EvidenceError.notCovered(size: latest.unverified.size, needed: needed)
        }
        var records: [EvidenceRecord] = []
        for event in events.sorted(by: { $0.position < $1.position }) {
            let record = try ledger.record(at: event.position)
            let isWithheld = EvidenceRecord.isWithheld(event, under: claim)
            records.append(
                try EvidenceRecord(
                    position: event.position, record: isWithheld ? try EvidenceRecord.stated(event) : record,
                    withheldLeaf: isWithheld ? .leaf(record) : nil))
        }
        try ledger.checkSigned(latest)
        let anchors = EvidenceGrounds.anchors(of: signed)
        var earlier: [EarlierTree] = []
        for size in anchors.union(published.map(\.unverified.size)).sorted() where size < latest.unverified.size {
            let checkpoint = published.first { $0.unverified.size == size }
            if let checkpoint { try ledger.checkSigned(checkpoint) }
            earlier.append(
                EarlierTree(
                    size: size, root: try checkpoint?.unverified.root ?? ledger.treeEdge(at: size).root,
                    checkpoint: checkpoint))
        }
        let tree = latest.unverified
        let whole = Dictionary(grouping: events) { $0.stream }.filter { stream, _ in
            claim.isWhole(stream, inFormatOfEnds: true)
        }
        let required = Dictionary(uniqueKeysWithValues: claim.required.map { ($0, HistoryEnds.End.none) })
        let stated = required.merging(whole.mapValues { HistoryEnds.End(of: $0) }) { $1 }.merging(ends) { $1 }
        try self.init(
            claim: claim, latest: latest, earlier: earlier,
            ends: try HistoryEnds(try ledger.sign(statement: HistoryEnds.text(stated, in: tree)), of: tree),
            records: records, hashes: ledger.hashSource)
    }

    /// Proves records and earlier trees in a checkpoint, and checks that a recipient gets the same result.
    ///
    /// - Parameters:
    ///   - earlier: without proofs.
    ///   - hashes: of the ledger that the checkpoint is of.
    /// - Throws: `DraftLedgerError.proofBroken` for what is not the checkpoint's, or what `hashes` throws.
    init(
        claim: EvidenceClaim, latest: SignedCheckpoint, earlier: [EarlierTree], ends: HistoryEnds?,
        records: [EvidenceRecord], hashes: @escaping SubtreeHashSource
    ) throws {
        let tree = latest.unverified
        let source = RememberedHashes(hashes)
        var proven: [EarlierTree] = []
        for var step in earlier {
            let proof = try ConsistencyProof(from: step.size, to: tree.size, from: source.hash(of:))
            do {
                try proof.verify(oldSize: step.size, oldRoot: step.root, newSize: tree.size, newRoot: tree.root)
            } catch {
                throw DraftLedgerError.proofBroken("The growth from \(step.size) to \(tree.size) events", error)
            }
            step.proof = proof
            proven.append(step)
        }
        let proof = try InclusionMultiProof(indices: records.map(\.position), size: tree.size, from: source.hash(of:))
        do {
            try proof.verify(records.leaves, size: tree.size, root: tree.root)
        } catch {
            throw DraftLedgerError.proofBroken("The proof of \(records.count) records", error)
        }
        self.init(
            claim: claim, latest: latest, earlier: proven, ends: ends, records: records, proofs: .together(proof))
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

extension [EvidenceRecord] {
    /// The leaf hashes by position.
    var leaves: [UInt64: TreeHash] { Dictionary(map { ($0.position, $0.leaf) }) { $1 } }
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
}
