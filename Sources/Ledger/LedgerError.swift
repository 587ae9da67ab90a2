public import LMDB
package import Platform

/// An error of a ledger, with its place and a remedy.
///
/// Compare by `code`; the text is for people. Acknowledged events are never lost by an error.
public struct LedgerError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The ledger's directory.
    public let path: String
    /// The finding and its place.
    public let detail: String
    /// For `versionConflict`: what was expected, what was there, and the events in between.
    public let conflict: VersionConflict?
    /// For what the storage reported: the report.
    public let storage: LMDBError?

    init(
        _ code: Code, path: String, detail: String, conflict: VersionConflict? = nil, storage: LMDBError? = nil
    ) {
        self.code = code
        self.path = path
        self.detail = detail
        self.conflict = conflict
        self.storage = storage
    }

    public var description: String {
        if let storage { return storage.description }
        let advice = code.advice
        return advice.isEmpty ? "\(path): \(detail)" : "\(path): \(detail). \(advice)"
    }
}

extension LedgerError {
    /// An open set: a later version may add kinds, so a `switch` over it needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        enum Kind: String {
            case notFound, alreadyExists, cannotCreate, notALedger, irregularFile, newerFormat, lockedByAnotherWriter
            case alreadyOpen, readOnly, closed, versionConflict, sizeConflict, recordSize, clockBackwards
            case diskFull, damaged, storage, writerLost, readerNotProtected, moved
            case notLeader, replicationUnclear, inCluster, forked
        }

        let kind: Kind

        /// The path has no ledger.
        public static let notFound = Code(kind: .notFound)
        /// A ledger cannot be created because the path has one already.
        public static let alreadyExists = Code(kind: .alreadyExists)
        /// The directory cannot be created.
        public static let cannotCreate = Code(kind: .cannotCreate)
        /// The path leads to something else.
        public static let notALedger = Code(kind: .notALedger)
        /// A link, a pipe, a device or a directory is in the place of a file of the ledger.
        public static let irregularFile = Code(kind: .irregularFile)
        /// A later version of this software, or of LMDB, wrote it.
        public static let newerFormat = Code(kind: .newerFormat)
        /// Another process, or another part of this one, writes to it. It can be read meanwhile.
        public static let lockedByAnotherWriter = Code(kind: .lockedByAnotherWriter)
        /// The ledger is already open in this process: only for reading, or for writing.
        public static let alreadyOpen = Code(kind: .alreadyOpen)
        /// It was opened for reading only, or cannot be written where it is.
        public static let readOnly = Code(kind: .readOnly)
        /// It has been closed.
        public static let closed = Code(kind: .closed)
        /// A stream is not at the version that the request expects; see `conflict`.
        public static let versionConflict = Code(kind: .versionConflict)
        /// The ledger does not have the size that the request expects.
        public static let sizeConflict = Code(kind: .sizeConflict)
        /// A record is larger than a record can be.
        public static let recordSize = Code(kind: .recordSize)
        /// A record's time is before the one of the record before it.
        public static let clockBackwards = Code(kind: .clockBackwards)
        /// The disk, or the address space for the map, is full. The ledger is unchanged and can continue.
        public static let diskFull = Code(kind: .diskFull)
        /// A commit or a sync failed, and the writer writes nothing more: the ledger has to be closed and opened again.
        public static let writerLost = Code(kind: .writerLost)
        /// The stored data contradicts itself; `verify` reports the details.
        public static let damaged = Code(kind: .damaged)
        /// This process can only read unprotected from a writer; the ledger is sound. See `storage`.
        public static let readerNotProtected = Code(kind: .readerNotProtected)
        /// The path no longer leads to the files that are open: the directory was deleted, moved, replaced or mounted
        /// over. Nothing is written until it leads there again.
        public static let moved = Code(kind: .moved)
        /// Another node of the cluster leads; nothing was stored.
        public static let notLeader = Code(kind: .notLeader)
        /// Other nodes of the cluster have what was to be stored, and this one does not yet: it is in the history.
        public static let replicationUnclear = Code(kind: .replicationUnclear)
        /// The ledger is a node's copy of a history that a cluster shares, and is written by that node's server alone; or it
        /// is in no cluster where that is asked for.
        public static let inCluster = Code(kind: .inCluster)
        /// The ledger has another history than the cluster.
        public static let forked = Code(kind: .forked)
        /// Another failure of the storage; see `storage`.
        public static let storage = Code(kind: .storage)

        public var description: String { kind.rawValue }

        /// The remedy in one sentence, or an empty text.
        var advice: String {
            switch kind {
            case .notFound: "Check the path, or create the ledger first"
            case .alreadyExists: "Choose another path, or open it"
            case .cannotCreate: "Check that the directory above exists and can be written"
            case .notALedger: "Check the path"
            case .irregularFile: "Use a regular file: put the file itself there, or name its own directory"
            case .newerFormat: "Use the version of the software that wrote it, or a later one"
            case .lockedByAnotherWriter: "Wait for the other writer to end, or stop it; reading needs no lock"
            case .alreadyOpen: "Use the open ledger, or close it first"
            case .readOnly: "Open it for writing, or copy it to a writable place"
            case .versionConflict: "Read the events in between, decide again and try again"
            case .sizeConflict: "Read the added events, decide again and try again"
            case .recordSize: "Split its content into several events"
            case .clockBackwards: "Sort the records by time, or let the ledger set it"
            case .damaged: "Run verify to find the extent, and restore a copy"
            case .moved: "Restore the original directory; until then no writes are acknowledged"
            case .notLeader: "Send it to the leader, under the same id"
            case .replicationUnclear: "Send it again under the same id to learn what became of it"
            case .inCluster:
                "Run `draftledger cluster status` to see the cluster, or `cluster leave` to take the ledger out"
            case .forked: "Keep this copy as evidence, and let the node join again with a new directory"
            case .closed, .diskFull, .readerNotProtected, .storage, .writerLost: ""
            }
        }
    }
}

