import Draft
import DraftLedger

/// Who acted in the seat's place or on its clock, and whether he had a stake in it.
///
/// The rules let somebody of the house act for a member. Whether the member wanted it, or had to bear it, no record of the
/// room says; and who sits in the room himself should not have decided at all.
enum StakeRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard facts.room.ruleset.isTimed else { return [] }
        return facts.turns.flatMap { turn in
            let events = queueEdits(behind: turn, facts) + turn.events.filter { !$0.event.isQueueEdit }
            let ending = turn.ending.map { ending in events.contains { $0.position == ending.position } ? [] : [ending]
            }
            return (events + (ending ?? [])).compactMap { judge($0, facts) }
        }
    }

    /// The edits of the claimant's queue by which the rules picked: not those of whoever had the seat before, which were
    /// cleared when he left it.
    private static func queueEdits(behind turn: DisputedTurn, _ facts: DisputeFacts) -> [RecordedEvent] {
        guard let made = turn.automation, let ending = turn.ending, made.seat == facts.seat else { return [] }
        return facts.history.events.filter { recorded in
            recorded.stream == .queue(facts.room.id, made.seat) && recorded.event.isQueueEdit
                && recorded.position > facts.seatTakenAt && recorded.position < ending.position
        }
    }

    private static func judge(_ recorded: RecordedEvent, _ facts: DisputeFacts) -> DisputeReport.Reason? {
        guard let actor = recorded.origin?.actor, let act = act(of: recorded, facts) else { return nil }
        if actor.role == .user, recorded.event.isQueueEdit, actor.user != facts.claimant {
            return .init(
                .stake, for: .upheld, "\(act.text) by \(actor.text), whose seat it is not.", [recorded.position])
        }
        guard actor.role == .admin else { return nil }
        let seat = actor.user.flatMap { facts.room.seat(of: $0) }
        if let seat {
            // What somebody did for himself harms the others.
            return .init(
                .stake, for: seat == facts.seat ? nil : .upheld,
                "\(act.text) by \(actor.text), who sits in the room himself, on seat \(seat).", [recorded.position])
        }
        let isClaimants = act.seat == facts.seat
        return .init(
            .stake, for: isClaimants ? .undecidable : nil,
            "\(act.text) by \(actor.text)"
                + (isClaimants ? ", not by the claimant; whether he wanted it is not on record." : "."),
            [recorded.position])
    }

    /// What was done and in whose place; nil for what nobody does in another's.
    private static func act(of recorded: RecordedEvent, _ facts: DisputeFacts) -> (text: String, seat: Seat?)? {
        if recorded.event.isQueueEdit {
            guard case .queue(_, let seat) = recorded.stream else { return nil }
            return ("The queue of seat \(seat) was edited", seat)
        }
        return switch recorded.event.room {
        case .pick(.made(let made)): ("The pick was made by hand", made.seat)
        case .pick(.automated(let made)):
            made.reason == .admin ? ("The rules were made to pick before the clock had run out", made.seat) : nil
        case .seatChange(.autodraft(let set)):
            set.cause == .userWish
                ? ("Autodraft was switched \(set.on ? "on" : "off") for seat \(set.seat)", set.seat) : nil
        case .clock(.extended): ("The clock was extended", nil)
        case .clock(.paused): ("The room was paused", nil)
        case .membership, .preparation, .clock(.started), .clock(.ticked), .clock(.resumed), .pick(.corrected),
            .seatChange(.connection), .ending, .results, nil:
            nil
        }
    }
}
