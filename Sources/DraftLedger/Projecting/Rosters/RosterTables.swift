import LMDB
import Ledger

/// The tables of the rosters: the rows by entry, and an index that finds those of one user.
///
/// The index is a function of the rows, written in the same transaction and as good as they are, so it has neither a
/// mark nor a digest of its own. It costs some 25 bytes an entry, 0.1 bytes an event of a live contest.
struct RosterTables: Sendable {
    /// What `StoredProjection.rosters` keeps, with keys that cost no allocation.
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
