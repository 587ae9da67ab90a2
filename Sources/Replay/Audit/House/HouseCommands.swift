package import Draft

extension CommandGroup {
    /// The command behind an accepted group of which a room alone does not tell: about money, users, cases, pools,
    /// contests, and a room's beginning and end. Such events say all that their command said, so there is one content
    /// that it can have had; but for standings, of which prizes tell only who was paid.
    ///
    /// Nil for the commands of a draft, and for events that follow from no command.
    var houseCommand: Command? {
        guard rejection == nil else { return nil }
        switch first.stream {
        case .pool(let id): return poolCommand(id)
        case .tournament(let id): return contestCommand(id)
        case .wallet(let user): return walletCommand(user)
        case .user(let user): return userCommand(user)
        case .dispute(let id): return caseCommand(id)
        case .system: return systemCommand
        case .room(let id): return joining ?? leaving ?? closing ?? roomCommand(id)
        case .queue, .clock: return nil
        case .staff: return staffCommand
        case .measure(let id): return measureCommand(id)
        case .season(let id): return seasonCommand(id)
        case .aliases: return aliasCommand
        case .notes(let id): return noteCommand(id)
        }
    }

    /// The commands that start a room's draft or end the room.
    private func roomCommand(_ id: RoomID) -> Command? {
        switch first.event.room {
        case .preparation(.opened(let opened)):
            let room = OpenRoom(
                tournament: opened.tournament, pool: opened.pool, entryFee: opened.entryFee, ruleset: opened.ruleset,
                externalID: opened.externalID)
            return .room(id, events.count == 1 ? .openRoom(room) : .importRoom(imported(room)))
        case .preparation(.revealed(let revealed)): return .room(id, .revealEntropy(revealed.entropy))
        case .preparation(.drawn): return .room(id, .drawOrder)
        case .ending(.cancelled(let cancelled)): return .room(id, .cancelRoom(reason: cancelled.reason))
        case .preparation(.begun), .ending(.voided):
            return first.event.room?.commands?.first.map { .room(id, $0) }
        case .membership, .preparation, .clock, .pick, .seatChange, .ending, .results, nil:
            return nil
        }
    }

    private func imported(_ room: OpenRoom) -> ImportRoom {
        var entries = [ImportRoom.Entry?](repeating: nil, count: Int(room.ruleset.teams))
        for case .taken(let taken) in events.compactMap(\.event.membership) where Int(taken.seat) < entries.count {
            entries[Int(taken.seat)] = ImportRoom.Entry(externalID: taken.externalID, user: taken.user)
        }
        return ImportRoom(room: room, entries: entries)
    }

    private func poolCommand(_ id: PoolID) -> Command? {
        if case .late(let added) = first.event.listing { return .pool(id, .addPlayer(added.player)) }
        guard case .published(let published) = events.last?.event.listing else { return nil }
        let players = events.compactMap { recorded -> PlayerListing? in
            if case .listed(let listed) = recorded.event.listing { listed.player } else { nil }
        }
        return .pool(
            id, .publishPool(PublishPool(externalID: published.externalID, title: published.title, players: players)))
    }

    private func contestCommand(_ id: TournamentID) -> Command? {
        for recorded in events {
            switch recorded.event.contest {
            case .created(let details): return .tournament(id, .createTournament(details))
            case .closed: return .tournament(id, .closeEntries)
            case .cancelled(let cancelled):
                return .tournament(id, .cancelTournament(reason: cancelled.reason))
            case .finalized: return .tournament(id, .finalizeTournament)
            case .rounds(let set): return .tournament(id, .setContestRounds(set))
            case .scoring(let set): return .tournament(id, .setScoring(set))
            case .played(let closed): return .tournament(id, .closeRound(closeRound(closed)))
            case .pods(let drawn): return .tournament(id, .drawPods(round: drawn.round))
            case .prizes: return .tournament(id, .awardPrizes(standings: paidStandings))
            case .overlay, .rake, nil: continue
            }
        }
        return nil
    }

    /// In the first round the rooms are those whose standings follow, in their order.
    private func closeRound(_ closed: RoundClosed) -> CloseRound {
        var close = CloseRound(round: closed.round, seasonVersion: closed.seasonVersion)
        guard closed.round == 1 else { return close }
        for room in standingEntries.map(\.room) where close.rooms.last != room { close.rooms.append(room) }
        return close
    }

