// The lease: the node's registration and the leader's key, kept alive while the node runs.

/// The upkeep of the session. One request at a time.
struct SessionUpkeep: Sendable {
    var outstanding: RequestID?
    /// The last request's session.
    var last: Session?
    var dueAt = MonotonicTime(nanoseconds: 0)
    /// Told that it has left office.
    var hasLeft = false

    /// When the next renewal is due; nil while one is on its way.
    var due: MonotonicTime? { outstanding == nil ? dueAt : nil }
}

extension ClusterNode {
    /// Renews the session when it is time, and at once when the lead has changed.
    ///
    /// A leader that cannot renew it continues: the fence is the swap of the head.
    mutating func keepSessionIfDue() {
        guard session.outstanding == nil, hasCaughtUp else { return leaveWithoutSession() }
        let wanted = wantedSession
        let isChanged = wanted.leader != session.last?.leader
        if isLeaving && !isChanged && leadingEpoch == nil && flight == nil { return leave() }
        guard isChanged || now >= session.dueAt else { return }
        let id = requests.next()
        session.outstanding = id
        session.last = wanted
        effects.append(.keepSession(id, wanted))
    }

    private var wantedSession: Session {
        let key = leadingEpoch.map { LeaderKey(epoch: $0, node: settings.name, url: settings.url) }
        return Session(leader: key, node: NodeKey(node: settings.name, url: settings.url, applied: applied))
    }

    mutating func takeSession(_ result: Result<SessionAnswer, SequencerError>, of id: RequestID) {
        guard session.outstanding == id else { return }
        session.outstanding = nil
        switch result {
        case .success(.kept): session.dueAt = now + settings.sessionInterval
        case .success(.superseded):
            session.dueAt = now + settings.sessionInterval
            // The head tells whether that leader has appended yet.
            headRead.want()
        case .failure: session.dueAt = now + settings.retryDelay
        }
    }

    private mutating func leaveWithoutSession() {
        if isLeaving && !hasCaughtUp { leave() }
    }

    /// Tells once that nothing is left to give up.
    private mutating func leave() {
        guard !session.hasLeft else { return }
        session.hasLeft = true
        effects.append(.left)
    }
}
