import Draft
import Ledger
public import Merkle
import Platform

/// Statements about the ledger that others can keep and hold it to.
extension DraftLedger {
    /// The last published checkpoint; nil before the first. Where its file was lost, the last one of the history.
    ///
    /// It is this ledger's, and a key of the ledger has signed it: callers may share it.
    ///
    /// - Parameter keys: that may have signed it besides the ledger's own, from a source of the caller's.
    /// - Throws: `checkpointDamaged`, `checkpointUnverified` where that key is not here, `inputOutput`.
    public func publishedCheckpoint(
        trusting keys: [VerifierKey] = []
    ) throws(DraftLedgerError) -> SignedCheckpoint? {
        try rethrowing {
            let file = CheckpointFile(in: path)
            let published = try file.readOrRecall()
            try published.map { try CheckpointTrust(of: ledger, and: keys).verify($0, named: file.path) }
            return published
        }
    }

    /// Checks that a checkpoint is this ledger's and signed by one of its keys, before it is handed on.
    ///
    /// - Parameters:
    ///   - checkpoint: the one that is to be handed on.
    ///   - name: what errors call it.
    /// - Throws: `checkpointDamaged`, `checkpointUnverified` where the key that it names is not here.
    public func checkSigned(
        _ checkpoint: SignedCheckpoint, named name: String = "A checkpoint in the history"
    ) throws(DraftLedgerError) {
        try rethrowing { try CheckpointTrust(of: ledger).verify(checkpoint, named: name) }
    }

    /// Whether the file of the last published checkpoint is there.
    public var hasCheckpointFile: Bool { CheckpointFile(in: path).exists }

    /// All checkpoints that were ever published, by size; with their cosignatures. Read, and not yet believed: see
    /// `checkSigned`.
    ///
    /// - Throws: `checkpointDamaged`, `inputOutput`.
    public func checkpointHistory() throws(DraftLedgerError) -> [SignedCheckpoint] {
        try rethrowing { try CheckpointHistory(in: path).read() }
    }

    /// Signs the ledger as it stands and publishes that: in the order that keeps the promise, which is to check that
    /// it extends what was published before, to replace the file, and only then to show it to anybody.
    ///
    /// A ledger that has not grown keeps its checkpoint, with the cosignatures that witnesses have added; a file of it
    /// that was lost is written again.
    ///
    /// - Throws: `notWritable`, `badOrigin` for a ledger without events, `ledgerRolledBack`, `ledgerForked`,
    ///   `checkpointDamaged`, `checkpointUnverified`, `signingKeyMissing`, `signingKeyForeign`, `diskFull`, `inputOutput`.
    @discardableResult
    public func publishCheckpoint() throws(DraftLedgerError) -> SignedCheckpoint {
        guard access == .writing else { throw .notWritable(path) }
        return try rethrowing { try signing.withLock { _ in try publishAlone() } }
    }

    /// Publishes a checkpoint while no other thread signs, and completes an unfinished rotation of the key.
    func publishAlone() throws -> SignedCheckpoint {
        if let displacement {
            throw DraftLedgerError(.moved, "No checkpoint is published in \(path): \(displacement).")
        }
        let file = CheckpointFile(in: path)
        try Self.checkPublished(ledger)
        try adoptProposedKey()
        let edge = try ledger.treeEdge()
        // An interrupted creation may have left a key. A checkpoint of it would block
        // the next creation, as one of a ledger that has lost its history.
        guard edge.size > 0 else {
            throw DraftLedgerError(
                .badOrigin,
                "\(path) is empty: checkpoints are signed under the name in the ledger's first event. Append events first."
            )
        }
        let next = KeyFile.nextForCheckpoints(of: path)
        let published = try file.readOrRecall()
        if let published, published.unverified.size == edge.size, !next.exists {
            // Without the key that is all there is to publish, and it may be anybody's.
            try CheckpointTrust(of: ledger).verify(published, named: file.path)
            if file.isUnsettled { try file.restore(published) }
            return published
        }

        let signers = try CheckpointSigners(
            current: try signingKey(hasPublished: published != nil), ledger: ledger, path: path)
        var checkpoint: SignedCheckpoint
        if let published, published.unverified.size == edge.size {
            checkpoint = published
        } else {
            checkpoint = try SignedCheckpoint(
                Checkpoint(origin: signers.current.verifierKey.name, size: edge.size, root: edge.root),
                signedBy: signers.current)
        }
        if let successor = signers.successor,
            !checkpoint.note.signatures.contains(where: { $0.names(successor.verifierKey) })
        {
            let line = try successor.sign(checkpoint.note.text).line
            checkpoint = try checkpoint.adding(Array(line.utf8), from: [successor.verifierKey])
        }
        if checkpoint != published || file.isUnsettled { try file.write(checkpoint) }
        if signers.successor != nil {
            try next.replace(.checkpoints(of: path))
        } else {
            next.remove()
        }
        return checkpoint
    }

