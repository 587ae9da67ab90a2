extension Environment {
    /// The changes that make any other environment like this one: each table is emptied, then filled. As of
    /// one commit.
    ///
    /// For environments that fit into memory.
    public func contents() throws -> [TableChange] {
        var changes: [TableChange] = []
        for name in try tableNames() {
            // The stored kind of key decides; another one is refused.
            if let table = try? existingTable(named: name, keys: UInt64.self) {
                try add(table, to: &changes)
            } else if let table = try existingTable(named: name, keys: [UInt8].self) {
                try add(table, to: &changes)
            }
        }
        return changes
    }

    private func add<Key: TableKey>(_ table: Table<Key>, to changes: inout [TableChange]) throws {
        try read { try table.contents(into: &changes, in: $0) }
    }
}

extension Table {
    /// Adds what makes the table as it is: it is emptied, then filled.
    public func contents(into changes: inout [TableChange], in transaction: borrowing ReadTransaction) throws {
        changes.append(TableChange(table: name, isInteger: Key.isInteger, kind: .removeAll))
        try transaction.withCursor(on: self) { cursor in
            var found = try cursor.first()
            while found {
                let key = try cursor.key.withKeyBytes { Array($0) }
                let value = cursor.withValue { $0.withUnsafeBytes { Array($0) } }
                changes.append(TableChange(table: name, isInteger: Key.isInteger, kind: .put(key: key, value: value)))
                found = try cursor.next()
            }
        }
    }
}
