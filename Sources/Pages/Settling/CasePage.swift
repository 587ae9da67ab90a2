package import Draft
import DraftLedger
import Records
package import Replay
package import TextFormats

/// One case in full: its record, what followed from it, and what the rules say today.
package struct CasePage: Page {
    /// The verdict of the rules, or the reason that there is no verdict.
    package enum Judgment {
        case report(DisputeReport)
        case score(ScoreReport)
        case unjudged(String)
    }

    var record: CaseRecord
    package var judgment: Judgment
    var names: any NameBook

    package init(record: CaseRecord, judgment: Judgment, names: any NameBook) {
        self.record = record
        self.judgment = judgment
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let lines = head + documents + resolution + corrections + payments + difference + [.empty]
        switch judgment {
        case .report(let report): return lines + DisputePage(report: report, names: names).text(on: terminal)
        case .score(let report): return lines + ScoreDisputePage(report: report, names: names).text(on: terminal)
        case .unjudged(let reason):
            return lines + [StyledText("The rules give no verdict: ", .alarm) + StyledText(reason)]
        }
    }

    private var head: [StyledText] {
        let opened = record.opened
        let claimant = opened.claimant.map { names.user($0) } ?? names.place(of: opened.seat, in: opened.room)
        return [
            StyledText("Case \(record.id)", .bold) + StyledText(": \(claimant) claims: \(opened.claim)"),
            line(
                "about",
                StyledText(
                    "\(opened.subject(naming: names.label)) of room \(opened.room), \(names.place(of: opened.seat, in: opened.room))"
                ), nil),
        ]
    }

    private var documents: [StyledText] {
        record.documents.map { document in
            let digest = document.content.digest.hexadecimal
            return line("attached", StyledText("\(document.content.title), SHA-256 \(digest)"), document.position)
        }
    }

    private var resolution: [StyledText] {
        guard let resolution = record.resolution else { return [] }
        let resolved = resolution.content
        let words =
            StyledText(resolved.verdict.name, .bold)
            + StyledText(" by \(names.user(resolved.resolvedBy)): \(resolved.reason)")
        return [line("resolved", words, resolution.position)]
    }

    /// The current verdict of the rules, or nil.
    package var verdict: DisputeResolved.Verdict? {
        switch judgment {
        case .report(let report): report.verdict
        case .score(let report): report.verdict
        case .unjudged: nil
        }
    }

    /// Whether it was resolved otherwise than the rules say; nil where one of the two says nothing.
    private var isAgainstRules: Bool? {
        guard let verdict, let resolution = record.resolution else { return nil }
        return resolution.content.verdict != verdict
    }

    private var difference: [StyledText] {
        guard isAgainstRules == true, let verdict, let resolution = record.resolution?.content else { return [] }
        return [
            StyledText(
                "  The case was resolved as \(resolution.verdict.name); the rules give another verdict: \(verdict.name).",
                .alarm)
        ]
    }

    private var corrections: [StyledText] {
        record.corrections.map { correction in
            let corrected = correction.content
            let narrator = Narrator(names: names)
            let players = [corrected.oldPlayer, corrected.newPlayer].map { narrator.player($0, in: record.opened.room) }
            var words =
                StyledText(
                    "pick \(names.label(of: corrected.pick, in: record.opened.room)) (\(corrected.mode)), ")
                + players[0]
            words += corrected.mode == .cascade ? StyledText(" and all later picks undone") : " → " + players[1]
            words += StyledText(", approved by \(names.user(corrected.approvedBy)): \(corrected.reason)")
            return line("corrected", words, correction.position)
        }
    }

    private var payments: [StyledText] {
        record.payments.map { payment in
            let adjustment = payment.adjustment
            let approvers = [adjustment.firstApprover, adjustment.secondApprover].map { names.user($0) }
            let words =
                StyledText(Figures.money(adjustment.amount), .bold)
                + StyledText(
                    " to \(names.user(payment.user)), approved by \(approvers[0]) and \(approvers[1]): "
                        + adjustment.reason.description)
            return line("paid", words, payment.position)
        }
    }

    private func line(_ label: String, _ words: StyledText, _ position: UInt64?) -> StyledText {
        StyledText("  \(label)".rightPadded(to: 12), .dim) + words
            + StyledText(position.map { " [\($0)]" } ?? "", .dim)
    }

    package var json: JSON {
        switch judgment {
        case .report(let report): Self.pick.json(of: (DisputeReport.Judged(report: report, record: record), self))
        case .score(let report): Self.score.json(of: (report, self))
        case .unjudged(let reason): Self.unjudged.json(of: (reason, self))
        }
    }

    /// The shapes of a case: of one about a pick, of one about a score, and of one about which the rules can say nothing.
    static let shapes: [NamedShape] =
        [pick.entry, score.entry, unjudged.entry]
        + [("Case", .either([pick.shape, score.shape, unjudged.shape]))]

    private static let pick = Members<(DisputeReport.Judged, CasePage)>(
        "PickCase", DisputeReport.members.of { $0.0 } + [.init("againstRules") { $0.1.isAgainstRules }])

    private static let score = Members<(ScoreReport, CasePage)>(
        "ScoreCase",
        ScoreReport.page.of { $0.0 } + [
            .init("case", CaseRecord.members) { $0.1.record }, .init("againstRules") { $0.1.isAgainstRules },
        ])

    /// As a dispute, with a null verdict and the reason under `unjudged`.
    private static let unjudged = Members<(reason: String, page: CasePage)>(
        "UnjudgedCase",
        [
            .init("room") { $0.page.record.opened.room }, .init("pickNumber") { $0.page.record.opened.pick },
            .init("label") { _ in String?.none }, .init("seat") { $0.page.record.opened.seat },
            .init("claimant") { $0.page.record.opened.claimant }, .init("verdict") { _ in String?.none },
            .init("unjudged") { $0.reason }, .init("case", CaseRecord.members) { $0.page.record },
            .init("reasons", each: DisputeReport.Reason.members) { _ in [] },
            // The moments of a pick, of which the rules say nothing here.
            .init("timeline", .list(.any)) { _ in [] }, .init("againstRules") { _ in Bool?.none },
        ])

    /// As a dispute's; of a case about which nothing can be said, no rows.
    package var csv: CSVTable {
        switch judgment {
        case .report(let report): DisputePage(report: report, names: names).csv
        case .score(let report): ScoreDisputePage(report: report, names: names).csv
        case .unjudged: CSVTable(DisputePage.columns)
        }
    }
}

extension DisputeOpened {
    /// Returns the subject of a claim, before its room: "pick 3.07", "the score of week 9".
    ///
    /// - Parameter label: returns a pick as drafters name it.
    package func subject(
        naming label: (PickNumber, RoomID) throws -> String
    ) rethrows -> String {
        try week.map { "the score of week \($0)" } ?? "pick \(label(pick, room))"
    }
}
