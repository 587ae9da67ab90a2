import Draft
import DraftLedger
package import Replay
package import TextFormats

/// The whole answer to `dispute`: the verdict first, then why, then what happened.
package struct DisputePage: Page {
    var report: DisputeReport
    var names: any NameBook

    package init(report: DisputeReport, names: any NameBook) {
        self.report = report
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let claimant = (report.claimant.map { "\(names.user($0)) on " } ?? "") + "seat \(report.seat)"
        var lines = [
            StyledText("Pick \(report.pickNumber) (\(report.label)) of room \(report.room)", .bold)
                + StyledText(", claimed by \(claimant): ")
                + StyledText(report.verdict.name, style(of: report.verdict)),
            .empty,
        ]
        for reason in report.reasons { lines += self.lines(of: reason, on: terminal) }
        lines += [.empty, StyledText("What happened", .bold)]
        return lines + DisputeMoments(moments: report.timeline).lines(on: terminal)
    }

    private func lines(of reason: DisputeReport.Reason, on terminal: Terminal) -> [StyledText] {
        let head = StyledText(
            (reason.bearing?.name ?? "to be known").rightPadded(to: Self.margin),
            reason.bearing.map(style) ?? .dim)
        let places = reason.positions.map { "[\($0)]" }.joined(separator: " ")
        let text = StyledText(reason.text + " ") + StyledText(places, .dim)
        guard let columns = terminal.columns, columns > Self.margin + 20 else { return [head + text] }
        return text.wrapped(to: columns - Self.margin).enumerated().map { index, line in
            (index == 0 ? head : .spaces(Self.margin)) + line
        }
    }

    private static let margin = 13

    private func style(of verdict: DisputeResolved.Verdict) -> TextStyle {
        switch verdict {
        case .upheld: .colored(.runningBack, bold: true)
        case .rejected: .alarm
        case .undecidable: .bold
        }
    }

    package var json: JSON { report.json }

    static let columns = [
        "room", "pickNumber", "verdict", "position", "type", "occurredAt", "recordedAt", "seat", "isClaimants",
        "marginToDeadlineMicroseconds", "marginToGraceMicroseconds", "text",
    ]

    /// The moments, with the verdict beside each.
    package var csv: CSVTable {
        CSVTable(
            Self.columns,
            report.timeline.map { moment in
                [
                    .of(report.room), .of(report.pickNumber), .of(report.verdict.name), .of(moment.position),
                    .of(moment.type.name), .of(moment.occurredAt), .of(moment.recordedAt),
                    .of(moment.seat), .of(moment.isClaimants),
                    .of(moment.marginToDeadline?.microseconds),
                    .of(moment.marginToGrace?.microseconds), .of(moment.text),
                ]
            })
    }
}
