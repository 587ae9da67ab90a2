import Draft
import DraftLedger
import Platform

/// A cache of the staff roles in the ledger, which every request reads. The cache folds the events again only when an
/// event about staff is recorded.
final class StaffBook: Sendable {
    private let ledger: DraftLedger
    private let known = Guarded<(version: UInt32, staff: StaffState)?>(nil)

    init(_ ledger: DraftLedger) { self.ledger = ledger }

    /// - Throws: what keeps the ledger from being read.
    func staff() throws -> StaffState {
        let version = try ledger.version(of: .staff)
        if let known = known.withLock({ $0 }), known.version == version { return known.staff }
        // The state already contains events that are recorded between the two reads. The next request folds them again.
        let staff = try ledger.staff()
        known.withLock { $0 = (version, staff) }
        return staff
    }
}
