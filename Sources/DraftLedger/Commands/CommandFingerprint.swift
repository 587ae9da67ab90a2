import Crypto
public import Draft

extension Command {
    /// The first 32 bits of the SHA-256 of the command's content: what tells a retry from another command that was
    /// sent under the same id. Stored with every event, so its computation is fixed for ever.
    ///
    /// It tells apart what callers send by mistake, not what somebody makes up in order to deceive: 32 bits are few, and
    /// some contents are the same bytes, such as a queue of player 1 without an expected version and an empty one with
    /// the expected version 0. Such a command is taken for a retry under an id that was used before, and only there.
    public var fingerprint: UInt32 {
        SHA256.hash(data: content(.logged)).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The SHA-256 of the command's content: what a receipt states. No two contents have the same bytes here.
    ///
    /// Content is all that decides what the command comes to. What a client claims of its clock and what an importer
    /// adds of a pick's ADP are not.
    public var contentDigest: Digest256 { Digest256(hashing: content(.exact)) }

    /// Kind, anchor and everything else.
    private func content(_ form: CommandContent.Form) -> [UInt8] {
        var content = CommandContent(form)
        content.add(UInt64(kind.rawValue))
        content.add(anchor.rawValue)
        add(to: &content)
        return content.bytes
    }

    /// Everything but the kind and the anchor, in the order of the declaration.
    private func add(to content: inout CommandContent) {
        switch self {
        case .ledger(.createLedger(let origin)): content.add(origin)
        case .ledger(.startSoftware(let software)):
            content.add(UInt64(software.rulesVersion))
            content.add(software.version)
            content.add(software.commit)
        case .pool(_, .publishPool(let pool)):
            content.add(pool.externalID)
            content.add(pool.title)
            content.beginList(of: pool.players.count)
            pool.players.forEach { content.add($0) }
        case .pool(_, .addPlayer(let player)): content.add(player)
        case .tournament(_, .createTournament(let details)): content.add(details)
        case .tournament(_, .closeEntries), .tournament(_, .finalizeTournament), .room(_, .startDraft),
            .room(_, .resumeRoom), .user(_, .registerUser):
            break
        case .tournament(_, .cancelTournament(let reason)), .room(_, .cancelRoom(let reason)): content.add(reason)
        case .tournament(_, .awardPrizes(let standings)):
            content.beginList(of: standings.count)
            for standing in standings {
                content.add(standing.entry.number)
                content.add(UInt64(standing.place))
            }
        case .wallet(_, .joinTournament(let tournament, let entries)):
            content.add(tournament.number)
            content.add(UInt64(entries))
        case .wallet(_, .leaveRoom(let room)): content.add(room.number)
        case .room(_, .openRoom(let room)): content.add(room)
        case .room(_, .importRoom(let command)):
            content.add(command.room)
            content.beginList(of: command.entries.count)
            for entry in command.entries {
                content.begin(isThere: entry != nil)
                content.add(entry?.externalID ?? "unknown team")
                content.add(entry?.user?.number)
            }
        case .room(_, .tickClock(let pick)): content.add(UInt64(pick))
        case .room(_, .makePick), .room(_, .automatePick), .room(_, .recordAutomatedPick), .room(_, .correctPick):
            addPick(to: &content)
        case .room(_, .setAutodraft(let seat, let on)), .room(_, .setConnection(let seat, let on)):
            content.add(UInt64(seat))
            content.add(on ? 1 as UInt64 : 0)
        case .room(_, .extendClock(let pick, let interval, let reason)):
            content.add(UInt64(pick))
            content.add(interval.microseconds)
            content.add(reason)
        case .room(_, .pauseRoom(let kind, let reason)):
            content.add(UInt64(kind.rawValue))
            content.add(reason)
        case .room(_, .voidRoom(let approver, let reason)):
            content.add(approver.number)
            content.add(reason)
        case .queue:
            addQueueEdit(to: &content)
        case .wallet: addPayment(to: &content)
        case .user(_, .setAlertPreferences(let preferences)): content.add(UInt64(preferences.rawValue))
        case .user(_, .registerPushToken(let token)):
            content.add(UInt64(token.platform.rawValue))
            content.add(token.tokenDigest)
        case .dispute(_, .openDispute(let dispute)):
            content.add(dispute.room.number)
            content.add(UInt64(dispute.pick))
            content.add(UInt64(dispute.seat))
            content.add(UInt64(dispute.roomVersion))
            content.add(dispute.claimant?.number)
            content.add(dispute.claim)
        case .dispute(_, .attachEvidence(let evidence)):
            content.add(evidence.digest)
            content.add(evidence.title)
        case .dispute(_, .resolveDispute(let resolution)):
            content.add(UInt64(resolution.verdict.rawValue))
            content.add(resolution.resolvedBy.number)
            content.add(resolution.reason)
        }
    }

    private func addPick(to content: inout CommandContent) {
        switch self {
        case .room(_, .makePick(let pick)):
            // What the client claims about its clock may differ between two tries of one click.
            content.add(UInt64(pick.pick))
            content.add(UInt64(pick.player))
            content.add(pick.seat.map(UInt64.init))
        case .room(_, .automatePick(let pick, let epoch)):
            content.add(UInt64(pick))
            content.add(UInt64(epoch))
        case .room(_, .recordAutomatedPick(let pick)):
            content.add(UInt64(pick.pick))
            content.add(UInt64(pick.seat))
            content.add(pick.player.map(UInt64.init))
            content.add(UInt64(pick.reason.rawValue))
            content.add(UInt64(pick.source.rawValue))
        case .room(_, .correctPick(let correction)):
            content.add(UInt64(correction.pick))
            content.add(UInt64(correction.mode.rawValue))
            content.add(correction.player.map(UInt64.init))
            content.add(correction.dispute?.number)
            content.add(correction.requestedBy?.number)
            content.add(correction.approvedBy?.number)
            content.add(correction.reason)
        default: break
        }
    }

    private func addQueueEdit(to content: inout CommandContent) {
        switch self {
        case .queue(_, _, .setQueue(let players, let version)):
            content.beginList(of: players.count)
            players.forEach { content.add(UInt64($0)) }
            content.add(version.map(UInt64.init))
        case .queue(_, _, .setRankings(let players)):
            content.beginList(of: players.count)
            players.forEach { content.add(UInt64($0)) }
        case .queue(_, _, .addToQueue(let player, let index, let version)):
            content.add(UInt64(player))
            content.add(index.map(UInt64.init))
            content.add(version.map(UInt64.init))
        case .queue(_, _, .removeFromQueue(let player, let version)),
            .queue(_, _, .moveToTopOfQueue(let player, let version)):
            content.add(UInt64(player))
            content.add(version.map(UInt64.init))
        case .queue(_, _, .moveInQueue(let player, let index, let version)):
            content.add(UInt64(player))
            content.add(UInt64(index))
            content.add(version.map(UInt64.init))
        case .queue(_, _, .clearQueue(let version)): content.add(version.map(UInt64.init))
        case .queue(_, _, .setPositionLimits(let limits)): content.add(limits)
        default: break
        }
    }

    private func addPayment(to content: inout CommandContent) {
        switch self {
        case .wallet(_, .recordDeposit(let amount, let provider, let reference)),
            .wallet(_, .recordChargeback(let amount, let provider, let reference)):
            content.add(amount.value)
            content.add(provider)
            content.add(reference)
        case .wallet(_, .holdWithdrawal(let amount, let provider)):
            content.add(amount.value)
            content.add(provider)
        case .wallet(_, .postWithdrawal(let withdrawal, let text)),
            .wallet(_, .releaseWithdrawal(let withdrawal, let text)):
            content.add(UInt64(withdrawal))
            content.add(text)
        case .wallet(_, .adjustBalance(let adjustment)):
            content.add(adjustment.amount.value)
            content.add(adjustment.firstApprover.number)
            content.add(adjustment.secondApprover.number)
            content.add(adjustment.dispute?.number)
            content.add(adjustment.reason)
        default: break
        }
    }
}
