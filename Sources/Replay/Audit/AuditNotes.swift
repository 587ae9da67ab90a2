import Draft
import DraftLedger
import Records

/// Findings and counts as they come up, of one part of an audit.
struct AuditNotes: Codable {
    private(set) var findings: [AuditFinding] = []
    private(set) var findingCount = 0
    private(set) var remarks: [AuditRemark] = []
    private(set) var remarkCount = 0
    /// Whether one of all findings is about the ledger as it is stored.
    private(set) var isOfDamage = false
    var counts = AuditReport.Counts()
    private var unnamed = UnnamedActs()
    private var unverifiedPicks = EventCount()
    private var services = UnsignedServices()
    /// The delays of the operator's own commands, and of events that were due.
    private var delayed = LateActs()
    private var overdue = LateActs()
    /// The pauses for steps of the clock, and for other outages.
    private var stepPauses = OutagePauses()
    private var startPauses = OutagePauses()

    /// Findings that one part keeps; further ones are only counted.
    static let limit = 1_000

    /// The rooms with findings; nil if the findings do not tell, because the ledger is damaged or too many are only counted.
    var brokenRooms: Set<RoomID>? {
        isOfDamage || findingCount > findings.count ? nil : Set(findings.compactMap(\.stream?.room))
    }

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

    /// Adds what a verification has found in the records as they are stored.
    mutating func add(findingsOf verification: VerifyReport) {
        // Whether the key is at hand says nothing about the rules: that is for `verify` to tell.
        for finding in verification.findings where finding.check != VerifyReport.Finding.signature {
            add(
                AuditFinding(
                    position: finding.position, stream: nil, rule: .storage, expected: "a sound ledger",
                    actual: finding.check, message: finding.message))
        }
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
        unverifiedPicks.merge(other.unverifiedPicks)
        services.merge(other.services)
        delayed.merge(other.delayed)
        overdue.merge(other.overdue)
        stepPauses.merge(other.stepPauses)
        startPauses.merge(other.startPauses)
    }

    /// Counts a pick of the seat on the clock that was refused in time because its signature does not verify. The
    /// operator can write such a signature into the record, so it proves nothing against the member.
    mutating func noteUnverifiedPick(_ recorded: RecordedEvent) { unverifiedPicks.add(recorded) }

    /// Counts a command of the operator's own that was recorded late: its arrival decides nothing.
    mutating func noteDelay(of group: CommandGroup, _ delay: Interval) { delayed.add(group.first, delay) }

    /// Counts what was due and came late, without anything in between that it could have changed.
    mutating func noteOverdue(_ recorded: RecordedEvent, by delay: Interval) { overdue.add(recorded, delay) }

    /// Counts a pause that the service stated for an outage.
    mutating func noteOutagePause(
        of pick: PickNumber, in room: RoomID, at position: UInt64, for length: Interval, isForStep: Bool
    ) {
        let turn = OutagePauses.Turn(room: room, pick: pick)
        if isForStep {
            stepPauses.add(turn, at: position, length)
        } else {
            startPauses.add(turn, at: position, length)
        }
    }

    /// Remarks on what is only counted.
    private var summaries: [AuditRemark] {
        [
            unnamed.remark,
            unverifiedPicks.remark { count in
                "\(count == 1 ? "A pick" : "\(count) picks") of the seat on the clock \(count == 1 ? "was" : "were") refused in "
                    + "time from here on because of a signature that does not verify. No record shows that the member sent it."
            },
            delayed.remark { times, longest in
                "The operator's own commands were recorded more than a second after their arrival, "
                    + "\(times) from here on; the longest took \(longest). Their time of receipt does not affect any decision."
            },
            overdue.remark { times, longest in
                "Automatic steps were more than a second overdue, \(times) from here on; the longest delay "
                    + "was \(longest). No decision in between changes a pick, or the whole ledger recorded nothing "
                    + "in between."
            },
            stepPauses.remark(cause: "Steps of the machine's clock"),
            startPauses.isRepeated ? startPauses.remark(cause: "Outages of the service") : nil,
        ].compactMap(\.self) + services.remarks
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
    func report(size: UInt64, room: RoomID?, terms: HistoryTerms) -> AuditReport {
        let summaries = summaries
        let remarks = remarks + summaries
        return AuditReport(
            size: size, room: room, terms: terms, counts: counts, findings: Self.first(Self.limit, of: findings),
            findingCount: findingCount, remarks: Self.first(Self.limit, of: remarks),
            remarkCount: remarkCount + summaries.count, isDamaged: isOfDamage)
    }

    private static func first(_ count: Int, of remarks: [AuditRemark]) -> [AuditRemark] {
        Array(remarks.sorted { $0.position < $1.position }.prefix(count))
    }

    /// The first findings by position; what is about no single event comes last, by stream.
    private static func first(_ count: Int, of findings: [AuditFinding]) -> [AuditFinding] {
        func place(_ finding: AuditFinding) -> (UInt64, UInt64) {
            guard let position = finding.position else { return (.max, finding.stream?.rawValue ?? .max) }
            return (position, 0)
        }
        let ordered = findings.enumerated().sorted {
            let (left, right) = (place($0.element), place($1.element))
            return left == right ? $0.offset < $1.offset : left < right
        }
        return ordered.prefix(count).map(\.element)
    }
}

/// The place of an event of which only the place is kept.
struct NotedPlace: Codable, Sendable {
    var position: UInt64
    var stream: StreamKey

