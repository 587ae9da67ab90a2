import Draft
import DraftLedger
import Records

/// The actions of staff after a wave of rooms has drafted.
extension SimulatedOperator {
    /// Starts the service again if it went down after everybody had joined, while rooms were drafting.
    func endOutage(of outcomes: [RoomOutcome]) throws(SimulationError) {
        guard let outage else { return }
        let isNoticed = outcomes.contains { $0.end >= outage.start }
        if isNoticed { try restart(after: outage) } else { self.outage = nil }
    }

    /// Takes note of how the rooms ended, voids those that were given up, and looks after money.
    func settle(_ outcomes: [RoomOutcome], of run: inout ContestRun) throws(SimulationError) {
        for outcome in outcomes { desk.journal.advance(to: outcome.end) }
        for outcome in outcomes {
            states.settle(outcome.room, milestones: outcome.milestones)
            for (member, points) in zip(outcome.room.members, outcome.scores) {
                if let member { run.scores.append(Settlement.Score(entry: member.entry, points: points)) }
            }
            if !outcome.room.status.isTerminal { try void(outcome.room.id) }
        }
        if options.isLively { try lookAfterMoney(disputes: outcomes.compactMap { $0.disputedBy }) }
    }

    private func void(_ room: RoomID) throws(SimulationError) {
        try desk.demand(
            .room(room, .voidRoom(approvedBy: staff[1], reason: "The room could not be drafted to the end.")),
            as: manager,
            at: try later(.seconds(30)...(.seconds(300))))
    }

    /// One of everything that the cashier meets, so that each kind of event occurs in the smallest simulation.
    private func lookAfterMoney(disputes: [(user: UserID, dispute: CaseID)]) throws(SimulationError) {
        let guest = user(random.index(below: options.userCount))
        let moment = try later(.seconds(60)...(.seconds(120)))
        try register(Int(guest.number - user(0).number), at: moment)
        try deposit(Cents(12_000), for: guest)
        try holdWithdrawal(of: guest)
        try deposit(Cents(8_000), for: guest)
        try holdWithdrawal(of: guest)
        try endWithdrawals()
        let disputed = payments.lastDeposit
        if let disputed { try chargeBack(disputed) }
        payments.lastDeposit = nil
        try adjustBalance(of: disputes.first?.user ?? guest, dispute: disputes.first?.dispute)
        try settleInForSure(guest)
        tryInVain(guest)
        if let disputed { try winHalfBack(disputed) }
    }

    private func chargeBack(_ deposit: Payments.Deposit) throws(SimulationError) {
        try desk.demand(
            .wallet(
                deposit.user,
                .recordChargeback(
                    amount: deposit.amount, provider: deposit.provider, reference: deposit.reference,
                    dispute: "D-" + deposit.reference)),
            as: .provider(onBehalfOf: deposit.user), at: try later(.seconds(60)...(.seconds(900))))
    }

    /// The dispute with the provider ends in a compromise. On another day nothing comes back: no day has less than nothing.
    private func winHalfBack(_ deposit: Payments.Deposit) throws(SimulationError) {
        let charged = now.startOfDay
        let moment = try later(.seconds(60)...(.seconds(120)))
        let isWon = moment.startOfDay == charged
        try desk.demand(
            .wallet(
                deposit.user,
                .settleChargeback(
                    provider: deposit.provider, dispute: "D-" + deposit.reference, outcome: isWon ? .won : .lost,
                    amount: isWon ? Cents(deposit.amount.value / 2) : .zero)),
            as: .provider(onBehalfOf: deposit.user), at: moment)
    }

    /// Goodwill, approved twice; approved by one alone it is refused.
    private func adjustBalance(of user: UserID, dispute: CaseID?) throws(SimulationError) {
        var adjustment = BalanceAdjusted.blank
        adjustment.amount = Cents(500)
        adjustment.firstApprover = staff[1]
        adjustment.secondApprover = staff[1]
        adjustment.dispute = dispute
        adjustment.reason = "Goodwill."
        desk.send(.wallet(user, .adjustBalance(adjustment)), as: manager, at: try later(.seconds(60)...(.seconds(120))))
        adjustment.secondApprover = staff[2]
        try desk.demand(
            .wallet(user, .adjustBalance(adjustment)), as: manager, at: try later(.seconds(10)...(.seconds(60))))
    }

    private func settleInForSure(_ user: UserID) throws(SimulationError) {
        var token = PushTokenRegistered.blank
        token.platform = .apple
        token.tokenDigest = Digest256(words: (random.next(), random.next(), random.next(), random.next()))
        try desk.demand(
            .user(user, .registerPushToken(token)), as: .user(user), at: try later(.seconds(1)...(.seconds(9))))
        try desk.demand(
            .user(user, .setAlertPreferences([.onTheClock, .draftStarting])), as: .user(user),
            at: try later(.seconds(1)...(.seconds(9))))
    }

    /// Mistakes of cashiers and of third parties.
    private func tryInVain(_ user: UserID) {
        let unknown = UserID(self.user(options.userCount).number + 1_000_000)
        desk.send(
            .wallet(unknown, .recordDeposit(amount: Cents(1_000), provider: "northpay", reference: "lost")),
            as: .provider(onBehalfOf: unknown))
        desk.send(
            .wallet(user, .recordChargeback(amount: Cents(1_000), provider: "northpay", reference: "unheard of")),
            as: .provider(onBehalfOf: user))
        desk.send(.wallet(user, .holdWithdrawal(amount: Cents(90_000_000), provider: "northpay")), as: .user(user))
        let nowhere = RoomID(states.nextRoom.number + 1_000_000)
        desk.send(MakePick(pick: 1, player: 0).command(in: nowhere), as: .user(user))
    }
}

extension RoomOutcome {
    /// Somebody who lost a dispute or won one, and which.
    fileprivate var disputedBy: (user: UserID, dispute: CaseID)? {
        for milestone in milestones {
            if case .dispute(let dispute) = milestone.stream, case .opened(let opened) = milestone.event.caseStep,
                let user = opened.claimant
            {
                return (user, dispute)
            }
        }
        return nil
    }
}
