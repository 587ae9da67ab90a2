import Draft

/// Members who look after themselves: limits, an exclusion, a closed account, and what is refused because of them.
extension SimulatedOperator {
    /// - Parameter open: a contest that can be joined, for what is refused there; nil where none is open.
    func playResponsibly(joining open: TournamentID?) throws(SimulationError) {
        let places = (1...3).map { max(0, options.userCount - $0) }
        for place in places {
            try register(place, at: try later(.seconds(1)...(.seconds(20))))
            if open != nil { try giveKey(to: user(place)) }
        }
        try limit(user(places[0]), joining: open)
        try exclude(user(places[1]), joining: open)
        try leaveForGood(user(places[2]))
    }

    /// Tighter limits hold at once; what is over them is refused; looser ones wait a day.
    private func limit(_ member: UserID, joining open: TournamentID?) throws(SimulationError) {
        let paidIn = states.wallet(member).window.sums(at: now).thisWeek.deposits
        let tight = PlayLimits(
            depositsPerDay: Cents(2_000), depositsPerWeek: paidIn + Cents(5_000), feesPerWeek: Cents(10_000),
            entriesPerDay: 0)
        try demand(own: .user(member, .setLimits(tight)), of: member)
        sendDeposit(of: Cents(100_000), for: member)
        if let open { join(open, member) }
        var looser = tight
        looser.depositsPerDay = nil
        try demand(own: .user(member, .setLimits(looser)), of: member)
        sendDeposit(of: Cents(90_000), for: member)
    }

    /// Nothing goes in and no seat is taken until then; money goes out all the same.
    private func exclude(_ member: UserID, joining open: TournamentID?) throws(SimulationError) {
        guard !states.user(member).isClosed else { return }
        try deposit(Cents(3_000), for: member)
        let until = now + .seconds(Int64(30 + random.below(150)) * 86_400)
        try demand(own: .user(member, .excludeUser(until: until)), of: member)
        send(own: .user(member, .excludeUser(until: until - .seconds(86_400))), of: member)
        sendDeposit(of: Cents(2_000), for: member)
        if let open { join(open, member) }
        try holdWithdrawal(of: member)
        try endWithdrawals()
    }

    private func leaveForGood(_ member: UserID) throws(SimulationError) {
        try demand(own: .user(member, .closeAccount), of: member)
        sendDeposit(of: Cents(2_000), for: member)
        send(own: .user(member, .setLimits(.none)), of: member)
    }

    private func join(_ contest: TournamentID, _ member: UserID) {
        send(own: .wallet(member, .joinTournament(contest, entries: 1)), of: member)
    }
}
