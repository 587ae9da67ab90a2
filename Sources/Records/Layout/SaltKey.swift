import Crypto
import Draft
import Foundation

/// The secret of a ledger from which the salts of its private records are derived.
///
/// A salt is the first 16 bytes of HMAC-SHA256(key, record before its salt), so that a retry of an append writes the
/// same bytes. Only the salt is stored: no reader needs the key.
package struct SaltKey: Sendable {
    private let key: SymmetricKey

    /// - Parameter master: 32 secret bytes of the ledger, which serve other purposes too.
    package init(master: [UInt8]) {
        let derived = HMAC<SHA256>.authenticationCode(
            for: Array("draft-ledger/private-records".utf8), using: SymmetricKey(data: master))
        key = SymmetricKey(data: Data(derived))
    }

    func salt(of record: UnsafeRawBufferPointer) -> RecordSalt {
        var mac = HMAC<SHA256>(key: key)
        mac.update(data: record)
        return mac.finalize().withUnsafeBytes(RecordSalt.init(beginning:))
    }
}

extension RecordSalt {
    /// The number of its bytes.
    static let length = 16

    /// - Returns: nil for another number of bytes.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self = bytes.withUnsafeBytes(Self.init(beginning:))
    }

    /// The salt that bytes begin with, of which there must be as many as a salt has.
    fileprivate init(beginning bytes: UnsafeRawBufferPointer) {
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}
