public import Draft
public import DraftLedger
import Platform

extension Audit {
    /// Records a warning for each case that people resolved against the verdict of the recorded events.
    ///
    /// Judges each resolved case, on all cores: some milliseconds for one about a live draft. The records of rooms without a
    /// finding are not checked again.
    ///
    /// - Parameters:
    ///   - cases: of the whole ledger.
    ///   - known: verdicts that hold, by case.
    ///   - notes: the findings of the audit of all rooms, and where the warnings go.
    ///   - isWanted: whether somebody still waits for the report.
    /// - Returns: the verdicts on all of these cases.
    @discardableResult
    func remarkOnResolutions(
        of cases: CaseLibrary, knowing known: [CaseID: KeptVerdict] = [:], in notes: inout AuditNotes,
        while isWanted: @Sendable () -> Bool
    ) throws(DraftLedgerError) -> [CaseID: KeptVerdict] {
        let resolutions = cases.resolutions
        let open = Set(resolutions.map(\.id)).subtracting(known.keys).sorted()
        let broken = notes.brokenRooms
        let dispute = Dispute(ledger) { broken?.contains($0) == false }
        let judged = try Cores.map(open) { id throws(DraftLedgerError) in
            guard isWanted() else { throw DraftLedgerError(.withdrawn, "The audit was cancelled.") }
            return KeptVerdict(try dispute.verdict(on: id))
        }
        let verdicts = known.merging(zip(open, judged)) { $1 }
        for (id, recorded) in resolutions {
            guard case .resolved(let resolved) = recorded.event.caseStep,
                let verdict = verdicts[id]?.verdict, verdict.contradicts(resolved.verdict)
            else { continue }
            notes.remark(
                at: recorded,
                "Case \(id) was resolved as \(resolved.verdict.name) by user \(resolved.resolvedBy). By the recorded events the "
                    + "verdict is \(verdict.name).")
        }
        return verdicts
    }
}

/// The verdict of the recorded events on a case; nil if nothing can be said.
struct KeptVerdict: Codable, Sendable {
    private var rawValue: UInt8?

    init(_ verdict: DisputeResolved.Verdict?) { rawValue = verdict?.rawValue }

    var verdict: DisputeResolved.Verdict? { rawValue.flatMap { DisputeResolved.Verdict(rawValue: $0) } }
}

extension AuditLibraries {
    /// The verdicts on cases about picks that no event since a position changes: none of the case, its room, the entry's
    /// fee or the pool, and no erasure of a text. Verdicts on scores depend on too much, and are left out.
    ///
    /// - Parameters:
    ///   - verdicts: by case.
    ///   - position: where the events begin that were read since then.
    ///   - touched: the rooms with events since then.
    func unchanged(
        _ verdicts: [CaseID: KeptVerdict], since position: UInt64, touched: Set<RoomID>, in state: LedgerState
    ) -> [CaseID: KeptVerdict] {
        guard cases.erasures.values.allSatisfy({ $0.position < position }) else { return [:] }
        let pools = pools(changedSince: position)
        return verdicts.filter { id, _ in
            guard cases.lastPosition(of: id) < position, let opened = cases.dispute(id, before: .max)?.opened,
                opened.week == nil, !touched.contains(opened.room), let room = state.room(opened.room)
            else { return false }
            return !pools.contains(room.pool)
        }
    }
}

extension Dispute {
    /// The verdict of the recorded events on a case about a pick or a score, whatever its resolution.
    ///
    /// - Returns: nil for a case on which nothing can be said, or that does not exist.
    public func verdict(on id: CaseID) throws(DraftLedgerError) -> DisputeResolved.Verdict? {
        guard case .opened(let opened) = try ledger.stream(.dispute(id)).first?.event.caseStep else { return nil }
        do {
            guard let week = opened.week else { return try judge(case: id).verdict }
            guard let entry = try ledger.room(opened.room)?.member(at: opened.seat)?.entry else { return nil }
            return try judge(entry: entry, week: week).verdict
        } catch let error as DraftLedgerError {
            throw error
        } catch {
            // Of a room or a season of which too little is known.
            return nil
        }
    }

    /// The verdict of the recorded events, if a command resolves a case against it, or proposes to; nil for other commands.
    package func contradiction(of command: Command) throws(DraftLedgerError) -> DisputeResolved.Verdict? {
        guard let (id, resolution) = command.resolution, let verdict = try verdict(on: id) else { return nil }
        return verdict.contradicts(resolution.verdict) ? verdict : nil
    }

    /// The contradiction in words, for the person who sends the command; nil without a contradiction.
    package func contradictionText(of command: Command) throws(DraftLedgerError) -> String? {
        guard let (id, resolution) = command.resolution, let verdict = try contradiction(of: command) else {
            return nil
        }
        return "By the recorded events case \(id) is \(verdict.name), which contradicts the verdict "
            + "\(resolution.verdict.name)."
    }
}

extension DisputeResolved.Verdict {
    /// Whether this verdict of the recorded events contradicts the verdict of a person.
    package func contradicts(_ resolution: Self) -> Bool { self != .undecidable && self != resolution }
}
