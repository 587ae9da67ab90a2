import Draft
import DraftLedger
import Records

/// How long users take to pick by hand, from the start of their clock. People's times spread; a program's do not.
struct ReactionTimes {
    /// Fewer picks tell nothing.
    private static let fewest = 12

    let findings: [UnusualFinding]

    init(of ledger: DraftLedger, progress: ProgressHandler?) throws {
        var starts: [RoomID: (pick: PickNumber, at: Timestamp)] = [:]
        var times: [UserID: [Int64]] = [:]
        try ledger.events(matching: EventFilter(types: [.clockStarted, .pickMade]), progress: progress) { recorded in
            guard case .room(let room) = recorded.stream else { return true }
            if case .started(let clock) = recorded.event.clock {
                starts[room] = (clock.pick, recorded.recordedAt)
            } else if case .made(let made) = recorded.event.pick {
                guard let origin = recorded.origin, origin.actor.role == .user, let user = origin.actor.user,
                    let arrival = origin.occurredAt, let start = starts[room], start.pick == made.pick
                else { return true }
                times[user, default: []].append(max(0, (arrival - start.at).microseconds))
            }
            return true
        }
        let spreads = times.filter { $1.count >= Self.fewest }.mapValues { Self.spread($0.sorted()) }
        let middle = spreads.values.sorted()
        let base = middle.isEmpty ? 0 : middle[middle.count / 2]
        findings = spreads.compactMap { user, spread in
            guard spread < base else { return nil }
            return UnusualFinding(
                kind: .reactions, users: [user], rooms: [], measure: spread, base: base,
                chances: times[user]?.count ?? 0, score: base - spread)
        }
    }

    /// Seconds between the first and the third quarter.
    private static func spread(_ sorted: [Int64]) -> Double {
        Double(sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]) / 1e6
    }
}

/// Users of whose deposits some were charged back.
struct Chargebacks {
    private struct Payments {
        var deposits = 0
        /// The amount that is charged back of each deposit.
        var charged: [WalletState.PaymentReference: Cents] = [:]

        var chargebacks: Int { charged.values.count { $0 > .zero } }
    }

    let findings: [UnusualFinding]

    init(of ledger: DraftLedger, progress: ProgressHandler?) throws {
        var users: [UserID: Payments] = [:]
        let filter = EventFilter(types: [.depositRecorded, .chargebackRecorded, .chargebackSettled])
        try ledger.events(matching: filter, progress: progress) { recorded in
            guard case .wallet(let user) = recorded.stream else { return true }
            if case .deposit = recorded.event.payment {
                users[user, default: Payments()].deposits += 1
            } else if case .chargeback(let event) = recorded.event.payment {
                let deposit = WalletState.PaymentReference(provider: event.provider, reference: event.reference)
                users[user, default: Payments()].charged[deposit, default: .zero] += event.amount
            } else if case .settlement(let event) = recorded.event.payment {
                let deposit = WalletState.PaymentReference(provider: event.provider, reference: event.reference)
                users[user, default: Payments()].charged[deposit, default: .zero] -= event.amount
            }
            return true
        }
        let all = users.values.reduce(into: (deposits: 0, chargebacks: 0)) {
            $0.deposits += $1.deposits
            $0.chargebacks += $1.chargebacks
        }
        let base = Double(all.chargebacks) / Double(max(all.deposits, 1))
        findings = users.compactMap { user, payments in
            guard payments.chargebacks > 0 else { return nil }
            return UnusualFinding(
                kind: .chargebacks, users: [user], rooms: [],
                measure: Double(payments.chargebacks) / Double(max(payments.deposits, 1)), base: base,
                chances: payments.deposits, score: Double(payments.charged.values.reduce(Cents.zero, +).value))
        }
    }
}
