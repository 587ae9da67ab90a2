import Ledger
public import Merkle
import Platform

/// A copy of a ledger: the number of its events and their root.
public struct LedgerBackup: Sendable {
    /// The path of the copy.
    public var path: String
    /// The number of its events.
    public var size: UInt64
    /// The root over them: that of the ledger at that size.
    public var root: TreeHash
    /// The checkpoint that was published last before it was made; nil before the first.
    public var checkpoint: SignedCheckpoint?
    /// Whether a holder of the copy can draw the ledger's orders and sign in its name.
    public var hasKeys: Bool
}

extension DraftLedger {
    /// Copies the ledger as of one commit to another directory, while others read and write, in this process or another.
    ///
    /// With it go the checkpoints that were published, and whom a server has erased; the keys, and programs' tokens, only if
    /// they are asked for: without `draw.key` the copy can be read and verified, and not be written to. Its pages are looked
    /// at when it is written; `restore` proves the rest. As fast as the disk; a writer waits for two pages of it. The files
    /// of those who wait for their turn grow meanwhile, since nothing is used again that the copy still has to read.
    ///
    /// - Parameters:
    ///   - destination: a path that does not exist.
    ///   - withKeys: with `draw.key`, `log.key`, and what else signs for the ledger, each readable for its owner alone. These
    ///     keys can rewrite the ledger's history: store them separately and protect them.
    /// - Returns: the size and root of the copy.
    /// - Throws: `alreadyExists`, `conflict` where keys were exchanged meanwhile, `damaged`, `diskFull`, `readOnly`,
    ///   `inputOutput`; nothing is left at the path then.
    public func backup(to destination: String, withKeys: Bool = false) throws(DraftLedgerError) -> LedgerBackup {
        try rethrowing {
            try Self.copy(ledger, to: destination, withKeys: withKeys) { copy in
                try CheckpointFile(in: copy.path).check(copy.ledger)
            }
        }
    }

    /// Makes a ledger out of a copy, and proves that it is one: every page, every record and every hash is looked at, and
    /// the history held against the checkpoint that came with it, whose signature is checked where the key is there, or
    /// given. The copy stays as it is.
    ///
    /// - Parameters:
    ///   - backup: the copy's directory.
    ///   - destination: a path where there is nothing: no ledger is written over.
    ///   - keys: that may have signed the checkpoint, from a source of the caller's.
    ///   - progress: called with the progress.
    /// - Returns: which events it has.
    /// - Throws: `noSuchLedger`, `notALedger`, `damaged` with what was found, `alreadyExists`, `ledgerRolledBack`, `ledgerForked`,
    ///   `diskFull`, `readOnly`, `inputOutput`; nothing is left at the path then.
    public static func restore(
        from backup: String, to destination: String, trusting keys: [VerifierKey] = [],
        progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> LedgerBackup {
        try rethrowing {
            let source = try Ledger.open(at: backup, mode: .readOnly, options: Ledger.Options(checksPages: true))
            defer { source.close() }
            return try copy(source, to: destination, withKeys: true) { copy in
                // By the ledger's name alone, where the key that has signed is not here.
                try CheckpointFile(in: copy.path).check(copy.ledger)
                let report = try copy.verify(full: true, trusting: keys, progress: progress)
                let findings = report.findings.filter { $0.check != VerifyReport.Finding.signature }
                guard let first = findings.first else { return }
                let more =
                    findings.count > 1 ? " There are \(findings.count - 1) more findings: run `verify` on it." : ""
                throw DraftLedgerError(.damaged, "\(backup) cannot be restored: \(first.message)\(more)")
            }
        }
    }

    private static func copy(
        _ ledger: Ledger, to destination: String, withKeys: Bool, proving prove: (DraftLedger) throws -> Void
    ) throws -> LedgerBackup {
        let copy = try LedgerCopy(to: destination)
        do {
            try copy.take(ledger, withKeys: withKeys)
            let backup = try copy.inspect { made in
                try prove(made)
                let edge = try made.ledger.treeEdge()
                return LedgerBackup(
                    path: destination, size: edge.size, root: edge.root,
                    checkpoint: try CheckpointFile(in: made.path).readOrRecall(), hasKeys: DrawKey.exists(in: made.path)
                )
            }
            try copy.finish()
            return backup
        } catch {
            copy.discard()
            throw error
        }
    }
}
