/// Money that an event moves, from one account to another.
public struct Posting: Hashable, Sendable {
    public var from: Account
    public var to: Account

    /// Always positive: what flows back is a posting the other way round.
    public var amount: Cents

    public init(from: Account, to: Account, amount: Cents) {
        self.from = from
        self.to = to
        self.amount = amount
    }
}

/// The postings of an event, defined only here. Wallets, balances, statements and audits all use this.
///
/// - Returns: nothing for an event that moves no money, an entry fee of zero included. Costs nothing for those.
public func postings(of event: Event, in stream: StreamKey) -> [Posting] {
    switch stream {
    case .wallet(let user): walletPostings(of: event, user: user)
    case .tournament(let tournament): tournamentPostings(of: event, tournament: tournament)
    case .system, .pool, .room, .clock, .queue, .user, .dispute, .staff, .measure, .season, .aliases,
        .notes:
        []
    }
}

private func tournamentPostings(of event: Event, tournament: TournamentID) -> [Posting] {
    switch event.contest {
    case .overlay(let overlay): moving(overlay.amount, from: .overlay, to: .escrow(tournament))
    case .rake(let rake): moving(rake.amount, from: .escrow(tournament), to: .rake)
    case .created, .closed, .cancelled, .prizes, .finalized, .rounds, .scoring, .played, .pods, nil: []
    }
}

private func walletPostings(of event: Event, user: UserID) -> [Posting] {
    if let fee = event.fee { return feePostings(of: fee, user: user) }
    return switch event.payment {
    case .deposit(let deposit):
        moving(deposit.amount, from: .external(deposit.provider), to: .available(user))
    case .held(let withdrawal): moving(withdrawal.amount, from: .available(user), to: .held(user))
    case .posted(let withdrawal):
        moving(withdrawal.amount, from: .held(user), to: .external(withdrawal.provider))
    case .released(let withdrawal): moving(withdrawal.amount, from: .held(user), to: .available(user))
    case .chargeback(let chargeback):
        moving(chargeback.covered, from: .available(user), to: .external(chargeback.provider))
            + moving(chargeback.amount - chargeback.covered, from: .adjustments, to: .external(chargeback.provider))
    case .settlement(let settled):
        moving(settled.credited, from: .external(settled.provider), to: .available(user))
            + moving(settled.amount - settled.credited, from: .external(settled.provider), to: .adjustments)
    case .adjustment(let adjustment): moving(adjustment.amount, from: .adjustments, to: .available(user))
    case .carried(.balance(let balance)): moving(balance.amount, from: .previousLedger, to: .available(user))
    case .carried(.deposit), .carried(.chargeback): []
    case .approved, nil: []
    }
}

private func feePostings(of fee: FeeMovement, user: UserID) -> [Posting] {
    switch fee.step {
    case .held: moving(fee.amount, from: .available(user), to: .held(user))
    case .posted: moving(fee.amount, from: .held(user), to: .escrow(fee.contest))
    case .released: moving(fee.amount, from: .held(user), to: .available(user))
    case .refunded, .prize: moving(fee.amount, from: .escrow(fee.contest), to: .available(user))
    }
}

/// Returns one posting; an empty list for zero; one in the opposite direction for a negative amount.
private func moving(_ amount: Cents, from: Account, to: Account) -> [Posting] {
    if amount == .zero { return [] }
    return amount < .zero
        ? [Posting(from: to, to: from, amount: -amount)] : [Posting(from: from, to: to, amount: amount)]
}
