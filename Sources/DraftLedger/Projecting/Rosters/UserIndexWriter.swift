import Draft
import LMDB
import Ledger
import Projections

/// Keeps the index of the rosters by user while their rows are written.
///
/// Changes are gathered and written at the end in the order of the keys: half a million users drawn by lot would
/// otherwise touch every page of the index over and over.
struct UserIndexWriter {
    private let tables: RosterTables
    /// Whether there are rows that new ones may take the place of.
    private let hasRows: Bool
    private var added: [UserEntryKey] = []
    private var removed: [UserEntryKey] = []

    init(_ store: ProjectionStore, anew: Bool, in transaction: borrowing WriteTransaction) throws {
        guard let tables = store.rosters else { throw DraftLedgerError.notWritable(store.ledger.path) }
        self.tables = tables
        hasRows = !anew
        if anew { try transaction.removeAll(in: tables.users) }
    }

    /// Notes what becomes of a room's entries. To be called before the rows themselves are replaced.
    mutating func replace(
        with rows: [RosterRow], of room: RoomID, in transaction: borrowing WriteTransaction
    ) throws {
        let present = rows.compactMap { row in row.user.map { UserEntryKey(user: $0.number, entry: row.entry.number) } }
        guard hasRows else {
            added += present
            return
        }
        let former = try keys(of: room, in: transaction)
        added += present.filter { !former.contains($0) }
        removed += former.filter { !present.contains($0) }
    }

    /// Writes what was noted. O(n log n) for n changes.
    mutating func finish(in transaction: borrowing WriteTransaction) throws {
        for key in removed.sorted() { _ = try transaction.remove(key, in: tables.users) }
        for key in added.sorted() { try transaction.put([], at: key, in: tables.users) }
        (added, removed) = ([], [])
    }

    private func keys(of room: RoomID, in transaction: borrowing WriteTransaction) throws -> [UserEntryKey] {
        try transaction.withCursor(on: tables.rows) { cursor in
            var keys: [UserEntryKey] = []
            var found = try cursor.move(toOrAfter: EntryKey(EntryID(room: room, join: 0).number))
            while found {
                let entry = EntryID(try cursor.key.number)
                guard entry.room == room else { break }
                if let user = cursor.withValue({ RosterRow.user(ofRowValue: $0) }) {
                    keys.append(UserEntryKey(user: user.number, entry: entry.number))
                }
                found = try cursor.next()
            }
            return keys
        }
    }
}