    /// Checks that what was published is this ledger's and that the ledger extends it, and that the key that will sign
    /// next is its own. For who hands something out in the ledger's name.
    ///
    /// - Throws: `ledgerRolledBack`, `ledgerForked`, `checkpointDamaged`, `signingKeyForeign`.
    public func checkPublished() throws(DraftLedgerError) { try rethrowing { try Self.checkPublished(ledger) } }

    static func checkPublished(_ ledger: Ledger) throws {
        try CheckpointTrust(of: ledger).checkKey()
        try CheckpointFile(in: ledger.path).check(ledger)
    }

    /// The key that verifies the ledger's checkpoints.
    ///
    /// - Throws: `signingKeyMissing` where the ledger has none yet, or not here; `signingKeyForeign`.
    public func verifierKey() throws(DraftLedgerError) -> VerifierKey {
        try rethrowing {
            try CheckpointTrust(of: ledger).checkKey()
            guard let key = try SigningKey.read(in: path) else {
                throw DraftLedgerError(
                    .signingKeyMissing,
                    "\(path) has no signing key; obtain the checkpoint's verifier key from its owner.")
            }
            return key.verifierKey
        }
    }

    func signingKey(hasPublished: Bool) throws -> SignerKey {
        if let key = try SigningKey.read(in: path) { return key }
        guard !hasPublished else { throw Self.lostKey(of: path) }
        guard let origin = try origin else {
            throw DraftLedgerError(
                .badOrigin,
                "\(path) is empty: checkpoints are signed under the name in the ledger's first event. Append events first."
            )
        }
        return try SigningKey.create(origin: origin, in: path)
    }

    /// Adds the cosignatures in a witness's answer to the published checkpoint.
    ///
    /// Of two by one witness the newer one stays.
    ///
    /// - Parameters:
    ///   - answer: what the witness sent back: its signature lines.
    ///   - witnesses: the keys of the witnesses that are trusted; lines of others are left out.
    /// - Throws: `notWritable`, `checkpointDamaged` for an answer that does not cosign the published checkpoint, or states
    ///   the time 0 or one more than ten minutes ahead.
    public func addWitness(_ answer: [UInt8], from witnesses: [VerifierKey]) throws(DraftLedgerError)
        -> SignedCheckpoint
    {
        try cosign { try $0.adding(answer, from: witnesses, latest: latestCosigning) }
    }

    /// Adds the signature lines of a witness's answer to the published checkpoint without believing them: who verifies
    /// the checkpoint knows which witnesses count.
    ///
    /// - Throws: `notWritable`, `checkpointDamaged` for an answer that is not a cosignature, states an impossible time, or
    ///   would replace existing ones.
    public func addUnverifiedWitness(_ answer: [UInt8]) throws(DraftLedgerError) -> SignedCheckpoint {
        try cosign { try $0.adding(unverified: answer, latest: latestCosigning) }
    }

    /// A witness's clock may be that much ahead.
    private var latestCosigning: UInt64 { UInt64(max(0, now.microseconds / 1_000_000)) + 600 }

    private func cosign(
        _ adding: (SignedCheckpoint) throws -> SignedCheckpoint
    ) throws(DraftLedgerError) -> SignedCheckpoint {
        guard access == .writing else { throw .notWritable(path) }
        return try rethrowing {
            try signing.withLock { _ in
                let file = CheckpointFile(in: path)
                guard let published = try file.readOrRecall() else {
                    throw DraftLedgerError(
                        .checkpointDamaged, "No checkpoint is published that a witness could have cosigned.")
                }
                try CheckpointTrust(of: ledger).verify(published, named: file.path)
                let cosigned: SignedCheckpoint
                do {
                    cosigned = try adding(published)
                } catch {
                    throw DraftLedgerError(
                        .checkpointDamaged, "The answer does not cosign the published checkpoint: \(error)")
                }
                try file.write(cosigned)
                return cosigned
            }
        }
    }
}
