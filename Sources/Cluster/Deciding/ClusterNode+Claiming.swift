// The lead: noticing that it is vacant, claiming it, and giving it up.

extension ClusterNode {
    mutating func readLeaderIfWanted() {
        guard let id = leaderRead.begin(at: now, &requests) else { return }
        effects.append(.readLeader(id))
    }

    mutating func takeLeader(_ result: Result<LeaderKey?, SequencerError>, of id: RequestID) {
        switch result {
        case .success(let key):
            guard leaderRead.end(id, success: true, at: now, settings) else { return }
            leader = key
            watch.noteLeader(read: id)
            if let key, let epoch = leadingEpoch, key.epoch > epoch { headRead.want() }
        case .failure:
            _ = leaderRead.end(id, success: false, at: now, settings)
        }
    }

    mutating func takeLeaderConnection(isOpen: Bool) { watch.isConnectionLost = !isOpen }

    /// Another node's key that is not older than the log.
    ///
    /// A key of this node's own, while it does not lead, is left over from before it was started or deposed.
    var presentLeader: LeaderKey? {
        guard let leader, leader.node != settings.name, leader.epoch >= head?.head.epoch ?? 0 else { return nil }
        return leader
    }

    /// Claims the lead if there has been no leader for a while.
    ///
    /// A claim against a leader that lives does no harm to the ledger: one of the two appends is refused. It costs a change of
    /// the lead, so the wait begins again whenever the head has moved, and ends with a fresh look.
    mutating func claimIfDue() {
        guard phase == .following, !isLeaving, isWriterFree, flight == nil, watch.hasSeenLeader, let head else {
            watch.stage = .content
            return
        }
        if presentLeader != nil {
            watch.isNewEpoch = false
            guard watch.isConnectionLost else {
                watch.stage = .content
                return
            }
        }
        switch watch.stage {
        case .waiting(let time, let revision) where revision == head.revision:
            guard now >= time else { return }
            watch.stage = .looking(from: requests.ticket, revision: revision)
            headRead.want()
            leaderRead.want()
        case .looking(let ticket, let revision) where revision == head.revision:
            guard watch.hasLooked(from: ticket), isUpToDate, catchUp.work == .idle else { return }
            watch.stage = .content
            phase = .claiming(epoch: head.head.epoch + 1, revision: revision)
            effects.append(.claim(epoch: head.head.epoch + 1))
        case .content, .waiting, .looking:
            let wait = watch.isNewEpoch ? settings.newLeaderGrace : settings.claimDelay
            watch.isNewEpoch = false
            watch.stage = .waiting(until: now + jittered(wait), revision: head.revision)
        }
    }

    /// The ledger has not decided the claim. The wait begins again.
    mutating func withdrawClaim() {
        guard case .claiming = phase, flight == nil else { return }
        phase = .following
    }

    /// Gives up the lead when the proposal that is on its way has ended.
    mutating func leaveOfficeIfAsked() {
        guard isLeaving, flight == nil else { return }
        switch phase {
        case .leading: phase = .following
        case .claiming: withdrawClaim()
        case .following, .stopped: break
        }
    }
}
