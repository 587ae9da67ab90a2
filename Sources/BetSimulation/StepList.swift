import Bets
import Values

/// The steps of a season in the making.
struct StepList {
    private var steps: [SimulatedStep] = []

    /// Adds a report of a feed.
    mutating func add(_ command: BetCommand, at moment: Timestamp) {
        append(.send(command), as: .provider(onBehalfOf: nil), at: moment)
    }

    mutating func analyse(_ game: GameID, at moment: Timestamp) { append(.analyse(game), as: .scheduler, at: moment) }

    /// - Parameter refusal: what the rules answer, where the step shows a refusal.
    mutating func bet(_ plan: BetPlan, at moment: Timestamp, refusal: BetRefusalCode? = nil) {
        append(.bet(plan), as: .user(plan.user), at: moment, refusal: refusal)
    }

    private mutating func append(
        _ action: SimulatedStep.Action, as sender: Sender, at moment: Timestamp, refusal: BetRefusalCode? = nil
    ) {
        steps.append(
            SimulatedStep(
                moment: moment, sender: sender, id: CommandID(high: 0, low: 0), action: action, refusal: refusal))
    }

    /// Returns the steps in the order of their moments, with their IDs.
    ///
    /// Steps of one moment keep the order in which they were added: a schedule comes before its offers.
    func ordered(seed: UInt64) -> [SimulatedStep] {
        let order = steps.indices.sorted { (steps[$0].moment, $0) < (steps[$1].moment, $1) }
        return order.enumerated().map { number, index in
            var step = steps[index]
            step.id = CommandID(high: Chance.name(of: seed), low: UInt64(number + 1))
            return step
        }
    }
}
