import CLMDB
import Platform

extension Environment {
    /// The table of that name, created if it is missing and the environment may be written.
    ///
    /// Runs a transaction of its own the first time, so it must not be called inside one; after that, a look-up.
    ///
    /// - Throws: `tableMissing` when reading only; `tablesFull`; `system` when the stored table has another kind of key.
    public func table<Key: TableKey>(
        named name: String, keys: Key.Type = Key.self
    ) throws(LMDBError) -> Table<Key> {
        guard let table = try openTable(named: name, keys: keys, creating: access == .readWrite) else {
            throw LMDBError(.tableMissing, path: path, detail: "there is no table named \(name)")
        }
        return table
    }

    /// Returns the table of that name; nil if it does not exist. Never writes; otherwise like `table(named:keys:)`.
    public func existingTable<Key: TableKey>(
        named name: String, keys: Key.Type = Key.self
    ) throws(LMDBError) -> Table<Key>? {
        try openTable(named: name, keys: keys, creating: false)
    }

    /// The names of all tables, and of whatever another program may have put among them.
    public func tableNames() throws -> [String] {
        try read { transaction in
            // Tables are entries of the environment's main tree, which is what a table without a name is.
            var identifier: UInt32 = 0
            try check(mdb_dbi_open(transaction.handle.pointer, nil, 0, &identifier), "looking for tables")
            return try transaction.withCursor(on: Table<[UInt8]>(name: "", identifier: identifier)) { cursor in
                var names: [String] = []
                var found = try cursor.first()
                while found {
                    names.append(String(decoding: try cursor.key, as: UTF8.self))
                    found = try cursor.next()
                }
                return names
            }
        }
    }

    private func openTable<Key: TableKey>(
        named name: String, keys: Key.Type, creating: Bool
    ) throws(LMDBError) -> Table<Key>? {
        if let table = try knownTable(named: name, keys: keys) { return table }
        return try openingTable.withLock { _ throws(LMDBError) in
            if let table = try knownTable(named: name, keys: keys) { return table }
            var identifier = try open(name, isInteger: Key.isInteger)
            if identifier == nil, creating { identifier = try create(name, isInteger: Key.isInteger) }
            guard let identifier else { return nil }
            tables.withLock { $0[name] = OpenTable(identifier: identifier, isInteger: Key.isInteger) }
            return Table(name: name, identifier: identifier)
        }
    }

    private func knownTable<Key: TableKey>(named name: String, keys: Key.Type) throws(LMDBError) -> Table<Key>? {
        guard let table = tables.withLock({ $0[name] }) else { return nil }
        guard table.isInteger == Key.isInteger else { throw keyKindError(name) }
        return Table(name: name, identifier: table.identifier)
    }

    private func open(_ name: String, isInteger: Bool) throws(LMDBError) -> UInt32? {
        precondition(current.value == nil, "a table opened inside a transaction")
        let transaction = try ReadTransaction(environment: self)
        var identifier: UInt32 = 0
        let status = mdb_dbi_open(transaction.handle.pointer, name, 0, &identifier)
        if status == MDB_NOTFOUND { return nil }
        try check(status, "opening table \(name)")
        var stored: UInt32 = 0
        mdb_dbi_flags(transaction.handle.pointer, identifier, &stored)
        guard (stored & UInt32(MDB_INTEGERKEY) != 0) == isInteger else { throw keyKindError(name) }
        try transaction.commitKeepingTables()
        return identifier
    }

    private func create(_ name: String, isInteger: Bool) throws(LMDBError) -> UInt32 {
        do {
            return try write { try $0.createTable(name, isInteger: isInteger) }
        } catch let error as LMDBError {
            throw error
        } catch {
            preconditionFailure("creating a table throws nothing but LMDBError")
        }
    }

    private func keyKindError(_ name: String) -> LMDBError {
        LMDBError(
            status: MDB_INCOMPATIBLE, path: path, doing: "opening table \(name), whose keys are of another kind")
    }
}
