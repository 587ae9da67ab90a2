/// A follower's observations of the leader, and its progress towards a claim.
struct LeaderWatch: Sendable {
    enum Stage: Hashable, Sendable {
        /// There is a leader, as far as this node knows.
        case content
        /// There is no leader. The node waits until a time, and begins again if the head has another revision by then.
        case waiting(until: MonotonicTime, revision: UInt64)
        /// The wait is over. A look at the head and at the leader's key that begins from this ticket on decides.
        case looking(from: RequestID, revision: UInt64)
    }

    var stage = Stage.content
    /// The node's own connection to the leader has broken.
    var isConnectionLost = false
    /// An epoch has begun, and its leader has not stored its key yet.
    var isNewEpoch = false
    /// The newest reads that were answered.
    private(set) var seenHead: RequestID?
    private(set) var seenLeader: RequestID?

    /// When the wait is over; nil without one.
    var due: MonotonicTime? {
        guard case .waiting(let time, _) = stage else { return nil }
        return time
    }

    /// Whether the leader's key has ever been read.
    var hasSeenLeader: Bool { seenLeader != nil }

    /// Whether both reads that began from a ticket on have been answered.
    func hasLooked(from ticket: RequestID) -> Bool {
        guard let seenHead, let seenLeader else { return false }
        return seenHead >= ticket && seenLeader >= ticket
    }

    mutating func noteHead(read: RequestID) { seenHead = read }
    mutating func noteLeader(read: RequestID) { seenLeader = read }

    mutating func noteNewEpoch() {
        isConnectionLost = false
        isNewEpoch = true
    }
}
