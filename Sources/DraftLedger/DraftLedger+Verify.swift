import Draft
import Ledger
public import Merkle
import Projections
import Records

extension DraftLedger {
    /// Checks the ledger against itself, on all cores: positions and versions gapless, links complete, times in order,
    /// every record readable, the root and all stored hashes recomputed from the records, the history the one that the
    /// published checkpoint states, which a key of the ledger has signed, and the rows of the projections those that were
    /// written.
    ///
    /// - Parameters:
    ///   - full: also every checkpoint that was ever published, and a comparison of the projections' rows with
    ///     rows rebuilt from the events.
    ///   - keys: verifier keys that may have signed the checkpoints in addition to the ledger's own, obtained independently: a
    ///     shared copy has no key.
    ///   - progress: told how far it has come.
    public func verify(
        full: Bool = false, trusting keys: [VerifierKey] = [], progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> VerifyReport {
        try verify(after: nil, keepsBeginning: false, full: full, trusting: keys, progress: progress)
    }

    /// Checks the events that were added since an earlier verification, and the rest as a whole verification does, but
    /// for the pages of the file.
    ///
    /// - Parameters:
    ///   - beginning: the end of the earlier verification, after the caller has compared the root of the tree at that
    ///     time; nil to check all events.
    ///   - keepsBeginning: whether a later verification is to continue from the report.
    ///   - full: see the verification of all events.
    ///   - keys: see there.
    ///   - progress: told how far it has come.
    package func verify(
        after beginning: VerifiedEvents?, keepsBeginning: Bool, full: Bool = false, trusting keys: [VerifierKey] = [],
        progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> VerifyReport {
        try rethrowing {
            let verification = try ledger.verify(
                after: beginning?.content, keepsBeginning: keepsBeginning,
                records: { position, record in
                    record.withUnsafeBytes { Self.complaint(about: $0, at: position) }
                },
                progress: { checked, total in progress?(checked, total) })
            var report = VerifyReport(verification)
            report.beginning = verification.beginning.map(VerifiedEvents.init)
            // Of records that cannot be read no root can be computed; that is a finding already.
            if verification.isSound {
                try foreignKey().map { report.add($0) }
                try disagreementWithCheckpoint(keys).map { report.add($0) }
                let damaged = try verifyRowDigests(&report)
                if full {
                    try verifyHistory(&report, keys)
                    // Rows that cannot be relied on are not worth a comparison: what mends them is the same.
                    if damaged.isEmpty { try verifyRows(&report) }
                }
                if report.isSound { report.notes = try signingNotes() }
            }
            return report
        }
    }

    /// Looks at every page of a ledger that is not open yet, which is what a verification begins with. To be asked
    /// before a ledger is opened that may be damaged: opening it already follows pages, and can end the process.
    ///
    /// - Returns: the report of damaged pages; nil where all are sound, and `verify` on the open ledger tells the rest.
    /// - Throws: `noSuchLedger`, `notALedger`, `newerFormat`, `damaged` for a file that is cut off, `inputOutput`.
    public static func verifyPages(at path: String) throws(DraftLedgerError) -> VerifyReport? {
        try rethrowing { try Ledger.verifyPages(at: path).map(VerifyReport.init) }
    }

    /// Signatures by another ledger's key are not statements of this ledger.
    private func foreignKey() throws -> VerifyReport.Finding? {
        do {
            try CheckpointTrust(of: ledger).checkKey()
            return nil
        } catch let error as DraftLedgerError where error.code == .signingKeyForeign {
            return VerifyReport.Finding(check: "key", position: nil, message: error.message)
        }
    }

    /// The last few records have no stored hash above them: only the checkpoint tells that one of them was changed.
    private func disagreementWithCheckpoint(_ keys: [VerifierKey]) throws -> VerifyReport.Finding? {
        do {
            try CheckpointFile(in: path).check(ledger, verifyingBy: keys)
            return nil
        } catch let error as DraftLedgerError where error.isOfHistory {
            return VerifyReport.Finding(check: "checkpoint", position: nil, message: error.message)
        } catch let error as DraftLedgerError where error.code == .checkpointUnverified {
            return VerifyReport.Finding(check: VerifyReport.Finding.signature, position: nil, message: error.message)
        }
    }

    /// Every checkpoint that was ever published states a beginning of this history.
    private func verifyHistory(_ report: inout VerifyReport, _ keys: [VerifierKey]) throws {
        let history = CheckpointHistory(in: path)
        do {
            let (checkpoints, rest) = try history.contents()
            report.checked.append(("checkpoints", UInt64(checkpoints.count)))
            if !rest.isEmpty, !CheckpointHistory.isBeginningOfNote(rest, of: try origin ?? "") {
                report.add(
                    VerifyReport.Finding(
                        check: "checkpoints", position: nil,
                        message: "\(history.path) ends with \(rest.utf8.count) bytes that are not a checkpoint, after "
                            + "\(checkpoints.count) valid ones. The next checkpoint removes them."))
            }
            let trust = try CheckpointTrust(of: ledger, and: keys)
            for checkpoint in checkpoints {
                do {
                    try trust.verify(checkpoint, named: history.path)
                    try CheckpointFile.check(checkpoint.unverified, against: ledger, named: history.path)
                } catch let error as DraftLedgerError where error.isOfHistory {
                    report.add(VerifyReport.Finding(check: "checkpoints", position: nil, message: error.message))
                }
            }
        } catch let error as DraftLedgerError where error.code == .checkpointUnverified {
            // For want of the key nothing can be said of any: told once.
            report.add(
                VerifyReport.Finding(check: VerifyReport.Finding.signature, position: nil, message: error.message))
        } catch let error as DraftLedgerError where error.isOfHistory {
            report.add(VerifyReport.Finding(check: "checkpoints", position: nil, message: error.message))
        }
    }

    /// The rows of the projections are those that were written, by the digest that was written with them.
    ///
    /// - Returns: the projections whose rows are not.
    private func verifyRowDigests(_ report: inout VerifyReport) throws -> [StoredProjection] {
        let check = try projections.checkRows()
        report.checked.append(("rows", check.rows))
        for name in check.damaged {
            let message = DraftLedgerError.damagedRows(of: name).message
            report.add(VerifyReport.Finding(check: "projections", position: nil, message: message))
        }
        return check.damaged
    }

    /// The rows of the projections are those that the events give.
    private func verifyRows(_ report: inout VerifyReport) throws {
        let (stored, rebuilt) = try projections.views()
        func compare<Row: RowCodable & Hashable>(_ name: String, stored: [Row], rebuilt: [Row], row: (Row) -> String) {
            report.checked.append((name, UInt64(rebuilt.count)))
            let wrong = Set(stored).symmetricDifference(rebuilt)
            guard let first = wrong.min(by: { $0.rowKey.lexicographicallyPrecedes($1.rowKey) }) else { return }
            report.add(
                VerifyReport.Finding(
                    check: "projections", position: nil,
                    message: "\(wrong.count) rows of \(name) differ from those of the events, first "
                        + "that of \(row(first)). `rebuild \(name)` writes them again."))
        }
        compare("rooms", stored: stored.rooms(), rebuilt: rebuilt.rooms()) { "room \($0.room)" }
        compare("rosters", stored: stored.rosters(), rebuilt: rebuilt.rosters()) { "entry \($0.entry)" }
        compare("balances", stored: stored.balances().accountRows, rebuilt: rebuilt.balances().accountRows) {
            "account \($0.account)"
        }
        compare("contests", stored: stored.balances().contestRows, rebuilt: rebuilt.balances().contestRows) {
            "contest \($0.contest)"
        }
        compare("deposits", stored: stored.deposits(), rebuilt: rebuilt.deposits()) {
            "the deposit at position \($0.position)"
        }
    }

    /// What is wrong with a record; nil for one that can be read.
    private static func complaint(about record: UnsafeRawBufferPointer, at position: UInt64) -> String? {
        do throws(RecordError) {
            let view = try RecordView(record, position: position)
            // Whatever its fields hold, a tick that is long enough is one; that it stands in a stream, its name must tell.
            let isAtHome = StreamKey.isClock(rawValue: view.stream) || StreamKey.isRoom(rawValue: view.stream)
            if view.isTick, isAtHome {
                _ = try view.tick()
            } else if view.isOfBets {
                _ = try view.decodedBet()
            } else {
                _ = try view.decoded()
            }
            return nil
        } catch {
            return error.description
        }
    }
}

extension VerifyReport {
    fileprivate init(_ verification: Verification) {
        self.init(
            size: verification.size, root: verification.root,
            checked: [
                ("events", verification.checked.events), ("bytes", verification.checked.bytes),
                ("nodes", verification.checked.nodes), ("streams", verification.checked.streams),
            ],
            findings: verification.findings.map {
                Finding(check: $0.check.rawValue, position: $0.position, message: $0.message)
            },
            findingCount: verification.findingCount)
    }
}

extension DraftLedger {
    /// Warnings about the ledger's published heads and its key although the ledger is fine: a missing head to compare with,
    /// or a key that can no longer sign.
    ///
    /// - Throws: `checkpointDamaged`, `inputOutput`.
    func signingNotes() throws -> [String] { [try headNote(), try keyNote()].compactMap { $0 } }

    private func headNote() throws -> String? {
        let file = CheckpointFile(in: path)
        guard !file.exists else {
            guard !file.history.exists else { return nil }
            return "\(file.history.path) is missing: the heads published before that of \(file.path) are "
                + "missing, so it cannot be shown that the history was the same then. Restore it from a backup."
        }
        guard let last = try file.history.last() else {
            return
                "There is no published checkpoint to check the ledger against, so a rollback would go unnoticed. `checkpoint` "
                + "publishes one; `verify --checkpoint FILE` uses one that was kept elsewhere."
        }
        return "\(file.path) is missing. The newest head in \(file.history.path), of \(last.unverified.size) events, "
            + "is used instead; `checkpoint` writes the file again."
    }

    /// Why nothing more can be signed; nil where something can.
    private func keyNote() throws -> String? {
        do {
            if let key = try SigningKey.read(in: path) {
                _ = try CheckpointSigners(current: key, ledger: ledger, path: path)
            } else if try CheckpointFile(in: path).readOrRecall() != nil {
                throw Self.lostKey(of: path)
            }
            return nil
        } catch let error as DraftLedgerError where error.code == .signingKeyMissing {
            return "This ledger can no longer sign. \(error.message)"
        }
    }

    /// The key that has signed is gone.
    static func lostKey(of path: String) -> DraftLedgerError {
        DraftLedgerError(
            .signingKeyMissing,
            "\(path)/log.key is missing, and no other key can extend its checkpoints. Restore it from a backup.")
    }
}
