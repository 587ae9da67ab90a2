import Draft
import DraftTesting
import Testing

/// The money rules, checked from the events alone and at every event: what the states say is not asked.
struct MoneyAudit {
    private(set) var balances: [Account: Cents] = [:]

    private enum Hold: Equatable { case held, posted, ended }
    private var entries: [EntryID: Hold] = [:]
    private var withdrawals: [Account: [UInt32: Hold]] = [:]
    private var fees: [EntryID: Cents] = [:]

    /// Folds one event.
    ///
    /// - Returns: what is wrong after it; nothing while the money is whole.
    mutating func findings(after recorded: RecordedEvent) -> [String] {
        var findings: [String] = []
        for posting in postings(of: recorded.event, in: recorded.stream) {
            if posting.amount <= .zero { findings.append("a posting of \(posting.amount.value)") }
            balances[posting.from, default: .zero] -= posting.amount
            balances[posting.to, default: .zero] += posting.amount
        }
        for (account, balance) in balances where account.mustCover && balance < .zero {
            findings.append("\(account) at \(balance.value)")
        }
        if total != .zero { findings.append("the accounts sum to \(total.value)") }
        findings += holdFindings(recorded)
        return findings.map { "position \(recorded.position): \($0)" }
    }

    var total: Cents { balances.values.reduce(.zero, +) }

    subscript(account: Account) -> Int64 { balances[account]?.value ?? 0 }

    private mutating func holdFindings(_ recorded: RecordedEvent) -> [String] {
        switch recorded.event {
        case .entryFeeHeld(let fee):
            let fresh = fees.updateValue(fee.amount, forKey: fee.entry) == nil
            entries[fee.entry] = .held
            return fresh ? [] : ["a second fee for entry \(fee.entry)"]
        case .entryFeePosted(let fee): return move(fee.entry, fee.amount, from: .held, to: .posted)
        case .entryFeeReleased(let fee): return move(fee.entry, fee.amount, from: .held, to: .ended)
        case .entryFeeRefunded(let fee): return move(fee.entry, fee.amount, from: .posted, to: .ended)
        case .prizeCredited(let prize): return move(prize.entry, nil, from: .posted, to: .ended)
        case .withdrawalHeld(let hold):
            return withdrawal(hold.withdrawal, in: recorded.stream, from: nil, to: .held)
        case .withdrawalPosted(let end):
            return withdrawal(end.withdrawal, in: recorded.stream, from: .held, to: .ended)
        case .withdrawalReleased(let end):
            return withdrawal(end.withdrawal, in: recorded.stream, from: .held, to: .ended)
        case .tournamentFinalized(let totals):
            guard case .tournament(let id) = recorded.stream else { return ["finalized outside a tournament"] }
            let balanced = totals.fees + totals.overlay == totals.prizes + totals.rake + totals.refunds
            return (balanced ? [] : ["unbalanced totals"])
                + (self[.escrow(id)] == 0 ? [] : ["escrow \(self[.escrow(id)]) at the end"])
        default: return []
        }
    }

    private mutating func move(_ entry: EntryID, _ amount: Cents?, from: Hold, to: Hold) -> [String] {
        defer { entries[entry] = to }
        if let amount, amount != fees[entry] { return ["entry \(entry) paid another fee than it held"] }
        return entries[entry] == from ? [] : ["entry \(entry) went from \(entries[entry] as Any) to \(to)"]
    }

    private mutating func withdrawal(_ number: UInt32, in stream: StreamKey, from: Hold?, to: Hold) -> [String] {
        guard case .wallet(let user) = stream else { return ["a withdrawal outside a wallet"] }
        let before = withdrawals[.held(user), default: [:]].updateValue(to, forKey: number)
        return before == from ? [] : ["withdrawal \(number) of \(user) went from \(before as Any) to \(to)"]
    }
}

extension House {
    /// Audits the whole log, and that the states agree with the accounts.
    func audited(_ location: SourceLocation = #_sourceLocation) -> MoneyAudit {
        var audit = MoneyAudit()
        for recorded in log {
            let findings = audit.findings(after: recorded)
            #expect(findings.isEmpty, sourceLocation: location)
        }
        for (user, wallet) in state.wallets {
            #expect(wallet.available.value == audit[.available(user)], sourceLocation: location)
            #expect(wallet.held.value == audit[.held(user)], sourceLocation: location)
        }
        for id in state.tournaments.keys {
            #expect(state.books(id).escrow.value == audit[.escrow(id)], sourceLocation: location)
        }
        return audit
    }
}
