import LMDB
import Merkle
import Platform

extension Ledger {
    /// Checks everything that the ledger states about itself against its records, on all processors.
    ///
    /// Hashes every record again. Positions are gapless; versions and links of every stream are complete; times never
    /// run backwards; every stored hash of the tree is that of its records, and the root is the ledger's; `streams`
    /// agrees with the log. Appends may continue meanwhile; their records are not checked.
    ///
    /// - Parameter progress: called now and then with the number of events checked and of all, one call at a time.
    /// - Returns: what was found; damage is a finding.
    /// - Throws: `closed`, `storage`: the failure that prevented the check. An error of `progress` ends it.
    public func verify(
        progress: @Sendable (_ checked: Position, _ total: Position) throws -> Void = { _, _ in }
    ) throws -> Verification {
        try verify(records: { _, _ in nil }, progress: progress)
    }

    /// Checks the same, and in the same pass what the module above knows of records.
    ///
    /// - Parameters:
    ///   - beginning: the end of an earlier verification, whose events are not read again, nor are the pages of the file
    ///     looked at. The caller has compared the root of the tree at that time.
    ///   - keepsBeginning: whether a later verification is to continue from the result.
    ///   - check: what is wrong with a record; nil for nothing. Called from several threads at once.
    ///   - progress: called with the progress.
    public func verify(
        after beginning: VerifiedBeginning? = nil, keepsBeginning: Bool = false,
        records check: @Sendable (Position, RawSpan) -> String?,
        progress: @Sendable (_ checked: Position, _ total: Position) throws -> Void
    ) throws -> Verification {
        if beginning == nil, let damage = try Self.damagedPages(of: environment) { return damage }
        // Stated first: what is committed later can only make the log longer.
        let stated = try? treeEdge()
        let size: Position
        do {
            size = try sizeToVerify(stated)
        } catch let error as LedgerError where error.code == .damaged {
            return Verification(.positions, error.detail)
        }
        let start = beginning?.end ?? 0
        guard start <= size else { return Verification(.positions, "there are \(size) events, \(start) were verified") }
        let edge = try reporting(path) { try environment.read { try LogReader.edge(start, tables, in: $0) } }
        let join = Guarded(ChunkJoin(size: size, after: beginning, edge: edge, keepsBeginning: keepsBeginning))
        try reporting(path) {
            let chunks = try environment.read { try OccupiedChunks(from: start, below: size, tables, in: $0) }
            try Cores.forEach(chunks.count) { number in
                var chunk = ChunkCheck(chunks[number])
                while try environment.read({ try chunk.takeSome(tables, check, in: $0) }) {}
                try join.withLock { join in
                    try environment.read { try join.add(chunk, number: number, tables, in: $0) }
                    try progress(start + join.verification.checked.events, size)
                }
            }
            try environment.read { transaction in
                try join.withLock { join in
                    join.checkEnd()
                    join.checkRoot(stated)
                    try join.checkNodeCount(tables, in: transaction)
                    try join.checkStreams(tables, in: transaction)
                }
            }
        }
        return join.withLock { $0.finish() }
    }

    private func sizeToVerify(_ stated: TreeEdge?) throws -> Position {
        if let stated { return stated.size }
        return try size
    }
}

extension ChunkJoin {
    /// Compares the tree over the records with what the ledger states.
    mutating func checkRoot(_ stated: TreeEdge?) {
        guard let stated else {
            add(.root, "the root cannot be computed: a hash or a record is missing")
            return
        }
        if let root, root != stated.root {
            add(.root, "the root over \(verification.size) records differs from the ledger's root")
        }
    }

    /// Counts the stored hashes: the comparison with the records' hashes looked for those only that are due.
    mutating func checkNodeCount(_ tables: LedgerTables, in transaction: borrowing ReadTransaction) throws {
        let size = try LogReader.size(tables, in: transaction)
        let stored = try transaction.count(of: tables.nodes)
        let due = (TreeNodeID.lowestStoredLevel..<64).reduce(0) { $0 + Int(size >> UInt64($1)) }
        if stored != due { add(.nodes, "\(stored) hashes are stored, \(due) are expected for \(size) events") }
    }

    /// Compares the rows of `streams` with the log.
    ///
    /// A stream whose last event is before the mark must have the row that says so. After it, a row may be behind; it
    /// must be right about the event that it names.
    mutating func checkStreams(_ tables: LedgerTables, in transaction: borrowing ReadTransaction) throws {
        let mark = try HeadStore.mark(tables, in: transaction)
        let size = try LogReader.size(tables, in: transaction)
        if mark > size { add(.streams, "the rows include \(mark) events, the ledger has \(size)") }
        var settled = 0
        heads.forEach { if $1.position < mark { settled += 1 } }
        try transaction.withCursor(on: tables.streams) { cursor in
            var found = try cursor.first()
            while found {
                let stream = StreamID(rawValue: try cursor.key)
                let row = cursor.withValue { StoredHead.head($0) }
                if let head = heads[stream], head.position < mark { settled -= 1 }
                if let problem = try problem(row, of: stream, mark: mark, size: size, tables: tables, in: transaction) {
                    add(.streams, at: row?.position, "the row of stream \(stream) \(problem)")
                }
                found = try cursor.next()
            }
        }
        if settled > 0 { add(.streams, "\(settled) streams have no row") }
    }

    private func problem(
        _ row: StreamHead?, of stream: StreamID, mark: Position, size: Position, tables: LedgerTables,
        in transaction: borrowing ReadTransaction
    ) throws -> String? {
        guard let row else { return "is malformed" }
        if row.position >= size { return "names position \(row.position), where the ledger has no event" }
        // Written by appends that came after the verification began.
        if row.position >= verification.size { return nil }
        guard let head = heads[stream] else { return "is for a stream without events" }
        if row == head { return nil }
        if head.position < mark {
            return "says version \(row.version) at position \(row.position), "
                + "the log says version \(head.version) at position \(head.position)"
        }
        // A record that cannot be read is not the stream's version either.
        let header = try? LogReader.header(at: row.position, tables, in: transaction)
        guard header?.stream == stream, header?.version == row.version else {
            return "names position \(row.position), which is not the stream's version \(row.version)"
        }
        return nil
    }
}

extension Ledger {
    /// Looks at every page of a ledger that is not open yet: to open one already follows some, and can end the process
    /// where they are damaged.
    ///
    /// - Returns: the verification's findings about damaged pages; nil without damage, when the ledger can be opened.
    /// - Throws: `notFound`, `notALedger`, `newerFormat`, `damaged` for a file that is cut off, `storage`.
    public static func verifyPages(at path: String) throws(LedgerError) -> Verification? {
        try reportingAll(path) {
            try requireData(path)
            let environment = try Environment.open(at: path, options: Environment.Options(access: .readOnly))
            defer { environment.close() }
            return try damagedPages(of: environment)
        }
    }

    /// Checks the pages of an open environment.
    static func damagedPages(of environment: Environment) throws -> Verification? {
        do {
            try reporting(environment.path) { try environment.checkPages() }
            return nil
        } catch let error as LedgerError where error.code == .damaged {
            return Verification(.pages, error.detail)
        }
    }
}
