import CLMDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension LMDBError {
    /// Translates an answer of LMDB (negative) or of the operating system (an errno).
    init(status: Int32, path: String, doing action: String) {
        self.init(Self.code(for: status), path: path, status: status, detail: "\(action): \(Self.text(for: status))")
    }

    private static func code(for status: Int32) -> Code {
        switch status {
        case MDB_MAP_FULL: .mapFull
        case MDB_INVALID: .notLMDB
        case MDB_VERSION_MISMATCH: .newerFormat
        case MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_PANIC: .corrupted
        case MDB_READERS_FULL: .readersFull
        case MDB_NOTFOUND: .tableMissing
        case MDB_DBS_FULL: .tablesFull
        case MDB_KEYEXIST: .keyOrder
        case MDB_BAD_VALSIZE: .badSize
        case ENOSPC, EDQUOT: .diskFull
        case ENOENT: .notFound
        case ENOTDIR: .notDirectory
        case EROFS: .readOnly
        case EACCES, EPERM: .denied
        default: .system
        }
    }

    private static func text(for status: Int32) -> String {
        // LMDB answers for its own codes and asks strerror, which is not safe across threads, for the others.
        if status < 0 { return String(cString: mdb_strerror(status)) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            strerror_r(status, buffer.baseAddress!, buffer.count) == 0
                ? String(cString: buffer.baseAddress!) : "error \(status)"
        }
    }
}
