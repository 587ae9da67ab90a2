/// Statements of payment providers.
extension Decider {
    /// Of a day that is over, by a file that is there.
    func statementEvents(_ statement: ProviderStatement) throws(Refusal) -> [StreamEvent] {
        try checkProvider(statement.provider)
        let day = Interval.seconds(24 * 60 * 60)
        guard statement.day.microseconds % day.microseconds == 0, statement.day >= Timestamp(microseconds: 0) else {
            throw Refusal(
                .invalidValue, "A statement is for a day in UTC; \(statement.day.iso8601) is not the start of a day.")
        }
        guard statement.day <= now, statement.day + day <= now else {
            throw Refusal(.clockRunning, "The day of the statement is not over.", deadline: statement.day + day)
        }
        for amount in [statement.deposits, statement.withdrawals, statement.chargebacks] {
            guard amount >= .zero, amount <= PrizeTable.largestTotal else {
                throw Refusal(
                    .invalidValue,
                    "A day's total is \(amount.value) cents, expected 0-\(PrizeTable.largestTotal.value).")
            }
        }
        guard statement.file != .zero else {
            throw Refusal(.invalidValue, "The SHA-256 of the statement's file must not be all zeros.")
        }
        return [StreamEvent(.system, .providerStatement(statement))]
    }
}
