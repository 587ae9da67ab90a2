extension Command {
    /// Why the command can never be right, whatever the ledger holds: nothing decides or records it. Nil for any other.
    public var malformation: String? {
        switch self {
        case .room(_, .revealEntropy(let entropy)), .wallet(_, .joinTournament(_, _, let entropy)):
            return Self.tooLong(entropy, "entropy")
        case .wallet(_, .holdWithdrawal(_, _, let destination)): return Self.tooLong(destination, "destination")
        case .wallet(_, .recordChargeback(_, _, _, let dispute)) where dispute.isEmpty:
            return "The chargeback has no provider's ID of its dispute. Name it in 'providerDispute'."
        // Else an audit would take the software that follows for older.
        case .ledger(.startSoftware(let started)) where started.rulesVersion != SoftwareStarted.currentRules:
            return "The software states rules \(started.rulesVersion). This program has rules "
                + "\(SoftwareStarted.currentRules) and cannot state others."
        case .ledger, .pool, .tournament, .room, .queue, .wallet, .user, .dispute, .staff, .measure, .season,
            .aliases, .notes:
            return nil
        }
    }

    private static func tooLong(_ bytes: [UInt8], _ name: String) -> String? {
        guard bytes.count > RecordLimit.commandBytes else { return nil }
        return "The \(name) has \(bytes.count) bytes, expected at most \(RecordLimit.commandBytes)."
    }

    /// The free text of a command: its own last, after that of a command that it proposes.
    package var statements: [Statement] {
        if case .measure(_, .proposeMeasure(let proposed)) = self {
            return proposed.command.statements + [Statement(proposed.reason, limit: 2_000)]
        }
        var statements: [Statement] = []
        _ = mappingWords { statement in
            statements.append(statement)
            return statement.words
        }
        return statements
    }

    /// The command with other words in the place of its own, and in that of a command's that it proposes.
    ///
    /// - Parameter change: asked once for each of them that is not empty.
    package func mappingWords<Failure: Error>(
        _ change: (Statement) throws(Failure) -> Wording
    ) throws(Failure) -> Command {
        func changed(_ words: Wording, limit: Int = 1_000) throws(Failure) -> Wording {
            words.isEmpty ? words : try change(Statement(words, limit: limit))
        }
        switch self {
        case .dispute(let id, let command):
            return .dispute(id, try command.mappingWords(change))
        case .room(let id, .extendClock(let pick, let interval, let reason)):
            return .room(id, .extendClock(pick: pick, by: interval, reason: try changed(reason, limit: 2_000)))
        case .room(let id, .pauseRoom(let kind, let reason)):
            return .room(id, .pauseRoom(kind: kind, reason: try changed(reason, limit: 2_000)))
        case .room(let id, .correctPick(var correction)):
            correction.reason = try changed(correction.reason, limit: 2_000)
            return .room(id, .correctPick(correction))
        case .room(let id, .cancelRoom(let reason)): return .room(id, .cancelRoom(reason: try changed(reason)))
        case .room(let id, .voidRoom(let approver, let reason)):
            return .room(id, .voidRoom(approvedBy: approver, reason: try changed(reason)))
        case .tournament(let id, .cancelTournament(let reason)):
            return .tournament(id, .cancelTournament(reason: try changed(reason)))
        case .wallet(let user, .releaseWithdrawal(let withdrawal, let reason)):
            return .wallet(user, .releaseWithdrawal(withdrawal: withdrawal, reason: try changed(reason)))
        case .wallet(let user, .adjustBalance(var adjustment)):
            adjustment.reason = try changed(adjustment.reason)
            return .wallet(user, .adjustBalance(adjustment))
        case .staff(.dismissStaff(var dismissal)):
            dismissal.reason = try changed(dismissal.reason)
            return .staff(.dismissStaff(dismissal))
        case .staff(.recoverStaff(var recovery)):
            recovery.reason = try changed(recovery.reason)
            return .staff(.recoverStaff(recovery))
        case .ledger(.closeLedger(let reason)): return .ledger(.closeLedger(reason: try changed(reason)))
        case .measure(let id, .proposeMeasure(var proposed)):
            proposed.command = try proposed.command.mappingWords(change)
            proposed.reason = try changed(proposed.reason, limit: 2_000)
            return .measure(id, .proposeMeasure(proposed))
        case .measure(let id, .declineMeasure(let reason)):
            return .measure(id, .declineMeasure(reason: try changed(reason)))
        case .season(let id, .recordScores(var scores)):
            scores.reason = try changed(scores.reason)
            return .season(id, .recordScores(scores))
        case .season(let id, .assignScores(var assigned)):
            assigned.reason = try changed(assigned.reason)
            return .season(id, .assignScores(assigned))
        case .aliases(.joinPlayers(var joined)):
            joined.reason = try changed(joined.reason)
            return .aliases(.joinPlayers(joined))
        case .aliases(.partPlayers(var parted)):
            parted.reason = try changed(parted.reason)
            return .aliases(.partPlayers(parted))
        case .aliases(.withdrawAlias(var withdrawn)):
            withdrawn.reason = try changed(withdrawn.reason)
            return .aliases(.withdrawAlias(withdrawn))
        case .notes(let id, .recordNotes(var notes)):
            notes.reason = try changed(notes.reason)
            return .notes(id, .recordNotes(notes))
        case .notes(let id, .recordGames(var games)):
            games.reason = try changed(games.reason)
            return .notes(id, .recordGames(games))
        case .ledger, .pool, .tournament, .room, .queue, .wallet, .user, .staff, .measure, .season, .aliases, .notes:
            return self
        }
    }

    /// The user that its text is about, for erasure; nil for no particular user.
    ///
    /// - Parameters:
    ///   - sender: who writes them.
    ///   - claimant: of a case.
    ///   - holder: the user on whose seat a pick of a room is.
    ///   - proposed: what a measure proposes, and because of which case.
    package func subject(
        sentBy sender: Sender, claimant: (CaseID) throws -> UserID?, holder: (RoomID, PickNumber) throws -> UserID?,
        proposed: (MeasureID) throws -> (command: Command, dispute: CaseID?)?
    ) rethrows -> UserID? {
        func subject(of command: Command, dispute: CaseID?) throws -> UserID? {
            if let user = try dispute.flatMap(claimant) { return user }
            return try command.subject(sentBy: sender, claimant: claimant, holder: holder, proposed: proposed)
        }
        switch self {
        case .dispute(let id, let command):
            if case .openDispute(let opened) = command, let user = opened.claimant { return user }
            if let user = try claimant(id) { return user }
        case .room(let room, .correctPick(let correction)):
            if let user = try correction.dispute.flatMap(claimant) ?? holder(room, correction.pick) { return user }
        case .room(let room, .extendClock(let pick, _, _)):
            if let user = try holder(room, pick) { return user }
        case .wallet(let user, _), .user(let user, _): return user
        case .staff(.dismissStaff(let dismissal)): return dismissal.person
        case .staff(.recoverStaff(let recovery)): return recovery.person
        case .measure(_, .proposeMeasure(let measure)):
            return try subject(of: measure.command, dispute: measure.dispute)
        case .measure(let id, .declineMeasure):
            if let measure = try proposed(id) { return try subject(of: measure.command, dispute: measure.dispute) }
        case .ledger, .pool, .tournament, .room, .queue, .staff, .measure, .season, .aliases, .notes: break
        }
        return sender.role == .user ? sender.user : sender.onBehalfOf
    }
}

