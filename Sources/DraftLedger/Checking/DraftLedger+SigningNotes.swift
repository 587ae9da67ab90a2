import Ledger
import Merkle

extension DraftLedger {
    /// What there is to know about the ledger's published heads and its key though nothing is wrong with the ledger:
    /// that a head is missing to hold it to, or that nothing more can be signed.
    ///
    /// - Throws: `checkpointDamaged`, `inputOutput`.
    func signingNotes() throws -> [String] { [try headNote(), try keyNote()].compactMap { $0 } }

    private func headNote() throws -> String? {
        let file = CheckpointFile(in: path)
        guard !file.exists else { return nil }
        guard let last = try file.history.last() else {
            return "No published head is here to check the ledger against, so a rollback would not show. `checkpoint` "
                + "publishes one; `verify --against` takes one that somebody kept."
        }
        return "\(file.path) is missing. The newest head in \(file.history.path), of \(last.unverified.size) events, "
            + "stands in for it; `checkpoint` writes the file again."
    }

    /// Why nothing more can be signed; nil where something can.
    private func keyNote() throws -> String? {
        do {
            if let key = try SigningKey.read(in: path) {
                _ = try CheckpointSigners(current: key, ledger: ledger, path: path)
            } else if try CheckpointFile(in: path).readOrRecall() != nil {
                throw Self.lostKey(of: path)
            }
            return nil
        } catch let error as DraftLedgerError where error.code == .signingKeyMissing {
            return "Nothing more can be signed here. \(error.message)"
        }
    }

    /// The key that has signed is gone.
    static func lostKey(of path: String) -> DraftLedgerError {
        DraftLedgerError(
            .signingKeyMissing,
            "\(path)/log.key is gone, and nothing else can extend what it signed. Restore it from a backup.")
    }
}
