import Draft
import DraftLedger
import Platform

/// Who acts for the house as the ledger has it now, folded anew only when something about that is recorded: every request
/// asks.
final class StaffBook: Sendable {
    private let ledger: DraftLedger
    private let known = Guarded<(version: UInt32, staff: StaffState)?>(nil)

    init(_ ledger: DraftLedger) { self.ledger = ledger }

    /// - Throws: what keeps the ledger from being read.
    func staff() throws -> StaffState {
        let version = try ledger.version(of: .staff)
        if let known = known.withLock({ $0 }), known.version == version { return known.staff }
        // What is recorded between the two is in it already, and folded once more with the next request.
        let staff = try ledger.staff()
        known.withLock { $0 = (version, staff) }
        return staff
    }
}
