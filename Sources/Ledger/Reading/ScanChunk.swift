import Platform

/// How much of a scan is done in one transaction.
///
/// A transaction pins the pages of its snapshot. A chunk is long enough to make beginning one cheap, and ends after
/// some milliseconds even when each record takes its time.
@usableFromInline
struct ScanChunk {
    @usableFromInline static let records = 8_192
    @usableFromInline static let recordsBetweenLooks = 64
    private static let nanoseconds: UInt64 = 5_000_000

    @usableFromInline var count = 0
    private let start = SystemClock.monotonic()

    @usableFromInline
    init() {}

    /// Counts a record.
    @inlinable
    mutating func isOver() -> Bool {
        count += 1
        guard count % Self.recordsBetweenLooks == 0 else { return false }
        return count == Self.records || isLate()
    }

    @usableFromInline
    func isLate() -> Bool { SystemClock.monotonic() - start > Self.nanoseconds }
}
