import Draft
import DraftLedger
import Statements

/// The facts of the ledger about a disputed pick: the input of the rules of a dispute, without judgement.
struct DisputeFacts {
    let history: RoomHistory
    let pick: PickNumber
    /// The claimant's seat.
    let seat: Seat
    /// The position of the event that gave the claimant the seat. Earlier actions on the seat are another member's.
    let seatTakenAt: UInt64
    /// Each time that the pick was on the clock; more than one after a cascade.
    private(set) var turns: [DisputedTurn] = []
    /// The claimant's commands for the pick while another was on the clock, with the number of turns that had begun by then.
    private(set) var early: [(attempt: DisputedTurn.Attempt, turns: Int)] = []
    /// Corrections of the pick.
    private(set) var corrections: [RecordedEvent] = []
    /// The room as it is now.
    let room: RoomState
    /// The postings of the claimant's fees in this room.
    let fees: [RecordedEvent]
    /// Events of the case that the dispute is about, where there is one.
    let caseEvents: [RecordedEvent]
    /// The verification results of the signatures in the room.
    let signatures: RoomSignatures
    /// The contest as it was created; nil for a room of none, and where the room is all that is known.
    let contest: TournamentCreated?
    /// The claimant's verified receipt for a command, and the ledger's record of that command; nil without a receipt.
    var receipt: (receipt: Receipt, record: ReceiptVerdict)?
    /// The times at which staff signed the claimant out everywhere; none where the claimant's own stream is not at hand.
    var signOuts: [RecordedEvent] = []
    /// The notices to the claimant in the room; none where the claimant's own stream is not at hand.
    var notices: [RecordedEvent] = []
    /// Whether an audit of the whole ledger has found nothing in the room.
    var isAudited = false
    /// Events with text that is stored outside the log, each with that text, by position.
    private let texts: [UInt64: RecordedEvent]

    /// - Parameter worded: Looks up the texts of an event that the log has digests of.
    /// - Throws: The error of `worded`.
    init<Failure: Error>(
        _ history: RoomHistory, room: RoomState, pick: PickNumber, seat: Seat, fees: [RecordedEvent],
        caseEvents: [RecordedEvent], signatures: RoomSignatures, contest: TournamentCreated? = nil,
        worded: (RecordedEvent) throws(Failure) -> RecordedEvent
    ) throws(Failure) {
        self.contest = contest
        var texts: [UInt64: RecordedEvent] = [:]
        for event in history.events + caseEvents {
            let told = try worded(event)
            if told.event != event.event { texts[event.position] = told }
        }
        self.texts = texts
        self.history = history
        self.room = room
        self.pick = pick
        self.seat = seat
        seatTakenAt =
            history.events.last { recorded in
                if case .taken(let taken) = recorded.event.membership { taken.seat == seat } else { false }
            }?.position ?? 0
        self.fees = fees
        self.caseEvents = caseEvents
        self.signatures = signatures
        gather()
    }

    /// The seat whose pick it is.
    var owner: Seat? {
        let slot = Int(room.ruleset.snake.slot(of: pick))
        return slot < room.seatOfSlot.count ? room.seatOfSlot[slot] : nil
    }

    var claimant: UserID? { room.member(at: seat)?.user }

    /// An event as people read it, with its texts. Its record has digests instead.
    func worded(_ recorded: RecordedEvent) -> RecordedEvent { texts[recorded.position] ?? recorded }

    func name(_ player: PlayerIndex?) -> String {
        guard let player else { return "no player" }
        return history.player(player)?.name ?? "player \(player)"
    }

    /// The room as it was right before an event.
    func view(before position: UInt64) -> RoomStateView {
        let view = history.view()
        for event in history.events.prefix(while: { $0.position < position }) { view.fold(event) }
        view.position = position
        return view
    }

    // MARK: Gathering

    private mutating func gather() {
        let view = history.view()
        var isOpen = false
        var recordedBefore = Timestamp.distantPast
        for group in CommandGroup.groups(of: history.events) {
            view.position = group.first.position
            if group.events.count == 1, group.first.event.isTick, !isOpen {
                view.fold(group.first)
                recordedBefore = group.first.recordedAt
                continue
            }
            let command = CommandRebuilder(view)?.command(of: group)
            let before = view.room
            if let before, isOpen { noteEnding(group, before) }
            noteCorrection(group, isOpen: isOpen)
            if let command { noteAttempt(command, group, before, rules: view.rules) }
            let pausedBefore = before?.pause
            for event in group.events { view.fold(event) }
            guard let room = view.room else { continue }
            let isNow = room.hasStarted && room.currentPickNumber == pick && !room.status.isTerminal
            if isNow, !isOpen || group.events.contains(where: \.isCascade) {
                turns.append(DisputedTurn(room: room))
            }
            if isNow || isOpen { note(group, room, pausedBefore, after: recordedBefore) }
            isOpen = isNow
            recordedBefore = group.first.recordedAt
        }
    }

