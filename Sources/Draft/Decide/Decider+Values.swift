/// Checks of single values that many commands share.
extension Decider {
    /// Refuses an amount outside 1 cent to `Cents.largestAmount`.
    func demandAmount(_ amount: Cents) throws(Refusal) {
        guard amount > .zero, amount <= .largestAmount else {
            throw Refusal(
                .invalidValue, "the amount is \(amount.value) cents, expected 1-\(Cents.largestAmount.value)")
        }
    }

    /// Refuses a text whose length in UTF-8 bytes is out of range.
    func demandText(_ text: String, _ name: String, _ length: ClosedRange<Int>) throws(Refusal) {
        guard length.contains(text.utf8.count) else {
            throw Refusal(
                .invalidValue,
                "\(name) has \(text.utf8.count) bytes, expected \(length.lowerBound)-\(length.upperBound)")
        }
    }

    /// Refuses a provider's name that could not be part of an account's: 1-32 letters, digits, '-', '_', '.'.
    func demandProvider(_ provider: String) throws(Refusal) {
        try demandText(provider, "the provider's name", 1...32)
        for byte in provider.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                continue
            default:
                throw Refusal(
                    .invalidValue,
                    "the provider's name \"\(provider)\" may only have letters, digits, '-', '_' and '.'")
            }
        }
    }

    /// Refuses a number that does not fit a stream's name.
    func demandStreamNumber(_ number: UInt64, _ name: String) throws(Refusal) {
        guard number >= 1, number <= StreamKey.maximumNumber else {
            throw Refusal(.invalidValue, "\(name) is \(number), expected 1-\(StreamKey.maximumNumber)")
        }
    }

    func knownTournament(_ id: TournamentID) throws(Refusal) -> TournamentState {
        guard let tournament = state.tournament(id) else {
            throw Refusal(.unknownTournament, "there is no tournament \(id)")
        }
        return tournament
    }

    /// The wallet of a registered user.
    func knownWallet(of user: UserID) throws(Refusal) -> WalletState {
        guard state.user(user).registered else {
            throw Refusal(.unknownUser, "user \(user) is not registered")
        }
        return state.wallet(user)
    }
}
