import Draft
import DraftLedger
import Merkle

/// The findings of one check of a bundle.
struct EvidenceFindings {
    /// How many things were looked at.
    var count: Int
    /// What is wrong, and where.
    var faults: [String] = []
    /// Faults that a record of the ledger would explain which the bundle lacks.
    var unsettled: [String] = []
    /// Warnings although nothing is wrong.
    var remarks: [String] = []
}

/// The checks of a bundle, each for itself.
struct EvidenceChecks {
    let policy: TrustPolicy

    // MARK: Proofs

    func signatures(of bundle: EvidenceBundle) throws -> (findings: EvidenceFindings, log: VerifierKey) {
        let verified = try policy.verify(bundle.latest)
        guard verified.checkpoint.origin == bundle.claim.origin else {
            throw EvidenceError.badFile(
                EvidenceClaim.file, "the checkpoints are of \(verified.checkpoint.origin.asciiEscaped)")
        }
        var findings = EvidenceFindings(count: bundle.checkpoints.count)
        for checkpoint in bundle.checkpoints.dropLast() {
            do {
                _ = try policy.verify(checkpoint)
            } catch .quorumNotMet {
                // Cosignatures of earlier checkpoints are useful, but the latest one is what is proven.
                findings.remarks.append(
                    "\(bundle.name(of: checkpoint)) is signed, but lacks the cosignatures that the policy requires."
                )
            } catch {
                findings.faults.append("\(bundle.name(of: checkpoint)): \(error).")
            }
        }
        do {
            try bundle.ends?.verify(by: policy.logs.map(\.key).filter { $0.name == verified.log.name })
        } catch {
            findings.faults.append("\(HistoryEnds.file): \(error).")
        }
        if verified.cosignatures.isEmpty {
            findings.remarks.append("No witness of the policy has cosigned the latest checkpoint.")
        }
        return (findings, verified.log)
    }

    func consistency(of bundle: EvidenceBundle) -> EvidenceFindings {
        let tree = bundle.latest.unverified
        var findings = EvidenceFindings(count: bundle.earlier.count)
        for earlier in bundle.earlier {
            do {
                try earlier.proof?.verify(
                    oldSize: earlier.size, oldRoot: earlier.root, newSize: tree.size, newRoot: tree.root)
            } catch {
                findings.faults.append("The tree of \(earlier.size) events: \(error).")
            }
        }
        if case .former(let proofs) = bundle.proofs { findings.faults += proofs.faultsOfSteps(in: bundle) }
        return findings
    }

    func proofs(of bundle: EvidenceBundle) -> EvidenceFindings {
        var findings = EvidenceFindings(count: bundle.records.count)
        switch bundle.proofs {
        case .together(let proof):
            let tree = bundle.latest.unverified
            do {
                try proof.verify(bundle.records.leaves, size: tree.size, root: tree.root)
            } catch {
                findings.faults.append("\(RecordsFile.name) or \(EvidenceBundle.proofFile): \(error).")
            }
        case .former(let proofs): findings.faults += proofs.faultsOfRecords(in: bundle)
        }
        if !bundle.withheld.isEmpty {
            findings.remarks.append(
                "Stated, not shown, because they contain another seat's queue: positions "
                    + "\(bundle.withheld.map { "\($0)" }.joined(separator: ", ")).")
        }
        return findings
    }

    // MARK: Content

    /// That the histories have no gaps, except those of which the bundle has extracts.
    func streams(of bundle: EvidenceBundle) throws -> EvidenceFindings {
        var heads: [StreamKey: (version: UInt32, position: UInt64)] = [:]
        var findings = EvidenceFindings(count: 0)
        for item in bundle.records.sorted(by: { $0.position < $1.position }) {
            let event = try item.decoded()
            guard bundle.claim.isWhole(event.stream, inFormatOfEnds: bundle.ends != nil) else { continue }
            let head = heads[event.stream]
            if event.version != (head?.version ?? 0) &+ 1 || event.previous != head?.position {
                findings.faults.append(
                    "\(item.name): version \(event.version) of \(event.stream) follows "
                        + "version \(head?.version ?? 0); events between them are missing.")
            }
            heads[event.stream] = (event.version, event.position)
        }
        findings.count = heads.count
        return findings
    }

    /// That the ledger's founders are those whom the policy names, and its rules no older than the policy demands.
    func founders(of history: some EvidenceHistory) -> EvidenceFindings {
        var findings = EvidenceFindings(count: policy.founders.count)
        if policy.founders.isEmpty {
            if history.began != nil {
                findings.remarks.append(
                    "The policy names no founders: the ledger alone states the founders and thus the staff.")
            }
        } else if let fault = FoundersFault(of: history.began, under: policy) {
            findings.faults.append(fault.description)
        }
        if let fault = history.terms.fault(byLeastRules: policy.leastRules, of: history.span) {
            findings.faults.append(fault)
        }
        return findings
    }

    /// Checks that the stated signers have signed, and that the effects of requests were approved.
    func commands(of history: some EvidenceHistory) -> EvidenceFindings {
        let signatures = history.signatures
        var findings = EvidenceFindings(count: Int(clamping: signatures.counts.total) + history.measures.count)
        for finding in signatures.findings {
            let text =
                "Position \(finding.position.map { "\($0)" } ?? "?"): \(finding.message) Expected \(finding.expected), found "
                + "\(finding.actual)."
            if finding.isOfUnknownKey { findings.unsettled.append(text) } else { findings.faults.append(text) }
        }
        findings.faults += history.measures.faults
        findings.unsettled += history.measures.unsettled
        if signatures.counts.untold > 0 {
            findings.remarks.append(
                "\(signatures.counts.untold) signatures cannot be verified here: the bundle does not contain all of the signed "
                    + "content.")
        }
        return findings
    }

