import Draft
import DraftLedger
import Records
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
        let claimant = (report.claimant.map { "\(names.user($0)) at " } ?? "") + report.place
        var lines = [
            StyledText("Pick \(report.pickNumber) (\(report.label)) of room \(report.room)", .bold)
                + StyledText(", claimed by \(claimant): ")
                + StyledText(report.verdict.name, report.verdict.style)
        ]
        let headline = StyledText(report.headline, .bold)
        lines += report.terms.map { StyledText($0, .dim) } + [.empty]
        lines += (terminal.columns.map { headline.wrapped(to: $0) } ?? [headline]) + [.empty]
        lines += DisputeReasons(reasons: report.reasons).lines(on: terminal)
        lines += [.empty, StyledText("What happened", .bold)]
        return lines + DisputeMoments(moments: report.timeline).lines(on: terminal)
    }

    package var json: JSON { report.json }

    static let columns = [
        "room", "pickNumber", "verdict", "position", "type", "occurredAt", "recordedAt", "seat", "isClaimants",
        "marginToDeadlineMicroseconds", "marginToGraceMicroseconds", "text", "rule", "bearing", "positions",
    ]

    /// The timeline, then the reasons, which alone have a rule, each with the verdict. A reason without effect on the verdict
    /// has no bearing. Its positions are in one field, separated by spaces.
    package var csv: CSVTable {
        let moments: [[JSON]] = report.timeline.map { moment in
            [
                .of(moment.position), .of(moment.type.name), .of(moment.occurredAt), .of(moment.recordedAt),
                .of(moment.seat), .of(moment.isClaimants), .of(moment.marginToDeadline?.microseconds),
                .of(moment.marginToGrace?.microseconds), .of(moment.text), .null, .null, .null,
            ]
        }
        let reasons: [[JSON]] = report.reasons.map { reason in
            let positions = reason.positions.map { "\($0)" }.joined(separator: " ")
            return Array(repeating: .null, count: 8) + [
                .of(reason.text), .of(reason.rule.rawValue), .of(reason.bearing?.name), .of(positions),
            ]
        }
        let subject: [JSON] = [.of(report.room), .of(report.pickNumber), .of(report.verdict.name)]
        return CSVTable(Self.columns, (moments + reasons).map { subject + $0 })
    }
}

/// The reasons for and against the claim, one per line, each with its effect in front.
struct DisputeReasons {
    var reasons: [DisputeReport.Reason]

    func lines(on terminal: Terminal) -> [StyledText] { reasons.flatMap { lines(of: $0, on: terminal) } }

    private func lines(of reason: DisputeReport.Reason, on terminal: Terminal) -> [StyledText] {
        let head = StyledText(
            (reason.bearing?.name ?? "information").rightPadded(to: Self.margin), reason.bearing?.style ?? .dim)
        let places = reason.positions.map { "[\($0)]" }.joined(separator: " ")
        let text = StyledText(reason.text + " ") + StyledText(places, .dim)
        guard let columns = terminal.columns, columns > Self.margin + 20 else { return [head + text] }
        return text.wrapped(to: columns - Self.margin).enumerated().map { index, line in
            (index == 0 ? head : .spaces(Self.margin)) + line
        }
    }

    private static let margin = 13
}

extension DisputeResolved.Verdict {
    var style: TextStyle {
        switch self {
        case .upheld: .colored(.runningBack, bold: true)
        case .rejected: .alarm
        case .undecidable: .bold
        }
    }
}

/// The moments around a disputed pick, one per line, with a line at the beginning of each day.
///
/// A sentence that is too long for the terminal is wrapped, because its end states the reason of a refusal.
package struct DisputeMoments {
    var moments: [DisputeReport.Moment]

    func lines(on terminal: Terminal) -> [StyledText] {
        var table = TextTable([
            .init("position", .trailing), .init("time"), .init("deadline", .trailing), .init("grace", .trailing),
        ])
        table.rows = moments.map { moment in
            [
                StyledText("\(moment.position)", .dim),
                StyledText(moment.time.map { Figures.preciseTimeOfDay($0) } ?? "—"),
                margin(moment.marginToDeadline), margin(moment.marginToGrace),
            ]
        }
        let numbers = table.lines(on: .file)
        let indent = numbers[0].width + Self.gap.width
        let title = StyledText("what happened", TextStyle(foreground: .bench, bold: true))
        var lines = [numbers[0] + Self.gap + title]
        var day: String?
        for (moment, number) in zip(moments, numbers.dropFirst()) {
            if let today = moment.time.map({ String($0.iso8601.prefix(10)) }), today != day {
                day = today
                lines.append(StyledText("── \(today) ──", .dim))
            }
            for (index, text) in wrapped(words(for: moment, on: terminal), indent, terminal).enumerated() {
                lines.append((index == 0 ? number + Self.gap : .spaces(indent)) + text)
            }
        }
        return lines + [.empty] + legend(on: terminal)
    }

    private static let gap: StyledText = "  "

    /// The claimant's own actions are bold, or marked by a star on terminals without bold.
    private func words(for moment: DisputeReport.Moment, on terminal: Terminal) -> StyledText {
        guard moment.isClaimants else { return StyledText(moment.text) }
        return terminal.colors == .none ? StyledText("* " + moment.text) : StyledText(moment.text, .bold)
    }

    private func wrapped(_ text: StyledText, _ indent: Int, _ terminal: Terminal) -> [StyledText] {
        guard let columns = terminal.columns, columns > indent + 20 else { return [text] }
        return text.wrapped(to: columns - indent)
    }

    private func margin(_ margin: Interval?) -> StyledText {
        guard let margin else { return .empty }
        // To the last digit: disputes are about single milliseconds.
        let (whole, micros) = margin.microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let decimals = String(String(micros + 1_000_000).dropFirst())
        let text = (margin.microseconds < 0 ? "-" : "+") + "\(whole).\(decimals)"
        return StyledText(text, margin.microseconds < 0 ? .alarm : .plain)
    }

    private func legend(on terminal: Terminal) -> [StyledText] {
        let mark = terminal.colors == .none ? "a star marks" : "bold marks"
        let text = StyledText(
            "Margins to the deadline and to the end of grace are in seconds; a minus means late; \(mark) the claimant's own actions. "
                + "Numbers in brackets are positions: see `proof record` and `proof create`.", .dim)
        return wrapped(text, 0, terminal)
    }
}
