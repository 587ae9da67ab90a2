public import LMDB

extension Ledger {
    /// Runs `body` on a snapshot of the ledger and of the other tables. See `Environment.read`.
    public func read<Result>(_ body: (borrowing ReadTransaction) throws -> Result) throws -> Result {
        try reporting(path) { try environment.read(body) }
    }

    /// Runs `body` in a write transaction between two groups of appends: for the tables of projections, which live in
    /// the same environment. Blocks the thread until the transaction is durable.
    ///
    /// `body` may run again when the map has to grow; see `Environment.write`. It must leave the ledger's own tables
    /// alone.
    ///
    /// - Throws: what `body` throws, `readOnly`, `closed`, `diskFull`, `storage`.
    /// - Precondition: not called in a transaction of this ledger, nor in a completion of `enqueue`.
    public func write<Result>(_ body: (borrowing WriteTransaction) throws -> Result) throws -> Result {
        let writer = try writer()
        guard writer.queue.takeTurn() else { throw closedError }
        defer { writer.queue.returnTurn() }
        return try reporting(path) { try writer.run(body) }
    }

    /// Runs `body` in a write transaction on the writer's thread, after the requests handed over before. Otherwise
    /// like the blocking `write`.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws -> Result
    ) async throws -> Result {
        let writer = try writer()
        let path = path
        return try await withCheckedThrowingContinuation { continuation in
            let accepted = writer.queue.submit {
                continuation.resume(with: Swift.Result { try reporting(path) { try writer.run(body) } })
            }
            if !accepted { continuation.resume(throwing: closedError) }
        }
    }

    /// Brings `streams` up to the log, so that others who open the ledger need not. `close` does the same.
    public func writeHeads() throws {
        let writer = try writer()
        guard writer.queue.takeTurn() else { throw closedError }
        defer { writer.queue.returnTurn() }
        try reporting(path) { try writer.writeHeads() }
    }

    /// Copies the ledger and the other tables, as of one commit, to a directory without a `data.mdb`. See
    /// `Environment.copy`.
    public func copy(to directory: String) throws { try reporting(path) { try environment.copy(to: directory) } }

    /// Replaces the ledger's file by a copy without free pages, so that no byte of a removed row of other tables is left in it.
    /// Readers that are open keep reading the old file. Nothing can be written afterwards: close the ledger.
    public func compact() throws {
        try writeHeads()
        try reporting(path) { try environment.compact() }
    }

    /// A table of the module above, created if it is missing and the ledger may be written. Not inside a transaction.
    ///
    /// - Returns: nil when it is missing in a ledger opened for reading.
    /// - Throws: `storage` when it cannot be opened, or has another kind of key.
    public func table<Key: TableKey>(
        named name: String, keys: Key.Type = Key.self
    ) throws(LedgerError) -> Table<Key>? {
        do {
            return mode == .readWrite
                ? try environment.table(named: name, keys: keys)
                : try environment.existingTable(named: name, keys: keys)
        } catch {
            throw LedgerError(error, path: path)
        }
    }

    /// User → erasable personal data, outside of the log.
    public var profiles: Table<UInt64> { tables.profiles }

    /// How far a projection has come; nil when it has never been written.
    public func mark<Reader: Transaction & ~Copyable>(
        of projection: String, in transaction: borrowing Reader
    ) throws(LedgerError) -> ProjectionMark? {
        try reportingAll(path) {
            guard let bytes = try transaction.value(at: projection, in: tables.projections) else { return nil }
            guard let mark = ProjectionMark(bytes: bytes) else {
                throw LedgerError(.damaged, path: path, detail: "the mark of projection \(projection) is malformed")
            }
            return mark
        }
    }

    /// Notes how far a projection has come, in the transaction that writes its rows; nil forgets it.
    public func setMark(
        _ mark: ProjectionMark?, of projection: String, in transaction: borrowing WriteTransaction
    ) throws(LedgerError) {
        try reportingAll(path) {
            if let mark {
                try transaction.put(mark.bytes, at: projection, in: tables.projections)
            } else {
                try transaction.remove(projection, in: tables.projections)
            }
        }
    }
}
