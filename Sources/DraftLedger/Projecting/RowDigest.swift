import Crypto

/// The digest of a set of rows, kept up to date row by row: the sum, modulo 2^256, of the SHA-256 of each key and row.
///
/// A sum does not depend on the order, so a rebuild on eight cores and a catch-up of single rooms come to the same
/// digest exactly when they come to the same rows.
struct RowDigest: Hashable {
    private var limbs: (UInt64, UInt64, UInt64, UInt64)

    init() { limbs = (0, 0, 0, 0) }

    /// Reads 32 little-endian bytes.
    init(bytes: [UInt8]) {
        func limb(_ index: Int) -> UInt64 {
            (0..<8).reduce(0) {
                $0 | UInt64(index * 8 + $1 < bytes.count ? bytes[index * 8 + $1] : 0) << UInt64(8 * $1)
            }
        }
        limbs = (limb(0), limb(1), limb(2), limb(3))
    }

    var bytes: [UInt8] {
        [limbs.0, limbs.1, limbs.2, limbs.3].flatMap { limb in
            (0..<8).map { UInt8(truncatingIfNeeded: limb >> (8 * $0)) }
        }
    }

    mutating func add(key: [UInt8], row: [UInt8]) { row.withUnsafeBytes { add(key: key, row: $0) } }

    mutating func add(key: [UInt8], row: UnsafeRawBufferPointer) { add(Self.hash(key, row)) }

    mutating func remove(key: [UInt8], row: [UInt8]) {
        var negated = row.withUnsafeBytes { Self.hash(key, $0) }
        negated.limbs = (~negated.limbs.0, ~negated.limbs.1, ~negated.limbs.2, ~negated.limbs.3)
        add(negated)
        var one = RowDigest()
        one.limbs.0 = 1
        add(one)
    }

    /// Adds the digest of other rows.
    mutating func add(_ other: RowDigest) {
        var carry: UInt64 = 0
        func sum(_ a: UInt64, _ b: UInt64) -> UInt64 {
            let (first, overflow) = a.addingReportingOverflow(b)
            let (second, again) = first.addingReportingOverflow(carry)
            carry = (overflow ? 1 : 0) + (again ? 1 : 0)
            return second
        }
        limbs = (
            sum(limbs.0, other.limbs.0), sum(limbs.1, other.limbs.1), sum(limbs.2, other.limbs.2),
            sum(limbs.3, other.limbs.3)
        )
    }

    private static func hash(_ key: [UInt8], _ row: UnsafeRawBufferPointer) -> RowDigest {
        var hash = SHA256()
        withUnsafeBytes(of: UInt8(truncatingIfNeeded: key.count)) { hash.update(bufferPointer: $0) }
        key.withUnsafeBytes { hash.update(bufferPointer: $0) }
        hash.update(bufferPointer: row)
        return RowDigest(hash.finalize())
    }

    private init(_ hash: SHA256Digest) {
        func limb(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
        }
        limbs = hash.withUnsafeBytes { (limb($0, 0), limb($0, 1), limb($0, 2), limb($0, 3)) }
    }

    static func == (lhs: RowDigest, rhs: RowDigest) -> Bool { lhs.limbs == rhs.limbs }

    func hash(into hasher: inout Hasher) { hasher.combine(limbs.0) }
}
