import Ledger

extension DraftLedger {
    /// Checks the ledger against itself, on all cores: positions and versions gapless, links complete, times in order,
    /// every record readable, the root and all stored hashes recomputed from the records, and the history the one that
    /// the published checkpoint states.
    public func verify(progress: ProgressHandler? = nil) throws(DraftLedgerError) -> VerifyReport {
        try rethrowing {
            let verification = try ledger.verify(
                records: { position, record in
                    record.withUnsafeBytes { Self.complaint(about: $0, at: position) }
                },
                progress: { checked, total in progress?(checked, total) })
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
            // Of records that cannot be read no root can be computed; that is a finding already.
            if verification.isSound, let finding = try disagreementWithCheckpoint() {
                report.findingCount += 1
                report.findings.append(finding)
            }
            return report
        }
    }

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

    /// What is wrong with a record; nil for one that can be read.
    private static func complaint(about record: UnsafeRawBufferPointer, at position: UInt64) -> String? {
        do throws(RecordError) {
            let view = try RecordView(record, position: position)
            // Whatever its fields hold, a tick that is long enough is one.
            if view.isTick { _ = try view.tick() } else { _ = try view.decoded() }
            return nil
        } catch {
            return error.description
        }
    }
}
