import Draft
import Ledger
import LMDB
import Projections

/// The tables of the rosters: the rows by entry, and an index that finds those of one user.
///
/// The index is a function of the rows, written in the same transaction and as good as they are, so it has neither a
/// mark nor a digest of its own. It costs some 25 bytes an entry, 0.1 bytes an event of a live contest.
struct RosterTables: Sendable {
    /// The table of `StoredProjection.rosters`, with keys that cost no allocation.
    let rows: Table<EntryKey>

    /// A key for each entry whose user is known; the values are empty.
    let users: Table<UserEntryKey>

    /// - Returns: nil in a ledger that is open for reading and has never had any rosters.
    init?(_ ledger: Ledger) throws {
        let name = StoredProjection.rosters.tableName
        guard let rows = try ledger.table(named: name, keys: EntryKey.self),
            let users = try ledger.table(named: name + ".users", keys: UserEntryKey.self)
        else { return nil }
        (self.rows, self.users) = (rows, users)
    }
}

/// An entry's number, big-endian: the entries of a room are neighbours.
struct EntryKey: TableKey {
    static var isInteger: Bool { false }

    let number: UInt64

    init(_ number: UInt64) { self.number = number }

    init?(keyBytes: UnsafeRawBufferPointer) {
        guard keyBytes.count == 8 else { return nil }
        number = UInt64(bigEndian: keyBytes.loadUnaligned(as: UInt64.self))
    }

    func withKeyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: number.bigEndian, body)
    }
}

/// A user's number and an entry's, both big-endian: the entries of a user are neighbours.
struct UserEntryKey: TableKey, Hashable, Comparable {
    static var isInteger: Bool { false }

    let user: UInt64
    let entry: UInt64

    init(user: UInt64, entry: UInt64) {
        self.user = user
        self.entry = entry
    }

    init?(keyBytes: UnsafeRawBufferPointer) {
        guard keyBytes.count == 16 else { return nil }
        user = UInt64(bigEndian: keyBytes.loadUnaligned(as: UInt64.self))
        entry = UInt64(bigEndian: keyBytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    func withKeyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: (user.bigEndian, entry.bigEndian), body)
    }

    static func < (left: Self, right: Self) -> Bool { (left.user, left.entry) < (right.user, right.entry) }
}

/// Keeps the index of the rosters by user while their rows are written.
///
/// Changes are gathered and written at the end in the order of the keys: half a million users drawn by lot would
/// otherwise touch every page of the index over and over.
struct UserIndexChanges {
    private let tables: RosterTables
    /// Whether there are rows that new ones may take the place of.
    private let hasRows: Bool
    private var added: [UserEntryKey] = []
    private var removed: [UserEntryKey] = []

    init(_ store: ProjectionStore, hasRows: Bool) throws {
        guard let tables = store.rosters else { throw DraftLedgerError.notWritable(store.ledger.path) }
        self.tables = tables
        self.hasRows = hasRows
    }

    /// Takes the whole index away.
    func clear(in transaction: borrowing WriteTransaction) throws { try transaction.removeAll(in: tables.users) }

    /// Notes what becomes of a room's entries. To be called before the rows themselves are replaced.
    mutating func replace<Reader: Transaction & ~Copyable>(
        with rows: [RosterRow], of room: RoomID, in transaction: borrowing Reader
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

    private func keys<Reader: Transaction & ~Copyable>(
        of room: RoomID, in transaction: borrowing Reader
    ) throws -> [UserEntryKey] {
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
