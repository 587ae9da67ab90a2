/// A checkpoint that its log has signed. Only verification makes one, so a function that takes it needs no check.
public struct VerifiedCheckpoint: Sendable {
    /// The log's statement.
    public let checkpoint: Checkpoint
    /// The key by which the log has stated it.
    public let log: VerifierKey
    /// The verified cosignatures of trusted witnesses, in the note's order.
    public let cosignatures: [VerifiedSignature]
}

extension SignedCheckpoint {
    /// Verifies that the log has signed, and the cosignatures of the witnesses that the caller trusts.
    ///
    /// Lines of unknown signers are ignored; a line of a known key that is not its signature refuses the whole. A
    /// cosignature of the time 0 states nothing, and is as good as none.
    /// How many witnesses are enough is the caller's question, or `TrustPolicy`'s.
    ///
    /// - Throws: `TrustError.wrongOrigin`, `.notSignedByLog`, `.badSignature`, `.noKnownSigner` or `.ambiguousKey`.
    public func verified(
        by log: VerifierKey, witnesses: [VerifierKey] = []
    ) throws(TrustError) -> VerifiedCheckpoint {
        guard unverified.origin.utf8.elementsEqual(log.name.text.utf8) else {
            throw .wrongOrigin(found: unverified.origin, expected: [log.name])
        }
        let signatures = try note.verified(by: [log] + witnesses).signatures
        guard log.type == .ed25519, signatures.contains(where: { $0.key == log }) else {
            throw .notSignedByLog(log.name)
        }
        return VerifiedCheckpoint(
            checkpoint: unverified, log: log,
            cosignatures: signatures.filter { Cosignature.times(upTo: Cosignature.latestTime).contains($0.time ?? 0) })
    }
}

extension VerifiedCheckpoint {
    /// Verifies that this checkpoint's tree extends the older one's.
    ///
    /// - Throws: `TrustError.wrongOrigin` for another log's checkpoint, or `ProofError`.
    public func verify(extends older: VerifiedCheckpoint, _ proof: ConsistencyProof) throws {
        guard checkpoint.origin.utf8.elementsEqual(older.checkpoint.origin.utf8) else {
            throw TrustError.wrongOrigin(found: older.checkpoint.origin, expected: [log.name])
        }
        try proof.verify(
            oldSize: older.checkpoint.size, oldRoot: older.checkpoint.root,
            newSize: checkpoint.size, newRoot: checkpoint.root)
    }

    /// Verifies that the record with this leaf hash has this position in the ledger.
    ///
    /// - Throws: `ProofError`.
    public func verify(
        leaf: TreeHash, at index: UInt64, _ proof: InclusionProof
    ) throws(ProofError) {
        try proof.verify(leaf: leaf, index: index, size: checkpoint.size, root: checkpoint.root)
    }
}
