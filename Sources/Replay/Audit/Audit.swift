import Draft
public import DraftLedger
import Platform
import Records

/// A check of every rule over the whole history: of one room, or of the whole ledger on all cores.
///
/// Stored results are never trusted: turns are recounted, clocks compared, the autopicks and the draws of the
/// order recomputed, every command that can be derived from its events decided again, and the accounts summed
/// after each posting. See `AuditRule` for the list.
public struct Audit: Sendable {
    /// Events that are read at once; memory is bounded by it and by what the rooms' states take.
    private static let wave: UInt64 = 1 << 18

    let ledger: DraftLedger

    public init(_ ledger: DraftLedger) { self.ledger = ledger }

    /// Audits the whole ledger as it is when this is called.
    ///
    /// Reads the log three times: to verify it, to gather what rooms read across streams, and to audit it.
    ///
    /// - Parameters:
    ///   - progress: counts each event twice, for the first and the last reading.
    ///   - isWanted: whether somebody still waits for the report; asked between two stretches of the ledger.
    /// - Throws: `DraftLedgerError` when the ledger cannot be read at all, or `withdrawn` if `isWanted` denies it. Faults
    ///   inside the ledger are findings.
    public func run(
        progress: ProgressHandler? = nil, while isWanted: @Sendable () -> Bool = { true }
    ) throws(DraftLedgerError) -> AuditReport {
        let size = try ledger.size
        let verification = try ledger.verify { done, _ in progress?(done, 2 * size) }
        var notes = AuditNotes()
        notes.add(findingsOf: verification)
        var libraries = AuditLibraries()
        try read(0..<size, into: &libraries)
        if let first = try ledger.firstUnmarkedImport() { libraries.add(unmarkedImport: first..<max(first, size)) }
        let crew = AuditCrew(libraries)
        try audit(0..<size, below: size, crew, progress: progress, while: isWanted)
        notes.merge(crew.finish())
        try remarkOnResolutions(of: libraries.cases, in: &notes, while: isWanted)
        return notes.report(size: size, room: nil, terms: libraries.terms)
    }

    /// The data of other streams that rooms need. One pass, which decodes few records.
    func read(_ positions: Range<UInt64>, into libraries: inout AuditLibraries) throws(DraftLedgerError) {
        let portions = try Cores.map(Self.shares(of: positions)) { positions throws(DraftLedgerError) in
            var portion = AuditLibraries.Portion()
            try ledger.records(in: positions) { record in
                portion.add(record)
                return true
            }
            return portion
        }
        for portion in portions { libraries.add(portion) }
    }

    /// Audits a range of the ledger, wave by wave.
    ///
    /// - Parameter progress: counts each event a second time.
    func audit(
        _ positions: Range<UInt64>, below size: UInt64, _ crew: AuditCrew, progress: ProgressHandler?,
        while isWanted: @Sendable () -> Bool
    ) throws(DraftLedgerError) {
        var start = positions.lowerBound
        while start < positions.upperBound {
            guard isWanted() else { throw DraftLedgerError(.withdrawn, "The audit was cancelled.") }
            let end = min(start + Self.wave, positions.upperBound)
            try audit(start..<end, below: size, crew)
            try crew.check()
            start = end
            progress?(size + start, 2 * size)
        }
    }

    /// One wave: every core reads a part of it and sorts it, then all of it is audited.
    private func audit(
        _ positions: Range<UInt64>, below size: UInt64, _ crew: AuditCrew
    ) throws(DraftLedgerError) {
        let portions = try Cores.map(Self.shares(of: positions)) { positions throws(DraftLedgerError) in
            var portion = crew.emptyPortion
            let start = try endOfCommand(around: positions.lowerBound, below: size)
            let end = try endOfCommand(around: positions.upperBound, below: size)
            if start < end {
                try ledger.records(in: start..<end) { record in
                    portion.add(record)
                    return true
                }
            }
            portion.finish()
            return portion
        }
        crew.audit(portions)
    }

    /// The end of the command with events on both sides of a position, so that commands stay whole. The position itself
    /// if there is no such command.
    func endOfCommand(around position: UInt64, below size: UInt64) throws(DraftLedgerError) -> UInt64 {
        guard position > 0, position < size else { return position }
        var group: CommandGroup?
        var end = position
        try ledger.records(in: position - 1..<size) { record in
            // Unreadable records belong to no stream.
            guard let event = try? record.decoded() else { return false }
            guard let last = group else {
                group = CommandGroup(events: [event])
                return true
            }
            guard last.isContinued(by: event) else { return false }
            group = CommandGroup(events: [event])
            end = event.position + 1
            return true
        }
        return end
    }

    /// A part for each core.
    static func shares(of positions: Range<UInt64>) -> [Range<UInt64>] {
        let share = positions.count / Cores.count + 1
        return stride(from: positions.lowerBound, to: positions.upperBound, by: share).map {
            $0..<min($0 + UInt64(share), positions.upperBound)
        }
    }
}
