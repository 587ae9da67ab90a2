import Draft
import DraftLedger
import Records

/// Findings and counts as they come up, of one part of an audit.
struct AuditNotes {
    private(set) var findings: [AuditFinding] = []
    private(set) var findingCount = 0
    private(set) var remarks: [AuditRemark] = []
    private(set) var remarkCount = 0
    /// Whether one of all findings is about the ledger as it is stored.
    private(set) var isOfDamage = false
    var counts = AuditReport.Counts()
    private var unnamed = UnnamedActs()
    /// The delays of the operator's own commands, and of events that were due.
    private var delayed = LateActs()
    private var overdue = LateActs()

    /// Findings that one part keeps; further ones are only counted.
    static let limit = 1_000

    /// Notes what an event shows.
    mutating func note(
        _ rule: AuditRule, at recorded: RecordedEvent, expected: String, actual: String, _ message: String,
        missingFrom absence: StreamKey? = nil
    ) {
        add(
            AuditFinding(
                position: recorded.position, stream: recorded.stream, rule: rule, expected: expected, actual: actual,
                message: message, absence: absence))
    }

    mutating func add(_ finding: AuditFinding) {
        findingCount += 1
        if finding.rule == .storage { isOfDamage = true }
        if findings.count < Self.limit { findings.append(finding) }
    }

    /// Records a warning, which is not a breach.
    mutating func remark(at recorded: RecordedEvent, _ message: String) {
        remark(at: recorded.position, in: recorded.stream, message)
    }

    /// The same of an event that is not at hand any more.
    mutating func remark(at position: UInt64, in stream: StreamKey, _ message: String) {
        remarkCount += 1
        guard remarks.count < Self.limit else { return }
        remarks.append(AuditRemark(position: position, stream: stream, message: message))
    }

    mutating func merge(_ other: AuditNotes) {
        remarks += other.remarks
        if remarks.count > 2 * Self.limit { remarks = Self.first(Self.limit, of: remarks) }
        remarkCount += other.remarkCount
        findings += other.findings
        // Now and then, so that a fault in every room costs neither memory nor a sort for each.
        if findings.count > 2 * Self.limit { findings = Self.first(Self.limit, of: findings) }
        findingCount += other.findingCount
        if other.isOfDamage { isOfDamage = true }
        counts.merge(other.counts)
        unnamed.merge(other.unnamed)
        delayed.merge(other.delayed)
        overdue.merge(other.overdue)
    }

    /// Counts a command of the operator's own that was recorded late: its arrival decides nothing.
    mutating func noteDelay(of group: CommandGroup, _ delay: Interval) { delayed.add(group.first, delay) }

    /// Counts what was due and came late, without anything in between that it could have changed.
    mutating func noteOverdue(_ recorded: RecordedEvent, by delay: Interval) { overdue.add(recorded, delay) }

    /// Remarks on what is only counted.
    private var summaries: [AuditRemark] {
        [
            unnamed.remark,
            delayed.remark { times, longest in
                "The operator's own commands were recorded more than a second after their arrival, "
                    + "\(times) from here on; the longest took \(longest). Their time of receipt does not affect any decision."
            },
            overdue.remark { times, longest in
                "Automatic steps were more than a second overdue, \(times) from here on; the longest delay "
                    + "was \(longest). No decision in between changes a pick, or the whole ledger recorded nothing "
                    + "in between."
            },
        ].compactMap(\.self)
    }

    /// The notes without differences from a recomputed decision, if a specific rule has reported the fault.
    func leavingOut(decisionsAt positions: Set<UInt64>) -> AuditNotes {
        var notes = self
        notes.findings.removeAll { finding in
            finding.rule == .decision && finding.position.map(positions.contains) == true
        }
        notes.findingCount -= findings.count - notes.findings.count
        return notes
    }

    /// The report of all parts.
    func report(size: UInt64, room: RoomID?) -> AuditReport {
        let summaries = summaries
        let remarks = remarks + summaries
        return AuditReport(
            size: size, room: room, counts: counts, findings: Self.first(Self.limit, of: findings),
            findingCount: findingCount, remarks: Self.first(Self.limit, of: remarks),
            remarkCount: remarkCount + summaries.count, isDamaged: isOfDamage)
    }

    private static func first(_ count: Int, of remarks: [AuditRemark]) -> [AuditRemark] {
        Array(remarks.sorted { $0.position < $1.position }.prefix(count))
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
    /// Counts staff actions before staff roles were enabled. The creation of the ledger does not count: no staff can exist
    /// before it.
    ///
    /// - Parameter staff: the ledger's, before the group.
    mutating func countAct(of group: CommandGroup, before staff: @autoclosure () -> StaffState) {
        guard group.origin?.actor.role == .admin, group.rejection == nil, !staff().hasBegun else { return }
        if case .created = group.first.event.service { return }
        unnamed.add(group.first)
    }

    /// Records that staff roles are enabled from here on, which has its own remark.
    mutating func noteAuthority() { unnamed.isEnded = true }
}

/// The actions of admins of whom the ledger has only a number.
private struct UnnamedActs {
    private var count = 0
    private var first: (position: UInt64, stream: StreamKey)?
    /// Whether the ledger named somebody later on.
    var isEnded = false

    mutating func add(_ recorded: RecordedEvent) {
        count += 1
        if recorded.position < first?.position ?? .max { first = (recorded.position, recorded.stream) }
    }

    mutating func merge(_ other: UnnamedActs) {
        count += other.count
        isEnded = isEnded || other.isEnded
        if let start = other.first, start.position < first?.position ?? .max { first = start }
    }

    var remark: AuditRemark? {
        guard let first, !isEnded else { return nil }
        return AuditRemark(
            position: first.position, stream: first.stream,
            message:
                "\(count) staff action\(count == 1 ? "" : "s") from here on \(count == 1 ? "is" : "are") unsigned: staff roles are not "
                + "enabled, so the named approvers cannot be verified.")
    }
}

extension AuditNotes {
    /// Every event names the command that caused it, except the few event types without a command.
    mutating func checkCause(of group: CommandGroup) {
        let first = group.first
        if let origin = group.origin {
            guard let rejected = first.event.refusal, rejected.count != 1 || rejected.flood != nil else {
                return
            }
            note(
                .cause, at: first, expected: "no command", actual: origin.actor.text,
                "A count of refusals is not the outcome of a command.")
        } else {
            guard first.event.type.originFault(nil, for: .audit) == .missing else { return }
            note(
                .cause, at: first, expected: "the command that caused it", actual: "none",
                "\(first.event.type.name.withCapitalArticle) has no command that caused it.")
        }
    }

    /// If no case is required, the rules accept a command that names any case, even one that does not exist.
    mutating func remarkCause(of group: CommandGroup, in states: some RoomStates) {
        guard let dispute = group.origin?.dispute, group.rejection == nil, states.dispute(dispute) == nil else {
            return
        }
        remark(at: group.first, "The command names case \(dispute) as its cause, but case \(dispute) does not exist.")
    }

    /// The events of a command are one append and have the same time.
    mutating func checkMoment(of group: CommandGroup) {
        let moment = group.first.recordedAt
        guard let other = group.events.first(where: { $0.recordedAt != moment }) else { return }
        note(
            .cause, at: other, expected: "recorded at \(moment.iso8601), with the command's first event",
            actual: other.recordedAt.iso8601, "The events of a command were recorded at different times.")
    }
}
