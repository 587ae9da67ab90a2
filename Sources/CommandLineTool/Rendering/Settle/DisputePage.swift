import Draft
import DraftLedger
import Replay

/// The whole answer to `dispute`: the verdict first, then why, then what happened.
struct DisputePage: Presentable {
    var report: DisputeReport
    var names: any NameBook

    func text(on terminal: Terminal) -> [StyledText] {
        let claimant = (report.claimant.map { "\(names.user($0)) on " } ?? "") + "seat \(report.seat)"
        var lines = [
            StyledText("Pick \(report.pickNumber) (\(report.label)) of room \(report.room)", .bold)
                + StyledText(", claimed by \(claimant): ")
                + StyledText(report.verdict.name, style(of: report.verdict)),
            .empty,
        ]
        for reason in report.reasons { lines += self.lines(of: reason, on: terminal) }
        lines += [.empty, StyledText("What happened", .bold)]
        return lines + timeline.lines(on: terminal) + [.empty, legend]
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

    private var timeline: TextTable {
        var table = TextTable([
            .init("position", .trailing), .init("time"), .init("deadline", .trailing), .init("grace", .trailing),
            .init("what happened", shrinks: true),
        ])
        table.rows = report.timeline.map { moment in
            [
                StyledText("\(moment.position)", .dim), StyledText(Narrator.clock(moment.moment)),
                margin(moment.marginToDeadline), margin(moment.marginToGrace),
                StyledText(moment.text, moment.isClaimants ? .bold : .plain),
            ]
        }
        return table
    }

    private func margin(_ margin: Interval?) -> StyledText {
        guard let margin else { return .empty }
        // To the last digit: disputes are about single milliseconds.
        let (whole, micros) = margin.microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let decimals = String(String(micros + 1_000_000).dropFirst())
        let text = (margin.microseconds < 0 ? "-" : "+") + "\(whole).\(decimals)"
        return StyledText(text, margin.microseconds < 0 ? .alarm : .plain)
    }

    private var legend: StyledText {
        StyledText(
            "Margins to the deadline and to the end of grace are in seconds; bold is what the claimant did. "
                + "Numbers in brackets are positions: `record` and `prove` show each.", .dim)
    }

    var json: JSON { .encoded { $0.value(report) } }

    var csv: CSVTable {
        CSVTable(
            ["position", "type", "occurredAt", "recordedAt", "seat", "isClaimants", "text"],
            report.timeline.map { moment in
                [
                    .of(moment.position), .of(moment.type.name), .of(moment.moment), .of(moment.recordedAt),
                    .of(moment.seat) { .of($0) }, .of(moment.isClaimants), .of(moment.text),
                ]
            })
    }
}
