import TestSupport

/// What can go wrong in a simulated world. A seed switches each kind on or off, so that some worlds have only few of them
/// and come far, and no kind hides another for ever.
enum Fault: CaseIterable {
    /// The process ends in the middle of anything; what was not synced is lost.
    case crash
    /// The service is stopped in order, and started again.
    case restart
    /// Commits that fail, and the next one may go through.
    case fullDisk
    /// A commit that fails, of which nobody knows what the disk has, and after which none goes through.
    case brokenDisk
    /// Commits that take long, so that much is in flight.
    case slowDisk
    /// Commits that take seconds: what they hold is seen by nobody meanwhile.
    case hungDisk
    /// Streams that take long to read.
    case slowReads
    case failingReads
    /// Next to nothing may stay in memory.
    case eviction
    /// The machine's clock is set forward and back.
    case clockSteps
    case clockDrift
    /// Somebody appends beside the commands.
    case foreignAppends
    /// Senders who hammer a button.
    case flood
    /// Few commands are taken in at a time.
    case tightLimits
    /// Senders who take their commands back, and such that have a deadline.
    case withdrawal
    /// Projections are brought up to the log, by parts, at any moment.
    case upkeep

    /// Those that a world has: one that has none is worth its time as well.
    static func swarm(_ generator: inout SeededGenerator) -> Set<Fault> {
        Set(allCases.filter { _ in generator.oneIn(2) })
    }
}

/// What happens seldom, and has to happen in a run of many seeds, or they have tried nothing.
enum Rare: String, CaseIterable {
    case answeredBeforeACrash, tailLost, durableButUnanswered, lostAnswerRetried, lostCommandDecidedAnew
    case answerRepeated, idUsedAgain, flooded, overloaded
    case diskFull, diskBroken, brokenCommitDurable, brokenCommitLost
    case parkedAndEvicted, deadlineWhileParked, takenBack, takenBackTooLate, readFailed, givenUpByClosing
    case overtaken, appendedBeside
    case clockSetBack, clockLeapt, storageOutage, hungDisk, expiry, outagePause, resumedAfterStandstill, pausedByRestart
    case nightFell, nightEnded
    case rowsOfSeveralMoments, stoppedInOrder, draftCompleted, roomAnswered
}
