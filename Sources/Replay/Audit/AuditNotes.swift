import Draft

/// Findings and counts as they come up, of one part of an audit.
struct AuditNotes {
    private(set) var findings: [AuditFinding] = []
    private(set) var findingCount = 0
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
        if findings.count < Self.limit { findings.append(finding) }
    }

    mutating func merge(_ other: AuditNotes) {
        findings += other.findings
        // Now and then, so that a fault in every room costs neither memory nor a sort for each.
        if findings.count > 2 * Self.limit { findings = Self.first(Self.limit, of: findings) }
        findingCount += other.findingCount
        counts.merge(other.counts)
    }

    /// The report of all parts.
    func report(size: UInt64, room: RoomID?) -> AuditReport {
        AuditReport(
            size: size, room: room, counts: counts, findings: Self.first(Self.limit, of: findings),
            findingCount: findingCount)
    }

    /// The first findings by position; what is about no single event comes last.
    private static func first(_ count: Int, of findings: [AuditFinding]) -> [AuditFinding] {
        let ordered = findings.enumerated().sorted {
            ($0.element.position ?? .max, $0.offset) < ($1.element.position ?? .max, $1.offset)
        }
        return ordered.prefix(count).map(\.element)
    }
}
