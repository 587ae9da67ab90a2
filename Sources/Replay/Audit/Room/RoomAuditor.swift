import Draft
import DraftLedger
import Records

/// Checks one room's history, event by event: each against the state before it, and each command as a whole by
/// deciding it once more.
///
/// The single rules are written out here a second time on purpose. The decision tells whether today's rules would have
/// done the same; the written-out rules tell what exactly is wrong, and would also find a rule that was decided wrongly.
struct RoomAuditor {
    let view: RoomStateView
    let cryptography: LedgerCryptography
    var notes = AuditNotes()

    /// The group that is being gathered, judged as soon as the next begins.
    private var group: CommandGroup?

    /// Findings before the group's first event: a group that shows something already is not reported once more.
    private var findingsBefore = 0

    /// When the group was decided, by the ledger's clock.
    private(set) var groupDecidedAt = Timestamp.distantPast

    /// What of the room does not stand in its state.
    var track = RoomTrack()

    private var floods = FloodWatch()

    /// Whether versions and links are checked too; not needed where the whole ledger is verified.
    let checksLinks: Bool

    /// What left its mark in the ledger's own stream; nil where that is not known.
    let systemCommands: Set<CommandKey>?

    /// The commands that approved measures; nil where they are not known.
    let approvals: Set<CommandKey>?

    /// When the ledger's time stood still.
    private let standstills: Set<Timestamp>

    /// The seat whose queue is among the events where all others are private; nil where all are there.
    let onlyQueue: Seat?

    init(
        of id: RoomID, pools: PoolLibrary, cases: CaseLibrary, checksLinks: Bool = false, onlyQueueOf seat: Seat? = nil
    ) {
        self.checksLinks = checksLinks
        onlyQueue = seat
        systemCommands = cases.systemCommands
        standstills = cases.standstills
        approvals = cases.approvals
        view = RoomStateView(of: id, pools: pools, cases: cases)
        // Draws are redone from the secrets that the ledger reveals; its own master secret is never needed.
        cryptography = LedgerCryptography(drawMaster: [])
    }

    var id: RoomID { view.id }

    /// Takes the next event of the room or of one of its queues.
    mutating func audit(_ recorded: RecordedEvent) {
        if group?.takes(recorded) == true {
            group?.events.append(recorded)
        } else {
            closeGroup()
            group = CommandGroup(events: [recorded])
        }
    }

    /// Judges what is still open. The end of the history, as far as it goes.
    mutating func finish() {
        closeGroup()
        group = nil
        judgeAllLateEdits()
    }

    private mutating func closeGroup() {
        guard let group else { return }
        findingsBefore = notes.findingCount
        view.position = group.first.position
        notes.checkArrival(of: group, standstills: standstills)
        notes.checkCause(of: group)
        notes.checkRefusal(group) { [track] in track.heads[$0] != nil }
        // With the whole ledger, the house is there to see it.
        if checksLinks { notes.checkMoment(of: group) }
        floods.note(group, &notes, room: view.room)
        if let room = view.room { groupDecidedAt = group.decidedAt(in: room) }
        let redecided = canRemakePicks(of: group) ? redecide(group) : nil
        for event in group.events {
            notes.counts.events += 1
            check(event, in: group)
            view.fold(event)
            track.note(event)
        }
        track.lastRecordedAt = group.events.last?.recordedAt
        if let redecided, notes.findingCount == findingsBefore { notes.add(redecided) }
    }

    /// Whether the queues are there by which the rules picked in a group.
    private func canRemakePicks(of group: CommandGroup) -> Bool {
        group.events.allSatisfy { recorded in
            if case .pickAutomated(let made) = recorded.event { hasQueue(of: made.seat) } else { true }
        }
    }

    func hasQueue(of seat: Seat) -> Bool { onlyQueue == nil || onlyQueue == seat }

    /// Checks an event against the state before it.
    private mutating func check(_ recorded: RecordedEvent, in group: CommandGroup) {
        if checksLinks { checkLinks(recorded) }
        guard checkHome(recorded) else { return }
        guard let room = view.room else {
            checkBeginning(recorded)
            return
        }
        if recorded.position == group.first.position { checkIdentity(group, in: room) }
        checkStake(recorded, in: room)
        guard case .room = recorded.stream else { return checkQueueEdit(recorded, in: room) }
        checkStatus(recorded, in: room)
        if recorded.event.type == .pickCorrected || recorded.event.endsRoom { judgeAllLateEdits() }
        switch recorded.event {
        case .seatTaken, .seatLeft, .roomFilled, .draftOrderDrawn, .draftStarted:
            checkMembership(recorded, in: room)
        case .clockStarted, .clockTicked, .clockExtended, .roomPaused, .roomResumed:
            checkClock(recorded, in: room)
        case .pickMade(let made):
            checkTurn(made.pick, made.slot, made.seat, made.player, recorded, in: room)
            checkInTime(made, recorded, in: room)
        case .pickAutomated(let made):
            checkTurn(made.pick, made.slot, made.seat, made.player, recorded, in: room)
            checkAutomation(made, recorded, in: room)
        case .autodraftSet(let set): checkAutodraft(set, recorded, in: room, group)
        case .pickCorrected(let corrected): checkCorrection(corrected, recorded, in: room)
        case .draftCompleted(let completed): checkCompletion(completed, recorded, in: room)
        case .commandRejected(let rejected): checkHearing(rejected, recorded, in: room)
        case .roomVoided(let voided): checkVoiding(voided, recorded, in: room)
        default: break
        }
    }
}
