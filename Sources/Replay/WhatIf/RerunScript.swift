import Draft

/// A room's history as it can be run again: its setting, its commands by turns, and how its scheduler behaved.
///
/// The scheduler's own picks are not commands of the script: under another clock they would come at other times. Each
/// turn keeps instead how long the scheduler took once it could pick, so that run again unchanged it picks at the very
/// same moments, and under another clock as promptly as it did.
struct RerunScript {
    enum Step {
        /// Events that made the room what it is, with what a member did before the draft among them.
        case setting([RecordedEvent])
        case command(RecordedCommand)
        /// Events without effect on the draft, such as a tick, or that cannot be derived from its events.
        case remark
    }

    private(set) var steps: [Step] = []
    private(set) var turns: [Turn.Key: Turn] = [:]

    /// Which step an event belongs to, by its position.
    private(set) var stepOfPosition: [UInt64: Int] = [:]

    /// Accepted commands that cannot be told from their events: run again, they are missing.
    private(set) var untold: [UInt64] = []

    /// The pauses that came to an end, by the step of the resume that ended them.
    private(set) var pauses: [Int: PauseSpan] = [:]

    /// Until when anything is known of the draft: the last moment of its record. Nil for a complete one, of which there is
    /// no more to know.
    let knownUntil: Timestamp?

    private var current = Turn.Key(generation: 0, pick: 0)
    private var openPause: (step: Int, turn: Turn.Key, after: Int?, at: Timestamp)?
    private var eligibility: Eligibility?

    init(_ history: RoomHistory) {
        let view = history.view()
        knownUntil = history.state?.status == .complete ? nil : history.events.last?.recordedAt
        turns[current] = Turn(key: current, startsAt: .distantPast)
        for group in CommandGroup.groups(of: history.events) {
            view.position = group.first.position
            let decidedAt = view.room.map { group.decidedAt(in: $0, view.rules) } ?? group.first.recordedAt
            let told = CommandRebuilder(view)?.command(of: group)
            let command = told?.reachedRules == true ? told : nil
            add(group, command, decidedAt)
            for event in group.events { view.fold(event) }
            if let room = view.room { follow(room, group, decidedAt) }
        }
        if let knownUntil, let eligibility { endWait(of: eligibility, at: knownUntil) }
    }

    private mutating func add(
        _ group: CommandGroup, _ command: RecordedCommand?, _ decidedAt: Timestamp
    ) {
        for event in group.events { stepOfPosition[event.position] = steps.count }
        guard let command else {
            // A refused edit that cannot be told counts in its queue's version all the same.
            let isCounted = if case .queue = group.first.stream { group.rejection != nil } else { false }
            if group.first.event.traits.contains(.roomSetting) || isCounted
                || (current.pick == 0 && group.rejection == nil)
            {
                place(steps.count, in: current)
                return steps.append(.setting(group.events))
            }
            let isRemark = group.rejection != nil || group.origin == nil
            if !isRemark { untold.append(group.first.position) }
            return steps.append(.remark)
        }
        let step = steps.count
        steps.append(.command(command))
        guard case .room(_, let asked) = command.command else { return place(step, in: current) }
        if case .tickClock = asked { return }
        if case .automatePick = asked, command.origin.actor.role == .scheduler {
            guard command.refusal == nil, let eligibility else { return }
            turns[current]?.automation = Turn.Automation(
                step: step, cause: eligibility.cause, since: eligibility.since, delay: decidedAt - eligibility.since,
                lag: decidedAt - (command.origin.occurredAt ?? decidedAt),
                recording: group.first.recordedAt - decidedAt)
        } else if case .makePick(let pick) = asked {
            let own = Turn.Key(generation: current.generation, pick: pick.pick)
            place(step, in: turns[own] == nil ? current : own)
        } else if case .pauseRoom = asked, command.refusal == nil {
            openPause = (step, current, turns[current]?.resumes.last, decidedAt)
            place(step, in: current)
        } else if case .resumeRoom = asked, command.refusal == nil {
            end(step, at: decidedAt)
        } else {
            place(step, in: current)
        }
    }

    private mutating func place(_ step: Int, in turn: Turn.Key) {
        let resume = turns[turn]?.resumes.last
        turns[turn]?.steps.append(Turn.Placed(step: step, resume: resume))
    }

    /// A resume goes where its pause is, so that it comes as long after it as it did.
    private mutating func end(_ step: Int, at moment: Timestamp) {
        guard let pause = openPause else { return place(step, in: current) }
        openPause = nil
        turns[pause.turn]?.steps.append(Turn.Placed(step: step, resume: pause.after))
        turns[current]?.resumes.append(step)
        pauses[step] = PauseSpan(
            pause: pause.step, resume: step, turn: pause.turn, after: pause.after, startsAt: pause.at, endsAt: moment)
    }

    /// Notes what a group has changed: the turn, and what the scheduler could have done.
    private mutating func follow(_ room: RoomState, _ group: CommandGroup, _ decidedAt: Timestamp) {
        var key = Turn.Key(generation: current.generation, pick: current.pick)
        if room.hasStarted { key.pick = room.currentPickNumber }
        if group.events.contains(where: \.isCascade) {
            turns[current]?.cascade = stepOfPosition[group.first.position]
            key.generation += 1
        }
        let before = eligibility
        eligibility = Eligibility.after(room, at: decidedAt, before: key == current ? before : nil)
        if let before, before != eligibility { endWait(of: before, at: decidedAt) }
        guard key != current else { return }
        current = key
        turns[key] = Turn(key: key, startsAt: decidedAt)
    }

    /// Ends a stretch in which the rules could have come to pick, where they did not.
    private mutating func endWait(of stretch: Eligibility, at moment: Timestamp) {
        guard let turn = turns[current], turn.automation == nil else { return }
        let until = moment >= stretch.since ? moment : nil
        turns[current]?.waits.append(Turn.Wait(cause: stretch.cause, until: until, resume: turn.resumes.last))
    }

    /// The resume that ended the pause which a step began; nil for any other step.
    func resume(ofPause step: Int) -> Int? { pauses.values.first { $0.pause == step }?.resume }

    /// The turn to take commands from when a pick comes on the clock: its own; the one that a cascade gave it, where
    /// that cascade is left out; or, where a cascade has happened that did not, the nearest that the pick had. Nil for a
    /// pick that the draft has not reached: commands sent before a cascade are not sent again after it.
    func turn(_ key: Turn.Key, skipping: Set<Int>) -> Turn? {
        if let own = turns[key] {
            let later = Turn.Key(generation: key.generation + 1, pick: key.pick)
            guard let cascade = own.cascade, skipping.contains(cascade), turns[later] != nil else { return own }
            return turn(later, skipping: skipping)
        }
        let isAhead = knownUntil != nil && key.generation <= current.generation
        return turns.values.filter { $0.key.pick == key.pick && (!isAhead || $0.key.generation > key.generation) }
            .min { left, right in
                let (one, other) = (left.key.generation, right.key.generation)
                return (abs(one - key.generation), one) < (abs(other - key.generation), other)
            }
    }
}

extension RecordedEvent {
    /// Whether it takes a draft back to an earlier pick.
    var isCascade: Bool {
        if case .corrected(let corrected) = event.pick { corrected.mode == .cascade } else { false }
    }
}
