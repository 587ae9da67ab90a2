extension Decider where State: HouseStates {
    /// The provider takes a deposit back. The user pays as far as the available balance reaches; held fees and
    /// withdrawals keep what they hold, and the house bears the rest.
    func recordChargebackEvents(
        _ user: UserID, _ amount: Cents, provider: String, reference: String
    ) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "record a chargeback of user \(user)")
        let wallet = try knownWallet(of: user)
        try checkAmount(amount)
        guard let deposit = wallet.deposits[.init(provider: provider, reference: reference)] else {
            throw Refusal(.invalidValue, "User \(user) has no deposit \"\(reference)\" from \(provider).")
        }
        let left = deposit.amount - deposit.chargedBack
        guard amount <= left else {
            throw Refusal(
                .invalidValue,
                "\(amount.value) cents were charged back, of the deposit \"\(reference)\" \(left.value) are left.")
        }
        let covered = min(amount, max(wallet.available, .zero))
        let chargeback = ChargebackRecorded(
            amount: amount, covered: covered, provider: provider, reference: reference)
        return [StreamEvent(.wallet(user), .chargebackRecorded(chargeback))]
    }

    /// Four eyes, none of them the user's own, and never below zero.
    func adjustBalanceEvents(_ user: UserID, _ adjustment: BalanceAdjusted) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "adjust the balance of user \(user)")
        let wallet = try knownWallet(of: user)
        guard adjustment.amount != .zero, adjustment.amount <= .largestAmount,
            adjustment.amount >= -Cents.largestAmount
        else {
            throw Refusal(
                .invalidValue,
                "An adjustment of \(adjustment.amount.value) cents, expected 1-\(Cents.largestAmount.value) either way."
            )
        }
        try check(adjustment.reason, named: "reason", limit: 1000)
        let (first, second) = (adjustment.firstApprover, adjustment.secondApprover)
        guard first.number > 0, second.number > 0, first != second else {
            throw Refusal(.approverRequired, "Two different users must approve, found \(first) and \(second).")
        }
        guard first != user, second != user else {
            throw Refusal(.conflictOfInterest, "User \(user) cannot approve an adjustment of the own balance.")
        }
        if let dispute = adjustment.dispute { try checkApprovers([first, second], of: dispute) }
        guard wallet.available + adjustment.amount >= .zero else {
            throw Refusal(
                .insufficientBalance,
                "An adjustment of \(adjustment.amount.value) cents, \(wallet.available.value) are available.")
        }
        return [StreamEvent(.wallet(user), .balanceAdjusted(adjustment))]
    }

    /// Who approves what a case leads to has no stake in it: nobody from its room does.
    private func checkApprovers(_ approvers: [UserID], of id: CaseID) throws(Refusal) {
        guard let dispute = state.dispute(id) else { throw Refusal(.unknownCase, "There is no case \(id).") }
        let room = state.room(dispute.opened.room)
        for approver in approvers {
            guard let seat = room?.seat(of: approver) else { continue }
            throw Refusal(.conflictOfInterest, "User \(approver) sits in room \(dispute.opened.room).", seat: seat)
        }
    }
}
