public import Draft
public import DraftLedger

extension Audit {
    /// Records a warning for each case that people resolved against the verdict of the recorded events.
    ///
    /// Judges each resolved case: some milliseconds for one about a live draft.
    func remarkOnResolutions(
        of cases: CaseLibrary, in notes: inout AuditNotes, while isWanted: @Sendable () -> Bool
    ) throws(DraftLedgerError) {
        for (id, recorded) in cases.resolutions {
            guard isWanted() else { throw DraftLedgerError(.withdrawn, "The audit was cancelled.") }
            guard case .resolved(let resolved) = recorded.event.caseStep,
                let verdict = try Dispute(ledger).verdict(on: id),
                verdict != .undecidable, verdict != resolved.verdict
            else { continue }
            notes.remark(
                at: recorded,
                "Case \(id) was resolved as \(resolved.verdict.name) by user \(resolved.resolvedBy). By the recorded events the "
                    + "verdict is \(verdict.name).")
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

    /// The verdict of the recorded events, if a command resolves a case against it; nil for other commands.
    package func contradiction(of command: Command) throws(DraftLedgerError) -> DisputeResolved.Verdict? {
        guard let (id, resolution) = command.resolution, let verdict = try verdict(on: id) else { return nil }
        return verdict == .undecidable || verdict == resolution.verdict ? nil : verdict
    }
}
