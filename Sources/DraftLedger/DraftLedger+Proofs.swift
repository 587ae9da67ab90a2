import Ledger
public import Merkle

extension DraftLedger {
    /// The stored bytes of a record, exactly.
    ///
    /// - Throws: `badMoment` for a position that the ledger has not reached.
    public func record(at position: UInt64) throws(DraftLedgerError) -> [UInt8] {
        try rethrowing {
            guard let record = try ledger.record(at: position) else {
                throw DraftLedgerError(
                    .badMoment, "The ledger has \(try ledger.size) events; there is no event at position \(position).")
            }
            return record
        }
    }

    /// A `.tlog-proof` that the record at a position is in a checkpoint's tree.
    ///
    /// - Parameters:
    ///   - position: the record's.
    ///   - checkpoint: the published one, or one that somebody kept.
    /// - Throws: `badMoment` when the checkpoint is older than the record; `proofBroken` when the record as it is stored is
    ///   not the one in the checkpoint's tree.
    public func proof(of position: UInt64, in checkpoint: SignedCheckpoint) throws(DraftLedgerError) -> ProofFile {
        try rethrowing {
            let size = checkpoint.unverified.size
            guard position < (try ledger.size) else {
                throw DraftLedgerError(
                    .badMoment, "The ledger has \(try ledger.size) events; there is no event at position \(position).")
            }
            guard position < size else {
                throw DraftLedgerError(
                    .badMoment,
                    "The checkpoint covers \(size) events, which do not include position \(position). "
                        + "Publish a newer one with `checkpoint`.")
            }
            let file = try ProofFile(index: position, in: checkpoint, from: hashSource)
            do {
                let leaf = TreeHash.leaf(try record(at: position))
                try file.proof.verify(leaf: leaf, index: position, size: size, root: checkpoint.unverified.root)
            } catch let error as ProofError {
                throw DraftLedgerError.proofBroken("The proof of position \(position)", error)
            }
            return file
        }
    }

    /// The proof that the ledger of `newSize` events extends the one of `oldSize`.
    ///
    /// - Throws: `badMoment` for sizes that the ledger has not reached, that are reversed, or 0, which proves nothing;
    ///   `proofBroken` when records and stored hashes do not fit together.
    public func consistencyProof(from oldSize: UInt64, to newSize: UInt64) throws(DraftLedgerError) -> ConsistencyProof
    {
        try rethrowing {
            guard newSize <= (try ledger.size) else {
                throw DraftLedgerError(.badMoment, "The ledger has \(try ledger.size) events, not \(newSize) yet.")
            }
            guard oldSize > 0, oldSize <= newSize else {
                throw DraftLedgerError(
                    .badMoment,
                    "A consistency proof needs an old size of at least 1 and a new size that is not smaller: found "
                        + "\(oldSize) to \(newSize).")
            }
            let newRoot = try ledger.treeEdge(at: newSize).root
            return try consistencyProof(from: oldSize, to: newSize, root: newRoot)
        }
    }

    /// The proof to a root that was signed, checked to lead there.
    func consistencyProof(from oldSize: UInt64, to newSize: UInt64, root: TreeHash) throws -> ConsistencyProof {
        let proof = try ConsistencyProof(from: oldSize, to: newSize, from: hashSource)
        do {
            try proof.verify(
                oldSize: oldSize, oldRoot: try ledger.treeEdge(at: oldSize).root, newSize: newSize, newRoot: root)
        } catch let error as ProofError {
            throw DraftLedgerError.proofBroken("The growth from \(oldSize) to \(newSize) events", error)
        }
        return proof
    }

    /// The body of an `add-checkpoint` request to a witness that cosigned a tree of `oldSize` events last; 0 for never.
    ///
    /// - Throws: `proofBroken`.
    public func witnessRequest(
        from oldSize: UInt64, to checkpoint: SignedCheckpoint
    ) throws(DraftLedgerError) -> AddCheckpointRequest {
        try rethrowing {
            let covered = checkpoint.unverified
            if oldSize > 0 { _ = try consistencyProof(from: oldSize, to: covered.size, root: covered.root) }
            return try AddCheckpointRequest(from: oldSize, to: checkpoint, from: hashSource)
        }
    }

    /// Checks that a checkpoint is this ledger's, signed by a key of it, and that the ledger extends it.
    ///
    /// - Parameters:
    ///   - kept: the checkpoint, as somebody kept it.
    ///   - name: what errors call it, such as the path of its file.
    /// - Throws: `checkpointDamaged`, `ledgerRolledBack`, `ledgerForked`.
    public func check(_ kept: SignedCheckpoint, named name: String = "The checkpoint") throws(DraftLedgerError) {
        try rethrowing {
            try CheckpointTrust(of: ledger).check(kept, named: name)
            try CheckpointFile.check(kept.unverified, against: ledger, named: name)
        }
    }

    /// Checks that the ledger extends a checkpoint that somebody kept: its signature by the key given, its size, its root.
    ///
    /// - Throws: `checkpointDamaged`, `ledgerRolledBack`, `ledgerForked`.
    public func verify(against kept: SignedCheckpoint, key: VerifierKey, name: String) throws(DraftLedgerError) {
        try rethrowing {
            do {
                _ = try kept.verified(by: key)
            } catch {
                throw DraftLedgerError(.checkpointDamaged, "\(name) is not signed by \(key.name): \(error).")
            }
            try CheckpointFile.check(kept.unverified, against: ledger, named: name)
        }
    }

    /// The hashes of the ledger's complete subtrees, for proofs and tiles.
    public var hashSource: SubtreeHashSource { { node in try self.ledger.hash(of: node) } }
}

extension DraftLedger {
    /// The edge of the tree over the first `size` events, as it was then: two ledgers agree up to a size exactly when
    /// their roots at that size do. Hashes up to 255 records, whatever the size.
    ///
    /// - Throws: `badMoment` for more events than there are.
    public func treeEdge(at size: UInt64) throws(DraftLedgerError) -> TreeEdge {
        try rethrowing { try ledger.treeEdge(at: try checked(size)) }
    }
}
