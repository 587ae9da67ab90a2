import Draft
public import DraftLedger
import Platform

/// Every rule of the house re-checked over history: in one room, or in the whole ledger on all cores.
///
/// What is stored is never believed: turns are counted again, clocks compared, the rules' picks and the draws of the
/// order made once more, every command that can be told from its events decided once more, and the accounts added up
/// after each posting. See `AuditRule` for the list.
public struct Audit: Sendable {
    /// Events that are read at once; memory is bounded by it and by what a room's state takes.
    private static let wave: UInt64 = 1 << 18

    let ledger: DraftLedger

    public init(_ ledger: DraftLedger) { self.ledger = ledger }

    /// Audits the whole ledger as it is when this is called.
    ///
    /// Reads the log twice: once to verify it, once to audit it. Some hundred thousand events a second and core, most
    /// of which goes into deciding commands once more.
    ///
    /// - Parameter progress: counts each event twice, once for each reading.
    /// - Throws: `DraftLedgerError` when the ledger cannot be read at all. What is wrong inside it is a finding.
    public func run(progress: ProgressHandler? = nil) throws(DraftLedgerError) -> AuditReport {
        let size = try ledger.size
        let verification = try ledger.verify { done, _ in progress?(done, 2 * size) }
        var notes = AuditNotes()
        // Whether the key is at hand says nothing about the rules: that is for `verify` to tell.
        for finding in verification.findings where finding.check != VerifyReport.Finding.signature {
            notes.add(
                AuditFinding(
                    position: finding.position, stream: nil, rule: .storage, expected: "a sound ledger",
                    actual: finding.check, message: finding.message))
        }
        let crew = AuditCrew(try readLibraries(below: size))
        var start: UInt64 = 0
        while start < size {
            let end = min(start + Self.wave, size)
            try audit(start..<end, crew)
            start = end
            progress?(size + start, 2 * size)
        }
        notes.merge(crew.finish())
        return notes.report(size: size, room: nil)
    }

    /// What rooms read across streams. One reading of the streams' own events.
    private func readLibraries(below size: UInt64) throws(DraftLedgerError) -> AuditLibraries {
        let portions = try Cores.map(Self.shares(of: 0..<size)) { positions throws(DraftLedgerError) in
            var events: [RecordedEvent] = []
            try EventPortion.read(positions, of: ledger) { if AuditLibraries.concerns($0) { events.append($0) } }
            return events
        }
        var libraries = AuditLibraries()
        for event in portions.joined() { libraries.add(event) }
        return libraries
    }

    /// One wave: every core reads a part of it and sorts it, then all of it is audited.
    private func audit(_ positions: Range<UInt64>, _ crew: AuditCrew) throws(DraftLedgerError) {
        let portions = try Cores.map(Self.shares(of: positions)) { positions throws(DraftLedgerError) in
            var portion = crew.emptyPortion
            try EventPortion.read(positions, of: ledger) { portion.add($0) }
            return portion
        }
        crew.audit(portions)
    }

    /// A part for each core.
    static func shares(of positions: Range<UInt64>) -> [Range<UInt64>] {
        let share = positions.count / Cores.count + 1
        return stride(from: positions.lowerBound, to: positions.upperBound, by: share).map {
            $0..<min($0 + UInt64(share), positions.upperBound)
        }
    }
}
