import Draft
import DraftLedger
import Records

/// Checks one room's history, event by event: each against the state before it, and each command as a whole by
/// recomputing its decision.
///
/// The rules are deliberately implemented a second time here. The decision tells whether today's rules would have
/// done the same; the written-out rules tell what exactly is wrong, and would also find a rule that was decided wrongly.
struct RoomAuditor {
    let view: RoomStateView
    let cryptography: LedgerCryptography
    var notes = AuditNotes()

    /// The group that is being gathered, judged as soon as the next begins.
    private var group: CommandGroup?

    /// Findings before the group's first event: a group with findings is not reported again.
    private var findingsBefore = 0

    /// When the group was decided, by the ledger's clock.
    private(set) var groupDecidedAt = Timestamp.distantPast

    /// The outages by the whole ledger; nil if only the room is known.
    let outages: Outages?

    /// The first outage that lies behind the last event.
    var nextOutage = 0

    /// The audit's own data about the room, in addition to its state.
    var track = RoomTrack()

    private var floods = FloodWatch()

    /// Whether versions and links are checked too; not needed where the whole ledger is verified.
    let checksLinks: Bool

    /// The commands with events in the ledger's own stream, with the positions of these events; nil if unknown.
    let systemCommands: [CommandKey: UInt64]?

    /// The commands that approved measures, with the positions of the approvals; nil where they are not known.
    let approvals: [CommandKey: UInt64]?

    /// The times without decisions.
    let delays: Delays

    /// The seat whose queue is among the events where all others are private; nil where all are there.
    let onlyQueue: Seat?

    /// The turns of which all ticks are among the events; nil if that holds for all turns. It is not known whether the ledger
    /// recorded anything during the other turns.
    let ticksOf: [ClockWindow]?

    /// Whether the commands that begin and end a room are decided elsewhere, with the wallets that they move.
    let leavesHouse: Bool

    init(
        of id: RoomID, pools: PoolLibrary, cases: CaseLibrary, checksLinks: Bool = false,
        onlyQueueOf seat: Seat? = nil, ticksOf windows: [ClockWindow]? = nil, leavesHouse: Bool = false
    ) {
        ticksOf = windows
        self.checksLinks = checksLinks
        self.leavesHouse = leavesHouse
        onlyQueue = seat
        outages = cases.outages
        systemCommands = cases.systemCommands
        delays = cases.delays
        approvals = cases.approvals
        view = RoomStateView(of: id, pools: pools, cases: cases)
        // Draws are redone from the secrets that the ledger reveals; its own master secret is never needed.
        cryptography = LedgerCryptography(drawMaster: [])
    }

    /// One of all rooms of a ledger, whose links are verified and whose members' wallets are audited elsewhere.
    ///
    /// - Parameter known: what was kept of the room when it was over; nil for one that nothing is known of.
    init(of id: RoomID, pools: PoolLibrary, cases: CaseLibrary, knowing known: FinishedRoom?) {
        self.init(of: id, pools: pools, cases: cases, leavesHouse: true)
        guard let known, let room = known.room else { return }
        view.adopt(room, queueVersions: known.queueVersions)
        track = known.track
        floods = known.floods
        nextOutage = known.nextOutage
    }

    var id: RoomID { view.id }

    /// Takes the next event of the room, of its clock or of one of its queues.
    mutating func audit(_ recorded: RecordedEvent) {
        if group?.takes(recorded) == true {
            group?.events.append(recorded)
        } else {
            closeGroup()
            group = CommandGroup(events: [recorded])
        }
    }

    /// Takes a tick of a ledger whose links are verified. Most events are ticks.
    mutating func audit(_ tick: ShownClock) {
        closeGroup()
        if isAsItRuns(tick) { note(tick) } else { audit(tick.recorded) }
    }

    /// Takes events of the room in the order of the ledger.
    mutating func audit(_ events: [RecordedEvent]) {
        for event in events {
            if event.origin == nil, let tick = ShownClock(event) {
                closeGroup()
                if isAsItRuns(tick) {
                    if checksLinks {
                        if !isOfExtract(event.stream) { checkLinks(event) }
                        track.link(event)
                    }
                    note(tick)
                    continue
                }
            }
            audit(event)
        }
    }

    /// Whether a tick shows the clock as it runs, so that nothing more can be said of it.
    private func isAsItRuns(_ tick: ShownClock) -> Bool {
        tick.position < positionOfNextOutage && (tick.isOfClock || mayShowAmongRoomsEvents) && view.shows(tick)
    }

    private mutating func note(_ tick: ShownClock) {
        notes.counts.events += 1
        noteMissingTicks(until: min(tick.recordedAt, view.deadline), every: view.tickInterval)
        view.fold(tick)
        track.noteShown(at: tick.recordedAt)
    }

    /// Judges what is still open. The end of the history, as far as it goes.
    mutating func finish() {
        closeGroup()
        judgeAllLateEdits()
        checkEnd()
    }

    /// The room behind the last event; no more events of the same command may come.
    mutating func stateNow() -> RoomState? {
        closeGroup()
        return view.room
    }

    /// The data to keep of a room that is over; nil before. No more events of the same command may follow.
    mutating func finishedRoom() -> FinishedRoom? {
        closeGroup()
        return FinishedRoom(
            view.room, queueVersions: view.queueVersions, track: track, floods: floods, nextOutage: nextOutage)
    }

