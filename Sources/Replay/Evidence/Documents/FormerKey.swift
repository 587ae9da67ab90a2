import Merkle

/// A key that has signed checkpoints of a bundle and is not the ledger's any more, as a signature line names it: what the
/// key itself is, a reader has to know from elsewhere.
struct FormerKey: CustomStringConvertible {
    let name: KeyName
    let id: KeyID

    /// How the key's text begins.
    var description: String { "\(name)+\(id)" }

    /// Under which the commands for outsiders have the key.
    var variable: String { "FORMER_\(id)" }

    func hasSigned(_ checkpoint: SignedCheckpoint) -> Bool {
        checkpoint.note.signatures.contains { $0.name == name && $0.keyID == id }
    }

    /// The keys of the checkpoints that the ledger's key has not signed, the oldest first.
    static func all(in bundle: EvidenceBundle, but key: VerifierKey) -> [FormerKey] {
        var keys: [FormerKey] = []
        for checkpoint in bundle.checkpoints.reversed() {
            let lines = checkpoint.note.signatures
            guard !lines.contains(where: { $0.names(key) }), !keys.contains(where: { $0.hasSigned(checkpoint) }),
                // Of two signers the one that was there before stands first.
                let first = lines.first(where: { $0.name == key.name })
            else { continue }
            keys.insert(FormerKey(name: first.name, id: first.keyID), at: 0)
        }
        return keys
    }
}
