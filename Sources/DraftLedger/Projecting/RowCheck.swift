import Draft
import LMDB
import Ledger
import Platform
import Projections

/// How stored rows compare with the digest that was written with them.
///
/// It detects damage by a disk, a copy or a careless edit. Deliberate changes can include the digest: only a rebuild from
/// the events detects them, as in `verify --full`.
struct RowCheck {
    /// How many were looked at.
    var rows: UInt64 = 0
    /// The projections whose rows are not those that were written.
    var damaged: [StoredProjection] = []
}

extension ProjectionStore {
    /// Reads every stored row of some projections, on all cores: some tenths of a microsecond a row.
    func checkRows(of names: [StoredProjection] = StoredProjection.allCases) throws -> RowCheck {
        var check = RowCheck()
        for name in names {
            let (rows, isWhole) = try compareRows(of: name)
            check.rows += rows
            if !isWhole { check.damaged.append(name) }
        }
        return check
    }

    /// The rows have been brought up to the log since the check began.
    private struct Moved: Error {}

    /// The number of restarts before the check reads all rows in one transaction, on one core.
    private static let attempts = 8

    private func compareRows(of name: StoredProjection) throws -> (rows: UInt64, isWhole: Bool) {
        for attempt in 1...Self.attempts {
            do {
                return try compareRows(of: name, inOnePiece: attempt == Self.attempts)
            } catch is Moved {
                continue
            }
        }
        throw Moved()
    }

    private func compareRows(of name: StoredProjection, inOnePiece: Bool) throws -> (rows: UInt64, isWhole: Bool) {
        guard let table = tables[name] else { return (0, true) }
        if inOnePiece {
            return try ledger.read { transaction -> (rows: UInt64, isWhole: Bool) in
                guard let mark = try self.mark(of: name, in: transaction) else { return (0, true) }
                var sum = try RowSum(of: table, in: .all, transaction)
                try countUsers(of: name, into: &sum, in: transaction)
                return (sum.rows, sum.isOf(mark))
            }
        }
        let (start, stretches) = try ledger.read { transaction in
            (try self.mark(of: name, in: transaction), try KeyStretch.cut(table, in: transaction))
        }
        guard let mark = start else { return (0, true) }
        let parts = try Cores.map(stretches) { stretch in
            try ledger.read { transaction -> RowSum in
                guard try self.mark(of: name, in: transaction) == mark else { throw Moved() }
                return try RowSum(of: table, in: stretch, transaction)
            }
        }
        var sum = parts.reduce(into: RowSum()) { $0.add($1) }
        try ledger.read { transaction in
            guard try self.mark(of: name, in: transaction) == mark else { throw Moved() }
            try countUsers(of: name, into: &sum, in: transaction)
        }
        return (sum.rows, sum.isOf(mark))
    }

    /// Nil for rows of another fold version, and where there are none yet.
    private func mark(
        of name: StoredProjection, in transaction: borrowing ReadTransaction
    ) throws -> ProjectionMark? {
        guard let mark = try ledger.mark(of: name.rawValue, in: transaction),
            mark.foldVersion == name.foldVersion, mark.progress > 0
        else { return nil }
        return mark
    }

    /// Takes the entries in the index by user off those that the rows have.
    private func countUsers(
        of name: StoredProjection, into sum: inout RowSum, in transaction: borrowing ReadTransaction
    ) throws {
        guard name == .rosters, let users = rosters?.users else {
            sum.users = 0
            return
        }
        try transaction.withCursor(on: users) { cursor in
            var found = try cursor.first()
            while found {
                sum.users &-= RowSum.mixed(try cursor.key)
                found = try cursor.next()
            }
        }
    }
}

/// A digest of rows, independent of the order and the parts in which they are read.
private struct RowSum: Sendable {
    var rows: UInt64 = 0
    var digest = RowDigest()
    /// Of rosters, whose they are: zero when each stands in the index by user once, and nothing else does.
    var users: UInt64 = 0

    init() {}

