public import Draft

/// The results of an evidence bundle's checks.
public struct EvidenceReport: Sendable {
    /// The checks, in the order in which each rests on those before it.
    public enum Check: String, Sendable, CaseIterable {
        /// The file is a bundle: every file in its place, none more, none less, no byte to spare.
        case archive
        /// The checkpoints are signed by a log that the policy trusts, the latest as the policy's quorum asks.
        case signatures
        /// Each checkpoint extends the one before.
        case consistency
        /// Each record is the one at its position of the signed tree.
        case records
        /// The histories are whole: versions without a gap, each event linked to the one before.
        case streams
        /// The rules were kept. About a pick: turns, deadlines by the logged times, the order's draw, the rules' picks, each
        /// decision of the draft made again. About a week: that its round closed by what counts, and the draws of its pods.
        case rules
        /// The staff come from the founders of the policy, if it names any.
        case founders
        /// The stated signers have signed their commands, and effects of requests were approved.
        case commands
        /// The fee is held once, by what the room costs, and ends once. Only of a claim about a pick.
        case postings
        /// No history ends before what other records say of it, and no fault rests on what may be missing.
        case completeness
        /// States, statement and verdict are those that the records lead to.
        case documents

        /// The checks that a claim takes; all of them if the claim is unknown.
        static func all(for claim: EvidenceClaim?) -> [Check] {
            claim?.week == nil ? allCases : allCases.filter { $0 != .postings }
        }
    }

    /// How a check came out.
    public enum Outcome: String, Sendable {
        case passed
        case failed
        /// Not looked at: it rests on a check that failed.
        case skipped
        /// Not comparable: the documents are of a program that wrote a former format.
        case notCompared = "not compared"
    }

    /// One check and what it found.
    public struct Result: Hashable, Sendable {
        public var check: Check
        public var outcome: Outcome
        /// How many things were looked at.
        public var count: Int
        /// The messages: the faults of a failure; remarks or nothing for a success.
        public var messages: [String]
    }

    /// One for each check that the claim takes, in order.
    public internal(set) var results: [Result] = []
    /// Nil where the bundle cannot be read.
    public internal(set) var claim: EvidenceClaim?
    /// The verdict of the rules about the claim; nil if the records are not proven, do not form a draft or are incomplete.
    public internal(set) var verdict: DisputeResolved.Verdict?
    /// Events of the ledger that the latest checkpoint covers.
    public internal(set) var size: UInt64?
    /// The facts that no check can show.
    public internal(set) var cannotProve: [String] = []

    /// Whether the bundle is what the signed ledger has, with what follows from it: whatever it shows, rules that were
    /// broken included, is so.
    public var isGenuine: Bool {
        results.count == Check.all(for: claim).count
            && results.allSatisfy { result in
                switch result.outcome {
                case .passed, .notCompared: true
                case .failed: [.rules, .commands, .postings].contains(result.check)
                case .skipped: false
                }
            }
    }

    /// Whether the operator has signed where the histories of the bundle end. Programs of formats before 10 wrote no such
    /// statement.
    public internal(set) var statesEnds = false

    /// Whether the documents of the bundle are those that follow from its records.
    public var hasComparedDocuments: Bool { !results.contains { $0.outcome == .notCompared } }

    /// Whether the bundle is genuine and shows that a rule was broken, or that the claimant is right.
    public var showsBreach: Bool { isGenuine && (!isProven || verdict == .upheld) }

    /// Whether all that is here is the signed ledger's, and something that belongs to it is missing: nothing follows from
    /// such a bundle, for either side.
    public internal(set) var isIncomplete = false
    /// The faults of the verifier's own proofs that prove nothing about this bundle, such as a receipt by another key.
    public internal(set) var unusableProofs: [String] = []

    /// Whether every check passed, but for documents of a former format, which cannot be compared.
    public var isProven: Bool { isGenuine && !results.contains { $0.outcome == .failed } }
}
