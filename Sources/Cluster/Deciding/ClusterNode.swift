import Platform

/// The decisions of one node of a cluster: when to follow, when to claim the lead, and what becomes of a proposed batch.
///
/// A value without clocks, threads or connections. It is told what happens and returns what to do:
///
///     var node = ClusterNode(settings, applied: ledger.position)
///     for effect in node.step(.start, at: now) { perform(effect) }
///
/// Three rules carry the whole:
///
/// 1. A batch is in the log if and only if the head was swapped for it. The swap is the fence between leaders. Leases and
///    connections only tell when to try.
/// 2. An append without an answer is *unclear*. The node reads until it knows, and answers the proposal only then.
/// 3. The ledger applies batches in the order of the log, and only the writer or the follower works at any time.
///
/// Each step first takes in what happened, and then lets every rule of ``advance()`` look at the new state. A step costs a few
/// microseconds, and the digest of a batch where one is proposed or looked for.
package struct ClusterNode: Sendable {
    let settings: ClusterSettings
    var random: SplitMix64
    var now = MonotonicTime(nanoseconds: 0)
    var effects: [ClusterEffect] = []

    // Knowledge
    /// The ledger's last commit.
    var applied: TailPosition
    /// The newest head that a read or an own append has shown.
    var head: SequencedHead?
    /// The leader's key as last read.
    var leader: LeaderKey?
    /// Set once the ledger was up to date with the head.
    var hasCaughtUp = false

    // Work in progress
    var phase = Phase.following
    /// The proposal that the writer waits for, or whose local commit is awaited.
    var flight: Flight?
    var catchUp = CatchUp()
    var watch = LeaderWatch()
    var session = SessionUpkeep()
    var housekeeping: Housekeeping
    var isLeaving = false

    // Requests
    var requests = RequestIDs()
    var headRead = RepeatedRead()
    /// The number of the last batch that was applied when the read of the head began.
    var appliedBeforeHeadRead: UInt64 = 0
    var leaderRead = RepeatedRead()
    var pollDue = MonotonicTime(nanoseconds: 0)

    // Readers and peers
    /// Readers that wait for a read of the head that began after they had asked.
    var confirmations: [(id: UInt64, ticket: RequestID)] = []
    var replicated: UInt64 = 0

    // Last statements to the shell. The timer is nil after its input, which may come too early.
    var status = ClusterStatus(role: .following(nil), isReady: false)
    var armed: MonotonicTime?

    /// - Parameters:
    ///   - settings: of this node, with a seed that no earlier start had.
    ///   - applied: the ledger's own statement of what it has committed.
    package init(_ settings: ClusterSettings, applied: TailPosition) {
        self.settings = settings
        self.applied = applied
        random = SplitMix64(state: settings.seed)
        housekeeping = Housekeeping()
    }

    /// Takes in what happened.
    ///
    /// - Parameters:
    ///   - input: the event.
    ///   - now: a monotonic clock's time, never before that of an earlier step.
    /// - Returns: what to do, in this order.
    package mutating func step(_ input: ClusterInput, at now: MonotonicTime) -> [ClusterEffect] {
        self.now = max(self.now, now)
        take(input)
        advance()
        defer { effects = [] }
        return effects
    }
}

// MARK: State

extension ClusterNode {
    enum Phase: Hashable, Sendable {
        /// Applies what others append.
        case following
        /// Has asked the ledger for a claim on top of a head, or has proposed it.
        case claiming(epoch: UInt64, revision: UInt64)
        /// Appends the ledger's proposals.
        case leading(epoch: UInt64)
        case stopped(ClusterFault)
    }

    /// The epoch in which this node leads; nil if it does not lead.
    package var leadingEpoch: UInt64? {
        guard case .leading(let epoch) = phase else { return nil }
        return epoch
    }

    /// Whether everything up to a batch is in the ledger, and no proposal is on its way.
    package func isApplied(_ number: UInt64) -> Bool { applied.number >= number && flight == nil }

    /// Whether the ledger's writer is free for batches from the log.
    var isWriterFree: Bool {
        switch flight?.stage {
        case nil, .undetermined, .comparing: true
        case .appending, .lookingAtHead, .lookingInLog, .committing: false
        }
    }

    var isStopped: Bool {
        guard case .stopped = phase else { return false }
        return true
    }

