import Draft
import DraftLedger
import Platform

/// A cache of the claims of cases, each read once: the opening of a case never changes.
final class CaseIndex: Sendable {
    private let opened = Guarded<[CaseID: DisputeOpened]>([:])

    /// Whether a case about a claim was opened for a user.
    ///
    /// - Parameters:
    ///   - isClaimed: whether a case is about the claim.
    ///   - ledger: asked for the cases that are not known yet.
    func has(
        by claimant: UserID, in ledger: DraftLedger, where isClaimed: (DisputeOpened) -> Bool
    ) throws -> Bool {
        try !cases(by: claimant, in: ledger, where: isClaimed).isEmpty
    }

    /// The cases of a user about a claim, by number.
    func cases(
        by claimant: UserID, in ledger: DraftLedger, where isClaimed: (DisputeOpened) -> Bool
    ) throws -> [CaseID] {
        let ids = try ledger.cases()
        let known = opened.withLock { $0 }
        var new: [CaseID: DisputeOpened] = [:]
        for id in ids where known[id] == nil {
            if case .opened(let dispute) = try ledger.stream(.dispute(id)).first?.event.caseStep { new[id] = dispute }
        }
        let all = opened.withLock { opened in
            opened.merge(new) { $1 }
            return opened
        }
        return all.filter { $0.value.claimant == claimant && isClaimed($0.value) }.map(\.key).sorted()
    }
}
