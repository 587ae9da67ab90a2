import Draft

/// What the house remembers of money that is on its way.
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
