public import Draft
import DraftLedger

extension Dispute {
    /// Judges what an entry scored in a week of its contest's season.
    ///
    /// The verdict is `upheld` if the round closed against the contest's rules, to the entry's harm or too early, or if its
    /// pods differ from the draw. It is `undecidable` if the round is not closed, or if the rules let the operator choose
    /// which corrections count; else `rejected`. No record shows whether a source reported a game correctly.
    ///
    /// - Parameters:
    ///   - entry: by its number.
    ///   - week: of the season.
    /// - Throws: `ScoreDisputeError`, or `DraftLedgerError` where the ledger cannot be read.
    public func judge(entry: EntryID, week: UInt8) throws -> ScoreReport {
        var report = ScoreReport(on: try ScoreFacts(of: entry, week: week, in: ledger))
        report.terms = try ledger.terms.sentences
        return report
    }
}

extension ScoreReport {
    init(on facts: ScoreFacts) {
        let reasons = ScoreRules(facts).reasons
        let verdict = Dispute.verdict(of: reasons)
        entry = facts.entry
        claimant = facts.claimant
        contest = facts.contest.id
        season = facts.season.id
        week = facts.week
        round = facts.round
        podSize = facts.pod.count
        advancing = facts.terms.advancing
        correctionsEnd = facts.correctionsEnd
        recorded = facts.recorded.first { $0.entry == facts.entry }
        closedAsOf = facts.closedVersion
        self.verdict = verdict
        self.reasons =
            reasons.filter { $0.bearing == verdict } + reasons.filter { $0.bearing != verdict && $0.bearing != nil }
            + reasons.filter { $0.bearing == nil }
        steps = facts.tellings.map { Step(of: $0, on: facts) }
        closing = Step(closing: facts)
        podEntries = PodEntry.all(on: facts)
        draws = facts.draws.map { Draw(of: $0, entry: facts.entry) }
    }
}

extension ScoreReport.Step {
    fileprivate init(of telling: ScoreFacts.Telling, on facts: ScoreFacts) {
        let points = facts.points(asOf: telling.version, isWindowed: false)
        let ranked = facts.standings(points)
        let place = ranked.firstIndex { $0.entry == facts.entry } ?? 0
        let best = facts.lineup(of: facts.entry, by: points)
        let own = Set((facts.rosters[facts.entry] ?? []).flatMap { points.subjects(of: $0) })
        positions = telling.events.map(\.position)
        seasonVersion = telling.version
        recordedAt = telling.recordedAt
        isCorrection = telling.isCorrection
        counts = facts.counts(telling)
        changes = telling.events.compactMap { recorded in
            guard case .scored(let scored) = recorded.event.score else { return nil }
            return ScoreReport.Change(
                name: scored.name, before: scored.replaces, after: scored.points,
                isClaimants: own.contains(SeasonPlayer(scored)), source: scored.source, reason: scored.reason.text)
        }
        standing = ScoreReport.Standing(week: best.points, round: ranked[place].points, place: place + 1)
        lineup = best.players
    }
}

extension ScoreReport.Step {
    /// The points with which the round closed; nil before.
    fileprivate init?(closing facts: ScoreFacts) {
        guard let closing = facts.closing, let version = facts.closedVersion else { return nil }
        let points = facts.counting
        let ranked = facts.standings(points)
        let place = ranked.firstIndex { $0.entry == facts.entry } ?? 0
        let best = facts.lineup(of: facts.entry, by: points)
        self.init(
            positions: [closing.position], seasonVersion: version, recordedAt: closing.recordedAt, isCorrection: false,
            counts: true, changes: [],
            standing: ScoreReport.Standing(week: best.points, round: ranked[place].points, place: place + 1),
            lineup: best.players)
    }
}

extension ScoreReport.PodEntry {
    /// The pod, best first, by what counts.
    fileprivate static func all(on facts: ScoreFacts) -> [ScoreReport.PodEntry] {
        let points = facts.counting
        return facts.standings(points).enumerated().map { place, score in
            let best = facts.lineup(of: score.entry, by: points)
            return ScoreReport.PodEntry(
                entry: score.entry,
                standing: ScoreReport.Standing(week: best.points, round: score.points, place: place + 1),
                bestWeek: score.bestWeek ?? 0, recorded: facts.recorded.first { $0.entry == score.entry },
                lineup: best.players)
        }
    }
}

extension ScoreReport.Draw {
    fileprivate init(of drawing: PodDrawing, entry: EntryID) {
        round = drawing.round
        positions = drawing.positions
        secret = drawing.secret
        commitment = drawing.commitment?.digest
        committedAt = drawing.commitment?.position
        entrants = drawing.entrants.count
        pods = drawing.pods.count
        pod = drawing.pod(of: entry)
    }
}
