import CLMDB
import Platform

extension LMDBError {
    /// Translates an answer of LMDB (negative) or of the operating system (an errno).
    init(status: Int32, path: String, doing action: String) {
        self.init(Self.code(for: status), path: path, status: status, detail: "\(action): \(Self.text(for: status))")
    }

    /// Translates an answer of the operating system.
    init(_ errno: Errno, path: String, doing action: String) {
        self.init(status: errno.rawValue, path: path, doing: action)
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
        default: code(for: Errno(status))
        }
    }

    private static func code(for errno: Errno) -> Code {
        switch errno {
        case .noSpace, .quotaExceeded: .diskFull
        case .notFound: .notFound
        case .notDirectory: .notDirectory
        case .readOnlyFileSystem: .readOnly
        case .accessDenied, .notPermitted: .denied
        default: .system
        }
    }

    private static func text(for status: Int32) -> String {
        // LMDB knows its own codes; for the others it asks strerror, which is not safe across threads.
        status < 0 ? String(cString: mdb_strerror(status)) : Errno(status).description
    }
}
