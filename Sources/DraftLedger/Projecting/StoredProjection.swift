import LMDB
import Ledger
import Projections

/// The projections that the ledger keeps rows of. Each has a fold version of its own: raise it whenever the same events
/// would give other rows, and the rows are folded anew, in a table of their own.
enum StoredProjection: String, CaseIterable, Sendable {
    /// Room → `RoomSummary`.
    case rooms
    /// Entry → `RosterRow`.
    case rosters
    /// Account → `BalanceRow`.
    case balances
    /// Contest → `ContestRow`.
    case contests
    /// A provider's payment → `DepositRow`.
    case deposits

    var foldVersion: UInt32 {
        switch self {
        case .rooms: 2
        case .rosters: 3
        case .balances, .contests: Balances.foldVersion
        case .deposits: 1
        }
    }

    /// The table of its rows, by their keys.
    func table(in ledger: Ledger) throws -> Table<[UInt8]> { try ledger.table(named: tableName) }

    /// The name of that table.
    var tableName: String { "\(rawValue).v\(foldVersion)" }
}

extension DraftLedgerError {
    /// A stored row that is not one. The log has what it said.
    static func unreadableRow(of projection: StoredProjection) -> Self {
        DraftLedgerError(
            .damaged,
            "A row of the projection '\(projection.rawValue)' is unreadable. "
                + "`rebuild \(projection.rawValue)` folds it anew.")
    }
}
