extension WalletState {
    /// Folds the wallet's next event: moves what its postings move, then keeps track of the holds.
    public mutating func evolve(_ recorded: RecordedEvent) {
        version = recorded.version
        guard case .wallet(let user) = recorded.stream else { return }
        for posting in postings(of: recorded) {
            change(posting.from, of: user, by: -posting.amount)
            change(posting.to, of: user, by: posting.amount)
        }
        trackEntries(recorded.event)
        trackPayments(recorded.event)
    }

    private mutating func change(_ account: Account, of user: UserID, by amount: Cents) {
        if account == .available(user) { available += amount }
        if account == .held(user) { held += amount }
    }

    private mutating func trackEntries(_ event: Event) {
        switch event {
        case .entryFeeHeld(let fee):
            entries[fee.entry] = EntryFee(tournament: fee.tournament, amount: fee.amount, stage: .held)
            entryCounts[fee.tournament, default: 0] += 1
        case .entryFeePosted(let fee): entries[fee.entry]?.stage = .posted
        case .entryFeeReleased(let fee):
            entries[fee.entry] = nil
            let left = (entryCounts[fee.tournament] ?? 0).subtractingReportingOverflow(1)
            entryCounts[fee.tournament] = left.overflow || left.partialValue == 0 ? nil : left.partialValue
        case .entryFeeRefunded(let fee): entries[fee.entry] = nil
        case .prizeCredited(let prize): entries[prize.entry] = nil
        default: break
        }
    }

    private mutating func trackPayments(_ event: Event) {
        switch event {
        case .depositRecorded(let deposit):
            deposits[deposit.payment] = Deposit(amount: deposit.amount, chargedBack: .zero)
        case .chargebackRecorded(let chargeback):
            let name = PaymentReference(provider: chargeback.provider, reference: chargeback.reference)
            deposits[name]?.chargedBack += chargeback.amount
        case .withdrawalHeld(let withdrawal):
            lastWithdrawal = withdrawal.withdrawal
            withdrawals[withdrawal.withdrawal] = Withdrawal(amount: withdrawal.amount, provider: withdrawal.provider)
        case .withdrawalPosted(let withdrawal): withdrawals[withdrawal.withdrawal] = nil
        case .withdrawalReleased(let withdrawal): withdrawals[withdrawal.withdrawal] = nil
        default: break
        }
    }
}
