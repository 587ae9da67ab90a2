import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Replay
import Reports
import ToolSupport

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
