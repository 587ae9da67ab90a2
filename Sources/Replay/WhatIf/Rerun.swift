import Draft
import DraftLedger

/// Replays a room's commands through the same rules, on state in memory.
///
/// All reaction times stay the same: a command keeps its distance from the beginning of the
/// turn that it was sent in, or, a pick, from that of the pick that it names; after a pause it keeps its distance from
/// the pause's end. A pause keeps its length. Where nothing has changed, that is the very time at which it came.
///
/// A draft that is not complete is known up to its last event, and the absence of a later act does not mean that it would
/// not have come. So a rerun has no autopick after the last known moment of a turn, or in a turn that never came.
struct Rerun {
    /// A command on its way: when it will have arrived, and when and in which order with others it will be decided.
    private struct Due {
        var arrivedAt: Timestamp
        var decidedAt: Timestamp
        var step: Int
        var shift: Interval
    }

    private let script: RerunScript
    private let change: WhatIfChange
    private let skipped: Set<Int>
    private let insertions: [Turn.Key: [PlacedInsertion]]
    private let view: RoomStateView
    private var desk: Desk<RerunStore>

    private var queue: [Due] = []
    private var key = Turn.Key(generation: 0, pick: 0)
    private var turn: Turn?
    private var eligibility: Eligibility?
    /// Which of the turn's stretches in which the rules could pick this is, from 0.
    private var stretch = 0
    /// Until when the scheduler lets the rules wait in each of them.
    private var waits: [(cause: Eligibility.Cause, until: Timestamp)] = []
    /// Until when the turn is known; nil where there is no more to know.
    private var knownUntil: Timestamp?
    private var now = Timestamp.distantPast

    /// The events of this replay.
    private(set) var events: [RecordedEvent] = []

    /// How each step that was a command ended this time: nil when it was accepted. A step whose turn never came has none.
    private(set) var outcomes: [Int: Refusal?] = [:]

    init(
        _ script: RerunScript, of history: RoomHistory, under change: WhatIfChange, skipping: Set<Int>,
        inserting: [Turn.Key: [PlacedInsertion]]
    ) {
        self.script = script
        self.change = change
        skipped = skipping
        insertions = inserting
        view = history.view()
        desk = Desk(RerunStore(view: view))
    }

    var room: RoomState? { view.room }

    /// Runs the draft to its end, or to its last known act.
    mutating func run() {
        begin(key)
        while true {
            if let automation = nextAutomation(), comesNext(automation) {
                automate(automation)
            } else if let next = queue.first {
                queue.removeFirst()
                perform(next)
            } else {
                return
            }
        }
    }

    // MARK: Turns

    private mutating func begin(_ key: Turn.Key) {
        self.key = key
        stretch = 0
        turn = script.turn(key, skipping: skipped)
        waits = []
        knownUntil = script.knownUntil.map { _ in .distantPast }
        guard let turn else { return }
        // A cascade happened once. A turn that is reused by a later generation does not repeat it, or the
        // draft would never end.
        let isLent = turn.key != key
        for placed in turn.steps where !skipped.contains(placed.step) && !(isLent && placed.step == turn.cascade) {
            let shift = shift(in: turn, after: placed.resume)
            switch script.steps[placed.step] {
            case .setting(let events):
                enqueue(placed.step, arrivedAt: events[0].recordedAt, decidedAt: events[0].recordedAt, shift)
            case .command(let command):
                enqueue(placed.step, arrivedAt: command.arrivedAt, decidedAt: command.decidedAt, shift)
            case .remark: continue
            }
        }
        waits = turn.waits.map { wait in
            (wait.cause, wait.until.map { $0 + shift(in: turn, after: wait.resume) } ?? .distantPast)
        }
        knownUntil = script.knownUntil.map { $0 + shift(in: turn, after: turn.resumes.last) }
        for placed in insertions[turn.key] ?? [] where outcomes[placed.step] == nil {
            enqueue(
                placed.step, arrivedAt: placed.moment, decidedAt: placed.moment, shift(in: turn, after: placed.resume))
        }
    }

