import Draft
import DraftLedger
import Platform

/// What was claimed in each case, read once: how a case was opened never changes.
final class CaseIndex: Sendable {
    private let opened = Guarded<[CaseID: DisputeOpened]>([:])

    /// Whether a case about a pick was opened for a user.
    ///
    /// - Parameter ledger: asked for the cases that are not known yet.
    func has(
        _ pick: PickNumber, of room: RoomID, seat: Seat, by claimant: UserID, in ledger: DraftLedger
    ) throws -> Bool {
        let ids = try ledger.cases()
        let known = opened.withLock { $0 }
        var new: [CaseID: DisputeOpened] = [:]
        for id in ids where known[id] == nil {
            if case .disputeOpened(let dispute)? = try ledger.stream(.dispute(id)).first?.event { new[id] = dispute }
        }
        let all = opened.withLock { opened in
            opened.merge(new) { $1 }
            return opened
        }
        return all.values.contains {
            $0.room == room && $0.pick == pick && $0.seat == seat && $0.claimant == claimant
        }
    }
}
