import Merkle

extension SignedNote {
    /// Verifies the note by the one of some keys that carries a name.
    ///
    /// - Returns: that key.
    /// - Throws: `AttestationError.keyMissing` or `.notProven`.
    func signer(named name: String, among keys: [VerifierKey]) throws(AttestationError) -> VerifierKey {
        let known = keys.filter { $0.type == .ed25519 && $0.name.text.utf8.elementsEqual(name.utf8) }
        guard !known.isEmpty else { throw .keyMissing(name) }
        do {
            let signatures = try verified(by: known).signatures
            // Never empty, as its type says.
            return signatures.first?.key ?? known[0]
        } catch {
            throw .notProven("the signature of \(name)", "\(error)")
        }
    }
}
