import Draft
import DraftLedger
import Records

/// The moments around a disputed pick, in words.
struct DisputeTimeline {
    private let facts: DisputeFacts

    init(_ facts: DisputeFacts) { self.facts = facts }

    /// In the order of the ledger; ticks only where something follows them, as what the room was shown last.
    var moments: [DisputeReport.Moment] {
        var clock: RoomState.Clock?
        let view = facts.history.view()
        let wanted = positions
        var moments: [DisputeReport.Moment] = []
        for recorded in facts.history.events {
            if wanted.contains(recorded.position), let before = view.room {
                moments.append(moment(of: recorded, in: before, clock))
            }
            view.fold(recorded)
            // A tick changes no clock.
            if recorded.event.isTick { continue }
            clock = view.room?.runningClock ?? (recorded.event.madePick == nil ? clock : view.room?.lastPickClock)
        }
        moments += facts.fees.map { plain($0, feeWords($0.event)) }
        moments += facts.caseEvents.map { facts.worded($0) }.map { plain($0, caseWords($0.event)) }
        moments += facts.turns.flatMap { facts.starts(in: $0) }.map { plain($0, "The service started.") }
        return moments.sorted { $0.position < $1.position }
    }

    /// The relevant events: turns, the claimant's attempts and edits, changes of autodraft, corrections.
    private var positions: Set<UInt64> {
        var wanted: Set<UInt64> = []
        for turn in facts.turns {
            for (index, event) in turn.events.enumerated() {
                if case .ticked = event.event.clock {
                    let next = index + 1 < turn.events.count ? turn.events[index + 1].event : nil
                    if case .ticked = next?.clock { continue }
                }
                wanted.insert(event.position)
            }
            wanted.formUnion(turn.attempts.map(\.position))
            if let undoing = turn.undoneBy { wanted.insert(undoing.position) }
        }
        wanted.formUnion(facts.early.map(\.attempt.position))
        wanted.formUnion(facts.corrections.map(\.position))
        guard let first = facts.turns.first?.events.first?.position else {
            return wanted.union(facts.history.events.filter { $0.event.endsRoom }.map(\.position))
        }
        let last = facts.turns.last?.ending?.recordedAt ?? .distantPast
        for event in facts.history.events where isContext(event) {
            let isLateEdit = event.position > first && event.recordedAt <= last + .seconds(120)
            if event.position < first || isLateEdit { wanted.insert(event.position) }
        }
        return wanted
    }

    /// The state of the claimant's seat before the turn: its queue, autodraft, connection and missed picks.
    private func isContext(_ recorded: RecordedEvent) -> Bool {
        guard recorded.position > facts.seatTakenAt else { return false }
        if case .queue(_, let seat) = recorded.stream {
            if case .explained(let explained) = recorded.event.queueChange {
                return seat == facts.seat && explained.pick == facts.pick
            }
            return seat == facts.seat && recorded.event.isQueueEdit
        }
        if case .automated(let made) = recorded.event.pick {
            return made.seat == facts.seat && made.reason == .clockExpired
        }
        return recorded.event.seatChange != nil && recorded.event.seat == facts.seat
    }

    private func feeWords(_ event: Event) -> String {
        guard let fee = event.fee else { return "\(event.type.name)." }
        let words = "The fee of \(fee.amount.words) for entry \(fee.entry) was"
        return switch fee.step {
        case .held: "\(words) held."
        case .posted: "\(words) posted to the contest."
        case .released: "\(words) released."
        case .refunded: "\(words) refunded."
        case .prize: "\(event.type.name)."
        }
    }

    private func caseWords(_ event: Event) -> String {
        if let rejected = event.refusal {
            return "\(rejected.command.name.withCapitalArticle) was refused as \(rejected.code.name)."
        }
        return switch event.caseStep {
        case .opened(let opened): "The dispute was opened: \(opened.claim)"
        case .evidence(let attached): "A document was attached: \(attached.title)"
        case .resolved(let resolved):
            "The dispute was resolved as \(resolved.verdict.name) by user \(resolved.resolvedBy): \(resolved.reason)"
        case nil: "\(event.type.name)."
        }
    }

    private func plain(_ recorded: RecordedEvent, _ text: String) -> DisputeReport.Moment {
        let actor = recorded.otherActor { _, _ in nil }
        return DisputeReport.Moment(
            position: recorded.position, type: recorded.event.type, moment: recorded.moment,
            recordedAt: recorded.recordedAt, occurredAt: recorded.origin?.occurredAt, hasCause: recorded.origin != nil,
            text: actor.map { text.naming($0, before: recorded.event.reason) } ?? text, seat: facts.seat,
            isClaimants: false, marginToDeadline: nil, marginToGrace: nil)
    }

    private func moment(
        of recorded: RecordedEvent, in room: RoomState, _ clock: RoomState.Clock?
    ) -> DisputeReport.Moment {
        let recorded = byItsClock(facts.worded(recorded))
        let narration = EventSentences(facts.history, room: facts.room, reader: facts.seat).narration(
            of: recorded)
        let actor = recorded.origin?.actor
        let isClaimants = actor?.role == .user && actor?.user != nil && actor?.user == facts.claimant
        var moment = DisputeReport.Moment(
            position: recorded.position, type: recorded.event.type, moment: recorded.moment,
            recordedAt: recorded.recordedAt, occurredAt: recorded.origin?.occurredAt, hasCause: recorded.origin != nil,
            text: narration.text, seat: narration.seat, isClaimants: isClaimants, marginToDeadline: nil,
            marginToGrace: nil)
        if let rejected = recorded.event.refusal {
            moment.marginToDeadline = rejected.deadline.map { $0 - recorded.moment }
            moment.marginToGrace = rejected.margin
        } else if recorded.event.madePick != nil {
            moment.marginToDeadline = (room.runningClock ?? clock).map { $0.deadline - recorded.moment }
            moment.marginToGrace = (room.runningClock ?? clock).map { $0.graceEndsAt - recorded.moment }
        } else if isClaimants, let clock = room.runningClock {
            moment.marginToDeadline = clock.deadline - recorded.moment
            moment.marginToGrace = clock.graceEndsAt - recorded.moment
        }
        return moment
    }

    /// A refusal of the claimant's pick with the times of the clock that it is judged by, whatever it states itself; with
    /// none where another pick's clock ran.
    private func byItsClock(_ recorded: RecordedEvent) -> RecordedEvent {
        guard var rejected = recorded.event.refusal else { return recorded }
        let isEarly = facts.early.contains { $0.attempt.position == recorded.position }
        let attempt = facts.turns.flatMap(\.attempts).first { $0.position == recorded.position }
        guard isEarly || attempt?.clock != nil else { return recorded }
        if let attempt, attempt.pick.pick != facts.pick {
            rejected.deadline = attempt.clockOfNumber?.deadline
            rejected.graceEndsAt = attempt.clockOfNumber?.graceEndsAt
            rejected.margin = attempt.clockOfNumber.map { $0.graceEndsAt - attempt.arrival }
        } else {
            rejected.deadline = attempt?.clock?.deadline
            rejected.graceEndsAt = attempt?.clock?.graceEndsAt
            rejected.margin = attempt?.margin
        }
        var told = recorded
        told.event = .commandRejected(rejected)
        return told
    }
}
