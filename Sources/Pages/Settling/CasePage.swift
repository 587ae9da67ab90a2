package import Draft
import DraftLedger
import Records
package import Replay
package import TextFormats

/// One case in full: its record, what followed from it, and what the rules say today.
package struct CasePage: Page {
    /// What the rules say, or why they can say nothing.
    package enum Judgment {
        case report(DisputeReport)
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
        let lines = head + documents + resolution + corrections + payments + [.empty]
        switch judgment {
        case .report(let report): return lines + DisputePage(report: report, names: names).text(on: terminal)
        case .unjudged(let reason):
            return lines + [StyledText("The rules can say nothing about it: ", .alarm) + StyledText(reason)]
        }
    }

    private var head: [StyledText] {
        let opened = record.opened
        let claimant = opened.claimant.map { names.user($0) } ?? "seat \(opened.seat)"
        return [
            StyledText("Case \(record.id)", .bold) + StyledText(": \(claimant) claims: \(opened.claim)"),
            line("about", StyledText("pick \(opened.pick) of room \(opened.room), seat \(opened.seat)"), nil),
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

    private var corrections: [StyledText] {
        record.corrections.map { correction in
            let corrected = correction.content
            let narrator = Narrator(names: names)
            let players = [corrected.oldPlayer, corrected.newPlayer].map { narrator.player($0, in: record.opened.room) }
            var words = StyledText("pick \(corrected.pick) (\(corrected.mode)), ") + players[0]
            words += corrected.mode == .cascade ? StyledText(" and all after it undone") : " → " + players[1]
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
                        + adjustment.reason)
            return line("paid", words, payment.position)
        }
    }

    private func line(_ label: String, _ words: StyledText, _ position: UInt64?) -> StyledText {
        StyledText("  \(label)".rightPadded(to: 12), .dim) + words
            + StyledText(position.map { " [\($0)]" } ?? "", .dim)
    }

    package var json: JSON {
        switch judgment {
        case .report(let report): report.json(of: record.json)
        case .unjudged(let reason): record.json(unjudged: reason)
        }
    }

    /// As a dispute's; of a case about which nothing can be said, no rows.
    package var csv: CSVTable {
        switch judgment {
        case .report(let report): DisputePage(report: report, names: names).csv
        case .unjudged: CSVTable(DisputePage.columns)
        }
    }
}

/// The recorded cases, one a line.
package struct CasesPage: Page {
    var cases: [(id: CaseID, state: CaseState)]
    var names: any NameBook

    package init(cases: [(id: CaseID, state: CaseState)], names: any NameBook) {
        self.cases = cases
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !cases.isEmpty else { return [StyledText("No case is recorded.", .dim)] }
        var table = TextTable([
            .init("case", .trailing), .init("room", .trailing), .init("pick", .trailing), .init("claimant"),
            .init("documents", .trailing), .init("verdict"), .init("claim", shrinks: true),
        ])
        table.rows = cases.map { id, state in
            [
                StyledText("\(id)"), StyledText("\(state.opened.room)"), StyledText("\(state.opened.pick)"),
                StyledText(claimant(of: state)), StyledText("\(state.evidence.count)"),
                state.resolution.map { StyledText($0.verdict.name, .bold) } ?? StyledText("open", .dim),
                StyledText(state.opened.claim),
            ]
        }
        return table.lines(on: terminal)
    }

    private func claimant(of state: CaseState) -> String {
        state.opened.claimant.map { names.user($0) } ?? "seat \(state.opened.seat)"
    }

    package var json: JSON { .array(objects) }

    package var csv: CSVTable {
        CSVTable(
            [
                "case", "room", "pickNumber", "seat", "claimant", "claim", "documents", "verdict", "resolvedBy",
                "reason",
            ],
            objects: objects)
    }

    private var objects: [JSON] {
        cases.map { id, state in
            [
                "case": .of(id), "room": .of(state.opened.room), "pickNumber": .of(state.opened.pick),
                "seat": .of(state.opened.seat), "claimant": .of(state.opened.claimant),
                "claim": .of(state.opened.claim), "documents": .of(state.evidence.count),
                "verdict": .of(state.resolution?.verdict.name),
                "resolvedBy": .of(state.resolution?.resolvedBy),
                "reason": .of(state.resolution?.reason),
            ]
        }
    }
}
