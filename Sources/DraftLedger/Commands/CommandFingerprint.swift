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
        case .createLedger(let origin): content.add(origin)
        case .startSoftware(let software):
            content.add(UInt64(software.rulesVersion))
            content.add(software.version)
            content.add(software.commit)
        case .publishPool(let pool):
            content.add(pool.externalID)
            content.add(pool.title)
            content.beginList(of: pool.players.count)
            pool.players.forEach { content.add($0) }
        case .addPlayer(_, let player): content.add(player)
        case .createTournament(_, let details): content.add(details)
        case .closeEntries, .finalizeTournament, .startDraft, .resumeRoom, .registerUser: break
        case .cancelTournament(_, let reason), .cancelRoom(_, let reason): content.add(reason)
        case .awardPrizes(_, let standings):
            content.beginList(of: standings.count)
            for standing in standings {
                content.add(standing.entry.number)
                content.add(UInt64(standing.place))
            }
        case .joinTournament(let tournament, _, let entries):
            content.add(tournament.number)
            content.add(UInt64(entries))
        case .leaveRoom(let room, _): content.add(room.number)
        case .openRoom(_, let room): content.add(room)
        case .importRoom(_, let command):
            content.add(command.room)
            content.beginList(of: command.entries.count)
            for entry in command.entries {
                content.begin(isThere: entry != nil)
                content.add(entry?.externalID ?? "unknown team")
                content.add(entry?.user?.number)
            }
        case .tickClock(_, let pick): content.add(UInt64(pick))
        case .makePick, .automatePick, .recordAutomatedPick, .correctPick: addPick(to: &content)
        case .setAutodraft(_, let seat, let on), .setConnection(_, let seat, let on):
            content.add(UInt64(seat))
            content.add(on ? 1 as UInt64 : 0)
        case .extendClock(_, let pick, let interval, let reason):
            content.add(UInt64(pick))
            content.add(interval.microseconds)
            content.add(reason)
        case .pauseRoom(_, let kind, let reason):
            content.add(UInt64(kind.rawValue))
            content.add(reason)
        case .voidRoom(_, let approver, let reason):
            content.add(approver.number)
            content.add(reason)
        case .setQueue, .addToQueue, .removeFromQueue, .moveInQueue, .moveToTopOfQueue, .clearQueue, .setRankings,
            .setPositionLimits:
            addQueueEdit(to: &content)
        case .recordDeposit, .holdWithdrawal, .postWithdrawal, .releaseWithdrawal, .recordChargeback, .adjustBalance:
            addPayment(to: &content)
        case .setAlertPreferences(_, let preferences): content.add(UInt64(preferences.rawValue))
        case .registerPushToken(_, let token):
            content.add(UInt64(token.platform.rawValue))
            content.add(token.tokenDigest)
        case .openDispute(_, let dispute):
            content.add(dispute.room.number)
            content.add(UInt64(dispute.pick))
            content.add(UInt64(dispute.seat))
            content.add(UInt64(dispute.roomVersion))
            content.add(dispute.claimant?.number)
            content.add(dispute.claim)
        case .attachEvidence(_, let evidence):
            content.add(evidence.digest)
            content.add(evidence.title)
        case .resolveDispute(_, let resolution):
            content.add(UInt64(resolution.verdict.rawValue))
            content.add(resolution.resolvedBy.number)
            content.add(resolution.reason)
        }
    }

    private func addPick(to content: inout CommandContent) {
        switch self {
        case .makePick(_, let pick):
            // What the client claims about its clock may differ between two tries of one click.
            content.add(UInt64(pick.pick))
            content.add(UInt64(pick.player))
            content.add(pick.seat.map(UInt64.init))
        case .automatePick(_, let pick, let epoch):
            content.add(UInt64(pick))
            content.add(UInt64(epoch))
        case .recordAutomatedPick(_, let pick):
            content.add(UInt64(pick.pick))
            content.add(UInt64(pick.seat))
            content.add(pick.player.map(UInt64.init))
            content.add(UInt64(pick.reason.rawValue))
            content.add(UInt64(pick.source.rawValue))
        case .correctPick(_, let correction):
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
        case .setQueue(_, _, let players, let version):
            content.beginList(of: players.count)
            players.forEach { content.add(UInt64($0)) }
            content.add(version.map(UInt64.init))
        case .setRankings(_, _, let players):
            content.beginList(of: players.count)
            players.forEach { content.add(UInt64($0)) }
        case .addToQueue(_, _, let player, let index, let version):
            content.add(UInt64(player))
            content.add(index.map(UInt64.init))
            content.add(version.map(UInt64.init))
        case .removeFromQueue(_, _, let player, let version), .moveToTopOfQueue(_, _, let player, let version):
            content.add(UInt64(player))
            content.add(version.map(UInt64.init))
        case .moveInQueue(_, _, let player, let index, let version):
            content.add(UInt64(player))
            content.add(UInt64(index))
            content.add(version.map(UInt64.init))
        case .clearQueue(_, _, let version): content.add(version.map(UInt64.init))
        case .setPositionLimits(_, _, let limits): content.add(limits)
        default: break
        }
    }

    private func addPayment(to content: inout CommandContent) {
        switch self {
        case .recordDeposit(_, let amount, let provider, let reference),
            .recordChargeback(_, let amount, let provider, let reference):
            content.add(amount.value)
            content.add(provider)
            content.add(reference)
        case .holdWithdrawal(_, let amount, let provider):
            content.add(amount.value)
            content.add(provider)
        case .postWithdrawal(_, let withdrawal, let text), .releaseWithdrawal(_, let withdrawal, let text):
            content.add(UInt64(withdrawal))
            content.add(text)
        case .adjustBalance(_, let adjustment):
            content.add(adjustment.amount.value)
            content.add(adjustment.firstApprover.number)
            content.add(adjustment.secondApprover.number)
            content.add(adjustment.dispute?.number)
            content.add(adjustment.reason)
        default: break
        }
    }
}
