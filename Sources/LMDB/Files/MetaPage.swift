import CLMDB

/// One of the two pages at the start of `data.mdb` that say where everything else is. LMDB writes them in turn, so
/// that one is whole at any moment.
///
/// On a 64-bit machine, in its byte order, after the page's header of 16 bytes: magic u32, version u32, address u64,
/// map size u64, the free pages' tree and the main tree (48 bytes each), the last page in use u64, the transaction u64.
/// A tree: page size u32 (in the free pages' tree) or key width, flags u16, depth u16, four counts u64, root page u64.
struct MetaPage {
    static let byteCount = 152
    /// Page number of a tree without pages.
    static let noPage = UInt64.max

    let pageSize: Int
    let freeRoot: UInt64
    let mainRoot: UInt64
    let lastPage: UInt64
    let transaction: UInt64

    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let version: UInt32 = 1

    /// The meta page of the last commit.
    ///
    /// - Throws: `notLMDB`, `newerFormat`, `truncated`, `system`.
    static func newest(_ reader: PageReader) throws(LMDBError) -> MetaPage {
        let length = try reader.length()
        guard length >= byteCount else {
            throw LMDBError(
                .notLMDB, path: reader.directory,
                detail: "data.mdb has \(length) bytes, too few for the first page of an LMDB file")
        }
        let first = try MetaPage(reader, at: 0)
        let second = try MetaPage(reader, at: UInt64(first.pageSize))
        return first.transaction > second.transaction ? first : second
    }

    private init(_ reader: PageReader, at offset: UInt64) throws(LMDBError) {
        let page = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.byteCount, alignment: 8)
        defer { page.deallocate() }
        try reader.read(page, at: offset)
        guard page.load(fromByteOffset: 16, as: UInt32.self) == Self.magic else {
            throw LMDBError(
                .notLMDB, path: reader.directory, status: MDB_INVALID,
                detail: "data.mdb does not begin as an LMDB file of this kind of machine does")
        }
        let version = page.load(fromByteOffset: 20, as: UInt32.self)
        guard version == Self.version else {
            throw LMDBError(
                .newerFormat, path: reader.directory, status: MDB_VERSION_MISMATCH,
                detail: "data.mdb has LMDB's file format \(version), this program knows \(Self.version)")
        }
        pageSize = Int(page.load(fromByteOffset: 40, as: UInt32.self))
        freeRoot = page.load(fromByteOffset: 80, as: UInt64.self)
        mainRoot = page.load(fromByteOffset: 128, as: UInt64.self)
        lastPage = page.load(fromByteOffset: 136, as: UInt64.self)
        transaction = page.load(fromByteOffset: 144, as: UInt64.self)
        guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else {
            throw LMDBError(
                .corrupted, path: reader.directory, detail: "data.mdb states a page size of \(pageSize) bytes")
        }
    }
}
