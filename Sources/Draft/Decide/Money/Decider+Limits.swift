/// The limits on deposits and joins. Withdrawals have no limits.
extension Decider where State: HouseStates {
    /// The member's own command, or an approved request of staff.
    func setLimitsEvents(_ user: UserID, _ limits: PlayLimits) throws(Refusal) -> [StreamEvent] {
        try checkOwnAccount(of: user, act: "set the limits of user \(user)")
        for amount in limits.amounts {
            if let amount, amount < .zero || amount > .largestAmount {
                throw Refusal(
                    .invalidValue, "A limit is \(amount.value) cents, expected 0-\(Cents.largestAmount.value).")
            }
        }
        for count in limits.counts { try checkIsRecordable(count, named: "limit of entries") }
        let standing = state.user(user).limits
        let holding = standing.holding(at: now)
        guard limits != holding || (standing.looserFrom.map { $0 > now } ?? false) else {
            throw Refusal(.alreadyExists, "These are already the limits of user \(user).")
        }
        let isLooser = holding.tightened(by: limits) != limits
        let set = LimitsSet(limits: limits, looserFrom: isLooser ? now + PlayLimits.coolingOff : nil)
        return [StreamEvent(.user(user), .limitsSet(set))]
    }

    /// An exclusion is never shortened: a later one can only be longer.
    func excludeUserEvents(_ user: UserID, until: Timestamp) throws(Refusal) -> [StreamEvent] {
        try checkOwnAccount(of: user, act: "exclude user \(user)")
        guard until > now else {
            throw Refusal(.invalidValue, "An exclusion must end in the future, not at \(until.iso8601).")
        }
        if let standing = state.user(user).excludedUntil, until <= standing {
            throw Refusal(
                .invalidValue,
                "User \(user) is excluded until \(standing.iso8601) already, and an exclusion cannot be shortened.")
        }
        return [StreamEvent(.user(user), .userExcluded(UserExcluded(until: until)))]
    }

    func closeAccountEvents(_ user: UserID) throws(Refusal) -> [StreamEvent] {
        try checkOwnAccount(of: user, act: "close the account of user \(user)")
        return [StreamEvent(.user(user), .accountClosed(AccountClosed()))]
    }

    /// Refuses who may not say how much the user plays: one with a device key says so with its signature.
    private func checkOwnAccount(of user: UserID, act: String) throws(Refusal) {
        try checkMayAct(for: user, act: act)
        try checkRegistered(user)
        guard !state.user(user).isClosed else { throw Refusal(closedAccountOf: user) }
        if origin.actor.role == .user, origin.signature == nil, !state.user(user).keys.isEmpty {
            throw Refusal(.badSignature, "The command is not signed. Sign it with one of the user's keys.")
        }
    }
}

extension Decider where State: HouseStates {
    /// Refuses a deposit that the user does not want to be able to make.
    func checkMayPayIn(_ amount: Cents, _ user: UserID, _ wallet: WalletState) throws(Refusal) {
        try PlayLimits.checkDeposit(of: amount, by: user, state.user(user), wallet, at: now)
    }

    /// Refuses entries that the user does not want to be able to have.
    func checkMayJoin(_ entries: UInt8, fee: Cents, _ user: UserID, _ wallet: WalletState) throws(Refusal) {
        try PlayLimits.checkMayPlay(user, state.user(user), at: now)
        let limits = state.user(user).limits.holding(at: now)
        let (today, thisWeek) = wallet.window.sums(at: now)
        try PlayLimits.check(fee * Int(entries), onTopOf: today.fees, limits.feesPerDay, of: "Entry fees", a: "day")
        try PlayLimits.check(
            fee * Int(entries), onTopOf: thisWeek.fees, limits.feesPerWeek, of: "Entry fees", a: "week")
        try PlayLimits.check(entries, onTopOf: today.entries, limits.entriesPerDay, a: "day")
        try PlayLimits.check(entries, onTopOf: thisWeek.entries, limits.entriesPerWeek, a: "week")
    }
}

extension PlayLimits {
    /// Refuses a deposit that the user does not want to be able to make.
    ///
    /// - Parameters:
    ///   - account: of the user.
    ///   - wallet: of the user.
    package static func checkDeposit(
        of amount: Cents, by user: UserID, _ account: UserState, _ wallet: WalletState, at now: Timestamp
    ) throws(Refusal) {
        try checkMayPlay(user, account, at: now)
        let limits = account.limits.holding(at: now)
        let (today, thisWeek) = wallet.window.sums(at: now)
        try check(amount, onTopOf: today.deposits, limits.depositsPerDay, of: "Deposits", a: "day")
        try check(amount, onTopOf: thisWeek.deposits, limits.depositsPerWeek, of: "Deposits", a: "week")
    }

    fileprivate static func checkMayPlay(_ user: UserID, _ account: UserState, at now: Timestamp) throws(Refusal) {
        guard !account.isClosed else { throw Refusal(closedAccountOf: user) }
        if let until = account.excludedUntil, now < until {
            throw Refusal(.userExcluded, "User \(user) is excluded until \(until.iso8601).")
        }
    }

    fileprivate static func check(
        _ amount: Cents, onTopOf sum: Cents, _ limit: Cents?, of name: String, a period: String
    ) throws(Refusal) {
        guard let limit, sum + amount > limit else { return }
        throw Refusal(
            .limitExceeded,
            "\(name) of \(amount.value) cents on top of \(sum.value) exceed the limit of \(limit.value) cents per "
                + "\(period) that the user has set.")
    }

    fileprivate static func check(
        _ entries: UInt8, onTopOf sum: UInt32, _ limit: UInt32?, a period: String
    ) throws(Refusal) {
        guard let limit, UInt64(sum) + UInt64(entries) > UInt64(limit) else { return }
        throw Refusal(
            .limitExceeded,
            "\(entries) entries on top of \(sum) exceed the limit of \(limit) per \(period) that the user has set.")
    }
}

extension Refusal {
    fileprivate init(closedAccountOf user: UserID) {
        self.init(.accountClosed, "The account of user \(user) is closed. The rest of the balance can be withdrawn.")
    }
}
