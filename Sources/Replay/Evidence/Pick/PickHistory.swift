import Draft
import DraftLedger
import Records

/// The draft that the records of a bundle about a pick tell: the same facts that a dispute in the ledger goes by, but for
/// the private queues of others.
struct PickHistory: EvidenceHistory {
    let claim: EvidenceClaim
    let room: RoomHistory
    let facts: DisputeFacts
    let report: DisputeReport
    /// The movements of the entry's money.
    let money: [RecordedEvent]
    let signatures: EvidenceSignatures
    let measures: EvidenceMeasures
    /// With which authority began; nil where it has not.
    let began: AuthorityBegan?
    let terms: HistoryTerms
    /// Whether the operator has signed where the histories end.
    private let statesEnds: Bool
    /// Records that are missing by the operator's statement, a sentence each.
    private let absent: [String]
    /// The pauses for outages of which the bundle does not show that the ledger was silent.
    private let statedOutages: [RecordedEvent]
    private let completeness: EvidenceCompleteness
    /// The result of the audit of these records.
    private let findings: AuditNotes

    /// Decodes and folds the records.
    ///
    /// - Throws: `EvidenceError` for records that are not of the claim's room, pool, cases and wallet, `DisputeError` for
    ///   a pick that was not on the clock.
    init(of bundle: EvidenceBundle, pick: PickNumber) throws {
        let claim = bundle.claim
        let sections = try EvidenceSections(of: bundle)
        let events = sections[.records]
        guard let first = events.first, first.stream == .room(claim.room),
            case .opened(let opened) = first.event.preparation,
            Ruleset.allowedTeams.contains(opened.ruleset.teams), Ruleset.allowedRounds.contains(opened.ruleset.rounds)
        else { throw EvidenceError.badFile("records", "the first is not the opening of room \(claim.room)") }

        let pools = try sections.pool(opened.pool)
        var cases = CaseLibrary()
        for event in sections[.cases] { cases.add(event) }
        let authority = sections[.authority]
        cases.approvals = [:]
        for event in authority {
            if event.stream == .staff { cases.add(staff: event) } else { cases.add(measure: event) }
        }
        for event in sections[.ledger] { cases.add(system: event) }
        // Of the ledger's own commands only these are here.
        cases.systemCommands = nil
        terms = sections.terms
        var missing = bundle.isFormer ? [] : sections.missingTerms
        missing += bundle.ends?.missing(of: claim, among: sections.all, since: first.position) ?? []
        statesEnds = bundle.ends != nil
        began = sections.began
        let all = sections.all.sorted { $0.position < $1.position }
        if bundle.ends != nil {
            let shown = Outages.shown(by: all, marks: sections[.ledger] + events)
            (cases.outages, statedOutages) = (shown.outages, shown.stated)
        } else {
            statedOutages = []
        }
        try Self.checkCases(cases, namedBy: events)
        // A bundle shows no more of the ledger: where its room stands still, the whole may have.
        var stillness = StillnessGatherer()
        for event in events {
            stillness.note(event.recordedAt, at: event.position, isTick: event.event.isTick)
        }
        cases.delays.stillness = stillness.stillness
        let paying = Set(
            sections[.cases].compactMap { recorded -> StreamKey? in
                guard case .opened(let opened) = recorded.event.caseStep, claim.isOfEntry(opened) else { return nil }
                return recorded.stream
            })
        // Of the account, the movements of the entry's money.
        money = sections[.money].filter { recorded in
            recorded.event.paidEntry == claim.entry
                || recorded.event.casePaid.map { paying.contains(.dispute($0)) } == true
        }
        if !statesEnds { try Self.checkPayments(sections[.money], for: claim, by: sections[.cases]) }
        let windows = ClockWindow.all(of: pick, in: events)
        room = RoomHistory(
            room: claim.room, events: events, pools: pools, cases: cases, onlyQueueOf: claim.seat, ticksOf: windows)
        signatures = try EvidenceSignatures(
            of: bundle, room, grounds: sections.grounds,
            commands: sections[.cases].map { CommandGroup(events: [$0]) })
        measures = EvidenceMeasures(authority, behind: events + sections[.cases] + money)

        completeness = EvidenceCompleteness(
            of: claim, events, windows: windows, pools: pools,
            others: sections[.pool] + sections[.cases] + authority + sections[.keys], cases: cases,
            ticks: bundle.ends?.ends[.clock(claim.room)]?.version)
        findings = Self.audit(room)
        guard let state = room.state else { throw EvidenceError.badFile("records", "they do not form a valid room") }
        guard let member = state.member(at: claim.seat) else {
            throw DisputeError.noSuchSeat(claim.seat, room: claim.room, teams: state.ruleset.teams)
        }
        guard member.user == claim.claimant, member.entry == claim.entry else {
            throw EvidenceError.badFile(EvidenceClaim.file, "seat \(claim.seat) is not the claimant's")
        }
        let last = room.lastPickOnClock
        guard pick >= 1, pick <= last else {
            throw DisputeError.notOnTheClock(pick, room: claim.room, last: last)
        }
        self.claim = claim
        let contest = sections[.contest].lazy.compactMap { recorded -> TournamentCreated? in
            guard recorded.stream == state.tournament.map({ .tournament($0) }),
                case .created(let created) = recorded.event.contest
            else { return nil }
            return created
        }.first
        if statesEnds, state.tournament != nil, contest == nil {
            missing.append("The creation of the room's contest, which states the rules of its rooms, is missing.")
        }
        absent = missing
        try Self.checkMoney(money, of: member, in: state, events)
        facts = DisputeFacts(
            room, room: state, pick: pick, seat: claim.seat,
            fees: (statesEnds ? sections[.money].filter { $0.event.feeRoom == claim.room } : money).filter {
                $0.event.paidEntry != nil && $0.event.type != .prizeCredited
            },
            caseEvents: Self.caseEvents(sections[.cases], about: claim),
            signatures: signatures.room, contest: contest, worded: { $0.notingAbsentTexts })
        report = Dispute.report(on: facts)
    }

