import Draft
import DraftLedger

/// Findings and counts as they come up, of one part of an audit.
struct AuditNotes {
    private(set) var findings: [AuditFinding] = []
    private(set) var findingCount = 0
    /// Whether one of all findings is about the ledger as it is stored.
    private(set) var isOfDamage = false
    var counts = AuditReport.Counts()

    /// Findings that one part keeps; further ones are only counted.
    static let limit = 1_000

    /// Notes what an event shows.
    mutating func note(
        _ rule: AuditRule, at recorded: RecordedEvent, expected: String, actual: String, _ message: String
    ) {
        add(
            AuditFinding(
                position: recorded.position, stream: recorded.stream, rule: rule, expected: expected, actual: actual,
                message: message))
    }

    mutating func add(_ finding: AuditFinding) {
        findingCount += 1
        if finding.rule == .storage { isOfDamage = true }
        if findings.count < Self.limit { findings.append(finding) }
    }

    mutating func merge(_ other: AuditNotes) {
        findings += other.findings
        // Now and then, so that a fault in every room costs neither memory nor a sort for each.
        if findings.count > 2 * Self.limit { findings = Self.first(Self.limit, of: findings) }
        findingCount += other.findingCount
        if other.isOfDamage { isOfDamage = true }
        counts.merge(other.counts)
    }

    /// The report of all parts.
    func report(size: UInt64, room: RoomID?) -> AuditReport {
        AuditReport(
            size: size, room: room, counts: counts, findings: Self.first(Self.limit, of: findings),
            findingCount: findingCount, isDamaged: isOfDamage)
    }

    /// The first findings by position; what is about no single event comes last.
    private static func first(_ count: Int, of findings: [AuditFinding]) -> [AuditFinding] {
        let ordered = findings.enumerated().sorted {
            ($0.element.position ?? .max, $0.offset) < ($1.element.position ?? .max, $1.offset)
        }
        return ordered.prefix(count).map(\.element)
    }
}

extension AuditNotes {
    /// Nothing is decided before it has arrived. What an importer tells has its own site's times.
    mutating func checkArrival(of group: CommandGroup) {
        guard let origin = group.origin, origin.actor.role != .importer, let arrival = origin.occurredAt,
            arrival > group.first.recordedAt
        else { return }
        note(
            .arrival, at: group.first, expected: "recorded at \(arrival.iso8601) or later",
            actual: group.first.recordedAt.iso8601,
            "The command was recorded \((arrival - group.first.recordedAt).seconds()) before it arrived.")
    }
}

/// Reads a stretch of a ledger for an audit, whatever state it is in: a record that cannot be read is left out, since
/// the ledger's own verification has reported it, and what comes behind it is read all the same. That nothing can be read
/// at all is no state of a record, and ends the audit.
enum EventPortion {
    /// Calls `body` with each readable event of a range, in order.
    ///
    /// - Throws: `inputOutput`.
    static func read(
        _ positions: Range<UInt64>, of ledger: DraftLedger, _ body: (RecordedEvent) -> Void
    ) throws(DraftLedgerError) {
        var next = positions.lowerBound
        while next < positions.upperBound {
            do {
                try ledger.events(from: next, limit: Int(positions.upperBound - next)) { event in
                    body(event)
                    next = event.position + 1
                    return true
                }
                return
            } catch {
                if let error = error as? DraftLedgerError, [.inputOutput, .closed].contains(error.code) { throw error }
                next += 1
            }
        }
    }
}
