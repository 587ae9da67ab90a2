import Foundation
import Ledger
import Merkle
import Platform

/// The last checkpoint that the ledger has published, in a file outside of LMDB.
///
/// It is outside on purpose: after an old copy of the database is put back, or another history is written over it, a
/// signed statement remains that the database does not match. It is the one fraud that no hash inside could show.
struct CheckpointFile {
    let path: String

    init(in ledger: String) { path = ledger + "/checkpoint" }

    var exists: Bool { FileSystem.exists(path) }

    /// In bytes: longer than any note.
    private static let limit = 2 << 20

    /// The published checkpoint; nil when there never was one.
    func read() throws -> SignedCheckpoint? {
        guard let bytes = try SideFile.openContents(of: path, upTo: Self.limit) else { return nil }
        do {
            return try SignedCheckpoint(bytes)
        } catch {
            throw DraftLedgerError(
                .checkpointDamaged,
                "\(path) is not a checkpoint: \(error). Restore it from a backup; without it, "
                    + "a rolled-back ledger cannot be distinguished from a complete one.")
        }
    }

    /// The published checkpoint; where the file is lost, the last one of the history.
    func readOrRecall() throws -> SignedCheckpoint? { try read() ?? history.last() }

    /// Puts a checkpoint that the history has back into its place.
    func restore(_ checkpoint: SignedCheckpoint) throws {
        Self.unsettled.withLock { _ = $0.insert(path) }
        try DurableFile.replace(path, with: Array(checkpoint.description.utf8))
        Self.unsettled.withLock { _ = $0.remove(path) }
    }

    /// Whether the file has to be written before its checkpoint counts as published: it is not there, or it could not be
    /// put there for good when it last was, and a loss of power may bring back the one before.
    var isUnsettled: Bool { !exists || Self.unsettled.withLock { $0.contains(path) } }

    /// The files whose last writing has failed, perhaps after the renaming. A new process syncs their folder.
    private static let unsettled = Guarded<Set<String>>([])

    /// The file with all published checkpoints.
    var history: CheckpointHistory { CheckpointHistory(in: (path as NSString).deletingLastPathComponent) }

    /// Adds it to the history and makes it the last one.
    func write(_ checkpoint: SignedCheckpoint) throws {
        try history.append(checkpoint)
        try restore(checkpoint)
    }

    /// Checks that what was published is the ledger's own, and that the ledger extends it: the same events, and maybe more.
    /// Of the history too, for who puts an old database back may put its checkpoint back with it.
    ///
    /// Writers check only the name if the keys are elsewhere: a forged checkpoint can only block itself. Verification of the
    /// ledger needs the signature.
    ///
    /// - Parameter keys: verifier keys that the caller obtained independently; nil to check only the name.
    /// - Throws: `ledgerRolledBack`, `ledgerForked`, `checkpointDamaged`, `irregularFile`; with keys also
    ///   `checkpointUnverified`.
    func check(_ ledger: Ledger, verifyingBy keys: [VerifierKey]? = nil) throws {
        let trust = try CheckpointTrust(of: ledger, and: keys ?? [])
        let latest = try read()
        let last = try history.last()
        // A crash can leave the first one incomplete, but then the latest one does not exist yet.
        if latest != nil, last == nil, try !history.isEmpty() {
            throw DraftLedgerError(
                .checkpointDamaged,
                "\(history.path) does not contain a checkpoint. Restore it from a backup, or move it away: a new "
                    + "file is created with the next checkpoint.")
        }
        for (published, name) in [(latest, path), (last, history.path)] {
            guard let published else { continue }
            if keys == nil {
                try trust.check(published, named: name)
            } else {
                try trust.verify(published, named: name)
            }
            try Self.check(published.unverified, against: ledger, named: name)
        }
    }

    /// Checks that a ledger extends a checkpoint that somebody kept.
    static func check(_ published: Checkpoint, against ledger: Ledger, named name: String) throws {
        let size = try ledger.size
        guard published.size <= size else {
            throw DraftLedgerError(
                .ledgerRolledBack,
                "\(name) states \(published.size) events; the ledger has \(size). It was rolled back or truncated: "
                    + "restore the newest copy of data.mdb. You can still read it.")
        }
        guard try ledger.treeEdge(at: published.size).root == published.root else {
            throw DraftLedgerError(
                .ledgerForked,
                "\(name) states another history of the first \(published.size) events than the ledger has. "
                    + "It was forked or rewritten: compare it with a copy by `diff`. You can still read it.")
        }
    }
}