extension LedgerError {
    /// A report of the storage, by what it means to the ledger.
    init(_ error: LMDBError, path: String) {
        let code: Code =
            switch error.code {
            case .notFound: .notFound
            case .notDirectory, .notLMDB: .notALedger
            case .irregularFile: .irregularFile
            case .newerFormat: .newerFormat
            case .readOnly, .denied: .readOnly
            case .alreadyOpen: .alreadyOpen
            case .diskFull, .mapFull: .diskFull
            case .truncated, .corrupted: .damaged
            case .closed: .closed
            case .writingFailed: .writerLost
            case .readerNotProtected: .readerNotProtected
            default: .storage
            }
        self.init(code, path: path, detail: error.detail, storage: error)
    }
}

extension LedgerError {
    /// A call about a file or a directory that failed.
    package init(_ error: FileError) {
        if let kind = error.irregular {
            self.init(.irregularFile, path: error.path, detail: "it is \(kind)")
        } else {
            self.init(.storage, path: error.path, detail: "\(error.action): \(error.errno)")
        }
    }

    /// Any error of this module or of the storage.
    init(wrapping error: any Error, path: String) {
        switch error {
        case let error as LedgerError: self = error
        case let error as LMDBError: self.init(error, path: path)
        case let error as FileError: self.init(error)
        default: self.init(.storage, path: path, detail: "\(error)")
        }
    }
}

/// Runs `body`, giving a report of the storage its meaning to the ledger. Other errors pass through.
func reporting<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as LMDBError {
        throw LedgerError(error, path: path)
    }
}

/// Like `reporting`, for a body that throws nothing but errors of the ledger and of the storage.
func reportingAll<Result>(_ path: String, _ body: () throws -> Result) throws(LedgerError) -> Result {
    do {
        return try body()
    } catch {
        throw LedgerError(wrapping: error, path: path)
    }
}
