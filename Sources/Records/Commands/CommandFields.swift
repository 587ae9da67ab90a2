import Draft

// The fields of each command. The anchor's fields come first.

extension Command: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .ledger(var command):
            command.fields(&coder)
            self = .ledger(command)
        case .pool(var id, var command):
            coder.anchor("pool", &id)
            command.fields(&coder)
            self = .pool(id, command)
        case .tournament(var id, var command):
            coder.anchor("tournament", &id)
            command.fields(&coder)
            self = .tournament(id, command)
        case .room(var id, var command):
            coder.anchor("room", &id)
            command.fields(&coder)
            self = .room(id, command)
        case .queue(var room, var seat, var command):
            coder.anchor("room", &room)
            coder.anchor("seat", &seat)
            command.fields(&coder)
            self = .queue(room, seat, command)
        case .wallet(var user, var command):
            coder.anchor("user", &user)
            command.fields(&coder)
            self = .wallet(user, command)
        case .user(var user, var command):
            coder.anchor("user", &user)
            command.fields(&coder)
            self = .user(user, command)
        case .dispute(var id, var command):
            coder.anchor("dispute", &id)
            command.fields(&coder)
            self = .dispute(id, command)
        case .staff(var command):
            command.fields(&coder)
            self = .staff(command)
        case .measure(var id, var command):
            coder.anchor("measure", &id)
            command.fields(&coder)
            self = .measure(id, command)
        case .season(var id, var command):
            coder.anchor("season", &id)
            command.fields(&coder)
            self = .season(id, command)
        case .aliases(var command):
            command.fields(&coder)
            self = .aliases(command)
        case .notes(var id, var command):
            coder.anchor("season", &id)
            command.fields(&coder)
            self = .notes(id, command)
        }
    }
}

extension LedgerCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .createLedger(var origin):
            coder.text("origin", &origin)
            self = .createLedger(origin: origin)
        case .startSoftware(var started):
            started.fields(&coder)
            self = .startSoftware(started)
        case .recordStatement(var statement):
            statement.fields(&coder)
            self = .recordStatement(statement)
        case .approvePayout(var payout):
            payout.fields(&coder)
            self = .approvePayout(payout)
        case .rotateCheckpointKey(var rotated):
            rotated.fields(&coder)
            self = .rotateCheckpointKey(rotated)
        case .eraseText(var erased):
            erased.fields(&coder)
            self = .eraseText(erased)
        case .closeLedger(var reason):
            coder.reason(&reason)
            self = .closeLedger(reason: reason)
        }
    }
}

extension PoolCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .publishPool(var pool):
            coder.text("externalID", &pool.externalID)
            coder.text("title", &pool.title)
            coder.group("players", &pool.players)
            self = .publishPool(pool)
        case .addPlayer(var player):
            coder.part(&player)
            self = .addPlayer(player)
        }
    }
}

extension TournamentCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .createTournament(var details):
            details.fields(&coder)
            self = .createTournament(details)
        case .cancelTournament(var reason):
            coder.reason(&reason)
            self = .cancelTournament(reason: reason)
        case .awardPrizes(var standings):
            coder.group("standings", &standings)
            self = .awardPrizes(standings: standings)
        case .setContestRounds(var set):
            set.commandFields(&coder)
            self = .setContestRounds(set)
        case .setScoring(var set):
            set.fields(&coder)
            self = .setScoring(set)
        case .closeRound(var close):
            coder.part(&close)
            self = .closeRound(close)
        case .drawPods(var round):
            coder.scalar("round", &round)
            self = .drawPods(round: round)
        case .closeEntries, .finalizeTournament: break
        }
    }
}

extension ApprovePayout {
    fileprivate mutating func fields(_ coder: inout some CommandCoder) {
        coder.text("provider", &provider)
        coder.group("withdrawals", &withdrawals)
    }
}

extension WithdrawalID: GroupElement {
    static var blank: WithdrawalID { WithdrawalID(user: 0, withdrawal: 0) }

    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("user", &user)
        coder.scalar("withdrawal", &withdrawal)
    }
}

extension Standing: GroupElement {
    static var blank: Standing { Standing(entry: 0, place: 0) }

    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("entry", &entry)
        coder.scalar("place", &place)
    }
}

extension WalletCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .joinTournament(var tournament, var entries, var entropy):
            coder.scalar("tournament", &tournament)
            coder.scalar("entries", &entries)
            coder.addition(bytes: "entropy", &entropy)
            self = .joinTournament(tournament, entries: entries, entropy: entropy)
        case .leaveRoom(var room):
            coder.scalar("room", &room)
            self = .leaveRoom(room)
        case .recordDeposit(var amount, var provider, var reference):
            coder.scalar("amount", &amount)
            coder.text("provider", &provider)
            coder.text("reference", &reference)
            self = .recordDeposit(amount: amount, provider: provider, reference: reference)
        case .holdWithdrawal(var amount, var provider, var destination):
            coder.scalar("amount", &amount)
            coder.text("provider", &provider)
            coder.addition(bytes: "destination", &destination)
            self = .holdWithdrawal(amount: amount, provider: provider, destination: destination)
        case .postWithdrawal(var withdrawal, var reference):
            coder.scalar("withdrawal", &withdrawal)
            coder.text("reference", &reference)
            self = .postWithdrawal(withdrawal: withdrawal, reference: reference)
        case .releaseWithdrawal(var withdrawal, var reason):
            coder.scalar("withdrawal", &withdrawal)
            coder.reason(&reason)
            self = .releaseWithdrawal(withdrawal: withdrawal, reason: reason)
        case .recordChargeback(var amount, var provider, var reference, var dispute):
            coder.scalar("amount", &amount)
            coder.text("provider", &provider)
            coder.text("reference", &reference)
            coder.addition(text: "providerDispute", &dispute)
            self = .recordChargeback(amount: amount, provider: provider, reference: reference, dispute: dispute)
        case .settleChargeback(var provider, var dispute, var outcome, var amount):
            coder.scalar("outcome", &outcome)
            coder.scalar("amount", &amount)
            coder.text("provider", &provider)
            coder.text("providerDispute", &dispute)
            self = .settleChargeback(provider: provider, dispute: dispute, outcome: outcome, amount: amount)
        case .adjustBalance(var adjustment):
            adjustment.fields(&coder)
            self = .adjustBalance(adjustment)
        }
    }
}

extension UserCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .registerUser: break
        case .setAlertPreferences(var preferences):
            coder.scalar("preferences", &preferences)
            self = .setAlertPreferences(preferences)
        case .registerPushToken(var token):
            token.fields(&coder)
            self = .registerPushToken(token)
        case .addDeviceKey(var key):
            coder.part(&key)
            self = .addDeviceKey(key)
        case .removeDeviceKey(var key):
            coder.part(&key)
            self = .removeDeviceKey(key)
        case .setLimits(var limits):
            limits.fields(&coder)
            self = .setLimits(limits)
        case .excludeUser(var until):
            coder.scalar("until", &until)
            self = .excludeUser(until: until)
        case .closeAccount: break
        case .recordAccess(var read):
            read.fields(&coder)
            self = .recordAccess(read)
        case .recordNotices(var recorded):
            recorded.fields(&coder)
            self = .recordNotices(recorded)
        }
    }
}

extension DisputeCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .openDispute(var claim):
            claim.fields(&coder)
            self = .openDispute(claim)
        case .attachEvidence(var evidence):
            evidence.fields(&coder)
            self = .attachEvidence(evidence)
        case .resolveDispute(var resolution):
            resolution.fields(&coder)
            self = .resolveDispute(resolution)
        }
    }
}
