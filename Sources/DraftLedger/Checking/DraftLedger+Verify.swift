import LMDB
import Ledger

extension DraftLedger {
    /// Checks the ledger against itself, on all cores: positions and versions gapless, links complete, times in order,
    /// every record readable, the root and all stored hashes recomputed from the records, and the history the one that
    /// the published checkpoint states.
    public func verify(progress: ProgressHandler? = nil) throws(DraftLedgerError) -> VerifyReport {
        try rethrowing {
            let verification = try ledger.verify { checked, total in progress?(checked, total) }
            var report = VerifyReport(
                size: verification.size, root: verification.root,
                checked: [
                    ("events", verification.checked.events), ("bytes", verification.checked.bytes),
                    ("nodes", verification.checked.nodes), ("streams", verification.checked.streams),
                ],
                findings: verification.findings.map {
                    VerifyReport.Finding(check: $0.check.rawValue, position: $0.position, message: $0.message)
                },
                findingCount: verification.findingCount)
            var more = try unreadableRecords(below: verification.size)
            // Of records that cannot be read no root can be computed; that is a finding already.
            if verification.isSound, let finding = try disagreementWithCheckpoint() { more.append(finding) }
            for finding in more {
                report.findingCount += 1
                if report.findings.count < Self.findingLimit { report.findings.append(finding) }
            }
            return report
        }
    }

    private static let findingLimit = 1_000

    /// The last few records have no stored hash above them: only the checkpoint tells that one of them was changed.
    private func disagreementWithCheckpoint() throws -> VerifyReport.Finding? {
        do {
            try CheckpointFile(in: path).check(ledger)
            return nil
        } catch let error as DraftLedgerError
            where [.ledgerRolledBack, .ledgerForked, .checkpointDamaged].contains(error.code)
        {
            return VerifyReport.Finding(check: "checkpoint", position: nil, message: error.message)
        }
    }

    private func unreadableRecords(below size: UInt64) throws -> [VerifyReport.Finding] {
        let found = Guarded<[VerifyReport.Finding]>([])
        do {
            try ledger.forEachChunk(of: 0..<size) { positions in
                try ledger.scan(positions) { position, record in
                    record.withUnsafeBytes { bytes in
                        do throws(RecordError) {
                            let view = try RecordView(bytes, position: position)
                            if view.templateID != EventType.clockTicked.rawValue { _ = try view.decoded() }
                        } catch {
                            let finding = VerifyReport.Finding(
                                check: "records", position: position, message: error.description)
                            found.withLock { $0.append(finding) }
                        }
                    }
                    return true
                }
            }
        } catch let error as LedgerError where error.code == .damaged {
            // A missing or cut record is among the ledger's own findings already.
        }
        return found.withLock { $0.sorted { ($0.position ?? 0) < ($1.position ?? 0) } }
    }
}
