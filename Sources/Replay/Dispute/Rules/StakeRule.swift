import Draft
import DraftLedger

/// Checks actions in place of the seat or on its clock, and conflicts of interest.
///
/// The rules allow staff to act for a member, once staff roles are enabled because of the member's own case. No record of
/// the room says whether the member agreed. Staff with a seat in the room should not have acted at all.
enum StakeRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard facts.room.ruleset.isTimed else { return [] }
        return facts.turns.compactMap { signOuts(in: $0, facts) }
            + facts.turns.flatMap { turn in
                let events = queueEdits(behind: turn, facts) + turn.events.filter { !$0.event.isQueueEdit }
                let ending = turn.ending.map { ending in
                    events.contains { $0.position == ending.position } ? [] : [ending]
                }
                return (events + (ending ?? [])).compactMap { judge($0, in: turn, facts) }
            }
    }

    /// States that staff ended the claimant's sessions during a turn or shortly before: what the claimant sends until the next
    /// sign-in is refused, and leaves no record.
    private static func signOuts(in turn: DisputedTurn, _ facts: DisputeFacts) -> DisputeReport.Reason? {
        guard let start = turn.clocks.first?.startedAt else { return nil }
        let acts = facts.signOuts.filter { act in
            act.recordedAt >= start - shortlyBefore && turn.ending.map { act.position < $0.position } ?? true
        }
        guard let last = acts.last, case .access(let act) = last.event.account else { return nil }
        let times = acts.count == 1 ? "" : " \(acts.count) times"
        let when = last.recordedAt < start ? "before this turn" : "during this turn"
        return .init(
            .stake, for: nil,
            "Staff member \(act.reader) signed the claimant out everywhere\(times), last at \(last.recordedAt.iso8601), "
                + "\(when). What the claimant sent before the next sign-in was refused, and is not on record.",
            acts.prefix(5).map(\.position))
    }

    /// How long before a turn a sign-out can still keep the member from it.
    private static let shortlyBefore = Interval.seconds(600)

    /// The edits of the claimant's queue by which the rules picked: not those of earlier holders of the seat, which were
    /// cleared when they left it.
    private static func queueEdits(behind turn: DisputedTurn, _ facts: DisputeFacts) -> [RecordedEvent] {
        guard let made = turn.automation, let ending = turn.ending, made.seat == facts.seat else { return [] }
        return facts.history.events.filter { recorded in
            recorded.stream == .queue(facts.room.id, made.seat) && recorded.event.isQueueEdit
                && recorded.position > facts.seatTakenAt && recorded.position < ending.position
        }
    }

    private static func judge(
        _ recorded: RecordedEvent, in turn: DisputedTurn, _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        guard let actor = recorded.origin?.actor, let act = act(of: recorded, facts) else { return nil }
        if actor.role == .user, recorded.event.isQueueEdit, actor.user != facts.claimant {
            return .init(
                .stake, for: .upheld, "\(act.text) by \(actor.words), who does not have this seat.", [recorded.position]
            )
        }
        guard actor.role == .admin else { return nil }
        let seat = actor.user.flatMap { facts.room.seat(of: $0) }
        if let seat {
            // An action for the actor's own seat harms the others.
            return .init(
                .stake, for: seat == facts.seat ? nil : .upheld,
                "\(act.text) by \(actor.words), who has a seat in the room: \(facts.room.placeName(of: seat)).",
                [recorded.position])
        }
        if act.seat == facts.seat { return judgeInPlace(recorded, act.text + " by \(actor.words)", facts) }
        if case .extended(let extended) = facts.worded(recorded).event.clock {
            return told(extended, recorded, by: actor, in: turn, facts)
        }
        // `PauseRule` reports a pause that is over.
        let isReported = facts.pauses.contains { $0.start.position == recorded.position && $0.end != nil }
        return isReported ? nil : .init(.stake, for: nil, "\(act.text) by \(actor.words).", [recorded.position])
    }

    /// An extension with its length and its reason.
    private static func told(
        _ extended: ClockExtended, _ recorded: RecordedEvent, by actor: Sender, in turn: DisputedTurn,
        _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let before = turn.clocks.last { $0.position < recorded.position }?.deadline
        let more = before.map { max(.zero, extended.deadline - $0) } ?? .zero
        let reason = extended.reason.isEmpty ? "." : ": \(extended.reason)"
        let given = extended.reason.isEmpty ? "" : " The reason given is: \(extended.reason)"
        let whom = facts.seat == facts.owner ? "you" : "the member on the clock"
        return .init(
            .stake, for: nil, "The clock was extended by \(more.words), by \(actor.words)\(reason)",
            [recorded.position],
            about: .extension,
            answer: "\(actor.words.capitalizedFirst) gave \(whom) \(more.spoken) more for this pick, at "
                + "\(recorded.moment.spokenTime). Nothing was taken from you.\(given)")
    }

    /// An action of staff in the claimant's place: right because of the claimant's own upheld case, and a breach without a
    /// case of the claimant where the rules require one.
    static func judgeInPlace(
        _ recorded: RecordedEvent, _ text: String, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let cases = facts.history.cases
        let number = recorded.origin?.dispute
        let dispute = number.flatMap { cases.dispute($0, before: recorded.position) }
        let isOwn =
            facts.claimant != nil && dispute?.opened.claimant == facts.claimant && dispute?.opened.seat == facts.seat
        if isOwn, dispute?.resolution?.verdict == .upheld, let number {
            // The claimant's consent is on record only if the claimant opened the case.
            if let opener = cases.opener(of: number), opener.role == .admin {
                let opened = "which \(opener.words) opened in the claimant's name and which had been upheld"
                return .init(
                    .stake, for: .undecidable,
                    text + ", because of case \(number), \(opened); the ledger does not record the claimant's consent.",
                    [recorded.position],
                    answer: text
                        + ", because of case \(number). \(opener.words.capitalizedFirst) opened that case in your "
                        + "name, and the ledger does not record whether you agreed.")
            }
            return .init(
                .stake, for: nil, text + ", because of the claimant's case \(number), which had been upheld.",
                [recorded.position])
        }
        let needsCase =
            cases.staff(before: recorded.position).hasBegun
            || cases.rules(before: recorded.position) >= SoftwareStarted.rulesOfCauses
        if !isOwn, needsCase {
            let cause = number.map { ", because of case \($0), which is not the claimant's" } ?? ", without a case"
            return .init(
                .stake, for: .upheld,
                text + cause + ". Staff may act in a member's place only because of the member's own case.",
                [recorded.position])
        }
        return .init(
            .stake, for: .undecidable,
            text + ", not by the claimant; the ledger does not record the claimant's consent.", [recorded.position])
    }

    /// " by 2 min"; empty if the clock before it is not known.
    private static func length(ofExtension position: UInt64, _ facts: DisputeFacts) -> String {
        for clocks in facts.turns.map(\.clocks) {
            guard let place = clocks.firstIndex(where: { $0.position == position }), place > 0 else { continue }
            return " by \((clocks[place].deadline - clocks[place - 1].deadline).words)"
        }
        return ""
    }

    /// The action and the seat in whose place it was taken; nil for actions that are never in another's place.
    private static func act(of recorded: RecordedEvent, _ facts: DisputeFacts) -> (text: String, seat: Seat?)? {
        if recorded.event.isQueueEdit {
            guard case .queue(_, let seat) = recorded.stream else { return nil }
            return ("The queue of \(facts.room.placeName(of: seat)) was edited", seat)
        }
        return switch recorded.event.room {
        case .pick(.made(let made)): ("The pick was made by hand", made.seat)
        case .pick(.automated(let made)):
            made.reason == .admin ? ("The autopick was triggered before the clock ran out", made.seat) : nil
        case .seatChange(.autodraft(let set)):
            set.cause == .userWish
                ? (
                    "Autodraft was turned \(set.on ? "on" : "off") for \(facts.room.placeName(of: set.seat))", set.seat
                ) : nil
        case .clock(.extended): ("The clock was extended\(length(ofExtension: recorded.position, facts))", nil)
        case .clock(.paused): ("The room was paused", nil)
        case .membership, .preparation, .clock, .pick, .seatChange, .ending, .results, nil:
            nil
        }
    }
}

extension RecordedEvent {
    /// Whether staff ended all sessions of the user whose stream it is in.
    var isSignOut: Bool {
        if case .access(let act) = event.account { act.kind == .signOut } else { false }
    }
}
