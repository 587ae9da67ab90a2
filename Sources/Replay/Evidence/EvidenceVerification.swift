import Draft
import DraftLedger
public import Merkle

extension EvidenceBundle {
    /// Whether bytes begin like a bundle, genuine or not. What does not is another file, or was never fetched.
    public static func isArchive(_ bytes: [UInt8]) -> Bool { TarArchive.isArchive(bytes) }

    /// Checks a bundle without any ledger, under the verifier's own policy.
    ///
    /// Checks that depend on a failed one are skipped: unsigned records are not replayed.
    ///
    /// - Parameters:
    ///   - archive: the bytes of the bundle.
    ///   - policy: the verifier's own.
    ///   - proofs: what the verifier holds besides, such as receipts for commands of the claimant: a bundle without the
    ///     record of one of them is incomplete.
    public static func verify(
        _ archive: [UInt8], policy: TrustPolicy, with proofs: [EvidenceProof] = []
    ) -> EvidenceReport {
        var verification = EvidenceVerification(checks: EvidenceChecks(policy: policy), proofs: proofs)
        verification.run(archive)
        return verification.report
    }
}

/// One run of the checks.
private struct EvidenceVerification {
    let checks: EvidenceChecks
    let proofs: [EvidenceProof]
    /// Faults that a missing record would explain.
    var unsettled: [String] = []
    var report = EvidenceReport()

    mutating func run(_ bytes: [UInt8]) {
        let checks = checks
        defer { skipRest() }
        var read: (TarArchive, EvidenceBundle)?
        check(.archive) { () throws -> EvidenceFindings in
            let archive = try TarArchive(bytes)
            read = (archive, try EvidenceBundle(archive))
            return EvidenceFindings(count: archive.files.count)
        }
        guard let (archive, bundle) = read else { return }
        report.claim = bundle.claim
        report.size = bundle.latest.unverified.size
        report.cannotProve = EvidenceLimits(bundle).sentences
        report.statesEnds = bundle.ends != nil

        var log: VerifierKey?
        check(.signatures) { () throws -> EvidenceFindings in
            let findings = try checks.signatures(of: bundle)
            log = findings.log
            return findings.findings
        }
        guard let log else { return }
        check(.consistency) { checks.consistency(of: bundle) }
        check(.records) { checks.proofs(of: bundle) }
        guard report.results.allSatisfy({ $0.outcome == .passed }) else { return }
        check(.streams) { try checks.streams(of: bundle) }
        guard report.results.allSatisfy({ $0.outcome == .passed }) else { return }
        var told: (any EvidenceHistory)?
        check(.rules) { () throws -> EvidenceFindings in
            let history = try bundle.history()
            told = history
            return history.rules()
        }
        guard let history = told else { return }
        report.verdict = history.verdict
        check(.founders) { checks.founders(of: history) }
        check(.commands) { checks.commands(of: history) }
        check(.postings) { history.postings() }
        // Programs of former formats stated no ends.
        let lacksEnds =
            bundle.ends == nil && !bundle.isFormer && EvidenceDocuments.formerFormat(in: archive) == nil
        let completeness = checks.completeness(
            of: history, unsettled: unsettled, with: proofs, in: bundle, lacksEnds: lacksEnds)
        check(.completeness) { completeness.findings }
        report.isIncomplete = !completeness.missing.isEmpty
        report.unusableProofs = completeness.unusable
        if report.isIncomplete { report.verdict = nil }
        guard !bundle.isFormer else {
            return add(
                .documents, .notCompared,
                [
                    "A program of a former format wrote the documents. They cannot be compared here: rely on what this says."
                ])
        }
        guard let format = EvidenceDocuments.formerFormat(in: archive) else {
            return check(.documents) { checks.documents(in: archive, bundle, history, log) }
        }
        let findings = checks.formerDocuments(in: archive, bundle, history, log)
        guard findings.faults.isEmpty else { return check(.documents) { findings } }
        add(
            .documents, .notCompared,
            [
                "A program of bundle format \(format) wrote the documents, with other words. They cannot be compared here: rely on "
                    + "what this says, not on VERDICT.md and verify.py."
            ])
    }

    /// Nothing where the claim does not take the check.
    private mutating func check(_ check: EvidenceReport.Check, _ body: () throws -> EvidenceFindings) {
        guard EvidenceReport.Check.all(for: report.claim).contains(check) else { return }
        let findings: EvidenceFindings
        do {
            findings = try body()
        } catch {
            findings = EvidenceFindings(count: 0, faults: ["\(error)"])
        }
        unsettled += findings.unsettled
        add(
            check, findings.faults.isEmpty ? .passed : .failed, findings.faults + findings.remarks,
            count: findings.count)
    }

    private mutating func add(
        _ check: EvidenceReport.Check, _ outcome: EvidenceReport.Outcome, _ messages: [String], count: Int = 0
    ) {
        report.results.append(EvidenceReport.Result(check: check, outcome: outcome, count: count, messages: messages))
    }

    private mutating func skipRest() {
        for check in EvidenceReport.Check.all(for: report.claim).dropFirst(report.results.count) {
            add(check, .skipped, [])
        }
    }
}
