/// 128 bits in a private record that only readers of the record know.
///
/// The hashes of all records are public. Without a salt, a reader of the public records could guess a private one, such
/// as an edit of a queue, and compare the hash of the guess.
public struct RecordSalt: Hashable, Sendable, BitwiseCopyable {
    public var high: UInt64
    public var low: UInt64

    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
