extension Decider {
    func walletEvents(for command: Command) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .recordDeposit(let user, let amount, let provider, let reference):
            try deposit(of: user, amount, provider: provider, reference: reference)
        case .holdWithdrawal(let user, let amount, let provider):
            try withdrawalHold(of: user, amount, provider: provider)
        case .postWithdrawal(let user, let number, let reference):
            try withdrawalPosting(of: user, number, reference: reference)
        case .releaseWithdrawal(let user, let number, let reason):
            try withdrawalRelease(of: user, number, reason: reason)
        case .recordChargeback(let user, let amount, let provider, let reference):
            try chargeback(of: user, amount, provider: provider, reference: reference)
        case .adjustBalance(let user, let details): try adjustment(of: user, details)
        default: []
        }
    }

    /// A provider's reference is recorded once, ever, whatever the wallet: the provider's second message changes nothing.
    private func deposit(
        of user: UserID, _ amount: Cents, provider: String, reference: String
    ) throws(Refusal) -> [StreamEvent] {
        try permit(.provider, for: user, act: "record a deposit of user \(user)")
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

    private func withdrawalHold(
        of user: UserID, _ amount: Cents, provider: String
    ) throws(Refusal) -> [StreamEvent] {
        try permit(user, or: .admin, act: "withdraw money of user \(user)")
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

    private func withdrawalPosting(
        of user: UserID, _ number: UInt32, reference: String
    ) throws(Refusal) -> [StreamEvent] {
        try permit(.provider, .admin, for: user, act: "pay a withdrawal of user \(user)")
        let withdrawal = try openWithdrawal(number, of: user)
        try check(reference, named: "provider's reference", limit: 128)
        let posted = WithdrawalPosted(
            withdrawal: number, amount: withdrawal.amount, provider: withdrawal.provider, reference: reference)
        return [StreamEvent(.wallet(user), .withdrawalPosted(posted))]
    }

    private func withdrawalRelease(
        of user: UserID, _ number: UInt32, reason: String
    ) throws(Refusal) -> [StreamEvent] {
        try permit(.provider, .admin, for: user, act: "release a withdrawal of user \(user)")
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
