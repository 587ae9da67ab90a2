import Foundation
import Merkle

/// The key that signs the ledger's checkpoints, and nothing else: the file `log.key`, which only its owner can read.
enum SigningKey {
    private static func file(in ledger: String) -> String { ledger + "/log.key" }

    /// - Returns: nil where there is no key yet.
    static func read(in ledger: String) throws -> SignerKey? {
        let file = file(in: ledger)
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        guard let data = FileManager.default.contents(atPath: file), let text = String(data: data, encoding: .utf8)
        else {
            throw DraftLedgerError(.signingKeyMissing, "\(file) cannot be read. Check its owner and permissions.")
        }
        do {
            return try SignerKey(text.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            throw DraftLedgerError(
                .signingKeyMissing, "\(file) is not a signer key: \(error). Restore it from a backup.")
        }
    }

    /// Makes the ledger's key, at its birth.
    static func create(origin: String, in ledger: String) throws -> SignerKey {
        let key = SignerKey(name: try name(origin))
        try AtomicFile.replace(file(in: ledger), with: Array((key.secretText + "\n").utf8), permissions: 0o600)
        return key
    }

    /// - Throws: `badOrigin` for a text that no key can be named by.
    static func checkName(_ origin: String) throws { _ = try name(origin) }

    private static func name(_ origin: String) throws -> KeyName {
        guard let name = KeyName(origin) else {
            throw DraftLedgerError(
                .badOrigin,
                "'\(origin)' cannot be a ledger's origin: a name like \"example.com/drafts\", "
                    + "without spaces and plus signs.")
        }
        return name
    }
}
