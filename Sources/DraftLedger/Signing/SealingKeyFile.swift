import Draft
import Foundation
import Platform
public import Records

/// A file with the private key with which a staff member signs commands: one line, readable only by its owner.
///
///     draft-ledger/key@v1 ed25519 64 hexadecimal digits
public struct SealingKeyFile: Sendable {
    public let path: String

    private static let head = "draft-ledger/key@v1 ed25519 "

    public init(_ path: String) { self.path = path }

    /// Makes a new key.
    ///
    /// - Throws: `alreadyExists` if the file exists: a key is never overwritten; `inputOutput`.
    public func create() throws(DraftLedgerError) -> SealingKey {
        try rethrowing {
            let key = SealingKey()
            let line = Self.head + key.seed.hexadecimal + "\n"
            guard try DurableFile.create(path, with: Array(line.utf8), permissions: 0o600) else {
                throw DraftLedgerError(.alreadyExists, "\(path) already exists. Use another file name.")
            }
            return key
        }
    }

    /// - Throws: `signingKeyMissing` if the file does not exist or is not a key file; `inputOutput`.
    public func read() throws(DraftLedgerError) -> SealingKey {
        guard let bytes = try SecretFile.contents(of: path), let text = String(validating: bytes, as: UTF8.self) else {
            throw DraftLedgerError(.signingKeyMissing, "\(path) cannot be read. Check its name, owner and permissions.")
        }
        let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard line.hasPrefix(Self.head), let seed = Digest256(hexadecimal: line.dropFirst(Self.head.count)),
            let key = SealingKey(seed: seed.bytes)
        else {
            throw DraftLedgerError(
                .signingKeyMissing, "\(path) is not a key file as created by `draftledger staff key`.")
        }
        return key
    }
}
