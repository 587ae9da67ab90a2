import Merkle

/// The key that signs the ledger's checkpoints, and nothing else: the file `log.key`, which only its owner can read.
enum SigningKey {
    /// - Returns: nil where there is no key yet.
    static func read(in ledger: String) throws -> SignerKey? { try KeyFile.checkpoints(of: ledger).read() }

    /// Makes the ledger's key, at its birth; or takes the one that a creation which was killed has left.
    ///
    /// - Throws: `alreadyExists` for a key of another name, which may have signed for another ledger.
    static func create(origin: String, in ledger: String) throws -> SignerKey {
        if let present = try read(in: ledger) {
            guard present.verifierKey.name == (try name(origin)) else {
                throw DraftLedgerError(
                    .alreadyExists,
                    "\(ledger)/log.key is there already, the key of \(present.verifierKey.name). "
                        + "Create the ledger under that name, move the key away, or choose another directory.")
            }
            return present
        }
        let key = SignerKey(name: try name(origin))
        try KeyFile.checkpoints(of: ledger).write(key)
        return key
    }

    /// - Throws: `badOrigin` for a text that no key can be named by.
    static func checkName(_ origin: String) throws { _ = try name(origin) }

    /// The name of a key of the ledger.
    static func name(_ origin: String) throws -> KeyName {
        guard let name = KeyName(origin) else {
            throw DraftLedgerError(
                .badOrigin,
                "'\(origin)' cannot be a ledger's origin: a name like \"example.com/drafts\", "
                    + "without spaces and plus signs.")
        }
        return name
    }
}
