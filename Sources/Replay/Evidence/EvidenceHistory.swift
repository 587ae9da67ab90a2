import Draft
import DraftLedger
import Merkle

/// What the records of a bundle tell about its claim, by the rules: what who makes a bundle writes into it, and what who
/// verifies one holds against that.
protocol EvidenceHistory {
    var verdict: DisputeResolved.Verdict { get }
    /// With which authority began; nil where it has not.
    var began: AuthorityBegan? { get }
    var signatures: EvidenceSignatures { get }
    var measures: EvidenceMeasures { get }

    /// Whether the rules were kept, everything decided once more.
    func rules() -> EvidenceFindings

    /// What the entry's money did; nothing where the claim has no part in it.
    func postings() -> EvidenceFindings

    /// What follows from the records, as files.
    func documents(in bundle: EvidenceBundle) -> [(name: String, bytes: [UInt8])]

    /// What only a claim of this kind tells an outsider about checking it.
    func verifyText(in bundle: EvidenceBundle) -> VerifyText
}

extension EvidenceHistory {
    func postings() -> EvidenceFindings { EvidenceFindings(count: 0) }
}

extension EvidenceBundle {
    /// What the records tell. Decodes and folds all of them.
    ///
    /// - Throws: `EvidenceError` for records that are not the ones that the claim takes, `DisputeError` or
    ///   `ScoreDisputeError` where they leave nothing to judge.
    func history() throws -> any EvidenceHistory {
        switch claim.subject {
        case .pick(let pick): try PickHistory(of: self, pick: pick)
        case .week(let week): try ScoreHistory(of: self, week: week)
        }
    }
}
