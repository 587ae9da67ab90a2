import Draft
import Ledger
import LMDB
import Platform
public import Projections

/// Reads the rosters as of one position into columns, on as many cores as there are.
///
/// The stored rows are cut by rooms into parts, each read in a transaction of its own. Every one of them looks whether
/// the rows are still of the progress that the others saw, since a writer may bring them up to the log in between; if
/// not, all is read again.
struct RosterScan {
    let store: ProjectionStore

    /// How often all is read again. Where rows are brought up faster than they can be read, that would never end.
    private static let attempts = 8

    /// Every entry, or those of one user.
    ///
    /// - Parameter position: nil for the latest.
    /// - Returns: parts in the order of the entries, and behind them one with the entries of rooms that are not as
    ///   their rows say.
    func columns(
        of user: UserID?, upTo position: UInt64?, progress: ProgressHandler?
    ) throws -> RosterSnapshot {
        for _ in 0..<Self.attempts {
            do {
                return try attempt(of: user, upTo: position, progress: progress)
            } catch is Moved {
                continue
            }
        }
        return try columnsOfOneTransaction(of: user, upTo: position, progress: progress)
    }

    /// The same, from rows that are all read in one transaction: on one core and in far more memory, but in the way of
    /// no writer and with none in its way.
    func columnsOfOneTransaction(
        of user: UserID?, upTo position: UInt64?, progress: ProgressHandler?
    ) throws -> RosterSnapshot {
        let view = try store.view(of: [.rosters], upTo: position, progress: progress)
        return RosterSnapshot(position: view.position, parts: Self.parts([], and: view.rosters(), of: user))
    }

    /// The rows have been brought up to the log since the scan began.
    private struct Moved: Error {}

    private func attempt(
        of user: UserID?, upTo position: UInt64?, progress: ProgressHandler?
    ) throws -> RosterSnapshot {
        let stored = try store.progress(of: .rosters)
        // Without a position, each attempt has its own end: rows that have just been brought up are not too late.
        let end = try position ?? store.ledger.size
        let (tables, changed, rooms) = try changes(from: stored, to: end, progress: progress)
        var parts: [RosterColumns] = []
        if let tables {
            let source = StoredRosters(store: store, tables: tables, progress: stored, except: changed)
            parts = try user.map { [try source.columns(of: $0)] } ?? source.columns()
        }
        let rest = rooms.lazy.flatMap(RosterRow.rows)
        return RosterSnapshot(position: end, parts: Self.parts(parts, and: rest, of: user))
    }

    /// A scan of headers costs a fraction of a fold, even with the histories of the rooms that were open.
    private static let scansWorthAFold: UInt64 = 3

    /// How rosters as of a position differ from the stored ones: by what came after these, or by what they are ahead.
    ///
    /// - Returns: the stored rows, nil where they are of no use; the rooms of which they do not count; and the rooms that
    ///   count instead.
    private func changes(
        from stored: UInt64, to end: UInt64, progress: ProgressHandler?
    ) throws -> (tables: RosterTables?, changed: Set<RoomID>, rooms: [RoomState]) {
        if stored > end, stored - end < end * Self.scansWorthAFold {
            let earlier = try EarlierRooms(before: end..<stored, in: store.ledger, progress: progress)
            return (store.rosters, earlier.changed, earlier.rooms)
        }
        let tables = stored > 0 && stored <= end ? store.rosters : nil
        let rooms = try store.fold((tables == nil ? 0 : stored)..<end, progress: progress).rooms
        return (tables, Set(rooms.map(\.id)), rooms)
    }

    private static func parts(
        _ parts: [RosterColumns], and rows: some Sequence<RosterRow>, of user: UserID?
    ) -> [RosterColumns] {
        var rest = RosterColumns()
        for row in rows where user == nil || row.user == user { rest.append(row) }
        return (parts + [rest]).filter { $0.count > 0 }
    }

    /// The rows as they are stored, those of some rooms left out.
    private struct StoredRosters: Sendable {
        let store: ProjectionStore
        let tables: RosterTables
        let progress: UInt64
        let changed: Set<RoomID>

