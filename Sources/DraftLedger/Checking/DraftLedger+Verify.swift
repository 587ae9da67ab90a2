import Ledger

extension DraftLedger {
    /// Checks the ledger against itself, on all cores: positions and versions gapless, links complete, times in order,
    /// every record readable, and the root and all stored hashes recomputed from the records.
    public func verify(progress: ProgressHandler? = nil) throws(DraftLedgerError) -> VerifyReport {
        try rethrowing {
            let verification = try ledger.verify(
                records: { position, record in
                    record.withUnsafeBytes { Self.complaint(about: $0, at: position) }
                },
                progress: { checked, total in progress?(checked, total) })
            return VerifyReport(
                size: verification.size, root: verification.root,
                checked: [
                    ("events", verification.checked.events), ("bytes", verification.checked.bytes),
                    ("nodes", verification.checked.nodes), ("streams", verification.checked.streams),
                ],
                findings: verification.findings.map {
                    VerifyReport.Finding(check: $0.check.rawValue, position: $0.position, message: $0.message)
                },
                findingCount: verification.findingCount)
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
