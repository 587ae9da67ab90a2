package import Merkle

extension DraftLedger {
    /// Signs a statement about the ledger with the key of its checkpoints.
    ///
    /// - Parameter text: whose first line cannot be the name of a ledger, so that the text cannot be mistaken for a checkpoint.
    /// - Throws: `signingKeyMissing` where the ledger has no key yet, or not here; `signingKeyForeign`.
    package func sign(statement text: String) throws(DraftLedgerError) -> SignedNote {
        try rethrowing {
            try CheckpointTrust(of: ledger).checkKey()
            guard let key = try SigningKey.read(in: path) else {
                throw DraftLedgerError(
                    .signingKeyMissing,
                    "\(path) has no signing key, so nothing can be signed in the ledger's name here. Do this where the "
                        + "ledger is written.")
            }
            return try SignedNote(text, signedBy: key)
        }
    }
}