        init(store: ProjectionStore, tables: RosterTables, progress: UInt64, except changed: Set<RoomID>) {
            self.store = store
            self.tables = tables
            self.progress = progress
            self.changed = changed
        }

        /// Few rows are read before other cores have woken up.
        private static let rowsWorthSharing = 1 << 13

        /// Every row. Parts are rooms of equal number, many more than there are cores, since rooms differ.
        func columns() throws -> [RosterColumns] {
            let (rooms, count) = try extent()
            guard !rooms.isEmpty else { return [] }
            let parts = count < Self.rowsWorthSharing ? 1 : UInt64(Cores.count * 8)
            let share = UInt64(rooms.count) / parts + 1
            let stretches = stride(from: rooms.lowerBound, to: rooms.upperBound, by: Int(share)).map { start in
                (start..<start + share).clamped(to: rooms)
            }
            return try Cores.map(stretches) { try columns(ofRooms: $0) }
        }

        /// The numbers of the rooms that have rows, and how many rows there are.
        private func extent() throws -> (rooms: Range<UInt64>, rows: Int) {
            try store.ledger.read { transaction in
                let count = try transaction.count(of: tables.rows)
                return try transaction.withCursor(on: tables.rows) { cursor in
                    guard try cursor.first() else { return (0..<0, 0) }
                    let first = EntryID(try cursor.key.number).room.number
                    guard try cursor.last() else { return (0..<0, 0) }
                    return (first..<EntryID(try cursor.key.number).room.number + 1, count)
                }
            }
        }

        private func columns(ofRooms rooms: Range<UInt64>) throws -> RosterColumns {
            try reading { transaction in
                try transaction.withCursor(on: tables.rows) { cursor in
                    var columns = RosterColumns()
                    let end = EntryID(room: RoomID(rooms.upperBound), join: 0).number
                    let start = EntryID(room: RoomID(rooms.lowerBound), join: 0)
                    var found = try cursor.move(toOrAfter: EntryKey(start.number))
                    while found {
                        let entry = EntryID(try cursor.key.number)
                        guard entry.number < end else { break }
                        if changed.isEmpty || !changed.contains(entry.room) {
                            try append(entry, to: &columns, from: cursor)
                        }
                        found = try cursor.next()
                    }
                    return columns
                }
            }
        }

        /// The rows of one user, through the index. O(entries of the user · log n).
        func columns(of user: UserID) throws -> RosterColumns {
            try reading { transaction in
                let entries = try transaction.withCursor(on: tables.users) { cursor in
                    var entries: [EntryID] = []
                    var found = try cursor.move(toOrAfter: UserEntryKey(user: user.number, entry: 0))
                    while found {
                        let key = try cursor.key
                        guard key.user == user.number else { break }
                        entries.append(EntryID(key.entry))
                        found = try cursor.next()
                    }
                    return entries
                }
                return try transaction.withCursor(on: tables.rows) { cursor in
                    var columns = RosterColumns()
                    for entry in entries where !changed.contains(entry.room) {
                        if try cursor.move(to: EntryKey(entry.number)) {
                            try append(entry, to: &columns, from: cursor)
                        }
                    }
                    return columns
                }
            }
        }

        private func append(
            _ entry: EntryID, to columns: inout RosterColumns, from cursor: borrowing Cursor<EntryKey>
        ) throws {
            guard cursor.withValue({ columns.append(entry, rowValue: $0) }) else {
                throw DraftLedgerError.unreadableRow(of: .rosters)
            }
        }

        private func reading<Value>(_ body: (borrowing ReadTransaction) throws -> Value) throws -> Value {
            try store.ledger.read { transaction in
                guard try store.progress(of: .rosters, in: transaction) == progress else { throw Moved() }
                return try body(transaction)
            }
        }
    }
}

/// Rosters by columns, as of a position of the ledger.
public struct RosterSnapshot: Sendable {
    /// State after that many events.
    public var position: UInt64

    /// Every entry is in exactly one of the parts, all entries of a room in the same one.
    public var parts: [RosterColumns]

    public init(position: UInt64, parts: [RosterColumns]) {
        self.position = position
        self.parts = parts
    }

    /// The number of entries.
    public var count: Int { parts.reduce(0) { $0 + $1.count } }
}
