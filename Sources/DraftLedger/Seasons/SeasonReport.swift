public import Draft
import Ledger
public import Merkle
import Records

/// Whether a ledger begins exactly where another one ended.
public struct SeasonReport: Sendable {
    /// A difference between what the closed ledger gives and what is recorded.
    public struct Finding: Hashable, Sendable {
        /// The position in the next ledger; nil for a finding about the closed ledger or about both.
        public var position: UInt64?
        public var expected: String
        public var actual: String
        /// One sentence for people.
        public var message: String
    }

    public var previousOrigin: String?
    public var origin: String?
    /// The number of users in the closing of the closed ledger, recomputed from its records.
    public var users: UInt32 = 0
    /// The sum of their balances, recomputed likewise.
    public var total = Cents.zero
    /// The number of events in the next ledger that were compared.
    public var compared = 0
    /// The results of the verification of both ledgers as they are stored.
    public var damage: [String] = []
    /// The first thousand.
    public var findings: [Finding] = []
    public var findingCount = 0

    public var isSound: Bool { damage.isEmpty && findingCount == 0 }

    private static let limit = 1_000

    mutating func note(at position: UInt64? = nil, expected: String, actual: String, _ message: String) {
        findingCount += 1
        guard findings.count < Self.limit else { return }
        findings.append(Finding(position: position, expected: expected, actual: actual, message: message))
    }

    /// Notes a value of the next ledger's first event that is not that of the closed ledger.
    fileprivate mutating func compare<Value: Equatable>(_ name: String, _ stated: Value, with value: Value) {
        guard stated != value else { return }
        note(at: 1, expected: "\(value)", actual: "\(stated)", "The \(name) is not that of the closed ledger.")
    }
}

extension DraftLedger {
    /// Proves that a ledger begins exactly where another one ended.
    ///
    /// Both ledgers are verified as they are stored. The closing is recomputed from the records of the closed ledger, and compared
    /// with what it states and with each event that the next ledger begins with.
    ///
    /// - Parameters:
    ///   - previous: the closed ledger.
    ///   - next: the ledger that follows it.
    ///   - keys: verifier keys that may have signed the checkpoints, if a ledger's own key is elsewhere.
    ///   - progress: called with the progress of each verification.
    /// - Throws: the error of reading a ledger. What does not match is in the report.
    public static func verifySeason(
        from previous: DraftLedger, to next: DraftLedger, trusting keys: [VerifierKey] = [],
        progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> SeasonReport {
        try rethrowing {
            var report = SeasonReport(previousOrigin: try previous.origin, origin: try next.origin)
            for ledger in [previous, next] {
                let verification = try ledger.verify(trusting: keys, progress: progress)
                report.damage += verification.findings.map { "\(ledger.path): \($0.message)" }
            }
            guard report.damage.isEmpty else { return report }
            guard let (closed, position) = try previous.closed() else {
                report.note(
                    expected: "LedgerClosed", actual: "no such event", "\(previous.path) is not closed.")
                return report
            }
            let closing = try previous.closing(upTo: position)
            (report.users, report.total) = (closing.users, closing.total)
            report.compare(closed, with: closing)
            try report.checkEnd(of: previous, after: position)
            guard let begun = try next.begun() else {
                report.note(
                    at: 1, expected: "LedgerBegun", actual: "another event",
                    "\(next.path) does not begin with what another ledger ended with.")
                return report
            }
            try report.compare(begun, with: closed, closedAt: position, in: previous)
            report.compare("number of events", Int(begun.events), with: closing.carried.count)
            try report.compare(closing.carried, with: next)
            return report
        }
    }
}

extension SeasonReport {
    /// Compares what a closed ledger states with what its records give.
    fileprivate mutating func compare(_ closed: LedgerClosed, with closing: LedgerClosing) {
        let digest = closing.digest(by: DraftLedger.hashing)
        if !closing.open.isEmpty {
            note(
                expected: "no open business", actual: closing.open.joined(separator: "; "),
                "The ledger was closed although business was open.")
        }
        guard (closed.users, closed.total, closed.closing) != (closing.users, closing.total, digest) else { return }
        note(
            expected: "\(closing.users) users, \(closing.total.value) cents, \(digest.hexadecimal)",
            actual: "\(closed.users) users, \(closed.total.value) cents, \(closed.closing.hexadecimal)",
            "The closed ledger states another closing than its records give.")
    }

    /// After its end a ledger has only erasures, their approvals and reads of private data.
    fileprivate mutating func checkEnd(of ledger: DraftLedger, after position: UInt64) throws {
        try ledger.records(in: position + 1..<(try ledger.size)) { record in
            guard EventType(rawValue: record.templateID)?.mayFollowClosing != true else { return true }
            note(
                expected: "nothing", actual: EventType(rawValue: record.templateID)?.name ?? "an unknown event",
                "The closed ledger has an event at position \(record.position), after its closing.")
            return true
        }
    }

    fileprivate mutating func compare(
        _ begun: LedgerBegun, with closed: LedgerClosed, closedAt position: UInt64, in previous: DraftLedger
    ) throws {
        compare("name", begun.previousOrigin, with: previousOrigin ?? "")
        compare("number of users", begun.users, with: closed.users)
        compare("total in cents", begun.total.value, with: closed.total.value)
        compare("digest of the closing", begun.closing.hexadecimal, with: closed.closing.hexadecimal)
        let size = try previous.size
        guard begun.previousSize > position, begun.previousSize <= size else {
            note(
                at: 1, expected: "\(position + 1)-\(size)", actual: "\(begun.previousSize)",
                "The checkpoint does not cover the closing, or the closed ledger has lost events.")
            return
        }
        let root = Digest256(try previous.ledger.treeEdge(at: begun.previousSize).root)
        compare("root", begun.previousRoot.hexadecimal, with: root.hexadecimal)
    }

    /// Compares the first events of a ledger with those that the closing gives.
    fileprivate mutating func compare(_ carried: [StreamEvent], with next: DraftLedger) throws {
        var rest = carried[...]
        try next.events(from: 2, limit: carried.count) { (recorded: RecordedEvent) in
            guard let expected = rest.popFirst() else { return false }
            compared += 1
            if recorded.stream != expected.stream || recorded.event != expected.event || recorded.origin != nil {
                note(
                    at: recorded.position, expected: "\(expected.event.type.name) of \(expected.stream)",
                    actual: "\(recorded.event.type.name) of \(recorded.stream)",
                    expected.event.type == recorded.event.type && expected.stream == recorded.stream
                        ? "The content of the event is not what the closed ledger gives."
                        : "Another event is recorded than the closed ledger gives.")
            }
            return true
        }
        if let first = rest.first {
            note(
                expected: "\(first.event.type.name) of \(first.stream)", actual: "the end of the ledger",
                "\(rest.count) events that take over accounts are missing.")
        }
    }
}

extension EventType {
    /// Whether events of this type may stand after `LedgerClosed`: erasures, the approvals that they take, and the records of
    /// who read private data.
    package var mayFollowClosing: Bool {
        [.freeTextErased, .privateDataRead, .measureProposed, .measureApproved, .measureDeclined, .measureLapsed]
            .contains(self)
    }
}
