import Draft
import DraftLedger

/// Payments by provider and day, and the providers' statements of them.
struct StatementWatch: Codable {
    private struct Day: Codable {
        var reconciled: ReconciledDay
        let first: KeptEvent
    }

    private var days: [String: [Timestamp: Day]] = [:]
    private var now = Timestamp.distantPast

    mutating func note(_ recorded: RecordedEvent) {
        now = max(now, recorded.recordedAt)
        guard let (provider, date) = recorded.providerDay else { return }
        let blank = Day(reconciled: ReconciledDay(of: provider, on: date), first: KeptEvent(recorded))
        days[provider, default: [:]][date, default: blank].reconciled.note(recorded.event)
    }

    private static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

    /// Says of each provider what no statement covers. A day that is not over cannot have been stated.
    func remark(on notes: inout AuditNotes) {
        let day = Interval.seconds(24 * 60 * 60)
        for provider in days.keys.sorted() {
            let open = (days[provider] ?? [:]).values.filter {
                $0.reconciled.standing != .covered && $0.reconciled.day + day <= now
            }
            guard let first = open.map(\.first.recorded).min(by: { $0.position < $1.position }) else { continue }
            let unstated = open.filter { $0.reconciled.standing == .unstated }
            let money = unstated.reduce(Cents.zero) { $0 + $1.reconciled.ledger.moved }
            let differing = open.count - unstated.count
            let parts = [
                unstated.isEmpty ? nil : "covers \(money.value) cents on \(Self.days(unstated.count))",
                differing == 0 ? nil : "matches the ledger on \(Self.days(differing))",
            ]
            notes.remark(
                at: first,
                "No statement of \(provider) \(parts.compactMap(\.self).joined(separator: ", and none ")). To list "
                    + "the days, run `reconcile`.")
        }
    }
}