    // MARK: Completeness

    /// A case because of which something happened is there: without it what was right looks wrong.
    private static func checkCases(_ cases: CaseLibrary, namedBy events: [RecordedEvent]) throws {
        for recorded in events {
            guard let id = recorded.casesNamed.first(where: { cases.dispute($0, before: .max) == nil }) else {
                continue
            }
            throw EvidenceError.badFile(
                EvidenceRecord.Section.cases.rawValue,
                "case \(id), which position \(recorded.position) names, is missing")
        }
    }

    /// The case for which a balance was adjusted is there, and about this entry: only so is the payment the entry's.
    private static func checkPayments(
        _ money: [RecordedEvent], for claim: EvidenceClaim, by cases: [RecordedEvent]
    ) throws {
        for recorded in money {
            guard let id = recorded.event.casePaid else { continue }
            let opening = cases.first { $0.stream == .dispute(id) }
            guard case .opened(let opened) = opening?.event.caseStep else {
                throw EvidenceError.badFile(
                    EvidenceRecord.Section.cases.rawValue,
                    "case \(id), for which position \(recorded.position) adjusts the balance, is missing")
            }
            guard claim.isOfEntry(opened) else {
                throw EvidenceError.badFile(
                    EvidenceRecord.Section.money.rawValue,
                    "position \(recorded.position) pays for case \(id), which is not about entry \(claim.entry)")
            }
        }
    }