    /// The rooms whose standings the events record.
    var standingEntries: [EntryID] {
        events.flatMap { recorded -> [EntryID] in
            guard case .played(let closed) = recorded.event.contest else { return [] }
            return closed.standings.map(\.entry)
        }
    }

    /// The standings as far as they were paid, in the order of the credits.
    private var paidStandings: [Standing] {
        events.compactMap { recorded in
            guard case .prize(let prize) = recorded.event.feeStep else { return nil }
            return Standing(entry: prize.entry, place: prize.place)
        }
    }

    private func walletCommand(_ user: UserID) -> Command? {
        switch first.event.payment {
        case .deposit(let deposit):
            .wallet(
                user, .recordDeposit(amount: deposit.amount, provider: deposit.provider, reference: deposit.reference))
        case .held(let held):
            .wallet(
                user,
                .holdWithdrawal(amount: held.amount, provider: held.provider, destination: held.destination))
        case .posted(let posted):
            .wallet(user, .postWithdrawal(withdrawal: posted.withdrawal, reference: posted.reference))
        case .released(let released):
            .wallet(user, .releaseWithdrawal(withdrawal: released.withdrawal, reason: released.reason))
        case .chargeback(let chargeback):
            .wallet(
                user,
                .recordChargeback(
                    amount: chargeback.amount, provider: chargeback.provider, reference: chargeback.reference,
                    dispute: chargeback.dispute))
        case .settlement(let settled):
            .wallet(
                user,
                .settleChargeback(
                    provider: settled.provider, dispute: settled.dispute, outcome: settled.outcome,
                    amount: settled.amount))
        case .adjustment(let adjustment): .wallet(user, .adjustBalance(adjustment))
        case .approved, .carried, nil: nil
        }
    }

    private func userCommand(_ user: UserID) -> Command? {
        switch first.event.account {
        case .registered: .user(user, .registerUser)
        case .alerts(let set): .user(user, .setAlertPreferences(set.preferences))
        case .pushToken(let token): .user(user, .registerPushToken(token))
        case .keyAdded(let added): .user(user, .addDeviceKey(added.key))
        case .keyRemoved(let removed): .user(user, .removeDeviceKey(removed.key))
        case .limits(let set): .user(user, .setLimits(set.limits))
        case .excluded(let excluded): .user(user, .excludeUser(until: excluded.until))
        case .closed: .user(user, .closeAccount)
        case .access(let read): .user(user, .recordAccess(read))
        case .notices(let recorded): .user(user, .recordNotices(recorded))
        case .carried, nil: nil
        }
    }

    private var staffCommand: Command? {
        switch first.event.staffChange {
        case .enabled(let began): .staff(.beginAuthority(began))
        case .appointed(let appointed): .staff(.appointStaff(appointed))
        case .dismissed(let dismissed): .staff(.dismissStaff(dismissed))
        case .recovered(let recovered):
            .staff(
                .recoverStaff(
                    RecoverStaff(person: recovered.person, key: recovered.key, reason: recovered.reason)))
        case .carried, nil: nil
        }
    }

    /// The approved command follows in the same group, decided again with the approval.
    private func measureCommand(_ id: MeasureID) -> Command? {
        switch first.event.approval {
        case .proposed(let proposed):
            .measure(
                id,
                .proposeMeasure(
                    ProposeMeasure(proposed.command, dispute: proposed.dispute, reason: proposed.reason)))
        case .approved: .measure(id, .approveMeasure)
        case .declined(let declined): .measure(id, .declineMeasure(reason: declined.reason))
        case .lapsed: .measure(id, .lapseMeasure)
        case nil: nil
        }
    }

    /// All scores of a group are of the week, the scoring, the source and the reason that the first one names.
    private func seasonCommand(_ id: SeasonID) -> Command? {
        switch first.event.score {
        case .scored(let scored):
            let scores = events.compactMap { recorded -> PlayerScore? in
                guard case .scored(let scored) = recorded.event.score else { return nil }
                return PlayerScore(
                    position: scored.position, points: scored.points, externalID: scored.externalID,
                    name: scored.name, team: scored.team)
            }
            return .season(
                id,
                .recordScores(
                    RecordScores(
                        week: scored.week, scoring: scored.scoring, source: scored.source, scores: scores,
                        reason: scored.reason)))
        case .final(let final): return .season(id, .closeWeek(week: final.week, scoring: final.scoring))
        case .assigned(let assigned): return .season(id, .assignScores(assigned))
        case nil: return nil
        }
    }

