/// Statements of payment providers.
extension Decider {
    /// Of a day that is over, by a file that is there.
    func statementEvents(_ statement: ProviderStatement) throws(Refusal) -> [StreamEvent] {
        try checkProvider(statement.provider)
        // The last statement of a day counts, so no statement of others may follow the provider's own.
        guard origin.actor.role == .provider || !state.staff.services.contains(.provider(statement.provider)) else {
            throw Refusal(
                .forbidden,
                "\(statement.provider) has an account with a key: only \(statement.provider) can state its payments.")
        }
        let day = Interval.seconds(24 * 60 * 60)
        guard statement.day.microseconds % day.microseconds == 0, statement.day >= Timestamp(microseconds: 0) else {
            throw Refusal(
                .invalidValue, "A statement is for a day in UTC; \(statement.day.iso8601) is not the start of a day.")
        }
        guard statement.day <= now, statement.day + day <= now else {
            throw Refusal(.clockRunning, "The day of the statement is not over.", deadline: statement.day + day)
        }
        // More can come back on a day, from disputes that were won, than is charged back.
        let leastChargebacks =
            state.rules >= SoftwareStarted.rulesOfReversals ? -PrizeTable.largestTotal : Cents.zero
        let totals = [
            (statement.deposits, Cents.zero), (statement.withdrawals, .zero), (statement.chargebacks, leastChargebacks),
        ]
        for (amount, least) in totals {
            guard amount >= least, amount <= PrizeTable.largestTotal else {
                throw Refusal(
                    .invalidValue,
                    "A day's total is \(amount.value) cents, expected "
                        + "\(least == .zero ? "0-" : "\(least.value) to ")\(PrizeTable.largestTotal.value).")
            }
        }
        guard statement.file != .zero else {
            throw Refusal(.invalidValue, "The SHA-256 of the statement's file must not be all zeros.")
        }
        return [StreamEvent(.system, .providerStatement(statement))]
    }
}

/// The payment provider in whose name a command is sent.
extension Decider where State: HouseStates {
    /// Refuses commands in the name of a payment provider that the provider's key has not signed, if it has one.
    func checkProvider(sending command: Command) throws(Refusal) {
        guard origin.actor.role == .provider else { return }
        try checkAccount(of: .provider(provider(of: command) ?? ""), in: state.staff)
    }

    /// The name of the provider; nil for a command that is about none, or about an unknown withdrawal.
    private func provider(of command: Command) -> String? {
        if let withdrawal = command.endedWithdrawal {
            return state.wallet(withdrawal.user).withdrawals[withdrawal.id]?.provider
        }
        return command.namedProvider
    }
}

extension Command {
    /// The payment provider that it names; nil for a command that names none.
    package var namedProvider: String? {
        switch self {
        case .ledger(.recordStatement(let statement)): statement.provider
        case .wallet(_, .recordDeposit(_, let provider, _)), .wallet(_, .recordChargeback(_, let provider, _, _)),
            .wallet(_, .settleChargeback(let provider, _, _, _)):
            provider
        case .ledger, .pool, .tournament, .room, .queue, .wallet, .user, .dispute, .staff, .measure, .season,
            .aliases, .notes:
            nil
        }
    }

    /// The withdrawal that it pays or releases.
    fileprivate var endedWithdrawal: (user: UserID, id: UInt32)? {
        switch self {
        case .wallet(let user, .postWithdrawal(let id, _)), .wallet(let user, .releaseWithdrawal(let id, _)): (user, id)
        case .ledger, .pool, .tournament, .room, .queue, .wallet, .user, .dispute, .staff, .measure, .season,
            .aliases, .notes:
            nil
        }
    }
}
