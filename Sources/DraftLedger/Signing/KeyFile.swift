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

    /// Will sign checkpoints once a rotation to it is approved; there only while one is proposed.
    static func proposedForCheckpoints(of ledger: String) -> KeyFile { KeyFile(path: ledger + "/log.key.proposed") }

    /// Signs what is stated about reports.
    static func reports(of ledger: String) -> KeyFile { KeyFile(path: ledger + "/report.key") }

    /// Signs receipts for commands.
    static func receipts(of ledger: String) -> KeyFile { KeyFile(path: ledger + "/receipt.key") }

    var exists: Bool { FileSystem.exists(path) }

    /// - Returns: nil if the file does not exist yet.
    /// - Throws: `signingKeyMissing` for a file that may not be read or holds something else; `irregularFile`,
    ///   `inputOutput`.
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

    /// The key of the file; a new one with that name if missing.
    ///
    /// Concurrent processes all get the same key.
    func readOrCreate(named name: KeyName) throws -> SignerKey {
        if let key = try read() {
            guard key.verifierKey.name == name else {
                throw DraftLedgerError(
                    .signingKeyForeign,
                    "\(path) is the key of another ledger: found one of \(key.verifierKey.name.text.asciiEscaped), expected "
                        + "one of \(name.text.asciiEscaped). Restore this ledger's own from a backup.")
            }
            return key
        }
        let key = SignerKey(name: name)
        if try DurableFile.create(path, with: Self.contents(key), permissions: 0o600) { return key }
        guard let other = try read() else {
            throw DraftLedgerError(.signingKeyMissing, "\(path) was removed by another process. Try again.")
        }
        return other
    }

    /// Makes this file the other one, at once.
    func replace(_ other: KeyFile) throws { try DurableFile.move(path, to: other.path) }

    func remove() { FileSystem.remove(path) }

    private static func contents(_ key: SignerKey) -> [UInt8] { Array((key.secretText + "\n").utf8) }
}

/// The key that signs the ledger's checkpoints, and nothing else: the file `log.key`, which only its owner can read.
enum SigningKey {
    /// - Returns: nil if the file does not exist yet.
    static func read(in ledger: String) throws -> SignerKey? { try KeyFile.checkpoints(of: ledger).read() }

    /// Makes the ledger's key, at its birth; or takes the one that a creation which was killed has left.
    ///
    /// - Throws: `alreadyExists` for a key of another name, which may have signed for another ledger.
    static func create(origin: String, in ledger: String) throws -> SignerKey {
        if let present = try read(in: ledger) {
            guard present.verifierKey.name == (try name(origin)) else {
                throw DraftLedgerError(
                    .alreadyExists,
                    "\(ledger)/log.key already exists, the key of \(present.verifierKey.name.text.asciiEscaped). "
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

/// Reads files that only their owner may read.
enum SecretFile {
    /// In bytes: far more than any key has.
    private static let limit = 1 << 16

    /// - Returns: nil if the file does not exist or this user may not read it.
    /// - Throws: `irregularFile`; `inputOutput` for any other failure, which says nothing about whether the secret is
    ///   still there.
    static func contents(of path: String) throws(DraftLedgerError) -> [UInt8]? {
        do {
            return try SideFile.contents(of: path, upTo: limit)
        } catch {
            if error.errno == .accessDenied { return nil }
            guard error.irregular == nil else { throw DraftLedgerError(error) }
            throw DraftLedgerError(.inputOutput, "reading \(path): \(error.errno).")
        }
    }
}

/// Reads the files in a ledger's directory.
///
/// The sender of a shared ledger has created them, and not always as files: a link would have its reader read, and perhaps
/// print, something of their own; a pipe would keep them waiting; a file without end would fill their memory.
enum SideFile {
    /// - Parameter limit: in bytes.
    /// - Returns: nil if the file does not exist.
    /// - Throws: also with `irregular`, and with `fileTooLarge` beyond the limit.
    static func contents(of path: String, upTo limit: Int) throws(FileError) -> [UInt8]? {
        let file: OpenFile
        do {
            file = try OpenFile.regular(path)
        } catch {
            if error.irregular == nil, error.errno == .notFound { return nil }
            throw error
        }
        do {
            return try file.contents(upTo: limit)
        } catch {
            throw FileError("reading", path, error)
        }
    }

    /// The same of a file that everybody who reads the ledger has to read.
    ///
    /// - Throws: `irregularFile`, `inputOutput`.
    static func openContents(of path: String, upTo limit: Int) throws(DraftLedgerError) -> [UInt8]? {
        do {
            return try contents(of: path, upTo: limit)
        } catch {
            guard error.irregular == nil else { throw DraftLedgerError(error) }
            throw DraftLedgerError(
                .inputOutput, "\(path) cannot be read: \(error.errno). Check its permissions and its size.")
        }
    }
}
