import Draft
import LMDB
import Ledger
import Projections

extension ProjectionStore {
    /// Brings projections up to the log.
    ///
    /// - Parameters:
    ///   - names: the projections.
    ///   - rebuilding: rebuild them from the first event; readers see the present rows until the new rows and the new progress
    ///     replace them in one step.
    /// - Returns: the number of events that were folded.
    @discardableResult
    func bringUp(
        _ names: [StoredProjection] = StoredProjection.allCases, rebuilding: Bool = false,
        progress: ProgressHandler? = nil
    ) throws -> UInt64 {
        let size = try ledger.size
        let starts = try ledger.read { transaction in
            try names.map { (name: $0, progress: rebuilding ? 0 : try self.progress(of: $0, in: transaction)) }
        }
        var folded: UInt64 = 0
        for start in Set(starts.map(\.progress)).sorted() where start < size || rebuilding {
            let due = starts.filter { $0.progress == start }.map(\.name)
            let isOfAll = due.count == StoredProjection.allCases.count && !rebuilding && progress == nil
            let (result, end) =
                try (isOfAll ? changes(beyond: start) : nil) ?? (fold(start..<size, progress: progress), size)
            folded += result.events
            if start == 0 {
                try writeAnew(due, result, upTo: end, replacing: rebuilding)
            } else {
                try change(due, by: result, from: start, upTo: end)
            }
        }
        return folded
    }

    /// Has the log's rows take the place of all that there are, in one step.
    ///
    /// - Parameter isForced: whether rows that somebody else has brought up meanwhile are replaced, too.
    private func writeAnew(
        _ names: [StoredProjection], _ result: FoldedLedger, upTo end: UInt64, replacing isForced: Bool
    ) throws {
        try ledger.write { transaction in
            for name in names {
                guard try isForced || progress(of: name, in: transaction) == 0 else { continue }
                var rows = try RowChanges(of: name, in: self, rebuilding: true, transaction)
                try rows.clear(in: transaction)
                try gather(result, of: name, into: &rows, in: transaction) { rows in
                    if rows.isLarge { try rows.flush(in: transaction) }
                }
                try rows.finish(upTo: end, in: ledger, transaction)
            }
        }
    }

    /// Updates rows by the events of the log beyond them. Appends only wait while the changed rows are written, and
    /// not for them to be found.
    private func change(
        _ names: [StoredProjection], by result: FoldedLedger, from start: UInt64, upTo end: UInt64
    ) throws {
        let changes = try ledger.read { transaction in
            try names.compactMap { name -> RowChanges? in
                guard try progress(of: name, in: transaction) == start else { return nil }
                var rows = try RowChanges(of: name, in: self, rebuilding: false, transaction)
                try gather(result, of: name, into: &rows, in: transaction) { _ in }
                return rows
            }
        }
        try ledger.write { transaction in
            for var rows in changes where try rows.areOfRows(in: ledger, transaction) {
                try rows.finish(upTo: end, in: ledger, transaction)
            }
        }
    }

    /// Gathers what becomes of the rows of a projection.
    ///
    /// - Parameter take: may put in place what has been gathered, now and then.
    private func gather<Reader: Transaction & ~Copyable>(
        _ result: FoldedLedger, of name: StoredProjection, into rows: inout RowChanges,
        in transaction: borrowing Reader, _ take: (inout RowChanges) throws -> Void
    ) throws {
        switch name {
        case .rooms:
            for room in result.rooms {
                try rows.put(RoomSummary(room), in: transaction)
                try take(&rows)
            }
        case .rosters:
            for room in result.rooms {
                try rows.replace(with: RosterRow.rows(of: room), of: room.id, in: transaction)
                try take(&rows)
            }
        case .balances:
            for change in result.balances.accountRows {
                var row = change
                if let old = try rows.row(at: change.rowKey, as: BalanceRow.self, in: transaction) {
                    row.balance += old.balance
                }
                if row.balance == .zero {
                    try rows.remove(BalanceRow.self, at: row.rowKey, in: transaction)
                } else {
                    try rows.put(row, in: transaction)
                }
                try take(&rows)
            }
        case .contests:
            for change in result.balances.contestRows {
                var row = change
                if let old = try rows.row(at: change.rowKey, as: ContestRow.self, in: transaction) {
                    row.books.merge(old.books)
                }
                try rows.put(row, in: transaction)
            }
        case .deposits:
            // Of a payment that was recorded twice, the rows have the earlier deposit.
            for deposit in result.deposits
            where try rows.row(at: deposit.rowKey, as: DepositRow.self, in: transaction) == nil {
                try rows.put(deposit, in: transaction)
                try take(&rows)
            }
        }
    }
}
