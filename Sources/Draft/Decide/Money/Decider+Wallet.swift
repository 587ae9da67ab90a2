extension Decider where State: HouseStates {
    func walletEvents(_ user: UserID, _ command: WalletCommand) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .joinTournament(let id, let entries, let entropy):
            try joinTournamentEvents(user, id, entries: entries, entropy: entropy)
        case .leaveRoom(let id): try leaveRoomEvents(user, id)
        case .recordDeposit(let amount, let provider, let reference):
            try recordDepositEvents(user, amount, provider: provider, reference: reference)
        case .holdWithdrawal(let amount, let provider, let destination):
            try holdWithdrawalEvents(user, amount, provider: provider, destination: destination)
        case .postWithdrawal(let number, let reference):
            try postWithdrawalEvents(user, number, reference: reference)
        case .releaseWithdrawal(let number, let reason):
            try releaseWithdrawalEvents(user, number, reason: reason)
        case .recordChargeback(let amount, let provider, let reference, let dispute):
            try recordChargebackEvents(
                user,
                ChargebackRecorded(
                    amount: amount, covered: .zero, provider: provider, reference: reference, dispute: dispute))
        case .settleChargeback(let provider, let dispute, let outcome, let amount):
            try settleChargebackEvents(user, provider: provider, dispute: dispute, outcome, amount)
        case .adjustBalance(let adjustment): try adjustBalanceEvents(user, adjustment)
        }
    }

    /// A provider's reference is recorded once, ever, whatever the wallet: the provider's second message changes nothing.
    private func recordDepositEvents(
        _ user: UserID, _ amount: Cents, provider: String, reference: String
    ) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "record a deposit of user \(user)")
        let wallet = try knownWallet(of: user)
        try checkAmount(amount)
        try checkProvider(provider)
        try check(reference, named: "provider's reference", limit: 128)
        let deposit = DepositRecorded(amount: amount, provider: provider, reference: reference)
        if let depositor = state.depositor(of: deposit.payment) {
            let whose = depositor == user ? "" : ", for another user"
            throw Refusal(.alreadyExists, "\(provider)'s deposit \"\(reference)\" is already recorded\(whose).")
        }
        try checkMayPayIn(amount, user, wallet)
        return [StreamEvent(.wallet(user), .depositRecorded(deposit))]
    }

    private func holdWithdrawalEvents(
        _ user: UserID, _ amount: Cents, provider: String, destination: [UInt8]
    ) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "withdraw money of user \(user)")
        let wallet = try knownWallet(of: user)
        try checkAmount(amount)
        try checkProvider(provider)
        guard destination.isEmpty || destination.count == 32 else {
            throw Refusal(
                .invalidValue,
                "\(destination.count) bytes were given for the destination, expected the 32 of a salted SHA-256, or none."
            )
        }
        guard wallet.available >= amount else {
            throw Refusal(
                .insufficientBalance,
                "A withdrawal of \(amount.value) cents was requested, but only \(wallet.available.value) are available."
            )
        }
        let hold = WithdrawalHeld(
            withdrawal: wallet.lastWithdrawal &+ 1, amount: amount, provider: provider, destination: destination)
        return [StreamEvent(.wallet(user), .withdrawalHeld(hold))]
    }

    private func postWithdrawalEvents(
        _ user: UserID, _ number: UInt32, reference: String
    ) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "pay a withdrawal of user \(user)")
        let withdrawal = try openWithdrawal(number, of: user)
        try check(reference, named: "provider's reference", limit: 128)
        let posted = WithdrawalPosted(
            withdrawal: number, amount: withdrawal.amount, provider: withdrawal.provider, reference: reference)
        return [StreamEvent(.wallet(user), .withdrawalPosted(posted))]
    }

    private func releaseWithdrawalEvents(
        _ user: UserID, _ number: UInt32, reason: Wording
    ) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "release a withdrawal of user \(user)")
        let withdrawal = try openWithdrawal(number, of: user)
        // An approved one may have been paid already: a person who releases it says why it was not.
        let takesReason = withdrawal.isApproved && origin.actor.role != .provider
        try check(reason, named: "reason", isRequired: takesReason, limit: 1000)
        let released = WithdrawalReleased(withdrawal: number, amount: withdrawal.amount, reason: reason)
        return [StreamEvent(.wallet(user), .withdrawalReleased(released))]
    }

    /// A withdrawal that is held: each ends once, paid or released.
    func openWithdrawal(_ number: UInt32, of user: UserID) throws(Refusal) -> WalletState.Withdrawal {
        let wallet = try knownWallet(of: user)
        if let withdrawal = wallet.withdrawals[number] { return withdrawal }
        if number >= 1, number <= wallet.lastWithdrawal {
            throw Refusal(.wrongStatus, "Withdrawal \(number) of user \(user) was already paid or released.")
        }
        throw Refusal(
            .invalidValue, "User \(user) has no withdrawal \(number); the last one is \(wallet.lastWithdrawal).")
    }
}

