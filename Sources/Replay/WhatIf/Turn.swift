import Draft

/// One turn of a draft as it happened: from the moment at which a pick came on the clock to the next.
///
/// A cascade takes a draft back to an earlier pick, whose turn then comes again: turns are told apart by how often that
/// has happened before.
struct Turn {
    struct Key: Hashable {
        /// Cascades before it.
        var generation: Int
        /// The pick on the clock; 0 before the draft, one more than there are picks after it.
        var pick: PickNumber
    }

    var key: Key
    var startsAt: Timestamp

    /// Commands sent during the turn or for its pick, by their place in the script.
    var steps: [Int] = []

    /// The scheduler's pick that ended the turn, if it did.
    var automation: Automation?

    /// The cascade that ended the turn instead of a pick, if one did.
    var cascade: Int?

    /// The stretches of the turn in which the rules could pick but did not, in order: how long the scheduler is known
    /// to have waited at least. A service that is down waits for minutes.
    var waits: [Wait] = []

    struct Wait {
        var cause: Eligibility.Cause
        var length: Interval
    }

    struct Automation {
        var step: Int
        var cause: Eligibility.Cause
        /// From the moment at which the rules could pick to when they did.
        var delay: Interval
        /// From the sending of the scheduler's command to its decision.
        var lag: Interval
        /// From its decision to its record.
        var recording: Interval
    }
}

/// Since when the rules could make the pick on the clock, and why.
struct Eligibility: Equatable {
    enum Cause: Hashable {
        case autodraft
        case expiry
    }
    var cause: Cause
    var since: Timestamp

    /// How it stands after a step: what began before and still holds keeps its beginning.
    ///
    /// - Parameter moment: when the step was decided.
    static func after(_ room: RoomState, at moment: Timestamp, before: Eligibility?) -> Eligibility? {
        guard let clock = room.runningClock, let seat = room.seatOnClock else { return nil }
        if room.member(at: seat)?.autodraft == true {
            if let before, before.cause == .autodraft { return before }
            return Eligibility(cause: .autodraft, since: moment)
        }
        return Eligibility(cause: .expiry, since: clock.graceEndsAt)
    }
}
