import DraftLedger
import Merkle

extension LedgerOptions {
    /// The last published checkpoint; one that covers all events where this process may publish it.
    ///
    /// - Throws: `ToolError` where nothing was ever published.
    func newestCheckpoint(_ console: Console) throws -> SignedCheckpoint {
        do {
            let writing = try open(console, for: .writing)
            defer { writing.close() }
            return try writing.publishCheckpoint()
        } catch let error as DraftLedgerError
            where [.lockedByAnotherWriter, .readOnly, .notWritable, .signingKeyMissing, .drawKeyMissing].contains(
                error.code)
        {
            let reading = try open(console)
            defer { reading.close() }
            guard let published = try reading.publishedCheckpoint() else {
                throw ToolError(
                    .noInput, "Nothing is published yet. Run `draftledger checkpoint` where the ledger is written.")
            }
            return published
        }
    }
}
