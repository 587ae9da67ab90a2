import DraftLedger
import Platform

/// Sees to it that reports are made of rows that are those that were written: a damaged one would show as a wrong
/// figure and nothing else.
///
/// All rows of a ledger are too many to be read for each report; what a disk does to them is found some minutes later.
final class RowWatch: Sendable {
    /// After which they are read again.
    private static let patience = Duration.seconds(600)
    private let foundWhole = Guarded<ContinuousClock.Instant?>(nil)

    /// Reads the rows that reports are made of, on all cores, unless that was done a few minutes ago.
    ///
    /// - Throws: `damaged`; the next report looks again.
    func check(_ ledger: DraftLedger, at now: ContinuousClock.Instant = .now) throws(DraftLedgerError) {
        guard foundWhole.withLock({ $0.map { now - $0 >= Self.patience } ?? true }) else { return }
        try ledger.checkRows(of: ["rosters"])
        foundWhole.withLock { $0 = now }
    }
}
