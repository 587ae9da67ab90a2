import Draft
public import Merkle

extension AttestedReport {
    /// What was checked of a file without its ledger.
    public struct Verified: Sendable {
        /// What the ledger says.
        public var statement: ReportStatement
        /// The key by which it says so.
        public var key: VerifierKey
        /// The key that has signed the checkpoint; nil where the verifier does not know it. The root is then the
        /// report key's word alone.
        public var log: VerifierKey?
    }

    /// Checks signatures and digests, and that the events are a prefix of what the checkpoint covers. Needs no ledger.
    ///
    /// - Parameter keys: the verifier's own: the report key (`<origin>/report`), and the checkpoint key of the time.
    /// - Throws: `AttestationError`.
    public func verified(by keys: [VerifierKey]) throws(AttestationError) -> Verified {
        let origin = unverified.origin
        let key = try note.signer(named: origin + "/report", among: keys)
        guard Digest256(hashing: Array(json.utf8)) == unverified.jsonDigest else {
            throw .notProven("the report", "its JSON is not the one whose digest was signed")
        }
        guard Digest256(hashing: Array(checkpoint.description.utf8)) == unverified.checkpointDigest else {
            throw .notProven("the checkpoint", "it is not the one whose digest was signed")
        }
        let covering = checkpoint.unverified
        guard covering.origin.utf8.elementsEqual(origin.utf8) else {
            throw .notProven("the checkpoint", "it is \(covering.origin)'s, the report is \(origin)'s")
        }
        do {
            try ConsistencyProof(hashes: unverified.consistency).verify(
                oldSize: unverified.size, oldRoot: unverified.root, newSize: covering.size, newRoot: covering.root)
        } catch {
            throw .notProven("the events", "the checkpoint's do not extend them: \(error)")
        }
        guard keys.contains(where: { $0.name.text.utf8.elementsEqual(origin.utf8) }) else {
            return Verified(statement: unverified, key: key, log: nil)
        }
        return Verified(
            statement: unverified, key: key, log: try checkpoint.note.signer(named: origin, among: keys))
    }
}
