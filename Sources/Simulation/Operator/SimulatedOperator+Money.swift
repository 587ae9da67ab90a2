import Draft
import DraftLedger

/// Deposits and withdrawals.
extension SimulatedOperator {
    /// Sees to it that a user can pay for entries; a careless one tries to join before.
    func payIn(_ user: UserID, entries: Int, of tournament: TournamentID) throws(SimulationError) {
        let missing = options.entryFee.value * Int64(entries) - states.wallet(user).available.value
        guard missing > 0 else { return }
        if options.isLively, random.chance(30) {
            desk.send(.wallet(user, .joinTournament(tournament, entries: UInt8(entries))), as: .user(user))
        }
        let spare = options.entryFee.value * Int64(random.below(8))
        try deposit(Cents(max(1_000, missing + spare)), for: user)
    }

    func deposit(_ amount: Cents, for user: UserID) throws(SimulationError) {
        payments.deposits += 1
        let deposit = Payments.Deposit(
            user: user, amount: amount, provider: random.pick(Payments.providers),
            reference: numbers.reference(ofDeposit: payments.deposits))
        try desk.demand(
            .wallet(user, .recordDeposit(amount: amount, provider: deposit.provider, reference: deposit.reference)),
            as: .provider(onBehalfOf: user), at: now + random.interval(.milliseconds(20)...(.milliseconds(200))))
        payments.lastDeposit = deposit
    }

    /// A deposit that is refused: the provider gives it back.
    func sendDeposit(of amount: Cents, for member: UserID) {
        payments.deposits += 1
        desk.send(
            .wallet(
                member,
                .recordDeposit(
                    amount: amount, provider: random.pick(Payments.providers),
                    reference: numbers.reference(ofDeposit: payments.deposits))),
            as: .provider(onBehalfOf: member))
    }

    /// Part of what a user has left is to go out again.
    func holdWithdrawal(of user: UserID) throws(SimulationError) {
        let available = states.wallet(user).available
        guard available.value >= 1_000 else { return }
        let amount = Cents(500 + Int64(random.below(UInt64(available.value - 500))))
        try desk.demand(
            .wallet(
                user,
                .holdWithdrawal(
                    amount: amount, provider: random.pick(Payments.providers), destination: destination(of: user))),
            as: .user(user),
            at: now + random.interval(.milliseconds(20)...(.milliseconds(200))))
        payments.withdrawals.append((user, states.wallet(user).lastWithdrawal))
    }

    /// Returns the destination of a withdrawal as the ledger records it: salted, so that it differs each time.
    private func destination(of user: UserID) -> [UInt8] {
        guard options.isLively else { return [] }
        return desk.journal.cryptography.sha256(randomBytes() + Array("account of \(user)".utf8)).bytes
    }

    /// Every withdrawal that is held is paid, but for some that the provider turns down.
    func endWithdrawals() throws(SimulationError) {
        for (place, withdrawal) in payments.withdrawals.enumerated() {
            let (user, number) = withdrawal
            let moment = try later(.seconds(1)...(.seconds(30)))
            if place % 4 == 1 {
                try desk.demand(
                    .wallet(user, .releaseWithdrawal(withdrawal: number, reason: "The account does not exist.")),
                    as: .provider(onBehalfOf: user), at: moment)
            } else {
                try desk.demand(
                    .wallet(user, .postWithdrawal(withdrawal: number, reference: "W\(numbers.room)-\(user)-\(number)")),
                    as: .provider(onBehalfOf: user), at: moment)
            }
        }
        payments.withdrawals = []
    }
}

/// Payments that are pending.
struct Payments {
    struct Deposit {
        var user: UserID
        var amount: Cents
        var provider: String
        var reference: String
    }

    /// Deposits so far: numbers the providers' references.
    var deposits = 0

    /// The last one that has not been charged back.
    var lastDeposit: Deposit?

    /// Withdrawals that are held.
    var withdrawals: [(user: UserID, number: UInt32)] = []

    static let providers = ["northpay", "cardwell", "quickbank"]
}
