import Draft
import DraftLedger
import Records

/// What a refusal says of the command that was refused: by that it is judged.
extension AuditNotes {
    /// A refusal keeps the command as a ledger writes it, under its kind and its fingerprint, in the stream that the command
    /// was for.
    ///
    /// - Parameter hasEvents: whether anything stands in a stream before the group.
    mutating func checkRefusal(_ group: CommandGroup, hasEvents: (StreamKey) -> Bool) {
        guard let rejected = group.rejection, let origin = group.origin, let content = rejected.content else { return }
        let recorded = group.first
        guard let command = rejected.refusedCommand else {
            if !rejected.command.mayBeDigest || !content.isDigestOfCommand {
                note(
                    .refusal, at: recorded,
                    expected: rejected.command.mayBeDigest ? "a command, or its SHA-256" : "a command",
                    actual: "\"\(content.prefix(80))\"", "The refusal does not keep the command that was refused.")
            }
            return
        }
        if command.fingerprint != origin.fingerprint {
            note(
                .fingerprint, at: recorded, expected: "content with fingerprint \(origin.fingerprint)",
                actual: "\(command.kind.name.withArticle) with fingerprint \(command.fingerprint)",
                "The refusal keeps another command than the one that was sent.")
        }
        // What the rules answer is compared in full where the command is decided once more.
        var stated = CommandRejected(Refusal(rejected.code, ""), of: command)
        if !rejected.isOfDesk(origin) {
            stated = rejected
            stated.command = command.kind
            stated.content = CommandRejected(Refusal(rejected.code, ""), of: command).content
        }
        if stated != rejected {
            note(
                .refusal, at: recorded, expected: Event.commandRejected(stated).inWords,
                actual: Event.commandRejected(rejected).inWords,
                "The refusal is not the one of the command that it keeps.")
        }
        checkStream(of: command, rejected.code, origin, recorded, isThere: hasEvents(command.anchor))
    }

    /// In the stream that the command was for, or in the ledger's own where that one has no events or does not exist.
    private mutating func checkStream(
        of command: Command, _ code: RefusalCode, _ origin: CommandOrigin, _ recorded: RecordedEvent, isThere: Bool
    ) {
        let places = [true, isThere].compactMap { isThere -> StreamKey? in
            var recorder = RefusalRecorder()
            return recorder.event(
                for: Refusal(code, ""), command: command, from: origin, room: nil, anchorExists: isThere,
                at: recorded.recordedAt)?.stream
        }
        guard let first = places.first, !places.contains(recorded.stream) else { return }
        note(
            .stream, at: recorded, expected: "\(first)", actual: "\(recorded.stream)",
            "\(command.kind.name.withCapitalArticle) was refused in a stream that it was not for.")
    }
}

extension CommandRejected {
    /// Whether it is no answer of the rules: the id had been used before, or the signature was wrong.
    fileprivate func isOfDesk(_ origin: CommandOrigin) -> Bool {
        code == .duplicateCommand || code == .badSignature && origin.signature != nil
    }
}

extension CommandKind {
    /// Whether of commands of the kind a digest may be kept: texts and lists may be too long, amounts beyond all that
    /// records hold.
    fileprivate var mayBeDigest: Bool {
        switch self {
        case .closeEntries, .finalizeTournament, .joinTournament, .leaveRoom, .startDraft, .tickClock, .makePick,
            .automatePick, .recordAutomatedPick, .setAutodraft, .resumeRoom, .setConnection, .addToQueue,
            .removeFromQueue, .moveInQueue, .moveToTopOfQueue, .clearQueue, .setPositionLimits, .registerUser,
            .setAlertPreferences, .registerPushToken, .addDeviceKey, .removeDeviceKey, .approveMeasure,
            .lapseMeasure, .revealEntropy, .drawOrder, .drawPods, .excludeUser, .closeAccount:
            false
        case .createLedger, .startSoftware, .publishPool, .addPlayer, .createTournament, .cancelTournament,
            .awardPrizes, .openRoom, .importRoom, .extendClock, .pauseRoom, .correctPick, .cancelRoom, .voidRoom,
            .setQueue, .setRankings, .recordDeposit, .holdWithdrawal, .postWithdrawal, .releaseWithdrawal,
            .recordChargeback, .adjustBalance, .openDispute, .attachEvidence, .resolveDispute, .beginAuthority,
            .appointStaff, .dismissStaff, .recoverStaff, .proposeMeasure, .declineMeasure, .recordStatement,
            .rotateCheckpointKey, .setContestRounds, .setScoring, .closeRound, .recordScores, .closeWeek,
            .joinPlayers, .partPlayers, .withdrawAlias, .recordNotes, .recordGames, .recordStatedResults, .setLimits:
            true
        }
    }
}

extension String {
    /// Whether it is what a refusal keeps of a command that is too long: "sha256:" and 64 hexadecimal digits.
    fileprivate var isDigestOfCommand: Bool {
        let digits = utf8.dropFirst(7)
        return hasPrefix("sha256:") && digits.count == 64
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (97...102).contains($0) }
    }
}

extension LedgerState {
    /// Whether anything stands in a stream.
    func hasEvents(_ stream: StreamKey) -> Bool {
        switch stream {
        case .system: true
        case .pool(let id): pool(id) != nil
        case .tournament(let id): tournament(id) != nil
        case .room(let id), .clock(let id): room(id) != nil
        case .queue(let room, let seat): queue(room, seat).version > 0
        case .wallet(let user): wallet(user).version > 0
        case .user(let user): self.user(user).version > 0
        case .dispute(let id): dispute(id) != nil
        case .staff: staff.version > 0
        case .measure(let id): measure(id) != nil
        case .season(let id): season(id) != nil
        case .aliases: aliases.version > 0
        case .notes(let id): notes(id) != nil
        }
    }
}
