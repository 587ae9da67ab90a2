public import Draft
import Ledger
public import Merkle
import Platform
import Records
public import Statements

extension DraftLedger {
    /// Gives the ledger a new checkpoint key, in a way that whoever holds the old one can follow.
    ///
    /// The log states the new key, and the first checkpoint that covers that statement is signed by both: by the old
    /// key for the last time. From then on the new key signs alone, and the old one exists no more. Three syncs and a
    /// renaming; a crash between any two leaves what the next opening for writing brings to its end.
    ///
    /// - Parameter actor: who wants it, for the record.
    /// - Returns: the new key, to be published beside the old one.
    /// - Throws: `notWritable`, `ledgerRolledBack`, `ledgerForked`, `signingKeyMissing`, `diskFull`, `inputOutput`.
    public func rotateCheckpointKey(by actor: Sender = .admin(nil)) throws(DraftLedgerError) -> VerifierKey {
        guard access == .writing else { throw .notWritable(path) }
        return try rethrowing {
            try signing.withLock { _ in
                // What was published before names the old key alone, and an unfinished rotation is through.
                _ = try publishAlone()
                let old = try signingKey(hasPublished: true).verifierKey
                var key = SignerKey(name: old.name)
                // In one of four billion cases a signature line could not tell the two apart.
                while key.verifierKey.id == old.id { key = SignerKey(name: old.name) }
                try KeyFile.nextForCheckpoints(of: path).write(key)
                try append([Self.rotation(from: old, to: key.verifierKey, by: actor, at: now)])
                _ = try publishAlone()
                return key.verifierKey
            }
        }
    }

    /// The event of a rotation. There is no command for it: who could send one could make the ledger vouch for a key
    /// of their own.
    static func rotation(from old: VerifierKey, to new: VerifierKey, by actor: Sender, at now: Timestamp? = nil)
        -> PendingEvent
    {
        let event = CheckpointKeyRotated(previousVerifierKey: old.text, verifierKey: new.text)
        return PendingEvent(
            stream: .system, event: .checkpointKeyRotated(event),
            origin: CommandOrigin(occurredAt: now, actor: actor, commandID: .random()))
    }

    /// Brings a rotation to its end that a crash has left unfinished. What is in its way keeps nobody from drafting;
    /// it is told to who publishes the next checkpoint.
    func resumeKeyRotation() {
        guard access == .writing, KeyFile.nextForCheckpoints(of: path).exists else { return }
        _ = try? publishCheckpoint()
    }

    /// All that somebody who holds an old checkpoint key needs to come to the current one: each rotation's record, and
    /// the proof that it is in a checkpoint by the key before it.
    ///
    /// - Throws: `checkpointDamaged` where the checkpoint of a rotation is missing from the published ones.
    public func keyHistory() throws(DraftLedgerError) -> KeyHistory {
        try rethrowing {
            guard let origin = try origin else {
                throw DraftLedgerError(.badOrigin, "\(path) is empty and has no keys yet.")
            }
            let published = try checkpointHistory()
            // One that no checkpoint covers yet is not in force yet either.
            let covered = published.last?.unverified.size ?? 0
            let links = try KeyRotation.all(in: ledger).filter { $0.position < covered }.map { rotation in
                let old = try? VerifierKey(rotation.stated.previousVerifierKey)
                let covering = published.first { checkpoint in
                    checkpoint.unverified.size > rotation.position
                        && checkpoint.note.signatures.contains { line in old.map(line.names) ?? false }
                }
                guard let covering else {
                    throw DraftLedgerError(
                        .checkpointDamaged,
                        "No checkpoint in \(path)/checkpoints covers the rotation at position \(rotation.position) "
                            + "under the key before it. Restore the file, or publish where the ledger is written.")
                }
                try CheckpointTrust(of: ledger).verify(covering, named: "\(path)/checkpoints")
                return KeyHistory.Link(
                    record: try record(at: rotation.position), proof: try proof(of: rotation.position, in: covering))
            }
            return KeyHistory(origin: origin, links: links)
        }
    }
}
