public import Draft
package import DraftLedger

/// Something in the history that the rules do not allow.
public struct AuditFinding: Hashable, Sendable, Codable {
    /// The position of the event; nil for a finding that is not about one event.
    public var position: UInt64?
    /// In which history; nil for what is about the ledger as a whole.
    public var stream: StreamKey?
    public var rule: AuditRule
    /// The value that the rule requires.
    public var expected: String
    /// The recorded value.
    public var actual: String
    /// One sentence for people.
    public var message: String
    /// The history in which an event is missing, for a finding that says so.
    var absence: StreamKey?
    /// Whether it rests on a key that is not on record.
    var isOfUnknownKey = false
}

/// Something in the history that the rules allow, and that people have to know of all the same.
public struct AuditRemark: Hashable, Sendable, Codable {
    public var position: UInt64
    public var stream: StreamKey
    /// One sentence for people.
    public var message: String
}

/// The scope of an audit and its findings.
public struct AuditReport: Sendable {
    /// How many of each were checked.
    public struct Counts: Hashable, Sendable, Codable {
        public var events: UInt64 = 0
        public var rooms: UInt64 = 0
        /// Picks by hand, by the rules, and undone ones.
        public var picks: UInt64 = 0
        /// Recomputed autopicks.
        public var autopicks: UInt64 = 0
        /// Autopicks that cannot be recomputed: their queues are private and not available.
        public var unknownAutopicks: UInt64 = 0
        /// Recomputed draft orders.
        public var draws: UInt64 = 0
        /// Recomputed decisions of commands, including refused ones.
        public var decisions: UInt64 = 0
        /// Recomputed refusals.
        public var refusals: UInt64 = 0
        /// Refusals whose command cannot be told from what they say.
        public var unknownRefusals: UInt64 = 0
        public var corrections: UInt64 = 0
        /// Times at which a clock that ran should have been shown and was not, to an interval: worth a look, and no breach.
        public var missingTicks: UInt64 = 0
        /// Movements of money, after each of which the accounts were looked at.
        public var postings: UInt64 = 0
        public var contests: UInt64 = 0
        /// Signatures that were seen and not verified: that is `SignatureAudit`'s.
        public var signatures: UInt64 = 0
        /// Entries of which a site states itself what they came to, and that could be computed; by round.
        public var statedResults: UInt64 = 0
        /// Those of them of which all is computed as it is stated. A remark tells of each of the others.
        public var confirmedResults: UInt64 = 0
        /// Entries of which a site states what cannot be computed: rounds, lineup or points are not known here.
        public var unknownResults: UInt64 = 0
    }

    /// An earlier audit from whose end on events were read.
    public struct Resumption: Hashable, Sendable {
        /// The number of events that the earlier audit has read.
        public var size: UInt64
        /// When the earlier audit ended.
        public var auditedAt: Timestamp
    }

    /// The ledger's size when it was audited.
    public var size: UInt64
    /// The kept audit that this one continues; nil for an audit that has read all events.
    public var resumption: Resumption?
    /// The room that was audited; nil for the whole ledger.
    public var room: RoomID?
    /// The versions of the rules to which the history is held, and its imported events.
    package var terms: HistoryTerms
    public var counts: Counts
    /// The first thousand, by position.
    public var findings: [AuditFinding]
    public var findingCount: Int

    /// The first thousand of what has to be known, by position. None of it is a breach.
    public var remarks: [AuditRemark]
    public var remarkCount: Int

    /// Whether the ledger contradicts itself: it is damaged or was changed, and rules may look broken for no other reason.
    public var isDamaged: Bool

    public var isClean: Bool { findingCount == 0 }
}

extension AuditReport.Counts {
    /// Adds what another part of the audit has counted.
    mutating func merge(_ other: Self) {
        events += other.events
        rooms += other.rooms
        picks += other.picks
        autopicks += other.autopicks
        unknownAutopicks += other.unknownAutopicks
        draws += other.draws
        decisions += other.decisions
        refusals += other.refusals
        unknownRefusals += other.unknownRefusals
        corrections += other.corrections
        missingTicks += other.missingTicks
        postings += other.postings
        contests += other.contests
        signatures += other.signatures
        statedResults += other.statedResults
        confirmedResults += other.confirmedResults
        unknownResults += other.unknownResults
    }

    /// The counts by the names under which they are shown, in order.
    public var named: [(name: StaticString, count: UInt64)] { Self.fields.map { ($0.name, $0.count(self)) } }

    package static let fields: [(name: StaticString, count: @Sendable (Self) -> UInt64)] = [
        ("events", { $0.events }), ("rooms", { $0.rooms }), ("picks", { $0.picks }), ("autopicks", { $0.autopicks }),
        ("unknownAutopicks", { $0.unknownAutopicks }), ("draws", { $0.draws }), ("decisions", { $0.decisions }),
        ("refusals", { $0.refusals }), ("unknownRefusals", { $0.unknownRefusals }),
        ("corrections", { $0.corrections }), ("missingTicks", { $0.missingTicks }), ("postings", { $0.postings }),
        ("contests", { $0.contests }), ("signatures", { $0.signatures }), ("statedResults", { $0.statedResults }),
        ("confirmedResults", { $0.confirmedResults }), ("unknownResults", { $0.unknownResults }),
    ]
}