    /// The fee of an entry that paid here was held when its seat was taken, and posted when the draft started, each in
    /// the same append: without their records nothing can be said about the money.
    private static func checkMoney(
        _ money: [RecordedEvent], of member: RoomState.Member, in room: RoomState, _ events: [RecordedEvent]
    ) throws {
        let taken = events.last { recorded in
            if case .taken(let taken) = recorded.event.membership { taken.entry == member.entry } else { false }
        }
        guard room.tournament != nil, room.entryFee != nil, member.user != nil,
            taken?.origin?.actor.role != .importer
        else { return }
        for (type, isDue) in [(EventType.entryFeeHeld, true), (.entryFeePosted, room.startedAt != nil)] where isDue {
            guard !money.contains(where: { $0.event.type == type }) else { continue }
            throw EvidenceError.badFile(
                EvidenceRecord.Section.money.rawValue, "the \(type.name) of entry \(member.entry) is missing")
        }
    }

    private static func caseEvents(_ events: [RecordedEvent], about claim: EvidenceClaim) -> [RecordedEvent] {
        let streams = events.compactMap { recorded in
            if case .opened(let opened) = recorded.event.caseStep, claim.isOf(opened) { recorded.stream } else { nil }
        }
        return events.filter { streams.contains($0.stream) }.sorted { $0.position < $1.position }
    }

    // MARK: Before and after

    /// The position of the event that settled the pick the last time it was on the clock; nil while it still is.
    var ending: UInt64? { facts.turns.last?.ending?.position }

    /// As of how many events the state before the pick is, and the one after it.
    var moments: (before: UInt64, after: UInt64) {
        let end = (room.events.last?.position ?? 0) + 1
        return (ending ?? end, ending.map { $0 + 1 } ?? end)
    }
}

// MARK: What it comes to

extension PickHistory {
    var verdict: DisputeResolved.Verdict { report.verdict }

    /// Checks every event against the state before it, and recomputes the decision of every command.
    private static func audit(_ room: RoomHistory) -> AuditNotes {
        var auditor = RoomAuditor(
            of: room.room, pools: room.pools, cases: room.cases, checksLinks: true, onlyQueueOf: room.onlyQueue,
            ticksOf: room.ticksOf)
        for event in room.events { auditor.audit(event) }
        auditor.finish()
        return auditor.notes
    }

    var missing: [String] { absent + completeness.missing }

    var restingOnAbsence: [String] {
        report.reasons.filter { $0.rule == .fee && $0.bearing == .upheld }.map {
            "Nothing follows from this, since the bundle has an extract of the account: \($0.text)"
        }
    }

    var conditions: [String] {
        completeness.conditions
            + statedOutages.map { pause in
                "That the ledger was silent during the outage of position \(pause.position) is the operator's statement: the "
                    + "record before the silence is not here, because it is private or was left out."
            }
    }

    /// The positions of the draft.
    var span: Range<UInt64> {
        let positions = room.events.map(\.position)
        return (positions.first ?? 0)..<(positions.last ?? 0) + 1
    }

    func rules() -> EvidenceFindings {
        var findings = EvidenceFindings(count: room.events.count)
        let untold = self.findings.counts.unknownAutopicks
        if untold > 0 {
            findings.remarks = [
                "\(untold) of the autopicks for other seats cannot be recomputed: their queues and skipped "
                    + "players are private to those seats."
            ]
        }
        for finding in self.findings.findings {
            let recorded = room.events.first { $0.position == finding.position }
            let text =
                "\(finding.position.map { "Position \($0)" } ?? "The room") breaks the \(finding.rule.rawValue) rule: "
                + "\(finding.message) Expected \(finding.expected), found \(finding.actual)."
            if completeness.mayExplain(finding, recorded) {
                findings.unsettled.append(text)
            } else {
                findings.faults.append(text)
            }
        }
        return findings
    }

    func postings() -> EvidenceFindings {
        let statement = EntryStatement(money, of: claim)
        var findings = EvidenceFindings(count: money.count)
        for fault in statement.faults(entryFee: facts.room.entryFee) {
            let text = "Position \(fault.position): \(fault.text)"
            if fault.isOfExtract { findings.unsettled.append(text) } else { findings.faults.append(text) }
        }
        return findings
    }
}
