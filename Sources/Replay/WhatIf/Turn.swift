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

    /// Commands sent during the turn or for its pick, in their order.
    var steps: [Placed] = []

    /// The resumes that came while the turn was on the clock, by their place in the script.
    var resumes: [Int] = []

    /// The scheduler's pick that ended the turn, if it did.
    var automation: Automation?

    /// The cascade that ended the turn instead of a pick, if one did.
    var cascade: Int?

    /// The stretches of the turn in which the rules could have come to pick but did not, in order.
    var waits: [Wait] = []

    /// A command's place in the script, and the resume of the turn after which it came: nil for none.
    struct Placed {
        var step: Int
        var resume: Int?
    }

    struct Wait {
        var cause: Eligibility.Cause
        /// Until when the scheduler is known to have let the rules wait, and the resume of the turn that this was after;
        /// a service that is down does so for minutes. Nil where something else came before they could pick.
        var until: Timestamp?
        var resume: Int?
    }

    struct Automation {
        var step: Int
        var cause: Eligibility.Cause
        /// From when on the rules could pick.
        var since: Timestamp
        /// From then to when they did.
        var delay: Interval
        /// From the sending of the scheduler's command to its decision.
        var lag: Interval
        /// From its decision to its record.
        var recording: Interval
    }
}

/// A pause with its end. The end belongs to the pause and not to the turn in which it came: a night is as long whatever is
/// drafted in it, so that a room whose picks go otherwise wakes all the same.
struct PauseSpan {
    /// The places in the script of what began it and of what ended it.
    var pause: Int
    var resume: Int
    /// The turn that the pause was sent in, and the resume of that turn after which it was.
    var turn: Turn.Key
    var after: Int?
    var startsAt: Timestamp
    var endsAt: Timestamp

    /// How much of it lies after a moment.
    func length(after moment: Timestamp) -> Interval { endsAt - max(startsAt, moment) }
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