    private var aliasCommand: Command? {
        switch first.event.alias {
        case .joined(let joined): .aliases(.joinPlayers(joined))
        case .parted(let parted): .aliases(.partPlayers(parted))
        case .withdrawn(let withdrawn): .aliases(.withdrawAlias(withdrawn))
        case nil: nil
        }
    }

    /// All notes of a group are of the day, the source and the reason that the first one names.
    private func noteCommand(_ id: SeasonID) -> Command? {
        switch first.event.note {
        case .player(let note):
            let notes = events.compactMap { recorded -> NotedPlayer? in
                guard case .player(let note) = recorded.event.note else { return nil }
                return NotedPlayer(
                    position: note.position, adp: note.adp, byeWeek: note.byeWeek, externalID: note.externalID,
                    name: note.name, team: note.team)
            }
            return .notes(
                id,
                .recordNotes(RecordNotes(day: note.day, source: note.source, notes: notes, reason: note.reason)))
        case .game(let game):
            let games = events.compactMap { recorded -> NotedGame? in
                guard case .game(let game) = recorded.event.note else { return nil }
                return NotedGame(week: game.week, home: game.home, away: game.away)
            }
            return .notes(id, .recordGames(RecordGames(source: game.source, games: games, reason: game.reason)))
        case nil: return nil
        }
    }

    private func caseCommand(_ id: CaseID) -> Command? {
        switch first.event.caseStep {
        case .opened(let opened): .dispute(id, .openDispute(opened))
        case .evidence(let evidence): .dispute(id, .attachEvidence(evidence))
        case .resolved(let resolved): .dispute(id, .resolveDispute(resolved))
        case nil: nil
        }
    }

    private var systemCommand: Command? {
        switch first.event.service {
        case .created(let created): .ledger(.createLedger(origin: created.origin))
        case .software(let started): .ledger(.startSoftware(started))
        case .statement(let statement): .ledger(.recordStatement(statement))
        case .payout(let payout): .ledger(.approvePayout(approved(payout)))
        case .erased(let erased): .ledger(.eraseText(erased))
        case .closed(let closed): .ledger(.closeLedger(reason: closed.reason))
        case .stepped, .leader, .rotated, .imported, .begun, nil: nil
        }
    }

    /// The withdrawals in the order in which they were approved.
    private func approved(_ payout: PayoutApproved) -> ApprovePayout {
        let withdrawals = events.compactMap { recorded -> WithdrawalID? in
            guard case .approved(let approved) = recorded.event.payment, case .wallet(let user) = recorded.stream else {
                return nil
            }
            return WithdrawalID(user: user, withdrawal: approved.withdrawal)
        }
        return ApprovePayout(provider: payout.provider, withdrawals: withdrawals)
    }

    /// As many entries as fees are held.
    private var joining: Command? {
        let holds = events.compactMap { recorded -> (user: UserID, fee: EntryFeeHeld)? in
            guard case .held(let fee) = recorded.event.feeStep, case .wallet(let user) = recorded.stream else {
                return nil
            }
            return (user, fee)
        }
        guard let hold = holds.first, let count = UInt8(exactly: holds.count) else { return nil }
        return .wallet(hold.user, .joinTournament(hold.fee.tournament, entries: count, entropy: broughtEntropy))
    }

    /// The same on every seat that a join takes.
    private var broughtEntropy: [UInt8] {
        for case .taken(let taken) in events.compactMap(\.event.membership) { return taken.entropy }
        return []
    }

    private var leaving: Command? {
        guard case .left(let left) = first.event.membership, case .room(let room) = first.stream, let user = left.user
        else {
            return nil
        }
        return .wallet(user, .leaveRoom(room))
    }

    /// The command that cancels rooms because they are closed for joins, or because their contest is cancelled.
    private var closing: Command? {
        for recorded in events {
            if case .tournament(let id) = recorded.stream, case .closed = recorded.event.contest {
                return .tournament(id, .closeEntries)
            } else if case (.tournament(let id), .tournamentCancelled(let cancelled)) = (
                recorded.stream, recorded.event
            ) {
                return .tournament(id, .cancelTournament(reason: cancelled.reason))
            }
        }
        return nil
    }
}

extension Command {
    /// The case that it resolves, or proposes to resolve, and the resolution; nil for other commands.
    package var resolution: (id: CaseID, content: DisputeResolved)? {
        if case .measure(_, .proposeMeasure(let proposal)) = self { return proposal.command.resolution }
        guard case .dispute(let id, .resolveDispute(let resolved)) = self else { return nil }
        return (id, resolved)
    }
}
