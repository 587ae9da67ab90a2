import Crypto
public import Draft
import Ledger
import Merkle
import Projections

/// What a fold of the ledger came to: two that agree in this have folded the same events to the same rows.
public struct FoldDigest: Hashable, Sendable {
    /// The projection's name.
    public var name: String
    /// The version of its fold. Digests of different versions say nothing about each other.
    public var version: UInt32
    /// SHA-256 over all rows in the order of their keys: of each, the length of the key in one byte, the key, the length
    /// of the value in four (little-endian), the value.
    public var digest: Digest256

    public init(name: String, version: UInt32, digest: Digest256) {
        self.name = name
        self.version = version
        self.digest = digest
    }
}

extension DraftLedger {
    /// The digest of all rosters, which every report is made of, as of a number of events.
    ///
    /// Reads the stored rows where they are of that moment, else folds the ledger up to it, on all cores; hashing takes
    /// some tenths of a microsecond a row.
    ///
    /// - Throws: `badMoment` for more events than there are.
    public func rosterDigest(
        at size: UInt64, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> FoldDigest {
        try rethrowing {
            var hash = SHA256()
            for row in try rosterRows(at: .position(size), progress: progress) {
                let (key, value) = (row.rowKey, row.rowValue)
                hash.update(data: [UInt8(truncatingIfNeeded: key.count)])
                hash.update(data: key)
                let length = UInt32(truncatingIfNeeded: value.count)
                hash.update(data: (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) })
                hash.update(data: value)
            }
            return FoldDigest(
                name: StoredProjection.rosters.rawValue, version: StoredProjection.rosters.foldVersion,
                digest: Digest256(sha256: hash.finalize()))
        }
    }
}

extension Digest256 {
    /// The digest that a hash function came to.
    init(sha256 digest: SHA256.Digest) { self = Digest256(bytes: Array(digest)) ?? .zero }

    /// The SHA-256 of some bytes.
    init(hashing bytes: [UInt8]) { self.init(sha256: SHA256.hash(data: bytes)) }

    /// 44 characters of base64.
    var base64: String { Base64.encode(bytes) }

    /// - Returns: nil for anything but what `base64` gives.
    init?(base64: some StringProtocol) {
        guard let bytes = Base64.decode(base64.utf8) else { return nil }
        self.init(bytes: bytes)
    }
}
