import Draft

extension MoneyAuditor {
    /// Checks that fees, withdrawals and deposits begin once and end at most once, with the same amount.
    mutating func checkHolds(_ recorded: RecordedEvent) {
        guard case .wallet(let user) = recorded.stream else { return }
        let wallet = wallets[user] ?? WalletState()
        guard let moved = recorded.event.fee else { return checkPayment(recorded, wallet, user) }
        let fee = wallet.entries[moved.entry]
        switch moved.step {
        case .held:
            if fee != nil {
                notes.note(
                    .hold, at: recorded, expected: "one fee per entry", actual: "another one",
                    "The fee of entry \(moved.entry) was held twice.")
            }
        case .posted, .released: check(moved, against: fee, is: .held, recorded)
        case .refunded: check(moved, against: fee, is: .posted, recorded)
        case .prize:
            if fee?.stage != .posted || fee?.tournament != moved.contest {
                notes.note(
                    .hold, at: recorded, expected: "a posted fee of contest \(moved.contest)",
                    actual: fee.map { "\($0.stage) in contest \($0.tournament)" } ?? "none",
                    "Entry \(moved.entry) won a prize without a posted fee, or twice.")
            }
        }
    }

    private mutating func check(
        _ moved: FeeMovement, against fee: WalletState.EntryFee?, is stage: WalletState.EntryFee.Stage,
        _ recorded: RecordedEvent
    ) {
        guard let fee else {
            return notes.note(
                .hold, at: recorded, expected: "a fee that is \(stage)", actual: "none",
                "The fee of entry \(moved.entry) was ended without being held, or twice.")
        }
        if fee.stage != stage || fee.amount != moved.amount || fee.tournament != moved.contest {
            notes.note(
                .hold, at: recorded, expected: "\(fee.amount.value) cents of contest \(fee.tournament), \(stage)",
                actual: "\(moved.amount.value) cents of contest \(moved.contest), \(fee.stage)",
                "The fee of entry \(moved.entry) was ended with other details than it was held with.")
        }
    }

    private mutating func checkPayment(_ recorded: RecordedEvent, _ wallet: WalletState, _ user: UserID) {
        switch recorded.event.payment {
        case .deposit(let deposit):
            if wallet.deposits[deposit.payment] != nil {
                notes.note(
                    .hold, at: recorded, expected: "each reference once",
                    actual: "\(deposit.provider) \(deposit.reference)",
                    "The deposit was recorded twice.")
            } else {
                checkReference(deposit.reference, of: user, by: deposit.payment, as: "deposit", recorded)
            }
        case .held(let withdrawal):
            if withdrawal.withdrawal != wallet.lastWithdrawal &+ 1 {
                notes.note(
                    .hold, at: recorded, expected: "withdrawal \(wallet.lastWithdrawal &+ 1)",
                    actual: "withdrawal \(withdrawal.withdrawal)",
                    "The user's withdrawals are not numbered consecutively.")
            }
        case .approved(let approved):
            checkWithdrawal(approved.withdrawal, of: approved.amount, in: wallet, recorded)
        case .posted(let posted):
            checkWithdrawal(posted.withdrawal, of: posted.amount, in: wallet, recorded)
        case .released(let released):
            checkWithdrawal(released.withdrawal, of: released.amount, in: wallet, recorded)
        case .chargeback(let chargeback):
            let deposit = wallet.deposits[
                .init(provider: chargeback.provider, reference: chargeback.reference)]
            let left = deposit.map { $0.amount - $0.chargedBack } ?? .zero
            let covered = min(chargeback.amount, max(wallet.available, .zero))
            if chargeback.amount > left || chargeback.covered != covered {
                notes.note(
                    .hold, at: recorded, expected: "at most \(left.value) cents, \(covered.value) of them covered",
                    actual: "\(chargeback.amount.value) cents, \(chargeback.covered.value) of them covered",
                    "The chargeback does not match its deposit.")
            }
            guard let payment = chargeback.payment else { break }
            if wallet.chargebacks[payment] != nil {
                notes.note(
                    .hold, at: recorded, expected: "each dispute once",
                    actual: "\(chargeback.provider) \(chargeback.dispute)",
                    "The chargeback was recorded twice.")
            } else {
                checkReference(chargeback.dispute, of: user, by: payment, as: "chargeback", recorded)
            }
        case .settlement(let settled): checkSettlement(settled, wallet, recorded)
        case .carried(.deposit(let deposit)):
            checkReference(deposit.reference, of: user, by: deposit.payment, as: "deposit", recorded)
        case .carried(.chargeback(let chargeback)):
            checkReference(chargeback.dispute, of: user, by: chargeback.payment, as: "chargeback", recorded)
        case .carried(.balance), .adjustment, nil: break
        }
    }

