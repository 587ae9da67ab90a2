/// A SHA-256 digest in the tree: of a leaf, of a subtree, or of the whole ledger (the root).
///
/// Four machine words instead of an array: hashes are compared, copied and kept by the million while a ledger is
/// written or verified, and none of that may allocate. The words hold the digest's 32 bytes in memory order, so
/// `withUnsafeBytes(of:)` is the digest itself on every platform.
@frozen
public struct TreeHash: Hashable, Sendable, BitwiseCopyable {
    @usableFromInline var words: (UInt64, UInt64, UInt64, UInt64)

    /// The number of bytes of a hash.
    public static let byteCount = 32

    /// All zero bytes; the value before a computation, never the hash of anything known.
    @inlinable
    public init() { words = (0, 0, 0, 0) }

    /// Takes the digest's 32 bytes as they are.
    ///
    /// - Returns: nil unless there are exactly 32 bytes.
    @inlinable
    public init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == TreeHash.byteCount else { return nil }
        self.init()
        withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
    }

    /// Takes the digest's 32 bytes as they are.
    ///
    /// - Returns: nil unless there are exactly 32 bytes.
    public init?(_ bytes: some Sequence<UInt8>) {
        guard let hash = Array(bytes).withUnsafeBytes({ TreeHash(bytes: $0) }) else { return nil }
        self = hash
    }

    /// The digest's 32 bytes, in order.
    public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// Lends the digest's 32 bytes without a copy.
    @inlinable
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try Swift.withUnsafeBytes(of: words, body)
    }

    @inlinable
    public static func == (lhs: TreeHash, rhs: TreeHash) -> Bool {
        lhs.words.0 == rhs.words.0 && lhs.words.1 == rhs.words.1
            && lhs.words.2 == rhs.words.2 && lhs.words.3 == rhs.words.3
    }

    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
