package import DraftLedger
import Merkle
package import TextFormats

/// The whole answer to `verify`.
package struct VerifyPage: Page {
    var report: VerifyReport

    package init(report: VerifyReport) {
        self.report = report
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let verdict =
            report.isSound
            ? StyledText("The ledger is whole.", .colored(.runningBack, bold: true))
            : StyledText("\(Figures.plural(report.findingCount, "finding")).", .alarm)
        var lines = [verdict] + report.notes.map { .remark($0) }
        let width = (report.checked.map(\.name.count).max() ?? 0) + 2
        lines += report.checked.map {
            StyledText($0.name.rightPadded(to: width), .dim) + StyledText(Figures.grouped($0.count))
        }
        lines.append(
            StyledText("root".rightPadded(to: width), .dim) + StyledText(report.root?.base64 ?? "not computable"))
        guard !report.findings.isEmpty else { return lines }
        var table = TextTable([.init("check"), .init("position", .trailing), .init("what was found")])
        table.rows = report.findings.map { finding in
            [
                StyledText(finding.check, .alarm), StyledText(finding.position.map { String($0) } ?? ""),
                StyledText(finding.message),
            ]
        }
        lines += [.empty] + table.lines(on: terminal)
        let hidden = report.findingCount - report.findings.count
        return hidden > 0 ? lines + [StyledText("and \(Figures.grouped(hidden)) more", .dim)] : lines
    }

    package var json: JSON {
        [
            "ok": .of(report.isSound), "size": .of(report.size), "root": .of(report.root?.base64),
            "checked": .object(report.checked.map { JSON.Member($0.name, .of($0.count)) }),
            "findings": .array(findings), "findingCount": .of(report.findingCount),
            "notes": .of(report.notes),
        ]
    }

    package var csv: CSVTable { CSVTable(["check", "position", "message"], objects: findings) }

    private var findings: [JSON] {
        report.findings.map { finding in
            [
                "check": .of(finding.check), "position": .of(finding.position),
                "message": .of(finding.message),
            ]
        }
    }
}
