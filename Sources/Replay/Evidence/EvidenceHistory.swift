import Draft
import DraftLedger
import Merkle

/// The results of a bundle's records for its claim, by the rules: the author writes them into the bundle, and the verifier
/// compares.
protocol EvidenceHistory {
    var verdict: DisputeResolved.Verdict { get }
    /// With which authority began; nil where it has not.
    var began: AuthorityBegan? { get }
    var signatures: EvidenceSignatures { get }
    var measures: EvidenceMeasures { get }

    /// The check of the rules, with every decision recomputed.
    func rules() -> EvidenceFindings

    /// The movements of the entry's money; empty if the claim is not about it.
    func postings() -> EvidenceFindings

    /// The rules of the ledger, and imported events.
    var terms: HistoryTerms { get }
    /// The positions of the events that are judged.
    var span: Range<UInt64> { get }
    /// Records that are missing by the word of other records, a sentence each; then nothing follows from the bundle.
    var missing: [String] { get }
    /// The reasons that uphold the claim because of records that are not here, a sentence each. In a bundle that does not
    /// state the ends of its histories, such records may have been left out.
    var restingOnAbsence: [String] { get }
    /// Conditions of the verdict, a sentence each.
    var conditions: [String] { get }

    /// The files derived from the records.
    func documents(in bundle: EvidenceBundle) -> [(name: String, bytes: [UInt8])]

    /// The instructions that only claims of this kind need.
    func verifyText(in bundle: EvidenceBundle) -> VerifyText
}

extension EvidenceHistory {
    func postings() -> EvidenceFindings { EvidenceFindings(count: 0) }
    var restingOnAbsence: [String] { [] }
}

extension EvidenceBundle {
    /// The history by the records. Decodes and folds all of them.
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