    private mutating func closeGroup() {
        guard let group = group.take() else { return }
        findingsBefore = notes.findingCount
        view.position = group.first.position
        notes.checkArrival(of: group, delays, in: delayedTurn(at: group.first.recordedAt))
        notes.checkCause(of: group)
        notes.countAct(of: group, before: view.staff)
        notes.countService(of: group, before: view.staff)
        notes.checkErasures(of: group, view.erasures)
        checkAdjacency(of: group)
        checkService(before: group)
        if group.origin?.signature != nil { notes.counts.signatures += 1 }
        notes.checkRefusal(group) { [view] in view.hasEvents($0) }
        if !isOfHouse(group) { notes.checkMoment(of: group) }
        if leavesHouse, !isOfHouse(group) { notes.remarkCause(of: group, in: view) }
        floods.note(group, &notes, room: view.room)
        if let room = view.room { groupDecidedAt = group.toldDecision(in: room) }
        if let onlyQueue { view.takeStated(by: group, exceptQueueOf: onlyQueue) }
        let redecided = canRemakePicks(of: group) ? redecide(group) : nil
        for event in group.events {
            notes.counts.events += 1
            check(event, in: group)
            view.fold(event)
            track.note(event, linking: checksLinks)
        }
        track.lastRecordedAt = group.events.last?.recordedAt
        if let redecided, notes.findingCount == findingsBefore { notes.add(redecided) }
    }

    private func delayedTurn(at time: Timestamp) -> DelayedTurn {
        let due = view.room?.runningClock?.graceEndsAt
        return DelayedTurn(
            dueAt: due.flatMap { outages?.excuse($0, recordedAt: time) == true ? nil : $0 },
            lastDecided: track.lastDecided, lastSeated: track.lastSeated)
    }

    /// All events of a draft's command stand in the room and its queues, next to one another.
    private mutating func checkAdjacency(of group: CommandGroup) {
        guard group.isOfDraft, group.events.count > 1, leavesHouse else { return }
        for (before, recorded) in zip(group.events, group.events.dropFirst())
        where recorded.position != before.position + 1 {
            notes.note(
                .cause, at: recorded, expected: "contiguous events of a command",
                actual: "events of other commands in between",
                "The command \(group.origin?.commandID.description ?? "") has events that are not contiguous.")
            return
        }
    }

    /// Whether the queues are there by which the rules picked in a group.
    private func canRemakePicks(of group: CommandGroup) -> Bool {
        group.events.allSatisfy { recorded in
            if case .automated(let made) = recorded.event.pick { hasQueue(of: made.seat) } else { true }
        }
    }

    /// Whether of a history only some events are here: a bundle has the ticks of the disputed turns.
    private func isOfExtract(_ stream: StreamKey) -> Bool { onlyQueue != nil && stream == .clock(id) }

    func hasQueue(of seat: Seat) -> Bool { onlyQueue == nil || onlyQueue == seat }

    /// Checks an event against the state before it.
    private mutating func check(_ recorded: RecordedEvent, in group: CommandGroup) {
        if checksLinks, !isOfExtract(recorded.stream) { checkLinks(recorded) }
        guard checkHome(recorded) else { return }
        guard let room = view.room else {
            checkBeginning(recorded)
            // An import is a command to the room, whose id no later command of the importer may have.
            let isFirst = recorded.position == group.first.position
            if isFirst, group.origin?.actor.role == .importer { checkIdentity(group) }
            return
        }
        if recorded.position == group.first.position { checkIdentity(group) }
        checkStake(recorded, in: room)
        remark(on: recorded, in: room)
        if case .queue = recorded.stream {
            checkExplanation(recorded, in: group)
            return checkQueueEdit(recorded, in: room)
        }
        noteMissingTicks(before: recorded, in: room)
        checkStatus(recorded, in: room)
        if recorded.event.isCorrection || recorded.event.endsRoom { judgeAllLateEdits() }
        if let rejected = recorded.event.refusal {
            checkHearing(rejected, recorded, in: room)
            checkRevealHeard(rejected, recorded, in: room)
        }
        switch recorded.event.room {
        case .membership, .preparation(.filled), .preparation(.drawn), .preparation(.begun):
            checkMembership(recorded, in: room)
        case .clock: checkClock(recorded, in: room)
        case .pick(.made(let made)):
            checkTurn(made.pick, of: made.seat, at: made.slot, taking: made.player, recorded, in: room)
            checkInTime(made, recorded, in: room)
        case .pick(.automated(let made)):
            checkTurn(made.pick, of: made.seat, at: made.slot, taking: made.player, recorded, in: room)
            checkAutomation(made, recorded, in: room, group)
        case .seatChange(.autodraft(let set)): checkAutodraft(set, recorded, in: room, group)
        case .pick(.corrected(let corrected)): checkCorrection(corrected, recorded, in: room)
        case .ending(.completed(let completed)): checkCompletion(completed, recorded, in: room)
        case .preparation(.revealed(let revealed)): checkReveal(revealed, recorded, in: room)
        case .ending(.cancelled(let cancelled)): checkUnusedSecret(cancelled, recorded, in: room)
        case .ending(.voided(let voided)): checkVoiding(voided, recorded, in: room)
        case .preparation, .seatChange, .results, nil: break
        }
    }
}
