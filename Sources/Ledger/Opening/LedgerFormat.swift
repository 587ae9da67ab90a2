import LMDB

/// The mark by which a ledger is known: a table of its own with one entry, written when everything else is in place.
enum LedgerFormat {
    /// The version of the tables and of what is in them. Records have versions of their own.
    static let version: UInt32 = 1

    private static let table = "format"
    private static let key = "draft-ledger"

    /// Writes the mark.
    static func write(to environment: Environment) throws {
        let table: Table<String> = try environment.table(named: table)
        let bytes = withUnsafeBytes(of: version.littleEndian) { Array($0) }
        try environment.write { try $0.put(bytes, at: key, in: table) }
    }

    /// Checks the mark.
    ///
    /// - Throws: `notALedger` where there is none, `newerFormat`.
    static func check(in environment: Environment) throws {
        guard
            let table: Table<String> = try environment.existingTable(named: table),
            let bytes = try environment.read({ try $0.value(at: key, in: table) }),
            bytes.count == MemoryLayout<UInt32>.size
        else {
            throw LedgerError(
                .notALedger, path: environment.path, detail: "data.mdb is an LMDB file, but not a ledger's")
        }
        let found = UInt32(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
        guard found <= version else {
            throw LedgerError(
                .newerFormat, path: environment.path,
                detail: "the ledger has format \(found), this program knows formats up to \(version)")
        }
    }
}
