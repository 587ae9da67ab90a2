/// How far a projection has come.
///
/// Written in the transaction that writes the projection's rows, so that a crash leaves both or neither.
public struct ProjectionMark: Hashable, Sendable {
    /// The version of the fold that made the rows.
    public var foldVersion: UInt32
    /// The number of events that the rows include: the position of the next event to apply.
    public var progress: Position
    /// The digest of the state at that point; 32 bytes, zero if it was not computed.
    public var digest: [UInt8]

    /// - Precondition: a digest of 32 bytes.
    public init(
        foldVersion: UInt32, progress: Position, digest: [UInt8] = Array(repeating: 0, count: Self.digestSize)
    ) {
        precondition(digest.count == Self.digestSize, "a digest has \(Self.digestSize) bytes")
        self.foldVersion = foldVersion
        self.progress = progress
        self.digest = digest
    }

    /// The size of a digest in bytes.
    public static let digestSize = 32

    /// Stored as fold version u32, progress u64 (little-endian), digest.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(12 + Self.digestSize)
        withUnsafeBytes(of: foldVersion.littleEndian) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: progress.littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: digest)
        return bytes
    }

    init?(bytes: [UInt8]) {
        guard bytes.count == 12 + Self.digestSize else { return nil }
        foldVersion = bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
        progress = bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt64.self)) }
        digest = Array(bytes[12...])
    }
}
