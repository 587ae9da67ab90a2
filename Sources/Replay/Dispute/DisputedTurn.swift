import Draft

/// One time that the disputed pick was on the clock, from its first moment to what ended it.
struct DisputedTurn {
    /// A pick that the claimant sent for this turn, or during it.
    struct Attempt {
        var command: RecordedCommand
        var pick: MakePick
        /// The clock that it is judged by: by its own events and the rules; nil where none ran.
        var clock: RoomState.Clock?
        /// The clock of the number that it was sent for, if that is another one than the disputed pick's.
        var clockOfNumber: RoomState.PickClock?
        /// The end of grace that its refusal states, where it states one of this pick's clock.
        var statedGraceEnd: Timestamp?

        var arrival: Timestamp { command.origin.occurredAt ?? command.decidedAt }
        var position: UInt64 { command.position }
        /// Negative by how much it came too late.
        var margin: Interval? { clock.map { $0.graceEndsAt - arrival } }
    }

    /// A clock of the turn as it started or was extended.
    struct Clock {
        var position: UInt64
        /// When it started or was extended, by the ledger's clock.
        var startedAt: Timestamp
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

    /// The event that made the pick; nil while it is open.
    var ending: RecordedEvent?

    /// The room right before the ending, or as it is.
    var room: RoomState

    /// The clock that ran when the pick was made, by the rules; nil where none did, as during a pause.
    var endedUnder: RoomState.Clock?

    /// The correction that undid the turn, its pick made or not, if a cascade did.
    var undoneBy: RecordedEvent?

    /// A clock of the turn by the rules: an extension that shortened it has no effect.
    func byRules(_ clock: RoomState.Clock?) -> RoomState.Clock? {
        guard var clock, !clocks.isEmpty else { return clock }
        let start = clocks.lastIndex { $0.due != nil } ?? clocks.startIndex
        for earlier in clocks[start...] where earlier.graceEndsAt > clock.graceEndsAt {
            clock.deadline = earlier.deadline
            clock.graceEndsAt = earlier.graceEndsAt
        }
        return clock
    }

    var automation: PickAutomated? {
        if case .automated(let automated) = ending?.event.pick { automated } else { nil }
    }

    var manual: PickMade? {
        if case .made(let made) = ending?.event.pick { made } else { nil }
    }
}
