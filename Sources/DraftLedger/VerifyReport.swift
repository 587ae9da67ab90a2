import Ledger
public import Merkle

/// The end of the verified events of a ledger, from which a later verification continues.
package struct VerifiedEvents: Codable, Sendable {
    let content: VerifiedBeginning

    /// The number of these events.
    package var end: UInt64 { content.end }
}

/// The result of a verification of the ledger.
public struct VerifyReport: Sendable {
    /// Something that is not as it must be.
    public struct Finding: Hashable, Sendable {
        /// The check: `pages`, `positions`, `versions`, `links`, `times`, `nodes`, `root`, `streams`, `records`,
        /// `key`, `checkpoint`, `checkpoints`, `signature`, `projections`, `against`.
        public var check: String

        /// Of what is signed by a key that is not here, so that it may be anybody's.
        public static let signature = "signature"
        /// The position; nil for a finding that is not about one event.
        public var position: UInt64?
        /// The finding and the expectation.
        public var message: String
    }

    public var size: UInt64
    /// The root as recomputed from the records; nil when some are missing.
    public var root: TreeHash?
    /// How many of each were checked: `events`, `bytes`, `nodes`, `streams`, `rows`; also `checkpoints` and the names of
    /// projections where all was asked for.
    public var checked: [(name: String, count: UInt64)]
    /// The first thousand.
    public var findings: [Finding]
    public var findingCount: Int
    /// Warnings about published heads and the key, although the events are fine.
    public var notes: [String] = []

    /// The place from which a later verification continues, if that was asked for; nil if the events are not sound.
    package var beginning: VerifiedEvents?

    public var isSound: Bool { findingCount == 0 }

    /// Adds what another check has found.
    public mutating func add(_ finding: Finding) {
        findingCount += 1
        findings.append(finding)
    }

    /// Checks that the ledger extends a checkpoint that somebody kept, and adds what speaks against it.
    ///
    /// - Parameters:
    ///   - kept: the checkpoint, as somebody kept it.
    ///   - name: what the finding calls it, such as the path of its file.
    ///   - key: that has to have signed it.
    ///   - ledger: the ledger to check.
    public mutating func checkpoint(
        _ kept: SignedCheckpoint, of name: String, signedBy key: VerifierKey, against ledger: DraftLedger
    ) {
        do {
            try ledger.verify(against: kept, key: key, name: name)
            checked.append(("kept", 1))
        } catch {
            add(Finding(check: "against", position: nil, message: error.message))
        }
    }
}
