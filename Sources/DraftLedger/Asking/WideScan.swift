import Ledger
import Platform
import Records

/// Looks through a stretch of the log on all cores, and hands on what fits in the order of the log.
///
/// All cores look through one window at a time and copy what fits; then it is handed on, outside of all transactions. The
/// first windows are small, since many a reader has seen enough soon; memory is bounded by the largest, whatever the
/// length of the stretch.
struct WideScan {
    let ledger: Ledger

    private static let firstWindow: UInt64 = 1 << 13
    private static let windowOfACore: UInt64 = 1 << 16
    private static let piecesOfACore: UInt64 = 4

    /// - Parameters:
    ///   - stretch: what to look through; what lies beyond the ledger's end is left out.
    ///   - mayFit: called from several threads.
    ///   - take: called on the caller's thread with one fitting record after the other; false ends the scan.
    func run(
        _ stretch: Range<UInt64>, progress: ProgressHandler? = nil,
        where mayFit: @escaping @Sendable (RecordView) throws -> Bool, _ take: (RecordView) throws -> Bool
    ) throws {
        let stretch = stretch.clamped(to: 0..<(try ledger.size))
        let cores = UInt64(Cores.count)
        var start = stretch.lowerBound
        var window = Self.firstWindow
        while start < stretch.upperBound {
            let end = min(start + window, stretch.upperBound)
            let share = max(1 << 11, (end - start) / (cores * Self.piecesOfACore) + 1)
            let pieces = Swift.stride(from: start, to: end, by: Int(share)).map { $0..<min($0 + share, end) }
            for records in try Cores.map(pieces, { try fitting(in: $0, mayFit) }) {
                guard try records.forEach(take) else { return }
                if let failure = records.failure { throw failure }
            }
            progress?(end - stretch.lowerBound, UInt64(stretch.count))
            start = end
            window = min(window * 4, cores * Self.windowOfACore)
        }
    }

    private func fitting(
        in piece: Range<UInt64>, _ mayFit: @Sendable (RecordView) throws -> Bool
    ) throws -> CopiedRecords {
        var records = CopiedRecords()
        do {
            try ledger.scan(piece) { position, record in
                try record.withUnsafeBytes { bytes in
                    if try mayFit(RecordView(bytes, position: position)) { records.append(bytes, at: position) }
                }
                return true
            }
        } catch {
            // Those before the one that cannot be read can be.
            records.failure = error
        }
        return records
    }
}
