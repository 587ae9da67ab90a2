import Draft
import DraftLedger
import TextFormats

/// The verdict about a pick for people: what was claimed, who is right and why, and what happened around the pick.
struct PickVerdict {
    private let history: PickHistory
    private let bundle: EvidenceBundle

    init(_ history: PickHistory, _ bundle: EvidenceBundle) {
        self.history = history
        self.bundle = bundle
    }

    var text: String {
        let report = history.report
        let claimant = report.claimant.map { "user \($0)" } ?? "a user without a number"
        return """
            # Pick \(report.label) of room \(report.room): \(report.verdict.name)

            **\(VerdictText.escaped(report.headline))**

            This is about the claim of \(claimant) at \(report.place), entry \(bundle.claim.entry), in room \(report.room) of \
            \(HTML.plain(bundle.claim.origin)). \(history.facts.room.ruleset.pickRules)

            ## Why

            \(VerdictText.list(history.report.reasons))

            ## What happened

            | position | time | margin to deadline | event |
            |---|---|---|---|
            \(timeline)

            Times are the ledger's own, in UTC: the time of receipt of a command, otherwise the time at which the event was \
            recorded. Numbers in brackets are positions in the ledger, under which `records.csv` has each record. The verdict \
            follows from the records and the rules alone.

            ---

            ## For auditors: rules, and how complete this is

            \(VerdictText.list(of: history))

            """
    }

    private var timeline: String {
        let withheld = Set(bundle.withheld)
        return history.report.timeline.map { moment in
            let margin = moment.marginToDeadline?.seconds(signed: true) ?? ""
            let isStated = withheld.contains(moment.position)
            let text = VerdictText.escaped(moment.text) + (isStated ? " (stated, not shown)" : "")
            let mark = moment.isClaimants ? "**\(text)**" : text
            return "| \(moment.position) | \(moment.moment.iso8601) | \(margin) | \(mark) |"
        }.joined(separator: "\n")
    }
}
