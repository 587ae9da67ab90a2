import Draft
import DraftLedger
import TextFormats

/// The verdict about a week's points for people: who is right and why, what stood on record when, and how the pod came out.
struct ScoreVerdict {
    private let history: ScoreHistory
    private let bundle: EvidenceBundle

    init(_ history: ScoreHistory, _ bundle: EvidenceBundle) {
        self.history = history
        self.bundle = bundle
    }

    private var report: ScoreReport { history.report }

    var text: String {
        let claimant = report.claimant.map { "user \($0)" } ?? "a user without a number"
        return """
            # Week \(report.week) of entry \(report.entry): \(report.verdict.name)

            **\(VerdictText.escaped(report.headline))**

            This is the claim of \(claimant) about what entry \(report.entry) scored in week \(report.week) of season \(report.season), \
            round \(report.round) of contest \(report.contest) of \(HTML.plain(bundle.claim.origin)). Numbers in brackets are \
            positions in the ledger.

            ## Why

            \(VerdictText.list(report.reasons))

            ## Recorded points

            | positions | recorded | week | round | place of \(report.podSize) | counts | change |
            |---|---|---|---|---|---|---|
            \((report.steps + (report.closing.map { [$0] } ?? [])).map(row).joined(separator: "\n"))

            ## The pod

            \(podText) By the points that count; \(report.advancing) of \(report.podSize) advance:

            | place | entry | round | best week | week \(report.week) | on record | lineup of week \(report.week) |
            |---|---|---|---|---|---|---|
            \(report.podEntries.map(row).joined(separator: "\n"))

            Points are from the season's records; times are the ledger's own, in UTC. The verdict follows from the records and \
            the rules alone; the scores are those of their source.

            ---

            ## For auditors: rules, and how complete this is

            \(VerdictText.list(of: history))

            """
    }

    private var podText: String {
        guard let draw = report.draws.last, let pod = draw.pod else {
            return "The entries of room \(bundle.claim.room)."
        }
        return "Pod \(pod) of \(draw.pods), drawn for round \(draw.round) at "
            + draw.positions.map { "[\($0)]" }.joined(separator: " ") + "."
    }

    private func row(_ step: ScoreReport.Step) -> String {
        let positions = step.positions.map { "[\($0)]" }.joined(separator: " ")
        let isClosing = step.positions == report.closing?.positions
        let changes = step.changes.map { change in
            let before = change.before.map { $0.pointsText } ?? "nothing"
            let reason = change.reason.isEmpty ? "" : " (\(VerdictText.escaped(change.reason)))"
            let text = "\(VerdictText.escaped(change.name)) \(before) to \(change.after.pointsText)\(reason)"
            return change.isClaimants ? "**\(text)**" : text
        }
        return "| \(positions) | \(step.recordedAt.iso8601) | \(step.standing.week.pointsText) | "
            + "\(step.standing.round.pointsText) | \(step.standing.place) | \(step.counts ? "yes" : "no") | "
            + "\(isClosing ? "**round closed**" : changes.joined(separator: ", ")) |"
    }

    private func row(_ entry: ScoreReport.PodEntry) -> String {
        let recorded = entry.recorded.map { "\($0.points.pointsText), place \($0.place)" } ?? "not closed"
        let lineup = entry.lineup.map {
            "\($0.slot.abbreviation) \(VerdictText.escaped($0.name)) \($0.points.pointsText)"
        }
        let name = entry.entry == report.entry ? "**\(entry.entry)**" : "\(entry.entry)"
        return "| \(entry.standing.place) | \(name) | \(entry.standing.round.pointsText) | "
            + "\(entry.bestWeek.pointsText) | \(entry.standing.week.pointsText) | \(recorded) | "
            + "\(lineup.joined(separator: ", ")) |"
    }
}
