import Draft

/// On what somebody acts: because of which case, and signed by which key. It stands behind everything else in the record of
/// a command's first event, and only where there is something to say.
///
/// ```
///  0  case         u64   none: all bits set
///  8  key          16 bytes, the first of the SHA-256 of the public key's 33     (a signed command only, as all below)
/// 24  anchor       u64   events in the last checkpoint that the client had checked
/// 32  seenVersion  u32   of the command's stream
/// 36  signature    64 bytes, r then s
/// ```
///
/// A case alone has 8 bytes, a signature with or without one 100: a signed pick has 192.
struct Warrant: Hashable {
    var dispute: CaseID?
    var signature: CommandSignature?

    private static let unsignedLength = 8
    private static let signedLength = 36 + CommandSignature.length

    /// - Returns: nil for an origin of which there is nothing to say.
    init?(of origin: CommandOrigin?) {
        guard let origin, origin.dispute != nil || origin.signature != nil else { return nil }
        dispute = origin.dispute
        signature = origin.signature
    }

    /// - Returns: nil for what `bytes` never writes.
    init?(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        guard bytes.count == Self.unsignedLength || bytes.count == Self.signedLength else { return nil }
        func word(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        let number = UInt64(littleEndian: word(0))
        dispute = number == .wireNull ? nil : CaseID(number)
        guard bytes.count == Self.signedLength else {
            if dispute == nil { return nil }
            return
        }
        signature = CommandSignature(
            key: KeyID(high: UInt64(bigEndian: word(8)), low: UInt64(bigEndian: word(16))),
            anchor: UInt64(littleEndian: word(24)),
            seenVersion: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 32, as: UInt32.self)),
            bytes: Array(bytes[36...]))
    }

    /// Whether a reader would read the same.
    var isWritable: Bool {
        dispute?.number != .wireNull && (signature?.bytes.count ?? CommandSignature.length) == CommandSignature.length
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func add(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }
        add((dispute?.number ?? .wireNull).littleEndian)
        guard let signature else { return bytes }
        add(signature.key.high.bigEndian)
        add(signature.key.low.bigEndian)
        add(signature.anchor.littleEndian)
        add(signature.seenVersion.littleEndian)
        return bytes + signature.bytes
    }
}
