import Draft
import DraftLedger
import Records

/// The week of a contest that the records of a bundle about its points tell: judged as a dispute in the ledger is.
struct ScoreHistory: EvidenceHistory {
    let facts: ScoreFacts
    let report: ScoreReport
    let signatures: EvidenceSignatures
    let measures: EvidenceMeasures
    let began: AuthorityBegan?
    let terms: HistoryTerms
    let span: Range<UInt64>
    /// A bundle that lacks other events that its own records name cannot be read.
    let missing: [String]
    /// Events of the contest and of its season.
    private let count: Int
    /// The last event of the season that is here.
    private let last: RecordedEvent?

    var verdict: DisputeResolved.Verdict { report.verdict }

    /// Decodes and folds the records.
    ///
    /// - Throws: `EvidenceError` for records that are not of the claim's contest, season, pool and pod, or end before what
    ///   the contest's own records say of them; `ScoreDisputeError` where they leave nothing to judge.
    init(of bundle: EvidenceBundle, week: UInt8) throws {
        let claim = bundle.claim
        let sections = try EvidenceSections(of: bundle)
        let source = BundledScores(sections)
        facts = try ScoreFacts(of: claim.entry, week: week, in: source)
        try Self.check(facts, source, isOf: claim)
        let (contest, season) = (sections[.contest], sections[.season])
        signatures = try EvidenceSignatures(
            of: bundle, grounds: sections.grounds,
            commands: CommandGroup.groups(of: contest) + CommandGroup.groups(of: season))
        let acts = sections[.records].filter(Self.isOfStaff)
        measures = EvidenceMeasures(sections[.authority], behind: contest + season + acts)
        began = sections.began
        terms = sections.terms
        missing =
            (bundle.isFormer ? [] : sections.missingTerms)
            + (bundle.ends?.missing(of: claim, among: sections.all, since: 0) ?? [])
        span = (contest.first?.position ?? 0)..<(max(contest.last?.position ?? 0, season.last?.position ?? 0) + 1)
        count = contest.count + season.count
        last = season.last
        var report = ScoreReport(on: facts)
        report.terms = terms.sentences
        self.report = report
    }

    /// Staff actions in a room: a corrected pick changes a roster.
    static func isOfStaff(_ recorded: RecordedEvent) -> Bool { recorded.origin?.actor.role == .admin }

    // MARK: Completeness

    /// The claim is about who it says, the rooms are the pod's, and nothing ends before what later records say of it.
    private static func check(_ facts: ScoreFacts, _ source: BundledScores, isOf claim: EvidenceClaim) throws {
        let member = try source.drafted(claim.room)?.member(at: claim.seat)
        guard let member, member.entry == claim.entry, member.user == claim.claimant else {
            throw EvidenceError.badFile(EvidenceClaim.file, "entry \(claim.entry) is not the one of seat \(claim.seat)")
        }
        let rooms = Set(facts.pod.map(\.room))
        if let other = source.known.subtracting(rooms).min() {
            throw EvidenceError.badFile(
                EvidenceRecord.Section.records.rawValue, "room \(other) has no entry of the pod")
        }
        for (index, played) in facts.contest.played.enumerated() {
            guard let version = played.seasonVersion, version > facts.season.version else { continue }
            throw EvidenceError.badFile(
                EvidenceRecord.Section.season.rawValue,
                "it ends with version \(facts.season.version), and round \(index + 1) closed as of version \(version): "
                    + "events of season \(facts.season.id) are missing")
        }
        guard facts.closing != nil else { return }
        for room in rooms.sorted() where try source.drafted(room)?.status != .complete {
            throw EvidenceError.badFile(
                EvidenceRecord.Section.records.rawValue,
                "the draft of room \(room) does not end, although its result is recorded: events are missing")
        }
    }

    // MARK: What it comes to

    /// That the round closed by what counts, and that its pods are the ones that were to be drawn.
    func rules() -> EvidenceFindings {
        var findings = EvidenceFindings(count: count)
        findings.faults = report.reasons.filter { $0.bearing == .upheld }.map { reason in
            let positions = reason.positions.map { "\($0)" }.joined(separator: ", ")
            return "Position \(positions) breaks the \(reason.rule.rawValue) rule: \(reason.text)"
        }
        return findings
    }

    /// The open question of the records: a correction after the last of them could still have counted.
    var remarks: [String] {
        let end = facts.correctionsEnd ?? facts.closing?.recordedAt
        guard let last, end.map({ last.recordedAt <= $0 }) ?? true else { return [] }
        return [
            "The season's records end with version \(last.version), of \(last.recordedAt.iso8601). Corrections of week "
                + "\(facts.week) count until \(end?.iso8601 ?? "its round closes"): the bundle cannot show that none "
                + "followed before that time."
        ]
    }
}