    /// A provider's reference is one payment of one user, whatever the wallet.
    private mutating func checkReference(
        _ reference: String, of user: UserID, by payment: WalletState.PaymentReference, as name: String,
        _ recorded: RecordedEvent
    ) {
        guard isWhole else { return }
        if let other = depositors[payment] {
            notes.note(
                .hold, at: recorded, expected: "each reference once", actual: reference,
                "The \(name) was already recorded for user \(other).")
        } else {
            depositors[payment] = user
        }
    }

    /// A dispute ends once, and no more comes back than was charged back: the user's part first.
    private mutating func checkSettlement(
        _ settled: ChargebackSettled, _ wallet: WalletState, _ recorded: RecordedEvent
    ) {
        let chargeback = wallet.chargebacks[.init(dispute: settled.dispute, of: settled.provider)]
        let most = settled.outcome == .lost ? Cents.zero : chargeback?.amount ?? .zero
        let credited = min(settled.amount, chargeback?.covered ?? .zero)
        guard chargeback?.outcome == nil, chargeback?.reference == settled.reference, settled.amount <= most,
            settled.amount >= .zero, settled.credited == credited
        else {
            return notes.note(
                .hold, at: recorded,
                expected: "the first end of a dispute, at most \(most.value) cents, \(credited.value) to the user",
                actual: "\(settled.amount.value) cents, \(settled.credited.value) to the user",
                "The outcome of the dispute does not match its chargeback.")
        }
    }

    private mutating func checkWithdrawal(
        _ number: UInt32, of amount: Cents, in wallet: WalletState, _ recorded: RecordedEvent
    ) {
        let withdrawal = wallet.withdrawals[number]
        guard withdrawal?.amount != amount else { return }
        notes.note(
            .hold, at: recorded, expected: withdrawal.map { "\($0.amount.value) cents" } ?? "a held withdrawal",
            actual: "withdrawal \(number) of \(amount.value) cents",
            "The withdrawal ended twice or with another amount."
        )
    }

    /// Checks that decisions about money or a case have no conflict of interest.
    mutating func checkAuthority(_ recorded: RecordedEvent) {
        if case .wallet(let user) = recorded.stream, case .adjustment(let adjustment) = recorded.event.payment {
            let (first, second) = (adjustment.firstApprover, adjustment.secondApprover)
            if first == second || first.number == 0 || second.number == 0 || first == user || second == user {
                notes.note(
                    .authority, at: recorded, expected: "two approvers other than user \(user)",
                    actual: "users \(first) and \(second)",
                    "The balance was adjusted without two other people's approval.")
            }
            let members = adjustment.dispute.flatMap { cases[$0] }.flatMap { rooms[$0.opened.room] }?.members.values
            if let member = [first, second].first(where: { members?.contains($0) == true }) {
                notes.note(
                    .authority, at: recorded, expected: "approvers without a seat in the case's room",
                    actual: "user \(member)", "An approver of the payment has a conflict of interest.")
            }
        } else if case .dispute(let id) = recorded.stream, case .resolved(let resolved) = recorded.event.caseStep {
            guard let dispute = cases[id] else { return }
            let members = rooms[dispute.opened.room]?.members.values
            if resolved.resolvedBy == dispute.opened.claimant || members?.contains(resolved.resolvedBy) == true {
                notes.note(
                    .authority, at: recorded, expected: "a judge without a conflict of interest",
                    actual: "user \(resolved.resolvedBy)",
                    "Case \(id) was resolved by a person with a conflict of interest.")
            }
            if dispute.resolution != nil {
                notes.note(
                    .authority, at: recorded, expected: "one resolution", actual: "another one",
                    "Case \(id) was resolved twice.")
            }
        }
    }
}
