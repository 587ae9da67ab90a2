/// An error of a ledger that is not the refusal of a command.
public struct DraftLedgerError: Error, Hashable, Sendable {
    /// The kind of the error; compare codes, not texts. More may come.
    public struct Code: Hashable, Sendable {
        private enum Kind {
            case noSuchLedger, alreadyExists, lockedByAnotherWriter, notALedger, irregularFile, newerFormat, damaged
            case diskFull, writerLost
            case readOnly, inputOutput, conflict, recordUnreadable, badMoment, notWritable
            case unknownRoom, unknownUser, unknownTournament, unknownPool, unknownStream, unknownProjection
            case drawKeyMissing, drawKeyForeign, clockBackwards, recordTooLarge, invalidValue, closed
            case noFreeNumber
            case ledgerRolledBack, ledgerForked, checkpointDamaged, checkpointUnverified
            case signingKeyMissing, signingKeyForeign, badOrigin
            case proofBroken
            case ambiguousName
            case ledgerNotClosed, checkpointMissing
            case notLeader, replicationUnclear, inCluster
            case overloaded, withdrawn, deadlineExceeded, alreadyOpen, readerNotProtected, moved
        }
        private let kind: Kind

        /// The path has no ledger.
        public static let noSuchLedger = Code(kind: .noSuchLedger)
        /// The path has a ledger already, or something else.
        public static let alreadyExists = Code(kind: .alreadyExists)
        /// Another process writes; try again when it has finished.
        public static let lockedByAnotherWriter = Code(kind: .lockedByAnotherWriter)
        /// The file is not a ledger.
        public static let notALedger = Code(kind: .notALedger)
        /// A link, a pipe, a device or a directory is in the place of a file of the ledger.
        public static let irregularFile = Code(kind: .irregularFile)
        /// Written by a newer version.
        public static let newerFormat = Code(kind: .newerFormat)
        /// The file is cut off or its pages contradict each other.
        public static let damaged = Code(kind: .damaged)
        /// No space; nothing was written.
        public static let diskFull = Code(kind: .diskFull)
        /// A commit failed in a way that leaves the writer unable to write. Close the ledger and open it again.
        public static let writerLost = Code(kind: .writerLost)
        /// The directory or the file system cannot be written.
        public static let readOnly = Code(kind: .readOnly)
        /// Any other failure of the operating system.
        public static let inputOutput = Code(kind: .inputOutput)
        /// Somebody else appended to a stream that the decision had read.
        public static let conflict = Code(kind: .conflict)
        /// A stored record does not follow the schema.
        public static let recordUnreadable = Code(kind: .recordUnreadable)
        /// Another node of the cluster leads; nothing of the command is recorded here. Send it to the leader, under the same id.
        public static let notLeader = Code(kind: .notLeader)
        /// Other nodes of the cluster have it, and this one does not yet. Send the command again under the same id.
        public static let replicationUnclear = Code(kind: .replicationUnclear)
        /// The ledger is a node's copy of a history that a cluster shares: only that node's server writes to it.
        public static let inCluster = Code(kind: .inCluster)
        /// The moment lies outside the history.
        public static let badMoment = Code(kind: .badMoment)
        /// More commands are in flight than may be; nothing of this one is recorded.
        public static let overloaded = Code(kind: .overloaded)
        /// The task that sent a command was cancelled before it was decided; nothing of it is recorded.
        public static let withdrawn = Code(kind: .withdrawn)
        /// A command was not decided by its deadline; nothing of it is recorded.
        public static let deadlineExceeded = Code(kind: .deadlineExceeded)
        /// The ledger is open in this process in another mode. Close it first.
        public static let alreadyOpen = Code(kind: .alreadyOpen)
        /// This process can only read unprotected from a writer that is at work; the ledger is sound.
        public static let readerNotProtected = Code(kind: .readerNotProtected)
        /// The path no longer leads to the ledger that is open. Nothing is recorded until it does.
        public static let moved = Code(kind: .moved)
        /// The ledger has been closed, or is being closed.
        public static let closed = Code(kind: .closed)
        /// The ledger was opened for reading.
        public static let notWritable = Code(kind: .notWritable)
        /// A name that several contests or users have; their numbers tell them apart.
        public static let ambiguousName = Code(kind: .ambiguousName)
        public static let unknownRoom = Code(kind: .unknownRoom)
        public static let unknownUser = Code(kind: .unknownUser)
        public static let unknownTournament = Code(kind: .unknownTournament)
        public static let unknownPool = Code(kind: .unknownPool)
        public static let unknownStream = Code(kind: .unknownStream)
        public static let unknownProjection = Code(kind: .unknownProjection)
        /// The key that draws the orders is gone.
        public static let drawKeyMissing = Code(kind: .drawKeyMissing)
        /// The key that draws the orders is not the one that a room was promised by; nothing was written.
        public static let drawKeyForeign = Code(kind: .drawKeyForeign)
        /// The ledger has fewer events than its published checkpoint states.
        public static let ledgerRolledBack = Code(kind: .ledgerRolledBack)
        /// The ledger has other events than its published checkpoint states.
        public static let ledgerForked = Code(kind: .ledgerForked)
        /// A checkpoint that cannot be read, or whose signature does not hold.
        public static let checkpointDamaged = Code(kind: .checkpointDamaged)
        /// A checkpoint whose signature cannot be checked here: the ledger does not have the key that it names.
        public static let checkpointUnverified = Code(kind: .checkpointUnverified)
        /// The key that signs checkpoints is gone.
        public static let signingKeyMissing = Code(kind: .signingKeyMissing)
        /// The key that is to sign for the ledger is another ledger's.
        public static let signingKeyForeign = Code(kind: .signingKeyForeign)
        /// A record, or a stored hash, does not lead to the root of the checkpoint that it is to be proven in.
        public static let proofBroken = Code(kind: .proofBroken)
        /// A text that cannot be a ledger's name.
        public static let badOrigin = Code(kind: .badOrigin)
        /// A ledger whose season is not over, where a closed one is needed.
        public static let ledgerNotClosed = Code(kind: .ledgerNotClosed)
        /// No checkpoint is published that covers the history as far as is needed.
        public static let checkpointMissing = Code(kind: .checkpointMissing)
        /// The largest number that a room, a tournament, a pool or a user can have is taken.
        public static let noFreeNumber = Code(kind: .noFreeNumber)
        /// Records with their own times would run backwards.
        public static let clockBackwards = Code(kind: .clockBackwards)
        /// An event does not fit a record.
        public static let recordTooLarge = Code(kind: .recordTooLarge)
        /// An event has a value that no record can hold, or names a stream, or a sender, that there cannot be.
        public static let invalidValue = Code(kind: .invalidValue)
    }

    public var code: Code

    /// The error, its place and a remedy, in one or two sentences.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension DraftLedgerError {
    /// Whether it says that the history is not the one that was published.
    var isOfHistory: Bool { [.ledgerRolledBack, .ledgerForked, .checkpointDamaged].contains(code) }
}

extension DraftLedgerError.Code: CustomStringConvertible {
    /// The code's name, such as `noSuchLedger`.
    public var description: String { String(describing: kind) }
}

extension DraftLedgerError: CustomStringConvertible {
    public var description: String { message }
}
