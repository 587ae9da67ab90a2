public import Draft
import Ledger
public import Merkle
import Platform
import Records
public import Statements

extension DraftLedger {
    /// Gives the ledger a new checkpoint key, in a way that holders of the old key can verify.
    ///
    /// The log states the new key, and the first checkpoint that covers that statement is signed by both: by the old
    /// key for the last time. From then on the new key signs alone, and the old one exists no more. Three syncs and a
    /// renaming; a crash between any two leaves what the next opening for writing brings to its end.
    ///
    /// Once authority has begun, no single person can: it is a measure then, see ``proposalOfCheckpointKey()``.
    ///
    /// - Parameter actor: the recorded sender.
    /// - Returns: the new key, to be published together with the old one.
    /// - Throws: `invalidValue`, `notWritable`, `ledgerRolledBack`, `ledgerForked`, `signingKeyMissing`, `diskFull`, `inputOutput`.
    public func rotateCheckpointKey(by actor: Sender = .admin(nil)) throws(DraftLedgerError) -> VerifierKey {
        guard access == .writing else { throw .notWritable(path) }
        guard try !staff().hasBegun else {
            throw DraftLedgerError(
                .invalidValue,
                "A change of the checkpoint key needs an approval request: one person proposes it, another approves.")
        }
        return try rethrowing {
            try signing.withLock { _ in
                // Earlier checkpoints name only the old key, and an unfinished rotation is complete.
                _ = try publishAlone()
                let old = try signingKey(hasPublished: true).verifierKey
                let key = SignerKey(succeeding: old)
                try KeyFile.nextForCheckpoints(of: path).write(key)
                try append([Self.rotation(from: old, to: key.verifierKey, by: actor, at: now)])
                _ = try publishAlone()
                return key.verifierKey
            }
        }
    }

    /// Makes the key that could sign the checkpoints next, which stays here, and the command that a measure proposes:
    /// `rotateCheckpointKey`. Asked again before that is approved, it names the same key.
    ///
    /// The approved change takes effect when the next checkpoint is published, as with ``rotateCheckpointKey(by:)``.
    ///
    /// - Throws: `notWritable`, `ledgerRolledBack`, `ledgerForked`, `signingKeyMissing`, `diskFull`, `inputOutput`.
    public func proposalOfCheckpointKey() throws(DraftLedgerError) -> Command {
        guard access == .writing else { throw .notWritable(path) }
        return try rethrowing {
            try signing.withLock { _ in
                _ = try publishAlone()
                let old = try signingKey(hasPublished: true).verifierKey
                let file = KeyFile.proposedForCheckpoints(of: path)
                let key = try file.read() ?? SignerKey(succeeding: old)
                if !file.exists { try file.write(key) }
                return .ledger(
                    .rotateCheckpointKey(
                        CheckpointKeyRotated(previousVerifierKey: old.text, verifierKey: key.verifierKey.text)))
            }
        }
    }

    /// Refuses to have the ledger vouch for a key that could not sign for it, or by one that does not any more.
    func checkRotation(approvedBy command: Command) throws {
        // A completed change may be approved again as a retry.
        guard case .measure(let id, .approveMeasure) = command,
            let measure = try measure(id), measure.stage == .pending,
            case .ledger(.rotateCheckpointKey(let rotated)) = measure.proposed.command
        else { return }
        let proposed = try KeyFile.proposedForCheckpoints(of: path).read()?.verifierKey.text
        let current = try KeyFile.checkpoints(of: path).read()?.verifierKey.text
        guard proposed == rotated.verifierKey, current == rotated.previousVerifierKey else {
            throw DraftLedgerError(
                .signingKeyMissing,
                "Approval request \(id) names a key that is not in \(path)/log.key.proposed, or not the successor of log.key: "
                    + "it could not sign. Propose another key.")
        }
    }

    /// Takes the key that a measure gave the ledger, which can sign from the checkpoint on that covers that.
    func adoptProposedKey() throws {
        let file = KeyFile.proposedForCheckpoints(of: path)
        guard let key = try file.read(),
            try KeyRotation.all(in: ledger).last?.stated.verifierKey == key.verifierKey.text
        else { return }
        try file.replace(.nextForCheckpoints(of: path))
    }

    /// The event of a rotation before authority began, when one person is enough.
    static func rotation(from old: VerifierKey, to new: VerifierKey, by actor: Sender, at now: Timestamp? = nil)
        -> PendingEvent
    {
        let event = CheckpointKeyRotated(previousVerifierKey: old.text, verifierKey: new.text)
        return PendingEvent(
            stream: .system, event: .checkpointKeyRotated(event),
            origin: CommandOrigin(occurredAt: now, actor: actor, commandID: .random()))
    }

    /// Completes a rotation that a crash has left unfinished. A failure does not stop drafts; the next publication of a
    /// checkpoint reports it.
    func resumeKeyRotation() {
        guard access == .writing,
            KeyFile.nextForCheckpoints(of: path).exists || KeyFile.proposedForCheckpoints(of: path).exists
        else { return }
        // Whatever is in its way is told to who publishes the next checkpoint.
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

extension SignerKey {
    /// A new key of the name of another, which no signature line confuses with it.
    fileprivate init(succeeding old: VerifierKey) {
        var key = SignerKey(name: old.name)
        // In one of four billion cases they are told apart by nothing that a line has.
        while key.verifierKey.id == old.id { key = SignerKey(name: old.name) }
        self = key
    }
}
