public import Draft
import Ledger
import Projections

extension DraftLedger {
    /// Every entry and its players as of a moment, by columns: what reports over a whole field scan.
    ///
    /// As of now this reads the stored rows on all cores, some tens of nanoseconds a row, and folds what they lack. One
    /// user's entries are found through an index, in microseconds each, whatever the size of the ledger. As of a moment
    /// before the stored rows it scans the headers of what came since, and folds the rooms that were drafting then; or
    /// folds the ledger up to there, where that is less, on all cores.
    ///
    /// - Parameters:
    ///   - user: whose entries; nil for all.
    ///   - moment: as of when.
    ///   - progress: told how far it has come.
    public func rosterColumns(
        of user: UserID? = nil, at moment: Moment = .latest, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> RosterSnapshot {
        try rethrowing {
            try RosterScan(store: projections).columns(
                of: user, upTo: moment == .latest ? nil : try position(of: moment), progress: progress)
        }
    }
}