    /// That no history ends before what other records say of it, and that no fault was left open that a record missing here
    /// would explain.
    ///
    /// - Parameters:
    ///   - unsettled: the open faults of the checks before.
    ///   - proofs: the verifier's own.
    ///   - lacksEnds: whether the statement of the histories' ends is missing, which a bundle of this format has.
    func completeness(
        of history: some EvidenceHistory, unsettled: [String], with proofs: [EvidenceProof], in bundle: EvidenceBundle,
        lacksEnds: Bool
    ) -> (findings: EvidenceFindings, missing: [String], unusable: [String]) {
        var (missing, unusable) = (history.missing, [] as [String])
        if lacksEnds {
            missing.append("\(HistoryEnds.file), in which the operator states where the histories end, is missing.")
        } else if bundle.ends == nil {
            missing += history.verdict == .upheld ? history.restingOnAbsence : []
        }
        for proof in proofs {
            do {
                if let fault = try proof.fault(in: bundle, by: policy) { missing.append(fault) }
            } catch {
                unusable.append("\(error)")
            }
        }
        missing += unsettled.map { "Nothing follows from this, since a record that is missing may explain it: \($0)" }
        let findings = EvidenceFindings(
            count: proofs.count, faults: missing + unusable, remarks: history.terms.sentences + history.conditions)
        return (findings, missing, unusable)
    }

    /// A checkpoint with which the log changed its key has two signers that a policy can name, and the documents name
    /// one of them.
    func documents(
        in archive: TarArchive, _ bundle: EvidenceBundle, _ history: some EvidenceHistory, _ log: VerifierKey
    ) -> EvidenceFindings {
        // A key whose signature does not verify is not the other signer.
        let others = policy.logs.map(\.key).filter { $0 != log && (try? bundle.latest.verified(by: $0)) != nil }
        let findings = documents(in: archive, bundle, history, naming: log)
        guard !findings.faults.isEmpty else { return findings }
        return others.lazy.map { documents(in: archive, bundle, history, naming: $0) }.first(where: \.faults.isEmpty)
            ?? findings
    }

    /// Checks documents whose words an earlier program wrote: each is here, and they state the verdict of the rules.
    func formerDocuments(
        in archive: TarArchive, _ bundle: EvidenceBundle, _ history: some EvidenceHistory, _ log: VerifierKey
    ) -> EvidenceFindings {
        let documents = EvidenceDocuments(history, in: bundle, key: log)
        var findings = EvidenceFindings(count: documents.files.count)
        compareNames(of: archive, bundle.primaryFiles + documents.files, &findings)
        for file in bundle.primaryFiles where archive[file.name] != file.bytes {
            findings.faults.append("\(file.name) differs from the file that the records give.")
        }
        let script = LedgerCryptography(drawMaster: []).sha256(archive[EvidenceDocuments.scriptFile] ?? [])
        if !EvidenceDocuments.formerScripts.contains(script.hexadecimal) {
            findings.faults.append("\(EvidenceDocuments.scriptFile) is not one that a program wrote: do not run it.")
        }
        let stated = EvidenceDocuments.statedVerdict(in: archive)
        if let stated, stated != "\(history.verdict)" {
            findings.faults.append("VERDICT.md states '\(stated)', and the records give '\(history.verdict)'.")
        } else if stated == nil {
            findings.faults.append("VERDICT.md and \(EvidenceDocuments.verdictFile) do not state one verdict.")
        }
        return findings
    }

    private func compareNames(
        of archive: TarArchive, _ expected: [(name: String, bytes: [UInt8])], _ findings: inout EvidenceFindings
    ) {
        let known = Set(expected.map(\.name))
        for file in expected where archive[file.name] == nil { findings.faults.append("\(file.name) is missing.") }
        for file in archive.files where !known.contains(file.name) {
            findings.faults.append("\(file.name) does not belong in a bundle.")
        }
    }

    private func documents(
        in archive: TarArchive, _ bundle: EvidenceBundle, _ history: some EvidenceHistory, naming log: VerifierKey
    ) -> EvidenceFindings {
        let documents = EvidenceDocuments(history, in: bundle, key: log)
        var findings = EvidenceFindings(count: documents.files.count)
        let expected = bundle.primaryFiles + documents.files
        let own = documents.files.first { $0.name == EvidenceDocuments.softwareFile }?.bytes
        if archive[EvidenceDocuments.softwareFile] != own {
            let text = String(decoding: archive[EvidenceDocuments.softwareFile] ?? [], as: UTF8.self)
            findings.faults.append(
                "\(EvidenceDocuments.softwareFile): the bundle was written by another version of the software, so its documents cannot be "
                    + "compared here: \(text.prefix(200).filter { $0 != "\n" })")
        }
        for file in expected where archive[file.name] != nil && archive[file.name] != file.bytes {
            findings.faults.append("\(file.name) differs from the document that the records give.")
        }
        compareNames(of: archive, expected, &findings)
        return findings
    }
}
