public import Draft
import DraftLedger
import Records

/// The findings of an audit of signatures.
public struct SignatureReport: Sendable {
    /// How many signatures there were of each kind.
    public struct Counts: Hashable, Sendable {
        /// Verified: the sender's own, under the command on record.
        public var genuine: UInt64 = 0
        /// Refused for being wrong, and wrong.
        public var refused: UInt64 = 0
        /// Signatures that cannot be verified: the command or the key is not on record.
        public var untold: UInt64 = 0

        public init(genuine: UInt64 = 0, refused: UInt64 = 0, untold: UInt64 = 0) {
            self.genuine = genuine
            self.refused = refused
            self.untold = untold
        }

        /// All of them.
        public var total: UInt64 { genuine + refused + untold }

        mutating func add(_ other: Counts) {
            genuine += other.genuine
            refused += other.refused
            untold += other.untold
        }
    }

    /// The ledger's size when it was audited.
    public internal(set) var size: UInt64
    /// The room that was audited; nil for the whole ledger.
    public internal(set) var room: RoomID?
    /// All signatures, those of before included.
    public internal(set) var counts: Counts
    /// Those among them that were verified before: in how many of the ledger's first events, and how many they are.
    public internal(set) var before: (size: UInt64, count: UInt64)?
    /// The first thousand, by position.
    public internal(set) var findings: [AuditFinding]
    public internal(set) var findingCount: Int
    /// How long this run took.
    public internal(set) var duration: Duration

    public var isClean: Bool { findingCount == 0 }

    /// Signatures that this run has looked at.
    public var verifiedNow: UInt64 { counts.total + UInt64(findingCount) - (before?.count ?? 0) }

    /// How many a second it looked at; nil where it looked at none.
    public var rate: Double? {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        return verifiedNow > 0 && seconds > 0 ? Double(verifiedNow) / seconds : nil
    }
}

/// Verdicts as they come up, of one part of an audit.
struct SignatureNotes {
    private(set) var counts = SignatureReport.Counts()
    private var notes = AuditNotes()

    mutating func note<Roots>(_ verdict: SignatureCheck<Roots>.Verdict) {
        switch verdict {
        case .genuine: counts.genuine += 1
        case .wrong: counts.refused += 1
        case .untold: counts.untold += 1
        case .broken(let finding): notes.add(finding)
        }
    }

    mutating func merge(_ other: SignatureNotes) {
        counts.add(other.counts)
        notes.merge(other.notes)
    }

    /// The findings, by position.
    var findings: (first: [AuditFinding], count: Int) {
        let report = notes.report(size: 0, room: nil, terms: HistoryTerms())
        return (report.findings, report.findingCount)
    }
}
