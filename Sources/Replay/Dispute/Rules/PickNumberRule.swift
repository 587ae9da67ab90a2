import Draft
import DraftLedger

/// A pick names the number that it is for, so that a double tap cannot burn the slot's next pick.
enum PickNumberRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        facts.turns.flatMap { turn in turn.attempts.compactMap { judge($0, in: turn, facts) } }
    }

    private static func judge(
        _ attempt: DisputedTurn.Attempt, in turn: DisputedTurn, _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        guard attempt.command.refusal == .stalePickNumber || attempt.command.refusal == .duplicateCommand else {
            return nil
        }
        if attempt.pick.pick != facts.pick {
            return .init(
                .pickNumber, .rejected,
                "The claimant's client sent a pick for number \(attempt.pick.pick) while \(facts.pick) was on the clock: "
                    + "it was refused so that no other pick was made than the one meant.", [attempt.position])
        }
        guard let own = turn.manual, own.seat == facts.seat, let ending = turn.ending,
            ending.position < attempt.position
        else { return nil }
        if attempt.arrival < ending.moment {
            return .init(
                .pickNumber, .rejected,
                "A tap for pick \(facts.pick) reached the edge \((ending.moment - attempt.arrival).seconds()) before the one "
                    + "that counted, and was handled after it: it was refused and took nothing.",
                [ending.position, attempt.position])
        }
        return .init(
            .pickNumber, .rejected,
            "The second tap for pick \(facts.pick) came \((attempt.arrival - ending.moment).seconds()) after the first, "
                + "which had counted: it was refused and took nothing.", [ending.position, attempt.position])
    }
}
