import Draft
import Ledger
import Merkle

/// By which keys a ledger's checkpoints are signed: the one in `log.key`, and those that the log says were rotated out.
///
/// Files are easily put beside the wrong database. What is signed by a key of another ledger, or read from a checkpoint of
/// one, would accuse this ledger of what it has not done, or state it under another's name.
struct CheckpointTrust {
    /// The ledger's name, as its first event states it; nil in an empty ledger.
    let origin: String?
    private let own: VerifierKey?
    private let rotated: [VerifierKey]
    private let keyFile: KeyFile

    init(of ledger: Ledger) throws {
        keyFile = .checkpoints(of: ledger.path)
        // One that this process may not read, or cannot, signs nothing either: who is to sign is told.
        own = try? keyFile.read()?.verifierKey
        rotated = try KeyRotation.all(in: ledger).flatMap {
            [$0.stated.previousVerifierKey, $0.stated.verifierKey].compactMap { try? VerifierKey($0) }
        }
        if case .ledgerCreated(let created)? = try EventLog(ledger: ledger).event(at: 0)?.event {
            origin = created.origin
        } else {
            origin = nil
        }
    }

    /// Checks that the key in `log.key`, where there is one, carries the ledger's name.
    ///
    /// - Throws: `signingKeyForeign`.
    func checkKey() throws(DraftLedgerError) {
        guard let origin, let own, !isOurs(own) else { return }
        throw DraftLedgerError(
            .signingKeyForeign,
            "\(keyFile.path) is the key of another ledger: found one of \(own.name), expected one of \(origin). "
                + "Restore this ledger's own from a backup.")
    }

    /// Checks that a checkpoint is this ledger's and that one of its keys has signed it, before what it states is held
    /// against the ledger.
    ///
    /// A copy of a ledger without its keys knows nothing but the name.
    ///
    /// - Parameter name: what errors call it, such as the path of its file.
    /// - Throws: `checkpointDamaged`.
    func check(_ checkpoint: SignedCheckpoint, named name: String) throws {
        guard let origin else { return }
        guard checkpoint.unverified.origin.utf8.elementsEqual(origin.utf8) else {
            throw DraftLedgerError(
                .checkpointDamaged,
                "\(name) is of another origin: found \(checkpoint.unverified.origin), expected \(origin). "
                    + "It says nothing about this ledger.")
        }
        let known = Set(rotated + (own.map { [$0] } ?? []))
        let named = known.filter { key in checkpoint.note.signatures.contains { $0.names(key) } }
        guard !named.isEmpty else {
            guard let own, isOurs(own) else { return }
            let signers = checkpoint.note.signatures.map { "\($0.name)+\($0.keyID)" }.joined(separator: ", ")
            throw DraftLedgerError(
                .checkpointDamaged,
                "\(name) is not signed by this ledger's key: found the signature of \(signers), expected that of "
                    + "\(own.name)+\(own.id), which is in \(keyFile.path). One of the two is another ledger's.")
        }
        do {
            _ = try checkpoint.note.verified(by: Array(named))
        } catch {
            throw DraftLedgerError(
                .checkpointDamaged, "\(name) is not signed by this ledger's key: \(error). Restore it from a backup.")
        }
    }

    private func isOurs(_ key: VerifierKey) -> Bool {
        origin.map { key.name.text.utf8.elementsEqual($0.utf8) } ?? true
    }
}
