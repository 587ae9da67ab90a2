import DraftLedger
import Platform

/// A check that the rows of reports are those that were written. Otherwise, a damaged row would only show as a wrong
/// figure.
///
/// A ledger has too many rows to read all of them for each report, so damage is found some minutes later.
final class RowWatch: Sendable {
    /// The time after which the rows are read again.
    private static let interval = Duration.seconds(600)
    private let foundWhole = Guarded<ContinuousClock.Instant?>(nil)

    /// Reads the rows of reports on all cores, unless that was done a few minutes ago.
    ///
    /// - Throws: `damaged`; the next report looks again.
    func check(_ ledger: DraftLedger, at now: ContinuousClock.Instant = .now) throws(DraftLedgerError) {
        guard foundWhole.withLock({ $0.map { now - $0 >= Self.interval } ?? true }) else { return }
        try ledger.checkRows(of: ["rosters"])
        foundWhole.withLock { $0 = now }
    }
}