extension Command {
    /// The case that the command opens, and its claim; nil for any other command.
    package var claim: (id: CaseID, content: DisputeOpened)? {
        if case .dispute(let id, .openDispute(let opened)) = self { (id, opened) } else { nil }
    }
}

extension DisputeCommand {
    fileprivate func mappingWords<Failure: Error>(
        _ change: (Statement) throws(Failure) -> Wording
    ) throws(Failure) -> DisputeCommand {
        switch self {
        case .openDispute(let opened): .openDispute(try opened.mappingWords(change))
        case .attachEvidence(let evidence): .attachEvidence(try evidence.mappingWords(change))
        case .resolveDispute(let resolved): .resolveDispute(try resolved.mappingWords(change))
        }
    }
}

/// The people whom a command names, and whether it gives its reason.
extension Command {
    /// Users who sit, claim or ask by the command, in addition to the one in whose stream it is recorded.
    var users: [UserID] {
        switch self {
        case .room(_, .importRoom(let command)): command.entries.compactMap { $0?.user }
        case .room(_, .correctPick(let correction)): correction.requestedBy.map { [$0] } ?? []
        case .season(_, .assignScores(let assigned)): assigned.requestedBy.map { [$0] } ?? []
        case .dispute(_, .openDispute(let dispute)): dispute.claimant.map { [$0] } ?? []
        case .user(_, .recordAccess(let read)): [read.reader]
        case .ledger(.eraseText(let erased)): [erased.user, erased.erasedBy].compactMap(\.self)
        case .ledger(.approvePayout(let payout)): payout.withdrawals.map(\.user)
        case .staff(.beginAuthority(let began)): began.founders.map(\.person)
        case .staff(.appointStaff(let appointed)): [appointed.person]
        case .staff(.recoverStaff(let recovery)): [recovery.person]
        case .ledger, .pool, .tournament, .room, .queue, .wallet, .user, .dispute, .staff, .measure, .season,
            .aliases, .notes:
            []
        }
    }