    /// How much later than they did, the commands of a turn come that were sent after a resume in it.
    ///
    /// - Parameter resume: nil for those sent before any.
    private func shift(in turn: Turn, after resume: Int?) -> Interval {
        guard let resume, let span = script.pauses[resume] else { return key.pick == 0 ? .zero : now - turn.startsAt }
        let isPauseSkipped = skipped.contains(span.pause)
        if !isPauseSkipped, let due = queue.first(where: { $0.step == resume }) { return due.shift }
        let before = shift(in: turn, after: span.turn == turn.key ? span.after : nil)
        // Without its end the pause lasts, and everybody waits as long as they did.
        if !isPauseSkipped, skipped.contains(resume) { return before }
        // The pause is not in this turn any more: so its end does not matter.
        return Interval(microseconds: before.microseconds - span.length(after: turn.startsAt).microseconds)
    }

    /// - Parameters:
    ///   - arrival: when it reached the edge of the system in what really happened.
    ///   - decision: when it was decided there.
    private mutating func enqueue(
        _ step: Int, arrivedAt arrival: Timestamp, decidedAt decision: Timestamp, _ shift: Interval
    ) {
        let due = Due(arrivedAt: arrival + shift, decidedAt: decision + shift, step: step, shift: shift)
        let place = queue.firstIndex { (due.decidedAt, due.step) < ($0.decidedAt, $0.step) } ?? queue.endIndex
        queue.insert(due, at: place)
    }

    private mutating func follow(_ events: [RecordedEvent]) {
        guard let room = view.room else { return }
        var next = key
        if room.hasStarted { next.pick = room.currentPickNumber }
        if events.contains(where: \.isCascade) { next.generation += 1 }
        let before = eligibility
        eligibility = Eligibility.after(room, at: now, before: next == key ? before : nil)
        if before != nil, before != eligibility { stretch += 1 }
        if next != key { begin(next) }
    }

    // MARK: The scheduler

    /// The rules' next pick and its place among commands of that moment; nil where they make none that is known of.
    private func nextAutomation() -> (at: Timestamp, order: Int)? {
        guard let eligibility else { return nil }
        let next = automation(since: eligibility)
        if let knownUntil, next.at > knownUntil { return nil }
        return next
    }

    private func automation(since eligibility: Eligibility) -> (at: Timestamp, order: Int) {
        if let own = ownAutomation { return (eligibility.since + own.delay, own.step) }
        let isKnown = stretch < waits.count && waits[stretch].cause == eligibility.cause
        let since = isKnown ? max(eligibility.since, waits[stretch].until) : eligibility.since
        return (since + Interval(microseconds: 1), .max)
    }

    /// Whether the rules pick before the next command is decided. They do not while one is on its way that arrived before
    /// they could: however long its handling takes, it is handled before the expiry.
    private func comesNext(_ automation: (at: Timestamp, order: Int)) -> Bool {
        guard let next = queue.first else { return true }
        return (automation.at, automation.order) < (next.decidedAt, next.step)
            && !queue.contains(where: isOwedPrecedence)
    }

    /// Whether a command arrived before the rules could pick. One that the record itself has handled too late, behind the
    /// scheduler's pick, is handled too late again.
    private func isOwedPrecedence(_ due: Due) -> Bool {
        guard let eligibility, due.arrivedAt <= eligibility.since else { return false }
        guard let own = ownAutomation, own.step < due.step, due.step < script.steps.count else { return true }
        return due.arrivedAt - due.shift > own.since
    }

    /// The scheduler's action in this part of the turn; nil if it did not pick, or had another reason.
    private var ownAutomation: Turn.Automation? {
        guard let own = turn?.automation, own.cause == eligibility?.cause, stretch >= waits.count else {
            return nil
        }
        return own
    }

