import DraftLedger
import Merkle

extension LedgerOptions {
    /// Opens the ledger with a published checkpoint that covers all of it, publishing one where this process may write.
    ///
    /// Where another process writes, or nothing may be written here, the last published checkpoint has to do.
    func openPublished(_ console: Console) throws -> (ledger: DraftLedger, checkpoint: SignedCheckpoint) {
        let reading = try open(console)
        if let published = try reading.publishedCheckpoint(), published.unverified.size == (try reading.size) {
            return (reading, published)
        }
        do {
            let writing = try open(console, for: .writing)
            let checkpoint = try writing.publishCheckpoint()
            reading.close()
            return (writing, checkpoint)
        } catch let error as DraftLedgerError where Self.isForbidden(error) {
            guard let published = try reading.publishedCheckpoint() else {
                throw ToolError(
                    .noInput, "Nothing is published yet, and nothing can be here: \(error.description)")
            }
            console.note(
                StyledText(
                    "using the published checkpoint of \(Figures.grouped(published.unverified.size)) events; "
                        + "the ledger has \(Figures.grouped(try reading.size))", .dim))
            return (reading, published)
        }
    }

    private static func isForbidden(_ error: DraftLedgerError) -> Bool {
        [.lockedByAnotherWriter, .readOnly, .notWritable, .signingKeyMissing, .drawKeyMissing].contains(error.code)
    }
}
