/// The changes that a write transaction makes to tables, in their order: what another environment needs to make the same.
///
/// Only of tables that somebody names: those of a log, which grow by what is known already, would only be copied.
public final class ChangeJournal {
    /// Which tables are noted, by name.
    let isNoted: (String) -> Bool
    /// The changes so far.
    public private(set) var changes: [TableChange] = []

    /// - Parameter isNoted: whether the changes of a table are noted.
    public init(of isNoted: @escaping (_ table: String) -> Bool = { _ in true }) { self.isNoted = isNoted }

    /// Forgets all: the transaction begins again.
    func restart() { changes = [] }

    func note(_ change: TableChange.Kind, in table: String, isInteger: Bool) {
        changes.append(TableChange(table: table, isInteger: isInteger, kind: change))
    }
}

/// A change of a table.
public struct TableChange: Hashable, Sendable {
    /// The kind of a change, with its key and value.
    public enum Kind: Hashable, Sendable {
        /// The value at a key is set.
        case put(key: [UInt8], value: [UInt8])
        /// A key is removed with its value.
        case remove(key: [UInt8])
        /// All keys are removed.
        case removeAll
    }

    /// The table's name in the environment.
    public var table: String
    /// Whether its keys are integers, of the machine's order.
    public var isInteger: Bool
    public var kind: Kind

    public init(table: String, isInteger: Bool, kind: Kind) {
        self.table = table
        self.isInteger = isInteger
        self.kind = kind
    }
}

extension WriteTransaction {
    /// Notes a change where somebody wants to know it.
    func note<Key: TableKey>(_ key: Key, _ value: UnsafeRawBufferPointer, in table: Table<Key>) {
        guard let journal, journal.isNoted(table.name) else { return }
        journal.note(.put(key: bytes(of: key), value: Array(value)), in: table.name, isInteger: Key.isInteger)
    }

    /// Notes a removal where somebody wants to know it.
    func noteRemoval<Key: TableKey>(_ key: Key?, in table: Table<Key>) {
        guard let journal, journal.isNoted(table.name) else { return }
        journal.note(
            key.map { .remove(key: bytes(of: $0)) } ?? .removeAll, in: table.name, isInteger: Key.isInteger)
    }

    private func bytes(of key: some TableKey) -> [UInt8] { key.withKeyBytes { Array($0) } }

    /// Makes changes that a journal has noted elsewhere. A table that is missing is made.
    ///
    /// - Throws: `system` where a table has another kind of key; like `put`.
    public func make(_ changes: [TableChange]) throws(LMDBError) {
        for change in changes {
            if change.isInteger {
                try make(change, in: try createTable(named: change.table, keys: UInt64.self))
            } else {
                try make(change, in: try createTable(named: change.table, keys: [UInt8].self))
            }
        }
    }

    private func make<Key: TableKey>(_ change: TableChange, in table: Table<Key>) throws(LMDBError) {
        switch change.kind {
        case .put(let key, let value): try put(value, at: try self.key(key, of: table), in: table)
        case .remove(let key): try remove(try self.key(key, of: table), in: table)
        case .removeAll: try removeAll(in: table)
        }
    }

    private func key<Key: TableKey>(_ bytes: [UInt8], of table: Table<Key>) throws(LMDBError) -> Key {
        if let key = bytes.withUnsafeBytes({ Key(keyBytes: $0) }) { return key }
        throw LMDBError(
            .system, path: environment.path, detail: "a change of table \(table.name) has a key of \(bytes.count) bytes"
        )
    }
}