    /// Whether the ledger has everything up to the newest known head.
    var isUpToDate: Bool { applied.number == head?.head.number }
}

// MARK: The step

extension ClusterNode {
    private mutating func take(_ input: ClusterInput) {
        guard !isStopped else { return takeWhileStopped(input) }
        switch input {
        case .start: lookAround()
        case .timer: armed = nil
        // A leader hears its own appends. That it is deposed it learns from the next one, or from the poll.
        case .bell(.head): if leadingEpoch == nil { headRead.want() }
        case .bell(.leader): leaderRead.want()
        case .bell(.broken): lookAround()

        case .headRead(let id, let result): takeHead(result, of: id)
        case .leaderRead(let id, let result): takeLeader(result, of: id)
        case .leaderConnection(let isOpen): takeLeaderConnection(isOpen: isOpen)

        case .batchesRead(let id, let result): takeBatches(result, of: id)
        case .applied(let position): takeApplied(position)
        case .applyFailed(let failure): takeApplyFailure(failure)
        case .copied(let position): takeCopied(position)
        case .copyFailed: catchUp.pause(until: now + settings.longestRetryDelay)

        case .proposed(let proposal): take(proposal)
        case .appendAnswered(let id, let answer): takeAppend(answer, of: id)
        case .compared(let id, let isInLedger): takeComparison(of: id, isInLedger: isInLedger)
        case .claimFailed: withdrawClaim()

        case .sessionKept(let id, let result): takeSession(result, of: id)
        case .nodesRead(let id, let result): takeNodes(result, of: id)
        case .confirmLead(let id): takeConfirmation(id)
        case .peerApplied(let node, let number): takePeer(node, applied: number)
        case .leave: isLeaving = true
        }
    }

    /// The rules, each of which acts if its time has come and the state allows it.
    private mutating func advance() {
        if !isStopped {
            leaveOfficeIfAsked()
            pollIfDue()
            claimIfDue()
            readHeadIfWanted()
            readLeaderIfWanted()
            findUnclearBatchInLog()
            catchUpIfBehind()
            compareUndeterminedProposal()
            keepSessionIfDue()
            cleanUpIfDue()
        }
        stateStatus()
        armTimer()
    }

    /// A stopped node answers everyone who waits, and does nothing.
    private mutating func takeWhileStopped(_ input: ClusterInput) {
        switch input {
        case .proposed(let proposal): effects.append(.answer(proposal: proposal.id, .refused(.notLeader)))
        case .confirmLead(let id): effects.append(.leadConfirmed(id: id, false))
        case .leave: effects.append(.left)
        default: break
        }
    }

    /// Stops for good.
    mutating func stop(_ fault: ClusterFault) {
        phase = .stopped(fault)
        for confirmation in confirmations { effects.append(.leadConfirmed(id: confirmation.id, false)) }
        confirmations = []
        if let flight, !isWriterFree, flight.stage != .committing {
            effects.append(.answer(proposal: flight.proposal.id, .undetermined))
        }
        flight = nil
    }

    private mutating func lookAround() {
        headRead.want()
        leaderRead.want()
    }

    /// Bells may be lost, so every node looks from time to time.
    private mutating func pollIfDue() {
        guard now >= pollDue else { return }
        pollDue = now + settings.pollInterval
        lookAround()
    }

    private mutating func stateStatus() {
        let role: ClusterStatus.Role =
            switch phase {
            case .leading(let epoch): .leading(epoch: epoch)
            case .stopped(let fault): .stopped(fault)
            case .following, .claiming: .following(presentLeader)
            }
        let new = ClusterStatus(role: role, isReady: hasCaughtUp && !isStopped)
        guard new != status else { return }
        status = new
        effects.append(.statusChanged(new))
    }

    /// Asks for a step at the earliest time at which a rule may act.
    private mutating func armTimer() {
        guard !isStopped else { return }
        var next = pollDue
        for time in [headRead.due, leaderRead.due, catchUp.due, watch.due, session.due, housekeeping.due] {
            if let time, time > now, time < next { next = time }
        }
        guard next != armed else { return }
        armed = next
        effects.append(.wake(at: next))
    }

    /// An interval with a random part, so that two nodes do not act in step.
    mutating func jittered(_ interval: Duration) -> Duration {
        interval + settings.claimJitter * Int(random.next() % 1_000) / 1_000
    }
}