    init(_ recorded: RecordedEvent) { (position, stream) = (recorded.position, recorded.stream) }
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

    /// Counts commands of the scheduler, of importers and of payment providers without a signature, after staff roles were
    /// enabled. Before that, no account of theirs can exist.
    ///
    /// - Parameter staff: the ledger's, before the group.
    mutating func countService(of group: CommandGroup, before staff: @autoclosure () -> StaffState) {
        guard let origin = group.origin, origin.signature == nil, group.rejection == nil else { return }
        switch origin.actor.role {
        case .user, .admin: return
        case .scheduler, .importer, .provider: if staff().hasBegun { services.add(group.first, by: origin.actor) }
        }
    }

    /// Records that staff roles are enabled from here on, which has its own remark.
    mutating func noteAuthority() { unnamed.isEnded = true }
}

/// The actions of admins of whom the ledger has only a number.
private struct UnnamedActs: Codable {
    private var acts = EventCount()
    /// Whether the ledger named somebody later on.
    var isEnded = false

    mutating func add(_ recorded: RecordedEvent) { acts.add(recorded) }

    mutating func merge(_ other: UnnamedActs) {
        acts.merge(other.acts)
        isEnded = isEnded || other.isEnded
    }

    var remark: AuditRemark? {
        if isEnded { return nil }
        return acts.remark { count in
            "\(count) staff action\(count == 1 ? "" : "s") from here on \(count == 1 ? "is" : "are") unsigned: staff roles are not "
                + "enabled, so the named approvers cannot be verified."
        }
    }
}

/// Events of one kind, of which only the number and the first place are kept.
private struct EventCount: Codable {
    private var count = 0
    private var first: NotedPlace?

    mutating func add(_ recorded: RecordedEvent) {
        count += 1
        if recorded.position < first?.position ?? .max { first = NotedPlace(recorded) }
    }

    mutating func merge(_ other: EventCount) {
        count += other.count
        if let start = other.first, start.position < first?.position ?? .max { first = start }
    }

    /// - Parameter message: by the number of events.
    func remark(_ message: (Int) -> String) -> AuditRemark? {
        first.map { AuditRemark(position: $0.position, stream: $0.stream, message: message(count)) }
    }
}

/// Unsigned commands of services, by service.
private struct UnsignedServices: Codable {
    private struct Acts: Codable {
        var count = 0
        var position: UInt64
        var stream: StreamKey
    }

    private var acts: [String: Acts] = [:]

    mutating func add(_ recorded: RecordedEvent, by sender: Sender) {
        let service = recorded.event.provider.map { "the payment provider \($0)" } ?? "the \(sender.role.name)"
        var known = acts[service] ?? Acts(position: recorded.position, stream: recorded.stream)
        known.count += 1
        acts[service] = known
    }

    mutating func merge(_ other: Self) {
        for (service, found) in other.acts {
            guard var known = acts[service] else {
                acts[service] = found
                continue
            }
            known.count += found.count
            if found.position < known.position { (known.position, known.stream) = (found.position, found.stream) }
            acts[service] = known
        }
    }

    var remarks: [AuditRemark] {
        acts.sorted { $0.value.position < $1.value.position }.map { service, acts in
            AuditRemark(
                position: acts.position, stream: acts.stream,
                message:
                    "\(acts.count) command\(acts.count == 1 ? "" : "s") of \(service) from here on \(acts.count == 1 ? "is" : "are") "
                    + "unsigned, although staff roles are enabled: the operator alone states the sender. Appoint an account "
                    + "with a key (see `staff appoint --service`).")
        }
    }
}

extension Event {
    /// The payment provider that it names.
    fileprivate var provider: String? {
        if case .statement(let statement) = service { return statement.provider }
        return transfer?.provider
    }
}

extension AuditNotes {
    /// Free text of staff is erased with an approval, or by the user whom it is about.
    ///
    /// - Parameter erasures: those of single texts that claim not to be of staff, by the position of the text's event.
    mutating func checkErasures(of group: CommandGroup, _ erasures: [UInt64: RecordedEvent]) {
        guard !erasures.isEmpty, group.origin?.actor.role == .admin, group.origin?.actor.onBehalfOf == nil else {
            return
        }
        for recorded in group.events where recorded.event.statement?.digest != nil {
            guard let erasure = erasures[recorded.position] else { continue }
            note(
                .authority, at: erasure, expected: "an approval request, as staff wrote the text",
                actual: "an erasure by \(erasure.origin?.actor.text ?? "an unknown sender") alone",
                "The free text of position \(recorded.position) was erased as if staff had not written it.")
        }
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
