/// A kind of fault. Each seed switches some of them on.
enum Fault: CaseIterable {
    /// A process ends at any moment, and is started again.
    case crash
    /// A process stands still for a while, as with SIGSTOP.
    case pause
    /// A node cannot reach the sequencer.
    case partition
    /// Requests and replies are lost.
    case loss
    /// Requests and replies take up to seconds, so that some arrive after their sender has given up.
    case slowness
    /// A sequencer that answers nothing.
    case outage
    /// A ledger's disk is full for a while.
    case fullDisk
    /// A node believes that its leader's connection is gone.
    case brokenConnection
    /// A node leaves office on purpose and is started again.
    case leaving
    /// A node's clock jumps forward by seconds. It always runs too fast or too slow.
    case clockJump
    /// Bells are lost.
    case lostBells
    /// Batches are removed from the log as early as possible.
    case eagerCleaning
}

/// Something seldom that a run of many seeds has to have tried.
enum Rare: String, CaseIterable {
    case unclearAndApplied = "an unclear append was applied"
    case unclearAndNot = "an unclear append was not applied, and never will be"
    case unclearAndRepeated = "an unclear append was sent again"
    case refusedAfterUnclear = "an append after an unclear one was refused"
    case continuedAfterOwnBatch = "another node continued after an unclear batch"
    case undeterminedAndApplied = "the ledger showed that an unclear batch was applied"
    case undeterminedAndNot = "the ledger showed that an unclear batch was not applied"
    case claimLost = "a claim was lost"
    case compactedTail = "a node needed a batch that was removed"
    case interruptedCopy = "a copy from another node was interrupted"
    case deposed = "a leader was deposed by the head"
    case ownBatchFromLog = "a leader took its own batch from the log"
    case leftOffice = "a leader left office on purpose"
    case leadConfirmed = "a leader confirmed its lead"
    case leadDenied = "a deposed leader found that it does not lead"
    case lateAppend = "an append arrived after its sender had given up"
}

/// A fault in the shell that runs the nodes, to show that the checks find it.
enum Mutant: CaseIterable {
    /// Answers clients when a batch is proposed.
    case acknowledgesBeforeSwap
    /// Replaces the head without comparing its revision.
    case swapsWithoutCompare
    /// Takes a missing answer for a refusal.
    case refusesOnTimeout
    /// Leaves out one batch of the log.
    case skipsBatch
    /// Appends without comparing while it believes that its lease lives.
    case takesLeaseForFence
    /// Confirms the lead by a read of the head that is not linearizable.
    case confirmsByStaleRead
}