    private mutating func automate(_ due: (at: Timestamp, order: Int)) {
        guard let room = view.room else { return }
        let own = ownAutomation
        now = max(now, due.at)
        var origin = CommandOrigin(
            occurredAt: now - (own?.lag ?? .zero), actor: .scheduler,
            commandID: CommandID(high: 0, low: UInt64(room.currentPickNumber)))
        if let own, case .command(let recorded) = script.steps[own.step] {
            view.position = recorded.position
            origin.commandID = recorded.origin.commandID
        }
        let command = RoomQuestion.room(room.id, .automatePick(pick: room.currentPickNumber, epoch: room.epoch))
        if decide(command, origin, recording: own?.recording ?? .zero) != nil {
            // No player is left: the draft cannot continue.
            eligibility = nil
        }
    }

    // MARK: Steps

    private mutating func perform(_ due: Due) {
        now = max(now, due.decidedAt)
        if due.step >= script.steps.count {
            guard let placed = insertions.values.joined().first(where: { $0.step == due.step }) else { return }
            let origin = CommandOrigin(
                occurredAt: placed.moment + due.shift, actor: placed.actor,
                commandID: CommandID(high: .max, low: UInt64(due.step)))
            outcomes[due.step] = decide(placed.question, origin, recording: .zero)
            return
        }
        switch script.steps[due.step] {
        case .setting(let events): fold(events)
        case .remark: break
        case .command(let recorded):
            view.position = recorded.position
            var origin = recorded.origin
            origin.occurredAt = origin.occurredAt.map { $0 + due.shift }
            let recording = recorded.events[0].recordedAt - recorded.decidedAt
            let outcome = decide(adapted(recorded), origin, recording: recording)
            outcomes[due.step] = outcome
            if outcome != nil { countRefusal(of: recorded) }
        }
    }

    /// The command as it would have been sent: who saw the latest queue would have seen the latest, and an admin who has
    /// the rules pick means the clock that runs.
    private func adapted(_ recorded: RecordedCommand) -> RoomQuestion {
        if case .room(let id, .automatePick(let pick, _)) = recorded.question {
            return .room(id, .automatePick(pick: pick, epoch: view.room?.epoch ?? 0))
        }
        guard recorded.refusal == nil, case .queue(let id, let seat, let edit) = recorded.question else {
            return recorded.question
        }
        return .queue(id, seat, edit.expecting(view.queue(id, seat).version))
    }

    /// A refused edit of a queue is an event of the queue, and so counts in its version.
    private func countRefusal(of recorded: RecordedCommand) {
        guard case .queue = recorded.command.anchor, var event = recorded.events.first else { return }
        var rejected = CommandRejected.blank
        rejected.command = recorded.command.kind
        event.event = .commandRejected(rejected)
        view.fold(event)
    }

    private mutating func fold(_ recorded: [RecordedEvent]) {
        for event in recorded {
            view.fold(event)
            events.append(event)
            if case .opened = event.event.preparation { view.change { $0.ruleset = change.rules(from: $0.ruleset) } }
        }
        follow(recorded)
    }

    /// - Returns: why the command was refused; nil when it was accepted.
    private mutating func decide(
        _ question: RoomQuestion, _ origin: CommandOrigin, recording: Interval
    ) -> Refusal? {
        let time = RerunStore.Time(now: now, recordedAt: now + recording)
        switch desk.attempt(question, origin: origin, at: time) {
        case .failure(let refusal): return refusal
        case .success(let recorded):
            events += recorded
            follow(recorded)
            return nil
        }
    }
}

/// A command that was never sent, with its place behind the script's steps and the resume in its turn that it comes after.
struct PlacedInsertion {
    var step: Int
    var resume: Int?
    var question: RoomQuestion
    var actor: Sender
    var moment: Timestamp
}
