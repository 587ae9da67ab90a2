import Foundation
import Merkle
import Platform

/// A file with one private key, which only its owner can read.
struct KeyFile {
    let path: String

    /// Signs checkpoints, and nothing else.
    static func checkpoints(of ledger: String) -> KeyFile { KeyFile(path: ledger + "/log.key") }

    /// Will sign checkpoints when a rotation is through; there only while one is under way.
    static func nextForCheckpoints(of ledger: String) -> KeyFile { KeyFile(path: ledger + "/log.key.next") }

    /// Signs what is stated about reports.
    static func reports(of ledger: String) -> KeyFile { KeyFile(path: ledger + "/report.key") }

    /// Signs receipts for commands.
    static func receipts(of ledger: String) -> KeyFile { KeyFile(path: ledger + "/receipt.key") }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// - Returns: nil where there is no key yet.
    /// - Throws: `signingKeyMissing` for a file that may not be read or holds something else; `inputOutput`.
    func read() throws -> SignerKey? {
        guard exists else { return nil }
        guard let bytes = try SecretFile.contents(of: path), let text = String(validating: bytes, as: UTF8.self)
        else {
            throw DraftLedgerError(.signingKeyMissing, "\(path) cannot be read. Check its owner and permissions.")
        }
        do {
            return try SignerKey(text.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            throw DraftLedgerError(
                .signingKeyMissing, "\(path) is not a signer key: \(error). Restore it from a backup.")
        }
    }

    /// Puts a key there, in place of what there was.
    func write(_ key: SignerKey) throws {
        try DurableFile.replace(path, with: Self.contents(key), permissions: 0o600)
    }

    /// The key of the file; a new one of that name where there is none.
    ///
    /// Processes that come here at once all get the same key.
    func readOrCreate(named name: KeyName) throws -> SignerKey {
        if let key = try read() {
            guard key.verifierKey.name == name else {
                throw DraftLedgerError(
                    .signingKeyForeign,
                    "\(path) is the key of another ledger: found one of \(key.verifierKey.name), expected one of "
                        + "\(name). Restore this ledger's own from a backup.")
            }
            return key
        }
        let key = SignerKey(name: name)
        if try DurableFile.create(path, with: Self.contents(key), permissions: 0o600) { return key }
        guard let other = try read() else {
            throw DraftLedgerError(.signingKeyMissing, "\(path) was removed by somebody else. Try again.")
        }
        return other
    }

    /// Makes this file the other one, at once.
    func replace(_ other: KeyFile) throws { try DurableFile.move(path, to: other.path) }

    func remove() { unlink(path) }

    private static func contents(_ key: SignerKey) -> [UInt8] { Array((key.secretText + "\n").utf8) }
}
