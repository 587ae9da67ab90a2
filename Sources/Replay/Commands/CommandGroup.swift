import Draft

/// The events of one room and its queues that one command caused: they stand together and share its origin.
struct CommandGroup {
    var events: [RecordedEvent]

    /// Whether it was recorded while the ledger's time stood still, because the machine's clock was behind it.
    private(set) var isAtStandstill = false

    init(events: [RecordedEvent]) { self.events = events }

    var first: RecordedEvent { events[0] }
    var origin: CommandOrigin? { first.origin }

    /// The refusal that the group is, where the command was turned down.
    var rejection: CommandRejected? {
        if let rejected = first.event.refusal { rejected } else { nil }
    }

    /// Whether another event belongs to the same command.
    func takes(_ recorded: RecordedEvent) -> Bool {
        guard let origin, recorded.origin == origin.withoutSignature, rejection == nil else { return false }
        if recorded.event.refusal != nil { return false }
        return true
    }

    /// Cuts events, in the order of the ledger, into the groups of their commands.
    static func groups(of events: some Sequence<RecordedEvent>) -> [CommandGroup] {
        var groups: [CommandGroup] = events.reduce(into: []) { groups, event in
            if groups.last?.takes(event) == true {
                groups[groups.count - 1].events.append(event)
            } else {
                groups.append(CommandGroup(events: [event]))
            }
        }
        markStandstills(in: &groups)
        return groups
    }

    /// Finds where the ledger's time stood still: several commands in a row are recorded at the very same time, long after
    /// any of them had arrived.
    private static func markStandstills(in groups: inout [CommandGroup]) {
        var start = 0
        while start < groups.count {
            let time = groups[start].first.recordedAt
            let end = groups[start...].firstIndex { $0.first.recordedAt != time } ?? groups.count
            let run = start..<end
            if run.count > 1, groups[run].allSatisfy(\.cameLongBeforeItsRecord) {
                for index in run { groups[index].isAtStandstill = true }
            }
            start = end
        }
    }

    private var cameLongBeforeItsRecord: Bool {
        first.arrivalByRecord > .distantPast && first.recordedAt - first.arrivalByRecord > .seconds(1)
    }
}

extension CommandGroup {
    /// When the decision was made, by the ledger's clock as the decision read it: the time of its record. Under rules
    /// before `Outages.firstRules` that was not quite so.
    ///
    /// A clock that the decision started tells to the microsecond; otherwise it is taken for the time of the record,
    /// which is some microseconds later; or, where that stood still, for the arrival, which is some microseconds earlier.
    ///
    /// - Parameters:
    ///   - room: the room before the group.
    ///   - rules: the version of the rules by which it was made.
    func decidedAt(in room: RoomState, _ rules: UInt16) -> Timestamp {
        rules >= Outages.firstRules ? first.recordedAt : toldDecision(in: room)
    }

    /// When the decision was made, as the clock that it started tells.
    func toldDecision(in room: RoomState) -> Timestamp {
        for event in events {
            if case .started(let started) = event.event.clock {
                return started.deadline - clockLength(in: room)
            } else if case .countdown(let started) = event.event.preparation {
                return started.endsAt - room.ruleset.countdown
            }
        }
        return isAtStandstill ? first.arrivalByRecord : first.recordedAt
    }

    /// How long a clock that the group starts has to run.
    private func clockLength(in room: RoomState) -> Interval {
        let resumed = events.contains { if case .resumed = $0.event.clock { true } else { false } }
        guard resumed, let pause = room.pause, pause.kind != .manual else { return room.ruleset.pickClock }
        return pause.remaining
    }
}
