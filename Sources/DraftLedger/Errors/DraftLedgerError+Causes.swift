import Draft
import LMDB
import Ledger
import Platform
import Records

extension DraftLedgerError {
    static func notWritable(_ path: String) -> DraftLedgerError {
        DraftLedgerError(.notWritable, "\(path) was opened for reading. Open it for writing to append to it.")
    }

    /// The secret to reveal does not match the room's commitment.
    static func drawKeyForeign(_ room: RoomID) -> DraftLedgerError {
        DraftLedgerError(
            .drawKeyForeign,
            "draw.key gives another secret for room \(room) than the one that the room committed to. "
                + "Nothing was written. Restore the ledger's own draw.key from a backup, and send the command again.")
    }

    /// The requested proof would be invalid: a record or a stored hash is not the signed one.
    ///
    /// - Parameters:
    ///   - what: was to be proven.
    ///   - error: how the proof fails.
    public static func proofBroken(_ what: String, _ error: any Error) -> DraftLedgerError {
        DraftLedgerError(
            .proofBroken,
            "\(what) does not lead to the signed root, so a record or a stored hash is damaged: \(error). "
                + "Run `verify` to locate it, and restore data.mdb from a copy.")
    }

    /// A storage error by what it means to a ledger of drafts.
    init(_ error: LedgerError) {
        let code: Code =
            switch error.code {
            case .notFound: .noSuchLedger
            case .alreadyExists: .alreadyExists
            case .cannotCreate, .readOnly: .readOnly
            case .notALedger: .notALedger
            case .irregularFile: .irregularFile
            case .newerFormat: .newerFormat
            case .lockedByAnotherWriter: .lockedByAnotherWriter
            case .versionConflict, .sizeConflict: .conflict
            case .recordSize: .recordTooLarge
            case .clockBackwards: .clockBackwards
            case .diskFull: .diskFull
            case .writerLost: .writerLost
            case .damaged: .damaged
            case .closed: .closed
            case .alreadyOpen: .alreadyOpen
            case .readerNotProtected: .readerNotProtected
            case .moved: .moved
            case .notLeader: .notLeader
            case .replicationUnclear: .replicationUnclear
            case .inCluster: .inCluster
            case .forked: .ledgerForked
            default: .inputOutput
            }
        self.init(code, error.description)
    }

    /// A call about a file that failed.
    init(_ error: FileError) {
        guard error.irregular == nil else {
            self.init(
                .irregularFile, "\(error). Put the file itself there; links to a ledger's files are not followed.")
            return
        }
        let code: Code =
            switch error.errno {
            case .noSpace, .quotaExceeded: .diskFull
            case .accessDenied, .readOnlyFileSystem, .notPermitted: .readOnly
            default: .inputOutput
            }
        self.init(code, "\(error).")
    }

    init(wrapping error: any Error) {
        switch error {
        case let error as DraftLedgerError: self = error
        case let error as LedgerError: self.init(error)
        case let error as FileError: self.init(error)
        case let error as LMDBError where error.code == .closed: self.init(.closed, error.description)
        case let error as LMDBError where error.code == .readerNotProtected:
            self.init(.readerNotProtected, error.description)
        case let error as RecordError:
            let code: Code =
                switch error.code {
                case .tooLarge: .recordTooLarge
                case .unwritable: .invalidValue
                default: .recordUnreadable
                }
            self.init(code, error.description)
        default: self.init(.inputOutput, error.reason)
        }
    }
}

/// Runs `body` and gives its errors their meaning to a ledger of drafts.
func rethrowing<Result>(_ body: () throws -> Result) throws(DraftLedgerError) -> Result {
    do {
        return try body()
    } catch {
        throw DraftLedgerError(wrapping: error)
    }
}
