import Crypto
import Draft
import Ledger
public import Merkle
import Projections
import Records
public import Statements

/// The ledger's statements about reports, with a key of its own: the checkpoint key signs only checkpoints.
extension DraftLedger {
    /// The key that verifies what this ledger says about reports; it is made when it is first asked for.
    ///
    /// - Throws: `signingKeyMissing`, `badOrigin` for an empty ledger, `readOnly` where no key can be made.
    public func reportKey() throws(DraftLedgerError) -> VerifierKey {
        try rethrowing { try reportSigner().verifierKey }
    }

    /// States a report as of a prefix of the ledger and signs that.
    ///
    /// - Parameters:
    ///   - report: the name of its command.
    ///   - request: the JSON of its parameters, which makes it again; nil for a statement of version 1.
    ///   - options: the options of its command, in a statement of version 1.
    ///   - json: what it came to, on one line.
    ///   - size: as of how many events.
    ///   - fold: of the rosters as of then (`rosterDigest(at:)`).
    ///   - checkpoint: a published one of that size or later.
    /// - Throws: `badMoment` for a size that the checkpoint does not cover, or 0, which nothing can be proven of;
    ///   `proofBroken`; and as `reportKey()`.
    public func attest(
        report: String, request: String? = nil, options: [String] = [], json: String, at size: UInt64, fold: FoldDigest,
        in checkpoint: SignedCheckpoint
    ) throws(DraftLedgerError) -> AttestedReport {
        try rethrowing {
            let covering = checkpoint.unverified
            guard size > 0, size <= covering.size else {
                throw DraftLedgerError(
                    .badMoment,
                    "The checkpoint covers the first \(covering.size) events; a report as of pos:\(size). "
                        + "Publish a newer one with `checkpoint`.")
            }
            let statement = ReportStatement(
                origin: covering.origin, size: size, root: try ledger.treeEdge(at: size).root, report: report,
                options: options, request: request, fold: fold, jsonDigest: Digest256(hashing: Array(json.utf8)),
                checkpointDigest: Digest256(hashing: Array(checkpoint.description.utf8)),
                consistency: try consistencyProof(from: size, to: covering.size, root: covering.root).hashes)
            return try AttestedReport(statement, json: json, checkpoint: checkpoint, signedBy: try reportSigner())
        }
    }

    /// The keys that this ledger's own files vouch for: what it verifies its attested reports by. Includes checkpoint
    /// keys that were rotated out, as the log names them.
    public func ownVerifierKeys() throws(DraftLedgerError) -> [VerifierKey] {
        try rethrowing {
            var keys = try KeyRotation.all(in: ledger).flatMap { rotation in
                [rotation.stated.previousVerifierKey, rotation.stated.verifierKey].compactMap { try? VerifierKey($0) }
            }
            for file in [KeyFile.checkpoints(of: path), .reports(of: path), .receipts(of: path)] {
                if let key = try file.read()?.verifierKey { keys.append(key) }
            }
            return Set(keys).sorted { $0.text < $1.text }
        }
    }

    /// The checkpoint key of this ledger, current or rotated out, that a checkpoint names; the current one where it names
    /// none of them.
    ///
    /// - Throws: as `verifierKey()`.
    public func verifierKey(of checkpoint: SignedCheckpoint) throws(DraftLedgerError) -> VerifierKey {
        let key = try verifierKey()
        func isNamed(_ key: VerifierKey) -> Bool { checkpoint.note.signatures.contains { $0.names(key) } }
        if isNamed(key) { return key }
        return try ownVerifierKeys().first(where: isNamed) ?? key
    }

    private func reportSigner() throws -> SignerKey {
        guard let origin = try origin else {
            throw DraftLedgerError(.badOrigin, "\(path) is empty and has nothing to report.")
        }
        return try KeyFile.reports(of: path).readOrCreate(
            named: try SigningKey.name(AttestedReport.keyName(of: origin)))
    }
}

extension DraftLedger {
    /// The digest of all rosters, which every report is made of, as of a number of events.
    ///
    /// Reads the stored rows where they are of that moment, else folds the ledger up to it, on all cores; hashing takes
    /// some tenths of a microsecond a row.
    ///
    /// - Throws: `badMoment` for more events than there are.
    public func rosterDigest(
        at size: UInt64, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> FoldDigest {
        try rethrowing {
            var hash = SHA256()
            for row in try rosterRows(at: .position(size), progress: progress) {
                let (key, value) = (row.rowKey, row.rowValue)
                hash.update(data: [UInt8(truncatingIfNeeded: key.count)])
                hash.update(data: key)
                let length = UInt32(truncatingIfNeeded: value.count)
                hash.update(data: (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) })
                hash.update(data: value)
            }
            return FoldDigest(
                name: StoredProjection.rosters.rawValue, version: StoredProjection.rosters.foldVersion,
                digest: Digest256(sha256: hash.finalize()))
        }
    }
}

extension DraftLedger {
    /// The statement in the foot of a report page; nil if this process cannot sign for the ledger: it is empty, or its report
    /// key is missing and cannot be created.
    ///
    /// - Parameter position: as of how many events the page is.
    /// - Throws: `badMoment`, `damaged`, `inputOutput`.
    public func positionStatement(at position: UInt64) throws(DraftLedgerError) -> PositionStatement? {
        let root = try treeEdge(at: position).root
        do {
            guard let origin = try origin else { return nil }
            return try rethrowing {
                let name = try SigningKey.name(AttestedReport.keyName(of: origin))
                let key = try KeyFile.reports(of: path).readOrCreate(named: name)
                return try PositionStatement(origin: origin, position: position, root: root, signedBy: key)
            }
        } catch  where [.readOnly, .diskFull, .signingKeyMissing].contains(error.code) {
            return nil
        }
    }
}
