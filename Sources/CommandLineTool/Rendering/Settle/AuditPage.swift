import Draft
import DraftLedger
import Replay
import TextFormats

/// The whole answer to `audit`.
struct AuditPage: Presentable {
    var report: AuditReport

    func text(on terminal: Terminal) -> [StyledText] {
        let subject = report.room.map { "Room \($0)" } ?? "The ledger of \(Figures.grouped(report.size)) events"
        let verdict =
            report.isClean
            ? StyledText("\(subject) keeps every rule.", .colored(.runningBack, bold: true))
            : StyledText("\(subject): \(Figures.plural(report.findingCount, "finding")).", .alarm)
        var lines = [verdict]
        lines += report.counts.named.filter { $0.count > 0 }.map { name, count in
            StyledText("\(name)".rightPadded(to: 16), .dim) + StyledText(Figures.grouped(count).leftPadded(to: 13))
        }
        guard !report.findings.isEmpty else { return lines }
        for finding in report.findings {
            let place = finding.position.map { "position \($0)" } ?? "the ledger"
            let stream = finding.stream.map { ", \($0)" } ?? ""
            lines += [
                .empty,
                StyledText(finding.rule.rawValue, .alarm) + StyledText(" at \(place)\(stream)", .bold),
                StyledText("  " + finding.message),
                StyledText("  expected ", .dim) + StyledText(finding.expected),
                StyledText("  found    ", .dim) + StyledText(finding.actual),
            ]
        }
        let hidden = report.findingCount - report.findings.count
        return hidden > 0 ? lines + [.empty, StyledText("and \(Figures.grouped(hidden)) more", .dim)] : lines
    }

    var json: JSON { .encoded { $0.value(report) } }

    var csv: CSVTable {
        CSVTable(
            ["position", "stream", "rule", "expected", "actual", "message"],
            report.findings.map { finding in
                [
                    .of(finding.position) { .of($0) }, .of(finding.stream) { .of($0.description) },
                    .of(finding.rule.rawValue), .of(finding.expected), .of(finding.actual), .of(finding.message),
                ]
            })
    }
}

extension JSON {
    /// What another module's writer says.
    static func encoded(_ write: (inout JSONWriter) -> Void) -> JSON {
        var writer = JSONWriter()
        write(&writer)
        return .encoded(String(decoding: writer.bytes, as: UTF8.self))
    }
}
