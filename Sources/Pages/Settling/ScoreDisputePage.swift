import Draft
import Records
package import Replay
package import TextFormats

/// The whole answer to `dispute --entry E --week N`: the verdict first, then why, then what stood on record when.
package struct ScoreDisputePage: Page {
    var report: ScoreReport
    var names: any NameBook

    package init(report: ScoreReport, names: any NameBook) {
        self.report = report
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let claimant = report.claimant.map { " of \(names.user($0))" } ?? ""
        var lines = [
            StyledText("Week \(report.week) of entry \(report.entry)", .bold)
                + StyledText("\(claimant), round \(report.round) of contest \(report.contest): ")
                + StyledText(report.verdict.name, report.verdict.style)
        ]
        let headline = StyledText(report.headline, .bold)
        lines += report.terms.map { StyledText($0, .dim) } + [.empty]
        lines += (terminal.columns.map { headline.wrapped(to: $0) } ?? [headline]) + [.empty]
        lines += DisputeReasons(reasons: report.reasons).lines(on: terminal)
        lines += [.empty, StyledText("Recorded points", .bold)] + table.lines(on: terminal)
        for (number, step) in report.steps.enumerated() { lines += self.lines(of: step, number + 1, on: terminal) }
        return lines + [.empty, StyledText("The pod, by the points that count", .bold)] + podTable.lines(on: terminal)
    }

    private var table: TextTable {
        var table = TextTable([
            .init("step", .trailing), .init("version", .trailing), .init("recorded"), .init("week", .trailing),
            .init("round", .trailing), .init("place", .trailing), .init("counts"),
        ])
        table.rows = report.steps.enumerated().map { row(of: $1, as: "\($0 + 1)") }
        if let closing = report.closing { table.rows.append(row(of: closing, as: "closing")) }
        return table
    }

    private func row(of step: ScoreReport.Step, as name: String) -> [StyledText] {
        [
            StyledText(name, .dim), StyledText("\(step.seasonVersion)", .dim),
            StyledText(step.recordedAt.iso8601), StyledText(Figures.hundredths(step.standing.week), .bold),
            StyledText(Figures.hundredths(step.standing.round)),
            StyledText("\(step.standing.place)/\(report.podSize)"),
            step.counts ? StyledText("yes") : StyledText("no", .alarm),
        ]
    }

    private var podTable: TextTable {
        var table = TextTable([
            .init("place", .trailing), .init("entry", .trailing), .init("week", .trailing), .init("round", .trailing),
            .init("recorded", .trailing),
        ])
        table.rows = report.podEntries.map { entry in
            let style: TextStyle = entry.entry == report.entry ? .bold : .plain
            let recorded = entry.recorded.map { "\(Figures.hundredths(Int64($0.points))), place \($0.place)" }
            return [
                StyledText("\(entry.standing.place)"), StyledText("\(entry.entry)", style),
                StyledText(Figures.hundredths(entry.standing.week)),
                StyledText(Figures.hundredths(entry.standing.round)),
                StyledText(recorded ?? "not closed", recorded == nil ? .dim : .plain),
            ]
        }
        return table
    }

    private func lines(of step: ScoreReport.Step, _ number: Int, on terminal: Terminal) -> [StyledText] {
        let head = step.isCorrection ? "correction" : "as the week ended"
        let places = step.positions.map { "[\($0)]" }.joined(separator: " ")
        var lines: [StyledText] = [
            .empty, StyledText("\(number)  \(head) ", .bold) + StyledText(places, .dim),
        ]
        for change in step.changes {
            let before = change.before.map { Figures.hundredths($0) } ?? "nothing"
            let owner = change.isClaimants ? "" : ", another entry's"
            let reason = change.reason.isEmpty ? "" : ": \(change.reason)"
            let text =
                StyledText(change.name, change.isClaimants ? .bold : .plain)
                + StyledText(" \(before) to \(Figures.hundredths(change.after))\(owner)\(reason)")
                + StyledText(" by \(change.source)", .dim)
            lines += wrapped(text, on: terminal)
        }
        let lineup = step.lineup.map { "\($0.slot.abbreviation) \($0.name) \(Figures.hundredths($0.points))" }
        return lines + wrapped(StyledText(lineup.joined(separator: ", "), .dim), on: terminal)
    }

    private func wrapped(_ text: StyledText, on terminal: Terminal) -> [StyledText] {
        let indent = StyledText.spaces(3)
        guard let columns = terminal.columns, columns > 24 else { return [indent + text] }
        return text.wrapped(to: columns - 3).map { indent + $0 }
    }

    package var json: JSON { ScoreReport.page.json(of: report) }

    static let columns = [
        "entry", "week", "verdict", "seasonVersion", "recordedAt", "isCorrection", "counts", "weekPointsHundredths",
        "roundPointsHundredths", "place", "text", "rule", "bearing", "positions",
    ]

    /// The steps, then the reasons, which alone have a rule, each with the verdict. Positions are in one field, separated by
    /// spaces.
    package var csv: CSVTable {
        let steps: [[JSON]] = report.steps.map { step in
            let changes = step.changes.map { change in
                "\(change.name) \(change.before.map { Figures.hundredths($0) } ?? "nothing") to "
                    + Figures.hundredths(change.after)
            }
            return [
                .of(step.seasonVersion), .of(step.recordedAt), .of(step.isCorrection), .of(step.counts),
                .of(step.standing.week), .of(step.standing.round), .of(step.standing.place),
                .of(changes.joined(separator: ", ")), .null, .null, Self.joined(step.positions),
            ]
        }
        let reasons: [[JSON]] = report.reasons.map { reason in
            Array(repeating: .null, count: 7) + [
                .of(reason.text), .of(reason.rule.rawValue), .of(reason.bearing?.name), Self.joined(reason.positions),
            ]
        }
        let subject: [JSON] = [.of(report.entry), .of(report.week), .of(report.verdict.name)]
        return CSVTable(Self.columns, (steps + reasons).map { subject + $0 })
    }

    private static func joined(_ positions: [UInt64]) -> JSON {
        .of(positions.map { "\($0)" }.joined(separator: " "))
    }
}

extension ScoreReport {
    /// The report as `dispute` prints it: `tournament` is the number of the contest, as everywhere. Evidence bundles have the
    /// report itself, whose bytes do not change.
    static let page = Members<ScoreReport>("ScoreDispute", members.of { $0 } + [.init("tournament") { $0.contest }])
}
