import CLMDB
import Platform

/// A failure in an LMDB environment, with its path and advice.
///
/// Compare by `code`; the text is for people. Whatever the error, the file holds what its last commit left there.
public struct LMDBError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The environment's directory.
    public let path: String
    /// The status from LMDB or the operating system: a negative MDB_ constant, a positive errno, or 0 if this module
    /// found the failure itself.
    public let status: Int32
    /// The action that failed, and the finding.
    public let detail: String

    public init(_ code: Code, path: String, status: Int32 = 0, detail: String) {
        self.code = code
        self.path = path
        self.status = status
        self.detail = detail
    }

    public var description: String {
        let advice = status > 0 ? Errno(status).advice ?? code.advice : code.advice
        return advice.isEmpty ? "\(path): \(detail)" : "\(path): \(detail). \(advice)"
    }
}

extension LMDBError {
    /// An open set: a later version may add kinds, so a `switch` over it needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        enum Kind: String {
            case notFound, notDirectory, readOnly, denied, diskFull, mapFull, notLMDB, newerFormat, truncated
            case irregularFile, corrupted, readersFull, tableMissing, tablesFull, keyOrder, badSize, closed
            case alreadyOpen, writingFailed, readerNotProtected, system
        }

        let kind: Kind

        /// The path has no environment.
        public static let notFound = Code(kind: .notFound)
        /// The path leads to something that is not a directory.
        public static let notDirectory = Code(kind: .notDirectory)
        /// Opened for writing on a read-only file system, or written to after opening for reading.
        public static let readOnly = Code(kind: .readOnly)
        /// The operating system's permissions forbid it.
        public static let denied = Code(kind: .denied)
        /// The disk is full. Nothing of the transaction was kept and the environment stays usable.
        public static let diskFull = Code(kind: .diskFull)
        /// The map is full and the address space has no room for a larger one.
        public static let mapFull = Code(kind: .mapFull)
        /// A link, a pipe, a device or a directory is in the place of a file of the environment.
        public static let irregularFile = Code(kind: .irregularFile)
        /// `data.mdb` or `lock.mdb` is not a file of LMDB.
        public static let notLMDB = Code(kind: .notLMDB)
        /// `data.mdb` was written by an LMDB with a newer file format.
        public static let newerFormat = Code(kind: .newerFormat)
        /// `data.mdb` is shorter than its own directory of pages says.
        public static let truncated = Code(kind: .truncated)
        /// A page of `data.mdb` contradicts itself.
        public static let corrupted = Code(kind: .corrupted)
        /// Every slot of the reader table is taken.
        public static let readersFull = Code(kind: .readersFull)
        /// The environment has no table of that name.
        public static let tableMissing = Code(kind: .tableMissing)
        /// More tables than the environment was opened for.
        public static let tablesFull = Code(kind: .tablesFull)
        /// An append whose key is not greater than the table's last.
        public static let keyOrder = Code(kind: .keyOrder)
        /// A key or value of a size that LMDB cannot store.
        public static let badSize = Code(kind: .badSize)
        /// The environment has been closed.
        public static let closed = Code(kind: .closed)
        /// The environment is already open in this process in a way that cannot be shared.
        public static let alreadyOpen = Code(kind: .alreadyOpen)
        /// A commit could not be written or synced. How much of it is on the disk is unknown until the environment is
        /// opened again. Until then no transaction writes, and earlier commits can be read.
        public static let writingFailed = Code(kind: .writingFailed)
        /// This process cannot enter LMDB's table of readers, and no writer respects it otherwise. The ledger is sound;
        /// what was read of it may not be.
        public static let readerNotProtected = Code(kind: .readerNotProtected)
        /// Any other answer of the operating system or of LMDB; see `status`.
        public static let system = Code(kind: .system)

        public var description: String { kind.rawValue }
    }
}

extension LMDBError.Code {
    /// One sentence that advises a person what to do; empty if this error has no advice.
    var advice: String {
        switch kind {
        case .notFound: "Check the path, or create it first"
        case .notDirectory: "Name the directory that holds data.mdb"
        case .readOnly: "Open it for reading only, or copy it to a place that can be written"
        case .denied: "Check the owner and the permissions of the directory and its files"
        case .diskFull: "Free some space and try again; what was stored before is whole"
        case .mapFull: "Raise the limit on address space (ulimit -v) and try again; what was stored before is whole"
        case .irregularFile: "Only a regular file will do: put the file itself there, or name the directory that has it"
        case .notLMDB: "Check the path; this file was not written by LMDB"
        case .newerFormat: "Use the version of the software that wrote it, or a later one"
        case .truncated: "Restore data.mdb from a copy; a part of it is gone"
        case .corrupted: "Restore data.mdb from a copy, and check the disk"
        case .readersFull: "End some of the processes that read it"
        case .alreadyOpen: "Close it where it is open in this process first"
        case .writingFailed: "Check the disk, then close it and open it again: nothing more is written until then"
        case .readerNotProtected:
            "The file is sound. Try again, give this user write access to lock.mdb, or read a copy made by `backup`"
        case .tableMissing, .tablesFull, .keyOrder, .badSize, .closed, .system: ""
        }
    }
}

extension LMDBError {
    /// Translates an answer of LMDB (negative) or of the operating system (an errno).
    init(status: Int32, path: String, doing action: String) {
        self.init(Self.code(for: status), path: path, status: status, detail: "\(action): \(Self.text(for: status))")
    }

    /// Translates an answer of the operating system.
    init(_ errno: Errno, path: String, doing action: String) {
        self.init(status: errno.rawValue, path: path, doing: action)
    }

    /// A call about one of the environment's files that failed.
    init(_ error: FileError, in directory: String) {
        let name = error.path.split(separator: "/").last.map(String.init) ?? error.path
        if let kind = error.irregular {
            self.init(.irregularFile, path: directory, detail: "\(name) is \(kind)")
        } else {
            self.init(error.errno, path: directory, doing: "\(error.action) \(name)")
        }
    }

    private static func code(for status: Int32) -> Code {
        switch status {
        case MDB_MAP_FULL: .mapFull
        case MDB_INVALID: .notLMDB
        case MDB_VERSION_MISMATCH: .newerFormat
        case MDB_CORRUPTED, MDB_PAGE_NOTFOUND: .corrupted
        case MDB_PANIC: .writingFailed
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
