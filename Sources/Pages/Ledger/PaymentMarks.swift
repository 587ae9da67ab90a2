package import Draft
package import DraftLedger
import Records
import TextFormats

/// Remarks on the payments of a user that break no rule: withdrawals that are still held, and prizes that follow from no
/// recorded results.
package struct PaymentMarks {
    struct Withdrawal {
        var number: UInt32
        var event: RecordedEvent
    }

    /// The withdrawals that are neither paid nor released, by number.
    let held: [Withdrawal]

    /// The contests without rounds and scoring that awarded the user a prize.
    private let contestsWithoutResults: Set<TournamentID>

    /// No remarks.
    package static let none = PaymentMarks(held: [], contestsWithoutResults: [])

    private init(held: [Withdrawal], contestsWithoutResults: Set<TournamentID>) {
        self.held = held
        self.contestsWithoutResults = contestsWithoutResults
    }

    /// - Parameters:
    ///   - events: of the wallet, from its first.
    ///   - ledger: has the contests of the prizes.
    /// - Throws: `DraftLedgerError` when a contest cannot be read.
    package init(of events: [RecordedEvent], in ledger: DraftLedger) throws {
        var (held, contests) = ([UInt32: RecordedEvent](), Set<TournamentID>())
        for event in events {
            switch event.event.payment {
            case .held(let withdrawal): held[withdrawal.withdrawal] = event
            case .posted(let withdrawal): held[withdrawal.withdrawal] = nil
            case .released(let withdrawal): held[withdrawal.withdrawal] = nil
            case .deposit, .approved, .chargeback, .settlement, .adjustment, .carried, nil: break
            }
            if let prize = Self.prize(of: event) { contests.insert(prize.contest) }
        }
        let withoutResults = try contests.filter { id in
            guard let contest = try ledger.tournament(id) else { return true }
            return contest.rounds == nil || contest.scoring == nil
        }
        self.init(
            held: held.sorted { $0.key < $1.key }.map { Withdrawal(number: $0.key, event: $0.value) },
            contestsWithoutResults: withoutResults)
    }

    private static func prize(of event: RecordedEvent) -> FeeMovement? {
        guard let fee = event.event.fee, case .prize = fee.step else { return nil }
        return fee
    }

    /// A line for each withdrawal that is held.
    package var lines: [StyledText] {
        held.map { withdrawal in
            StyledText("withdrawal \(withdrawal.number), \(Figures.money(withdrawal.event.event.amount ?? .zero)): ")
                + StyledText(
                    "held since \(withdrawal.event.recordedAt.iso8601), neither paid nor released", .alarm)
        }
    }

    static let members = Members<Withdrawal>(
        "HeldWithdrawal",
        [
            .init("withdrawal") { $0.number }, .init("amountCents") { $0.event.event.amount },
            .init("heldSince") { $0.event.recordedAt }, .init("position") { $0.event.position },
        ])

    /// Returns whether a prize follows from recorded results; nil for events that award no prize.
    package func followsFromResults(_ event: RecordedEvent) -> Bool? {
        Self.prize(of: event).map { !contestsWithoutResults.contains($0.contest) }
    }

    /// Returns the remark on an event; empty for events without one.
    package func words(on event: RecordedEvent) -> String {
        followsFromResults(event) == false ? ", follows from no recorded results" : ""
    }
}