    init(of table: Table<[UInt8]>, in stretch: KeyStretch, _ transaction: borrowing ReadTransaction) throws {
        let isOfRosters = table.name == StoredProjection.rosters.tableName
        try transaction.withCursor(on: table) { cursor in
            var found: Bool
            if let start = stretch.start {
                found = try cursor.move(toOrAfter: start)
            } else {
                found = try cursor.first()
            }
            while found {
                let key = try cursor.key
                guard stretch.contains(key) else { break }
                cursor.withValue { value in
                    value.withUnsafeBytes { digest.add(key: key, row: $0) }
                    guard isOfRosters, key.count == 8, let user = RosterRow.user(ofRowValue: value) else { return }
                    users &+= Self.mixed(UserEntryKey(user: user.number, entry: KeyStretch.number(of: key)))
                }
                rows += 1
                found = try cursor.next()
            }
        }
    }

    mutating func add(_ other: RowSum) {
        rows += other.rows
        digest.add(other.digest)
        users &+= other.users
    }

    func isOf(_ mark: ProjectionMark) -> Bool { digest.bytes == mark.digest && users == 0 }

    /// A number in which every bit of both takes part, so that sums of different sets differ.
    static func mixed(_ key: UserEntryKey) -> UInt64 {
        var mixed = key.user &* 0x9E37_79B9_7F4A_7C15 ^ key.entry
        for _ in 0..<2 {
            mixed ^= mixed >> 32
            mixed &*= 0xD6E8_FEB8_6659_FD93
        }
        return mixed ^ mixed >> 32
    }
}

/// The rows whose keys begin, in their first eight bytes, with numbers of a range.
private struct KeyStretch: Sendable {
    let numbers: ClosedRange<UInt64>

    static let all = KeyStretch(numbers: 0...UInt64.max)

    /// Few rows are read before other cores have woken up.
    private static let rowsWorthSharing = 1 << 13

    /// All rows of a table, in many more parts than there are cores where that is worth while.
    static func cut(_ table: Table<[UInt8]>, in transaction: borrowing ReadTransaction) throws -> [KeyStretch] {
        guard try transaction.count(of: table) >= rowsWorthSharing else { return [.all] }
        let (first, last) = try transaction.withCursor(on: table) { cursor in
            let first = try cursor.first() ? number(of: cursor.key) : 0
            return (first, try cursor.last() ? number(of: cursor.key) : 0)
        }
        // Damaged keys may be in any order: what lies outside of these two belongs to the outer parts.
        guard first < last else { return [.all] }
        let width = (last - first) / UInt64(Cores.count * 8) + 1
        let inner = (1..<UInt64(Cores.count * 8)).map { first &+ $0 &* width }
        // Keys beyond the largest number wrap to before the first one.
        let starts = [0] + inner.filter { $0 > first && $0 <= last }
        return starts.indices.map { index in
            KeyStretch(numbers: starts[index]...(index + 1 < starts.count ? starts[index + 1] - 1 : .max))
        }
    }

    /// The key at which its first row may be; nil for the table's beginning. Trailing zeros are dropped: a shorter key sorts
    /// before a longer one.
    var start: [UInt8]? {
        guard numbers.lowerBound > 0 else { return nil }
        var bytes = withUnsafeBytes(of: numbers.lowerBound.bigEndian) { Array($0) }
        while bytes.last == 0 { bytes.removeLast() }
        return bytes
    }

    func contains(_ key: [UInt8]) -> Bool { Self.number(of: key) <= numbers.upperBound }

    static func number(of key: [UInt8]) -> UInt64 {
        (0..<8).reduce(0) { $0 << 8 | UInt64($1 < key.count ? key[$1] : 0) }
    }
}

extension DraftLedger {
    /// Makes sure that stored rows are those that were written, before figures are made of them: a damaged one would show
    /// as a wrong figure and nothing else. On all cores, some tenths of a microsecond a row.
    ///
    /// - Parameter names: of projections, as `rebuild` takes them; nil for all.
    /// - Throws: `damaged`, `unknownProjection`.
    public func checkRows(of names: [String]? = nil) throws(DraftLedgerError) {
        try rethrowing {
            let checked = try names.map { try $0.map(StoredProjection.named) } ?? StoredProjection.allCases
            if let damaged = try projections.checkRows(of: checked).damaged.first {
                throw DraftLedgerError.damagedRows(of: damaged)
            }
        }
    }
}