    private mutating func note(
        _ group: CommandGroup, _ room: RoomState, _ pause: RoomState.Pause?, after recordedBefore: Timestamp
    ) {
        guard !turns.isEmpty else { return }
        let last = turns.count - 1
        let due = group.clockStart(from: pause, in: room)
        let decidedAfter = max(recordedBefore, group.first.arrivalByRecord)
        for event in group.events {
            if case .queue(_, let seat) = event.stream, seat != self.seat { continue }
            turns[last].events.append(event)
            if case .started(let started) = event.event.clock, started.pick == pick {
                turns[last].clocks.append(
                    DisputedTurn.Clock(
                        position: event.position, startedAt: event.recordedAt, decidedAfter: decidedAfter,
                        deadline: started.deadline,
                        graceEndsAt: started.graceEndsAt, due: due))
            } else if case .extended(let extended) = event.event.clock, extended.pick == pick {
                turns[last].clocks.append(
                    DisputedTurn.Clock(
                        position: event.position, startedAt: event.recordedAt, decidedAfter: decidedAfter,
                        deadline: extended.deadline,
                        graceEndsAt: extended.graceEndsAt, due: nil))
            }
        }
        if room.currentPickNumber == pick { turns[last].room = room }
    }

    private mutating func noteEnding(_ group: CommandGroup, _ before: RoomState) {
        for event in group.events where event.event.madePick == pick {
            turns[turns.count - 1].ending = event
            turns[turns.count - 1].room = before
            turns[turns.count - 1].endedUnder = turns[turns.count - 1].byRules(before.runningClock)
        }
    }

    private mutating func noteCorrection(_ group: CommandGroup, isOpen: Bool) {
        guard case .corrected(let corrected) = group.first.event.pick else { return }
        if corrected.pick == pick { corrections.append(group.first) }
        guard corrected.mode == .cascade, corrected.pick <= pick, let turn = turns.last, turn.undoneBy == nil,
            turn.ending != nil || isOpen
        else { return }
        turns[turns.count - 1].undoneBy = group.first
    }

    /// The claimant's commands for the pick, by any time of handling.
    private mutating func noteAttempt(
        _ command: RecordedCommand, _ group: CommandGroup, _ before: RoomState?, rules: UInt16
    ) {
        guard case .room(_, .makePick(let sent)) = command.command, let before, sentBy(command, in: before) == seat
        else {
            return
        }
        var attempt = DisputedTurn.Attempt(command: command, pick: sent)
        if sent.pick == pick, before.currentPickNumber < pick || !before.hasStarted {
            return early.append((attempt, turns: turns.count))
        }
        guard let turn = turns.last else { return }
        let endsHere = group.events.contains { $0.event.madePick == pick }
        guard sent.pick == pick || endsHere || (turn.ending == nil && turn.undoneBy == nil) else { return }
        attempt.clock = turn.ending == nil || endsHere ? turn.byRules(before.runningClock) : turn.endedUnder
        if sent.pick != pick { attempt.clockOfNumber = before.pickClock(of: sent.pick) }
        if let rejected = group.rejection, states(rejected, sent.pick, in: before, rules: rules) {
            attempt.statedGraceEnd = rejected.graceEndsAt
        }
        turns[turns.count - 1].attempts.append(attempt)
    }

    /// Whether a refusal has to state the disputed pick's own clock.
    ///
    /// By earlier rules it stated that one only if it ran, or if the rules had just picked in the claimant's place.
    private func states(
        _ rejected: CommandRejected, _ number: PickNumber, in room: RoomState, rules: UInt16
    ) -> Bool {
        if rejected.code == .clockExpired { return true }
        guard rules < SoftwareStarted.rulesOfPickClocks else { return number == pick }
        if let last = room.picks.last, room.picks.count == Int(pick), last.seat == seat, last.source != .manual,
            let clock = room.lastPickClock
        {
            return clock.pick == pick
        }
        return room.runningClock?.pick == pick
    }

    private func sentBy(_ command: RecordedCommand, in room: RoomState) -> Seat? {
        let actor = command.origin.actor
        // An importer's command counts as the member's own; a staff pick for a seat does not.
        if actor.role == .importer, case .room(_, .makePick(let pick)) = command.command, let seat = pick.seat {
            return seat
        }
        return (actor.role == .user ? actor.user : actor.onBehalfOf).flatMap(room.seat)
    }
}

extension CommandGroup {
    /// How long a clock that the group starts has to run by the rules.
    ///
    /// - Parameters:
    ///   - pause: the pause before the group.
    ///   - room: the room after it.
    fileprivate func clockStart(from pause: RoomState.Pause?, in room: RoomState) -> Interval {
        let resumed = events.contains { if case .resumed = $0.event.clock { true } else { false } }
        guard resumed, let pause, pause.kind != .manual else { return room.ruleset.pickClock }
        return pause.remaining
    }
}

extension MakePick {
    /// The question that the command puts to a room.
    func question(in room: RoomID) -> RoomQuestion { .room(room, .makePick(self)) }
}

extension Receipt {
    /// Whether it is for a pick; nil for one of version 1, which does not say.
    var isOfPick: Bool? { kind.map { $0 == .makePick } }
}
