/// The stored form of a sign-in.
struct FamilyEntry: Hashable {
    /// Seconds since 1970.
    var issuedAt: Int64
    var expiresAt: Int64

    init(issuedAt: Int64, expiresAt: Int64) { (self.issuedAt, self.expiresAt) = (issuedAt, expiresAt) }

    init?(_ bytes: [UInt8]) {
        guard bytes.count == 16, let issuedAt = Int64(storedBytes: bytes[..<8]),
            let expiresAt = Int64(storedBytes: bytes[8...])
        else { return nil }
        self.init(issuedAt: issuedAt, expiresAt: expiresAt)
    }

    var bytes: [UInt8] { issuedAt.storedBytes + expiresAt.storedBytes }
}

/// The stored form of a refresh token, whose key is its digest.
struct TokenEntry: Hashable {
    /// The sign-in that it belongs to.
    var family: [UInt8]
    /// Seconds since 1970.
    var expiresAt: Int64
    /// Seconds since 1970; 0 for a token that was not used.
    var usedAt: Int64

    init(family: [UInt8], expiresAt: Int64, usedAt: Int64) {
        (self.family, self.expiresAt, self.usedAt) = (family, expiresAt, usedAt)
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count > 16, let expiresAt = Int64(storedBytes: bytes[..<8]),
            let usedAt = Int64(storedBytes: bytes[8..<16])
        else { return nil }
        self.init(family: Array(bytes[16...]), expiresAt: expiresAt, usedAt: usedAt)
    }

    var bytes: [UInt8] { expiresAt.storedBytes + usedAt.storedBytes + family }
}

extension UInt64 {
    /// Eight bytes, the highest first, so that they have the order of the numbers.
    var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) } }

    /// - Returns: nil for anything but eight bytes.
    init?(bigEndianBytes bytes: [UInt8]) {
        guard bytes.count == 8 else { return nil }
        self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension Int64 {
    fileprivate var storedBytes: [UInt8] { UInt64(bitPattern: self).bigEndianBytes }

    fileprivate init?(storedBytes bytes: ArraySlice<UInt8>) {
        guard let number = UInt64(bigEndianBytes: Array(bytes)) else { return nil }
        self.init(bitPattern: number)
    }
}

extension RawSpan {
    /// The bytes of the span.
    var copied: [UInt8] { withUnsafeBytes { Array($0) } }
}
