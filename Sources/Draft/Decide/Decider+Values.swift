/// Checks of single values that many commands share.
extension Decider {
    /// Refuses an amount outside 1 cent to `Cents.largestAmount`.
    func checkAmount(_ amount: Cents) throws(Refusal) {
        guard amount > .zero, amount <= .largestAmount else {
            throw Refusal(
                .invalidValue, "The amount is \(amount.value) cents, expected 1-\(Cents.largestAmount.value).")
        }
    }

    /// Refuses an entry fee outside 0 to `Cents.largestAmount`; one that is not known is fine.
    func checkEntryFee(_ fee: Cents?) throws(Refusal) {
        if let fee, fee < .zero || fee > .largestAmount {
            throw Refusal(
                .invalidValue, "The entry fee is \(fee.value) cents, expected 0-\(Cents.largestAmount.value).")
        }
    }

    /// Refuses the one number that a record of what may be missing cannot hold.
    func checkIsRecordable(_ number: (some FixedWidthInteger)?, named name: String) throws(Refusal) {
        guard let number, RecordLimit.standsForNone(number) else { return }
        throw Refusal(.invalidValue, "The \(name) is \(number), which stands for none; leave it out instead.")
    }

    /// Refuses a provider's name that could not be part of an account's: 1-32 letters, digits, '-', '_', '.'.
    func checkProvider(_ provider: String) throws(Refusal) {
        try check(provider, named: "provider's name", limit: 32)
        for byte in provider.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                continue
            default:
                throw Refusal(
                    .invalidValue,
                    "The provider's name \"\(provider)\" may only have letters, digits, '-', '_' and '.'.")
            }
        }
    }
}

extension Decider where State: HouseStates {
    func knownTournament(_ id: TournamentID) throws(Refusal) -> TournamentState {
        guard let tournament = state.tournament(id) else {
            throw Refusal(.unknownTournament, "There is no tournament \(id).")
        }
        return tournament
    }

    /// The wallet of a registered user.
    func knownWallet(of user: UserID) throws(Refusal) -> WalletState {
        guard state.user(user).registered else {
            throw Refusal(.unknownUser, "User \(user) is not registered.")
        }
        return state.wallet(user)
    }
}
