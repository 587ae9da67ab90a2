import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Replay
import Reports

/// How a command ended, in the numbers of sysexits(3) as far as they go.
enum ExitStatus: Int32 {
    case done = 0
    /// Something is not genuine, damaged or not as stated.
    case found = 1
    /// The same number as `found`: the rules, or the state that something is in, turned a command down.
    static let refused = ExitStatus.found
    /// All is genuine, and shows that a rule was broken: what a script must not take for a forgery.
    case ruleBroken = 3
    case usage = 64
    case badData = 65
    case noInput = 66
    /// Something that no command reckons with.
    case software = 70
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    /// By Ctrl-C, as shells have it: 128 and the signal's number.
    case interrupted = 130
}

/// An error of the command line itself.
struct ToolError: Error, CustomStringConvertible {
    var status: ExitStatus
    /// What, where and what to do, in one or two lines.
    var description: String

    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}

extension ExitStatus {
    init(_ code: DraftLedgerError.Code) {
        switch code {
        case .lockedByAnotherWriter, .alreadyOpen, .conflict, .overloaded, .withdrawn, .deadlineExceeded, .notLeader,
            .replicationUnclear,
            .readerNotProtected, .moved:
            self = .tryAgain
        case .alreadyExists, .readOnly, .notWritable, .inCluster: self = .cannotCreate
        case .noSuchLedger, .badMoment, .drawKeyMissing, .unknownRoom, .unknownUser, .unknownTournament, .unknownPool,
            .unknownStream, .unknownProjection, .signingKeyMissing, .checkpointUnverified, .checkpointMissing:
            self = .noInput
        case .ledgerNotClosed: self = .refused
        case .notALedger, .irregularFile, .newerFormat, .clockBackwards, .recordTooLarge, .invalidValue, .noFreeNumber,
            .ledgerRolledBack, .ledgerForked, .checkpointDamaged, .signingKeyForeign, .drawKeyForeign:
            self = .badData
        case .badOrigin, .ambiguousName: self = .usage
        default: self = .inputOutput
        }
    }

    init(_ code: InterchangeError.Code) {
        switch code {
        case .noSuchInput: self = .noInput
        case .badData, .tooLarge: self = .badData
        case .cannotCreate: self = .cannotCreate
        case .unfitOption: self = .usage
        default: self = .inputOutput
        }
    }

    init(_ error: WhatIfError) {
        switch error {
        case .badClock, .unreadable: self = .usage
        case .noCommand, .setting, .foreignCommand, .notDrafted: self = .noInput
        }
    }

    init(_ error: KeptAuditError) {
        switch error {
        case .notFound, .unreadable: self = .noInput
        case .notWritten: self = .cannotCreate
        case .notKept, .damaged, .otherProgram, .unknownContent, .ahead, .otherHistory, .otherCheckpoint:
            self = .badData
        }
    }

    init(_ error: ContestWhatIfError) {
        switch error {
        case .badScoring, .badLineup: self = .usage
        case .pointsMissing: self = .badData
        case .unknownScoring, .noPoints, .notOfContest, .notComplete, .noSuchPick, .noSuchPlayer, .taken:
            self = .noInput
        }
    }
}
