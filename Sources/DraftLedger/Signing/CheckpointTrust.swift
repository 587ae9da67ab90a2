import Draft
import Ledger
import Merkle

/// The keys that sign a ledger's checkpoints: the one in `log.key`, and the replaced ones in the log.
///
/// Files can be copied next to the wrong database. A signature or checkpoint of another ledger would wrongly accuse this
/// ledger, or state its content under another name.
struct CheckpointTrust {
    /// The ledger's name, as its first event states it; nil in an empty ledger.
    let origin: String?
    private let own: VerifierKey?
    /// Those that the log names, and those that the caller trusts.
    private let others: [VerifierKey]
    private let keyFile: KeyFile
    /// The reason why the ledger's own key is missing.
    private let loss: String

    /// - Parameter keys: that the caller has from a source of their own.
    init(of ledger: Ledger, and keys: [VerifierKey] = []) throws {
        keyFile = .checkpoints(of: ledger.path)
        do {
            own = try keyFile.read()?.verifierKey
            loss = "\(keyFile.path) is missing"
        } catch let error as DraftLedgerError where error.code == .signingKeyMissing {
            // One that this process may not read, or cannot, signs nothing either: who is to sign is told.
            own = nil
            // The advice of the message is about signing.
            let sentence = error.message.split(separator: ". ").first ?? ""
            loss = String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
        }
        // An invalid stated key has signed nothing.
        let rotated = try KeyRotation.all(in: ledger).flatMap {
            [$0.stated.previousVerifierKey, $0.stated.verifierKey].compactMap { try? VerifierKey($0) }
        }
        others = rotated + keys
        if case .created(let created) = try EventLog(ledger: ledger).event(at: 0)?.event.service {
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
            "\(keyFile.path) is the key of another ledger: found one of \(own.name.text.asciiEscaped), expected one of "
                + "\(origin.asciiEscaped). "
                + "Restore this ledger's own from a backup.")
    }

    /// Checks that a checkpoint is this ledger's and that one of its keys has signed it, before what it states is held
    /// against the ledger.
    ///
    /// A copy of a ledger without its keys knows nothing but the name.
    ///
    /// - Parameter name: what errors call it, such as the path of its file.
    /// - Returns: whether a signature was checked; false where only the name could be.
    /// - Throws: `checkpointDamaged`.
    @discardableResult
    func check(_ checkpoint: SignedCheckpoint, named name: String) throws(DraftLedgerError) -> Bool {
        guard let origin else { return false }
        guard checkpoint.unverified.origin.utf8.elementsEqual(origin.utf8) else {
            throw DraftLedgerError(
                .checkpointDamaged,
                "\(name) is of another origin: found \(checkpoint.unverified.origin.asciiEscaped), expected "
                    + "\(origin.asciiEscaped). "
                    + "It does not belong to this ledger.")
        }
        let known = Set(others + (own.map { [$0] } ?? []))
        let named = known.filter { key in checkpoint.note.signatures.contains { $0.names(key) } }
        guard !named.isEmpty else {
            guard let own, isOurs(own) else { return false }
            throw DraftLedgerError(
                .checkpointDamaged,
                "\(name) is not signed by this ledger's key: found the signature of \(Self.signers(of: checkpoint)), "
                    + "expected that of \(own.name.text.asciiEscaped)+\(own.id), which is in \(keyFile.path). One of the "
                    + "two belongs to another ledger.")
        }
        do {
            _ = try checkpoint.note.verified(by: Array(named))
        } catch {
            throw DraftLedgerError(
                .checkpointDamaged, "\(name) is not signed by this ledger's key: \(error). Restore it from a backup.")
        }
        return true
    }

    /// The same, for who says that the checkpoint is sound, or hands it on: a name alone anybody can write.
    ///
    /// - Throws: `checkpointDamaged`; `checkpointUnverified` where the key that it names is not here.
    func verify(_ checkpoint: SignedCheckpoint, named name: String) throws(DraftLedgerError) {
        guard try !check(checkpoint, named: name) else { return }
        let loss = own == nil ? loss : "\(keyFile.path) is the key of another ledger"
        throw DraftLedgerError(
            .checkpointUnverified,
            "\(name) cannot be checked: \(loss), and the log does not name the key of \(Self.signers(of: checkpoint)). Put "
                + "the key back; or check it by `verify --verifier-key KEY`, with a verifier key that you obtained independently."
        )
    }

    private static func signers(of checkpoint: SignedCheckpoint) -> String {
        checkpoint.note.signatures.map { "\($0.name.text.asciiEscaped)+\($0.keyID)" }.joined(separator: ", ")
    }

    private func isOurs(_ key: VerifierKey) -> Bool {
        origin.map { key.name.text.utf8.elementsEqual($0.utf8) } ?? true
    }
}
