import Draft
public import DraftLedger
import Merkle
import Platform
import Records

extension Audit {
    /// Audits the whole ledger, or the events since a kept audit, and keeps the end.
    ///
    /// A continued audit gives the report that an audit of all events gives. It reads the events since the kept audit, the
    /// last command before its end, all events of rooms that were not over then, and of other rooms what later events ask
    /// about. It does not read the other records again: the root of the tree shows that they are the ones that were
    /// audited, as long as their stored hashes are theirs.
    ///
    /// - Parameters:
    ///   - kept: the audit to continue; nil to audit all events.
    ///   - keeping: the program and the time, and whether the end is kept.
    ///   - progress: counts each event twice, for the first and the last reading.
    ///   - isWanted: whether somebody still waits for the report; asked between two stretches of the ledger.
    /// - Returns: the report, and the end from which a later audit continues: nil if that was not asked for, or if the
    ///   ledger is damaged.
    /// - Throws: `KeptAuditError` if the kept audit is not one of this ledger, `DraftLedgerError` when the ledger cannot
    ///   be read.
    public func run(
        continuing kept: KeptAudit?, keeping: AuditKeeping, progress: ProgressHandler? = nil,
        while isWanted: @Sendable () -> Bool = { true }
    ) throws -> (report: AuditReport, end: KeptAudit?) {
        let size = try ledger.size
        if let kept { try check(kept, keeping, size) }
        var sections = KeptSections(reading: (kept?.sections ?? [])[...], of: ledger)
        var verified: VerifiedEvents?
        var start: UInt64 = 0
        if let kept {
            try read(&sections) { try $0.start(&start, &verified) }
            guard start <= kept.size, verified?.end ?? 0 <= kept.size else { throw KeptAuditError.unknownContent }
        }
        let report = try ledger.verify(after: verified, keepsBeginning: keeping.keepsEnd) { done, _ in
            progress?(done, 2 * size)
        }
        var notes = AuditNotes()
        notes.add(findingsOf: report)

        var ending = KeptSections()
        let halt = report.beginning == nil ? size : max(start, try lastCommand(below: size))
        var last = report.beginning
        var haltCopy = halt
        try ending.start(&haltCopy, &last)

        let earlier = kept.map { _ in EarlierEvents(in: ledger, before: start) }
        let events = try earlier?.eventsOfFewStreams() ?? []
        var libraries = AuditLibraries()
        if kept != nil { try read(&sections) { try libraries.keep(in: &$0, events: events) } }
        try read(start..<halt, into: &libraries)
        try libraries.keep(in: &ending, events: [])
        let time = libraries.lastRecordedAt ?? .distantPast
        try read(halt..<size, into: &libraries)
        if let first = try ledger.firstUnmarkedImport() { libraries.add(unmarkedImport: first..<max(first, size)) }

        let crew: AuditCrew
        if let kept, let earlier {
            crew = try read(&sections) { try AuditCrew(&$0, libraries, after: earlier, events: events) }
            try crew.checkErasures(libraries.cases.erasures, after: kept.size)
        } else {
            crew = AuditCrew(libraries)
        }
        try audit(start..<halt, below: size, crew, progress: progress, while: isWanted)
        if report.beginning != nil { try crew.keep(in: &ending, at: time) }
        try audit(halt..<size, below: size, crew, progress: progress, while: isWanted)
        notes.merge(crew.finish())
        try crew.check()
        var verdicts: [CaseID: KeptVerdict] = [:]
        if kept != nil { try read(&sections) { try $0.table("verdicts", &verdicts) } }
        verdicts = try remarkOnResolutions(
            of: libraries.cases, knowing: crew.unchanged(verdicts, libraries), in: &notes, while: isWanted)
        try ending.table("verdicts", &verdicts)
        var result = notes.report(size: size, room: nil, terms: libraries.terms)
        result.resumption = kept.map { AuditReport.Resumption(size: $0.size, auditedAt: $0.endedAt) }
        guard report.beginning != nil else { return (result, nil) }
        return (
            result,
            KeptAudit(
                size: size, root: try ledger.treeEdge(at: size).root, endedAt: keeping.time, program: keeping.program,
                sections: ending.bytes)
        )
    }

    /// Checks that a kept audit is of the ledger's own first events, and by this program.
    private func check(_ kept: KeptAudit, _ keeping: AuditKeeping, _ size: UInt64) throws {
        guard kept.program == keeping.program else {
            throw KeptAuditError.otherProgram(wrote: kept.program, reads: keeping.program)
        }
        guard kept.size <= size else { throw KeptAuditError.ahead(size: kept.size, of: size) }
        guard try ledger.treeEdge(at: kept.size).root == kept.root else {
            throw KeptAuditError.otherHistory(size: kept.size)
        }
    }

    /// Reads sections of a kept audit. Its digest is right, so only another version can have written what cannot be read.
    private func read<Result>(
        _ sections: inout KeptSections, _ body: (inout KeptSections) throws -> Result
    ) throws -> Result {
        do {
            return try body(&sections)
        } catch let error as DraftLedgerError {
            throw error
        } catch is KeptSections.Malformed {
            throw KeptAuditError.unknownContent
        } catch is DecodingError {
            throw KeptAuditError.unknownContent
        }
    }

    /// The position of the last command that has events outside of drafts. An audit can be taken up there: no auditor is in
    /// the middle of a command, even if a later record claims to belong to one before.
    ///
    /// Looks at the last 262,144 events at most. Where only drafts were recorded for so long, it is the last command.
    private func lastCommand(below size: UInt64) throws(DraftLedgerError) -> UInt64 {
        var last: UInt64 = 0
        for count in [1 << 10, 1 << 14, 1 << 18] as [UInt64] {
            var group: CommandGroup?
            var found: UInt64?
            try ledger.records(in: try endOfCommand(around: size - min(count, size), below: size)..<size) { record in
                // Unreadable records belong to no command.
                guard let event = try? record.decoded() else { return true }
                if group?.isContinued(by: event) != true { last = event.position }
                group = CommandGroup(events: [event])
                if MoneyAuditor.concerns(event) { found = last }
                return true
            }
            if let found { return found }
            if count >= size { return 0 }
        }
        return last
    }
}

extension KeptSections {
    /// The place from which the audit is continued, and the end of the verification.
    fileprivate mutating func start(_ position: inout UInt64, _ verified: inout VerifiedEvents?) throws {
        try value("start", &position)
        try value("verified", &verified)
    }
}