extension Decider where State: HouseStates {
    /// The provider takes a deposit back, or a part of it. The user pays as far as the available balance reaches; held fees
    /// and withdrawals keep what they hold, and the operator bears the rest.
    ///
    /// A provider's dispute is recorded once, ever, whatever the wallet: the provider's second message changes nothing.
    func recordChargebackEvents(_ user: UserID, _ asked: ChargebackRecorded) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "record a chargeback of user \(user)")
        let wallet = try knownWallet(of: user)
        try checkAmount(asked.amount)
        let (provider, reference) = (asked.provider, asked.reference)
        try check(asked.dispute, named: "provider's id of the dispute", isRequired: false, limit: 128)
        guard let deposit = wallet.deposits[.init(provider: provider, reference: reference)] else {
            throw Refusal(.invalidValue, "User \(user) has no deposit \"\(reference)\" from \(provider).")
        }
        if let payment = asked.payment, let other = state.depositor(of: payment) {
            let whose = other == user ? "" : ", for another user"
            throw Refusal(.alreadyExists, "\(provider)'s dispute \"\(asked.dispute)\" is already recorded\(whose).")
        }
        let left = deposit.amount - deposit.chargedBack
        guard asked.amount <= left else {
            throw Refusal(
                .invalidValue,
                "\(asked.amount.value) cents were charged back, but of the deposit \"\(reference)\" \(left.value) are left."
            )
        }
        var chargeback = asked
        chargeback.covered = min(asked.amount, max(wallet.available, .zero))
        return [StreamEvent(.wallet(user), .chargebackRecorded(chargeback))]
    }

    /// The end of a dispute: lost, nothing comes back; won, all of it or a part. What comes back is first the user's, as far
    /// as the user paid the chargeback.
    func settleChargebackEvents(
        _ user: UserID, provider: String, dispute: String, _ outcome: ChargebackSettled.Outcome, _ amount: Cents
    ) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "settle a chargeback of user \(user)")
        let wallet = try knownWallet(of: user)
        guard let chargeback = wallet.chargebacks[.init(dispute: dispute, of: provider)] else {
            throw Refusal(.invalidValue, "User \(user) has no chargeback with \(provider)'s dispute \"\(dispute)\".")
        }
        if let ended = chargeback.outcome {
            throw Refusal(.wrongStatus, "\(provider)'s dispute \"\(dispute)\" was already \(ended).")
        }
        switch outcome {
        case .won: try checkAmount(amount)
        case .lost:
            guard amount == .zero else {
                throw Refusal(.invalidValue, "A lost dispute returns nothing, not \(amount.value) cents.")
            }
        }
        guard amount <= chargeback.amount else {
            throw Refusal(
                .invalidValue,
                "\(amount.value) cents cannot be returned of \(chargeback.amount.value) that were charged back.")
        }
        let settled = ChargebackSettled(
            outcome: outcome, amount: amount, credited: min(amount, chargeback.covered), provider: provider,
            reference: chargeback.reference, dispute: dispute)
        return [StreamEvent(.wallet(user), .chargebackSettled(settled))]
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
        guard origin.actor.user != user else {
            throw Refusal(.conflictOfInterest, "User \(user) cannot adjust their own balance.")
        }
        guard first != user, second != user else {
            throw Refusal(.conflictOfInterest, "User \(user) cannot approve an adjustment of their own balance.")
        }
        if let dispute = adjustment.dispute {
            try checkApprovers([first, second], of: dispute)
            try checkIsClaimant(user, of: dispute, adjustedBy: adjustment.amount, in: wallet)
            try checkIsNotPaidTwice(adjustment.amount, for: dispute, from: wallet)
        }
        guard wallet.available + adjustment.amount >= .zero else {
            throw Refusal(
                .insufficientBalance,
                "An adjustment of \(adjustment.amount.value) cents, but only \(wallet.available.value) are available.")
        }
        return [StreamEvent(.wallet(user), .balanceAdjusted(adjustment))]
    }

    /// Refuses money under a case for another user than its claimant, who is the member with the entry. So the cases about one
    /// entry pay into one wallet. Refuses to take more than the case has paid.
    private func checkIsClaimant(
        _ user: UserID, of id: CaseID, adjustedBy amount: Cents, in wallet: WalletState
    ) throws(Refusal) {
        guard state.rules >= SoftwareStarted.rulesOfClaimants, let claim = state.dispute(id)?.opened else { return }
        let member = state.room(claim.room)?.member(at: claim.seat)?.user
        guard member == user, claim.claimant == nil || claim.claimant == user else {
            throw Refusal(.caseRequired, "Case \(id) is not a case of user \(user).")
        }
        let paid = wallet.remedies[id] ?? .zero
        guard paid + amount >= .zero else {
            throw Refusal(
                .invalidValue,
                "Case \(id) has paid user \(user) \(paid.value) cents; \(-amount.value) cannot be taken back under it.")
        }
    }

    /// Refuses a further payment for an entry once what its cases have paid would exceed its fee. The first one may exceed it.
    ///
    /// Cases about the same seat of the same room are about the same entry.
    private func checkIsNotPaidTwice(
        _ amount: Cents, for id: CaseID, from wallet: WalletState
    ) throws(Refusal) {
        guard amount > .zero, state.rules >= SoftwareStarted.rulesOfCauses, let claim = state.dispute(id)?.opened
        else { return }
        let paid = wallet.remedies.reduce(Cents.zero) { sum, remedy in
            guard let other = state.dispute(remedy.key)?.opened, other.room == claim.room, other.seat == claim.seat
            else { return sum }
            return sum + remedy.value
        }
        let fee = state.room(claim.room)?.entryFee ?? .zero
        guard paid > .zero, paid + amount > fee else { return }
        throw Refusal(
            .alreadyExists,
            "The cases about this entry have paid \(paid.value) cents already. With \(amount.value) more they would exceed its "
                + "fee, \(fee.value) cents.")
    }

    /// Refuses approvers of a case's remedies with a conflict of interest: members of its room.
    private func checkApprovers(_ approvers: [UserID], of id: CaseID) throws(Refusal) {
        guard let dispute = state.dispute(id) else { throw Refusal(.unknownCase, "There is no case \(id).") }
        let room = state.room(dispute.opened.room)
        for approver in approvers {
            guard let seat = room?.seat(of: approver) else { continue }
            throw Refusal(
                .conflictOfInterest, "User \(approver) has a seat in room \(dispute.opened.room).", seat: seat)
        }
    }
}
