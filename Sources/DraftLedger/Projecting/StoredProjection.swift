import Projections

/// The projections that the ledger keeps rows of. What a row is, and the version of its fold, its type says.
enum StoredProjection: String, CaseIterable, Sendable {
    case rooms, rosters, balances, contests, deposits

    private var rows: any RowCodable.Type {
        switch self {
        case .rooms: RoomSummary.self
        case .rosters: RosterRow.self
        case .balances: BalanceRow.self
        case .contests: ContestRow.self
        case .deposits: DepositRow.self
        }
    }

    var foldVersion: UInt32 { rows.foldVersion }

    /// The name of the table of its rows. Rows of another fold version have a table of their own.
    var tableName: String { "\(rawValue).v\(foldVersion)" }
}

extension StoredProjection {
    /// - Throws: `unknownProjection`.
    static func named(_ name: String) throws(DraftLedgerError) -> StoredProjection {
        if let projection = StoredProjection(rawValue: name) { return projection }
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        throw DraftLedgerError(.unknownProjection, "There is no projection '\(name)'. The projections are: \(known).")
    }
}

extension DraftLedgerError {
    /// Stored rows that are not those that were written. The log has what they said.
    static func damagedRows(of projection: StoredProjection) -> Self {
        DraftLedgerError(
            .damaged,
            "The rows of the projection '\(projection.rawValue)' are damaged, and numbers from them "
                + "would be wrong. `rebuild \(projection.rawValue)` rebuilds them.")
    }

    /// A stored row that is not one. The log has what it said.
    static func unreadableRow(of projection: StoredProjection) -> Self {
        DraftLedgerError(
            .damaged,
            "A row of the projection '\(projection.rawValue)' is unreadable. "
                + "`rebuild \(projection.rawValue)` rebuilds it.")
    }
}
