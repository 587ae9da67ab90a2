import Draft

/// One time that the disputed pick was on the clock, from its first moment to what ended it.
struct DisputedTurn {
    /// A pick that the claimant sent for this turn, or during it.
    struct Attempt {
        var command: RecordedCommand
        var pick: MakePick
        /// The clock that it is judged by.
        var deadline: Timestamp?
        var graceEndsAt: Timestamp?

        var arrival: Timestamp { command.origin.occurredAt ?? command.decidedAt }
        var position: UInt64 { command.position }
        /// Negative by how much it came too late.
        var margin: Interval? { graceEndsAt.map { $0 - arrival } }
    }

    /// A clock of the turn as it started or was extended.
    struct Clock {
        var position: UInt64
        /// Before that it cannot have been decided: its command had not come, or other events not been recorded.
        var decidedAfter: Timestamp
        var deadline: Timestamp
        var graceEndsAt: Timestamp
        /// How long the rules give it; nil for an extension.
        var due: Interval?

        /// The most that it can have run.
        var length: Interval { deadline - decidedAfter }
    }

    /// The ledger's events of the room and the claimant's queue during the turn, its beginning with them.
    var events: [RecordedEvent] = []
    var clocks: [Clock] = []
    var attempts: [Attempt] = []

    /// What made the pick; nil while it is open.
    var ending: RecordedEvent?

    /// The room right before the ending, or as it is.
    var room: RoomState

    /// When the ending was decided, and the clock that ran then.
    var endedUnder: RoomState.Clock?

    /// The correction that undid the turn, if a cascade did.
    var undoneBy: RecordedEvent?

    var automation: PickAutomated? {
        if case .pickAutomated(let automated)? = ending?.event { automated } else { nil }
    }

    var manual: PickMade? {
        if case .pickMade(let made)? = ending?.event { made } else { nil }
    }
}
