/// Payouts: withdrawals that leave together, once a person has approved them.
extension Decider where State: HouseStates {
    /// Each withdrawal stands in one payout, ever: one that might be paid already is not handed out again.
    func approvePayoutEvents(_ asked: ApprovePayout) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        try checkProvider(asked.provider)
        guard (1...ApprovePayout.largestCount).contains(asked.withdrawals.count) else {
            throw Refusal(
                .invalidValue,
                "The payout has \(asked.withdrawals.count) withdrawals, expected 1-\(ApprovePayout.largestCount).")
        }
        guard Set(asked.withdrawals).count == asked.withdrawals.count else {
            throw Refusal(.invalidValue, "The payout has a withdrawal twice.")
        }
        if let person = origin.actor.user, asked.withdrawals.contains(where: { $0.user == person }) {
            throw Refusal(.conflictOfInterest, "User \(person) cannot approve the payment of their own withdrawal.")
        }
        var total = Cents.zero
        var events: [StreamEvent] = []
        for id in asked.withdrawals {
            let withdrawal = try openWithdrawal(id.withdrawal, of: id.user)
            guard withdrawal.provider == asked.provider else {
                throw Refusal(
                    .invalidValue,
                    "Withdrawal \(id.withdrawal) of user \(id.user) is to \(withdrawal.provider), not \(asked.provider)."
                )
            }
            guard !withdrawal.isApproved else {
                throw Refusal(
                    .alreadyExists, "Withdrawal \(id.withdrawal) of user \(id.user) already stands in a payout.")
            }
            total += withdrawal.amount
            let approved = WithdrawalApproved(
                withdrawal: id.withdrawal, amount: withdrawal.amount, provider: withdrawal.provider)
            events.append(StreamEvent(.wallet(id.user), .withdrawalApproved(approved)))
        }
        let payout = PayoutApproved(count: UInt32(events.count), amount: total, provider: asked.provider)
        return [StreamEvent(.system, .payoutApproved(payout))] + events
    }
}
