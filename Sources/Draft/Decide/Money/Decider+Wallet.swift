extension Decider where State: HouseStates {
    func walletEvents(_ user: UserID, _ command: WalletCommand) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .joinTournament(let id, let entries): try joinTournamentEvents(user, id, entries: entries)
        case .leaveRoom(let id): try leaveRoomEvents(user, id)
        case .recordDeposit(let amount, let provider, let reference):
            try recordDepositEvents(user, amount, provider: provider, reference: reference)
        case .holdWithdrawal(let amount, let provider): try holdWithdrawalEvents(user, amount, provider: provider)
        case .postWithdrawal(let number, let reference):
            try postWithdrawalEvents(user, number, reference: reference)
        case .releaseWithdrawal(let number, let reason):
            try releaseWithdrawalEvents(user, number, reason: reason)
        case .recordChargeback(let amount, let provider, let reference):
            try recordChargebackEvents(user, amount, provider: provider, reference: reference)
        case .adjustBalance(let adjustment): try adjustBalanceEvents(user, adjustment)
        }
    }

    /// A provider's reference is recorded once, ever, whatever the wallet: the provider's second message changes nothing.
    private func recordDepositEvents(
        _ user: UserID, _ amount: Cents, provider: String, reference: String
    ) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "record a deposit of user \(user)")
        _ = try knownWallet(of: user)
        try checkAmount(amount)
        try checkProvider(provider)
        try check(reference, named: "provider's reference", limit: 128)
        let deposit = DepositRecorded(amount: amount, provider: provider, reference: reference)
        if let depositor = state.depositor(of: deposit.payment) {
            let whose = depositor == user ? "" : ", in another wallet"
            throw Refusal(.alreadyExists, "\(provider)'s deposit \"\(reference)\" is recorded already\(whose).")
        }
        return [StreamEvent(.wallet(user), .depositRecorded(deposit))]
    }

    private func holdWithdrawalEvents(
        _ user: UserID, _ amount: Cents, provider: String
    ) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "withdraw money of user \(user)")
        let wallet = try knownWallet(of: user)
        try checkAmount(amount)
        try checkProvider(provider)
        guard wallet.available >= amount else {
            throw Refusal(
                .insufficientBalance,
                "A withdrawal of \(amount.value) cents was asked for, \(wallet.available.value) are available.")
        }
        let hold = WithdrawalHeld(withdrawal: wallet.lastWithdrawal &+ 1, amount: amount, provider: provider)
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
        _ user: UserID, _ number: UInt32, reason: String
    ) throws(Refusal) -> [StreamEvent] {
        try checkMayAct(for: user, act: "release a withdrawal of user \(user)")
        let withdrawal = try openWithdrawal(number, of: user)
        try check(reason, named: "reason", isRequired: false, limit: 1000)
        let released = WithdrawalReleased(withdrawal: number, amount: withdrawal.amount, reason: reason)
        return [StreamEvent(.wallet(user), .withdrawalReleased(released))]
    }

    /// A withdrawal that is held: each ends once, paid or released.
    private func openWithdrawal(_ number: UInt32, of user: UserID) throws(Refusal) -> WalletState.Withdrawal {
        let wallet = try knownWallet(of: user)
        if let withdrawal = wallet.withdrawals[number] { return withdrawal }
        if number >= 1, number <= wallet.lastWithdrawal {
            throw Refusal(.wrongStatus, "Withdrawal \(number) of user \(user) was paid or released already.")
        }
        throw Refusal(
            .invalidValue, "User \(user) has no withdrawal \(number); the last one is \(wallet.lastWithdrawal).")
    }
}
