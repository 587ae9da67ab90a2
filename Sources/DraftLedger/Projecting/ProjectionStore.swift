import Draft
import LMDB
import Ledger
import Projections

/// The rows of the projections, as they are stored, and how they follow the log.
///
/// An append writes no row. The rows are brought up to the log now and then, in one transaction with their progress, so
/// that they are always right as of that progress; readers fold the rest of the log in memory.
struct ProjectionStore: Sendable {
    let ledger: Ledger
    let log: EventLog

    /// By their keys. Empty in a ledger that is open for reading and has never had any rows.
    let tables: [StoredProjection: Table<[UInt8]>]

    /// The rosters again, and their index by user. Nil where there are no tables.
    let rosters: RosterTables?

    /// The folded events beyond the rows, as far as requested.
    let tail = ProjectionTail()

    /// - Throws: what keeps a table from being opened that is there: it is never taken for an empty one.
    init(ledger: Ledger, log: EventLog) throws {
        self.ledger = ledger
        self.log = log
        var tables: [StoredProjection: Table<[UInt8]>] = [:]
        for projection in StoredProjection.allCases {
            tables[projection] = try ledger.table(named: projection.tableName)
        }
        self.tables = tables
        rosters = try RosterTables(ledger)
    }

    /// How many events the stored rows of a projection include; 0 for rows of another fold version.
    func progress<Reader: Transaction & ~Copyable>(
        of projection: StoredProjection, in transaction: borrowing Reader
    ) throws -> UInt64 {
        guard tables[projection] != nil, let mark = try ledger.mark(of: projection.rawValue, in: transaction),
            mark.foldVersion == projection.foldVersion
        else { return 0 }
        return mark.progress
    }

    func progress(of projection: StoredProjection) throws -> UInt64 {
        try ledger.read { try progress(of: projection, in: $0) }
    }

    /// One stored row of a projection; nil for one that it does not have, or not yet.
    ///
    /// - Throws: `damaged` for one that cannot be read.
    func row<Row: RowCodable, Reader: Transaction & ~Copyable>(
        of projection: StoredProjection, at key: [UInt8], as _: Row.Type, in transaction: borrowing Reader
    ) throws -> Row? {
        guard try progress(of: projection, in: transaction) > 0, let table = tables[projection],
            let value = try transaction.value(at: key, in: table)
        else { return nil }
        guard let row = Row(rowKey: key, rowValue: value) else {
            throw DraftLedgerError.unreadableRow(of: projection)
        }
        return row
    }

    /// Folds a part of the log, on all cores.
    ///
    /// - Parameters:
    ///   - stretch: of the log.
    ///   - progress: called with the progress.
    ///   - known: a room as it was before the stretch, where somebody has it; what it does not have is read.
    func fold(
        _ stretch: Range<UInt64>, progress: ProgressHandler?,
        known: @escaping @Sendable (RoomID) -> RoomState? = { _ in nil }
    ) throws -> FoldedLedger {
        let log = log
        let fold = LedgerFold(ledger: ledger) { room in
            if let room = known(room) { return room }
            // Most rooms open within the stretch; of a stretch from the beginning all do.
            return stretch.lowerBound == 0
                ? nil : try RecordHistory(of: .room(room), in: log.ledger, before: stretch.lowerBound).room()
        }
        return try fold.run(stretch, cores: LedgerFold.cores(for: stretch), progress: progress)
    }

    /// The folded events beyond rows. Progress is not reported, because its receiver could read rows while others wait.
    ///
    /// - Returns: nil for outdated rows.
    func changes(beyond rows: UInt64) throws -> (changes: FoldedLedger, end: UInt64)? {
        try tail.changes(beyond: rows, upTo: ledger.size) { stretch, known in
            try fold(stretch, progress: nil, known: known)
        }
    }
}