    /// The people who approve or decide by the command.
    var approvers: [UserID] {
        switch self {
        case .room(_, .correctPick(let correction)): correction.approvedBy.map { [$0] } ?? []
        case .room(_, .voidRoom(let approver, _)): [approver]
        case .season(_, .assignScores(let assigned)): [assigned.approvedBy]
        case .wallet(_, .adjustBalance(let adjustment)): [adjustment.firstApprover, adjustment.secondApprover]
        case .dispute(_, .resolveDispute(let resolution)): [resolution.resolvedBy]
        case .ledger, .pool, .tournament, .room, .queue, .wallet, .user, .dispute, .staff, .measure, .season,
            .aliases, .notes:
            []
        }
    }

    /// The command with the people who have asked for it and agreed to it, in the place of those that it names.
    func named(proposer: UserID, approver: UserID) -> Command {
        switch self {
        case .room(let room, .correctPick(var correction)):
            correction.requestedBy = proposer
            correction.approvedBy = approver
            return .room(room, .correctPick(correction))
        case .room(let room, .voidRoom(_, let reason)):
            return .room(room, .voidRoom(approvedBy: approver, reason: reason))
        case .wallet(let user, .adjustBalance(var adjustment)):
            adjustment.firstApprover = proposer
            adjustment.secondApprover = approver
            return .wallet(user, .adjustBalance(adjustment))
        case .season(let season, .assignScores(var assigned)):
            assigned.requestedBy = proposer
            assigned.approvedBy = approver
            return .season(season, .assignScores(assigned))
        case .dispute(let id, .resolveDispute(var resolution)):
            resolution.resolvedBy = approver
            return .dispute(id, .resolveDispute(resolution))
        case .ledger, .pool, .tournament, .room, .queue, .wallet, .user, .dispute, .staff, .measure, .season,
            .aliases, .notes:
            return self
        }
    }

    /// Whether it gives no reason although there is a place for one.
    var saysNothing: Bool {
        switch self {
        case .tournament(_, .cancelTournament(let reason)), .room(_, .extendClock(_, _, let reason)),
            .room(_, .pauseRoom(_, let reason)), .room(_, .cancelRoom(let reason)), .room(_, .voidRoom(_, let reason)),
            .measure(_, .declineMeasure(let reason)), .ledger(.closeLedger(let reason)):
            reason.isEmpty
        case .room(_, .correctPick(let correction)): correction.reason.isEmpty
        case .wallet(_, .adjustBalance(let adjustment)): adjustment.reason.isEmpty
        case .dispute(_, .resolveDispute(let resolution)): resolution.reason.isEmpty && resolution.reasonDigest == nil
        case .staff(.dismissStaff(let dismissal)): dismissal.reason.isEmpty
        case .staff(.recoverStaff(let recovery)): recovery.reason.isEmpty
        case .measure(_, .proposeMeasure(let proposal)): proposal.reason.isEmpty
        case .aliases(let command): command.reason.isEmpty
        case .ledger, .pool, .tournament, .room, .queue, .wallet, .user, .dispute, .staff, .measure, .season, .notes:
            false
        }
    }
}
