import DraftLedger
import Merkle
import Pages
import ToolSupport

extension LedgerOptions {
    /// Opens the ledger with a published checkpoint that it extends and that covers all of it, publishing one where this
    /// process may write.
    ///
    /// If another process writes, the directory is read-only or the key is missing, the last published checkpoint is used.
    /// The reason goes to standard error.
    ///
    /// - Parameter takesOlder: false where nothing will do but a checkpoint of the ledger as it stands.
    /// - Throws: `ledgerRolledBack`, `ledgerForked`, `checkpointDamaged`, `signingKeyForeign`: nothing is handed out in the
    ///   name of a ledger that is not the published one; and what keeps it from being signed where no older one will do.
    func openPublished(
        _ console: Console, takesOlder: Bool = true
    ) throws -> (ledger: DraftLedger, checkpoint: SignedCheckpoint) {
        if let published = try openCovered(console) { return published }
        do {
            let writing = try open(console, for: .writing)
            do {
                return (writing, try writing.publishCheckpoint())
            } catch {
                writing.close()
                throw error
            }
        } catch let error as DraftLedgerError where takesOlder && Self.isForbidden(error) {
            return try openLastPublished(console, because: error)
        }
    }

    /// For reading, with the last published checkpoint; nil where that does not cover all events, or its file is lost
    /// and has to be written again.
    ///
    /// A process has a ledger open for reading or for writing: what is not returned from here is closed.
    private func openCovered(_ console: Console) throws -> (ledger: DraftLedger, checkpoint: SignedCheckpoint)? {
        let reading = try open(console)
        do {
            try reading.checkPublished()
            if reading.hasCheckpointFile, let published = try reading.publishedCheckpoint(),
                published.unverified.size == (try reading.size)
            {
                return (reading, published)
            }
        } catch {
            reading.close()
            throw error
        }
        reading.close()
        return nil
    }

    private func openLastPublished(
        _ console: Console, because error: DraftLedgerError
    ) throws -> (ledger: DraftLedger, checkpoint: SignedCheckpoint) {
        let reading = try open(console)
        guard let published = try reading.publishedCheckpoint() else {
            reading.close()
            throw ToolError(
                .noInput, "No checkpoint is published yet, and none can be published here: \(error.description)")
        }
        console.note(
            StyledText(
                "Using the published checkpoint of \(Figures.grouped(published.unverified.size)) events; "
                    + "the ledger has \(Figures.grouped(try reading.size)): \(error.description)", .dim))
        return (reading, published)
    }

    private static func isForbidden(_ error: DraftLedgerError) -> Bool {
        [.lockedByAnotherWriter, .readOnly, .notWritable, .signingKeyMissing, .drawKeyMissing].contains(error.code)
    }
}
