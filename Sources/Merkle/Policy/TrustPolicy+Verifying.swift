extension TrustPolicy {
    /// Verifies a checkpoint: signed by one of the policy's logs, cosigned by a quorum of its witnesses.
    ///
    /// Cosignatures beyond the quorum are verified too: one that is wrong is a sign of tampering and refuses the whole.
    ///
    /// - Parameters:
    ///   - checkpoint: the checkpoint, as it came.
    ///   - log: the log's key if it is known from elsewhere; it then stands in for the policy's logs.
    /// - Throws: `TrustError`.
    public func verify(
        _ checkpoint: SignedCheckpoint, log: VerifierKey? = nil
    ) throws(TrustError) -> VerifiedCheckpoint {
        let trusted = log.map { [$0] } ?? logs.map(\.key)
        let origin = checkpoint.unverified.origin
        let candidates = trusted.filter { $0.name.text.utf8.elementsEqual(origin.utf8) }
        guard !candidates.isEmpty else { throw .wrongOrigin(found: origin, expected: trusted.map(\.name)) }
        // A log that changes its key has two of them for a while; the one that has signed is the one to verify.
        let key = candidates.first { key in checkpoint.note.signatures.contains { $0.names(key) } } ?? candidates[0]

        let verified = try checkpoint.verified(by: key, witnesses: witnesses.map(\.key))
        let cosigners = Set(verified.cosignatures.map(\.key))
        guard quorum.isMet(by: cosigners) else {
            let names = witnesses.filter { cosigners.contains($0.key) }.map(\.name.description)
            throw .quorumNotMet(rule: quorum.description, cosignedBy: names)
        }
        return verified
    }
}
