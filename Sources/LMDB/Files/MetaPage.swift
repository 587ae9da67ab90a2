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
    /// How the keys of the two trees are ordered, as LMDB's `MDB_` constants.
    let freeFlags: UInt16
    let mainFlags: UInt16
    let lastPage: UInt64
    let transaction: UInt64

    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let version: UInt32 = 1

    /// The size in bytes of all pages in use.
    var usedBytes: UInt64 { (lastPage + 1) * UInt64(pageSize) }

    /// The meta page of the last commit.
    ///
    /// - Throws: `notLMDB`, `newerFormat`, `truncated`, `corrupted`, `system`.
    static func newest(_ reader: PageReader) throws(LMDBError) -> MetaPage {
        let length = try reader.length()
        guard length >= byteCount else {
            throw LMDBError(
                .notLMDB, path: reader.directory,
                detail: "data.mdb has \(length) bytes, too few for the first page of an LMDB file")
        }
        let first = try MetaPage(reader, at: 0)
        let second = try MetaPage(reader, at: UInt64(first.pageSize))
        let newest = first.transaction > second.transaction ? first : second
        guard first.pageSize == second.pageSize else {
            throw LMDBError(
                .corrupted, path: reader.directory,
                detail: "data.mdb states page sizes of \(first.pageSize) and of \(second.pageSize) bytes")
        }
        // As far as the operating system can count bytes of a file: what follows computes with these numbers.
        guard newest.lastPage < UInt64(Int64.max) / UInt64(newest.pageSize) else {
            throw LMDBError(
                .corrupted, path: reader.directory,
                detail: "data.mdb states that its last page is number \(newest.lastPage)")
        }
        return newest
    }

    /// Whether a page is the one that LMDB writes into a new file, before any commit.
    static func isOfNewFile(_ page: ArraySlice<UInt8>) -> Bool {
        guard page.count >= byteCount else { return false }
        return page.withUnsafeBytes { page in
            page.loadUnaligned(fromByteOffset: 16, as: UInt32.self) == magic
                && page.loadUnaligned(fromByteOffset: 20, as: UInt32.self) == version
                && page.loadUnaligned(fromByteOffset: 144, as: UInt64.self) == 0
        }
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
        freeFlags = page.load(fromByteOffset: 44, as: UInt16.self)
        freeRoot = page.load(fromByteOffset: 80, as: UInt64.self)
        mainFlags = page.load(fromByteOffset: 92, as: UInt16.self)
        mainRoot = page.load(fromByteOffset: 128, as: UInt64.self)
        lastPage = page.load(fromByteOffset: 136, as: UInt64.self)
        transaction = page.load(fromByteOffset: 144, as: UInt64.self)
        guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else {
            throw LMDBError(
                .corrupted, path: reader.directory, detail: "data.mdb states a page size of \(pageSize) bytes")
        }
    }
}
