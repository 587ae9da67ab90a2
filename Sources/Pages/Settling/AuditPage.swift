import Draft
import DraftLedger
package import Replay
package import TextFormats

/// The whole answer to `audit`.
package struct AuditPage: Page {
    var report: AuditReport

    package init(report: AuditReport) {
        self.report = report
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let subject = report.room.map { "Room \($0)" } ?? "The ledger of \(Figures.grouped(report.size)) events"
        let verdict =
            report.isClean
            ? StyledText("\(subject) follows every rule.", .colored(.runningBack, bold: true))
            : StyledText("\(subject): \(Figures.plural(report.findingCount, "finding")).", .alarm)
        let terms = report.terms.sentences.map { StyledText($0, .dim) }
        var lines = [verdict + " " + terms[0]] + terms.dropFirst()
        if let resumption = report.resumption {
            lines.append(
                StyledText(
                    "Resumed at checkpoint \(Figures.grouped(resumption.size)); records before it were audited on "
                        + "\(resumption.auditedAt.iso8601) and not read again.", .dim))
        }
        lines += report.counts.named.filter { $0.count > 0 }.map { name, count in
            StyledText(Self.words("\(name)").rightPadded(to: 19), .dim)
                + StyledText(Figures.grouped(count).leftPadded(to: 13))
        }
        if report.counts.signatures > 0 {
            lines.append(StyledText("Signatures were not verified: run `audit --signatures`.", .dim))
        }
        lines += report.findings.flatMap(\.lines)
        let hidden = report.findingCount - report.findings.count
        if hidden > 0 { lines += [.empty, StyledText("and \(Figures.grouped(hidden)) more", .dim)] }
        return lines + toBeKnown
    }

    /// The name of a count in words: "missing ticks" of `missingTicks`.
    private static func words(_ name: String) -> String {
        name.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    }

    private var toBeKnown: [StyledText] {
        guard !report.remarks.isEmpty else { return [] }
        var lines = [StyledText.empty, StyledText("Warnings (no rule broken):", .bold)]
        lines += report.remarks.map { remark in
            StyledText("  position \(remark.position), \(remark.stream): ", .dim) + StyledText(remark.message)
        }
        let hidden = report.remarkCount - report.remarks.count
        return hidden > 0 ? lines + [StyledText("  and \(Figures.grouped(hidden)) more", .dim)] : lines
    }

    /// `{"ok","size","room","checked":{…},"findingCount","findings":[{"position","stream","rule",…}],"warningCount",
    /// "warnings":[{"position","stream","message"}]}`. An audit that continues a kept one has also
    /// `"resumption":{"size","auditedAt"}`.
    package var json: JSON {
        guard let resumption = report.resumption, case .object(let members) = content else { return content }
        return .object(
            members + [
                JSON.Member(
                    "resumption", ["size": .of(resumption.size), "auditedAt": .of(resumption.auditedAt)])
            ])
    }

    private var content: JSON {
        ([
            "ok": .of(report.isClean), "size": .of(report.size), "room": .of(report.room),
            "terms": .of(report.terms.sentences),
            "checked": .object(report.counts.named.map { JSON.Member("\($0.name)", .of($0.count)) }).withFormerNames([
                "untoldAutopicks": "unknownAutopicks", "untoldRefusals": "unknownRefusals",
                "untoldResults": "unknownResults",
            ]),
            "findingCount": .of(report.findingCount), "findings": .array(report.findings, \.json),
            "warningCount": .of(report.remarkCount), "warnings": .array(warnings),
        ] as JSON).withFormerNames(["remarkCount": "warningCount", "remarks": "warnings"])
    }

    private var warnings: [JSON] {
        report.remarks.map { remark in
            [
                "position": .of(remark.position), "stream": .of(remark.stream.description),
                "message": .of(remark.message),
            ]
        }
    }

    package var csv: CSVTable {
        CSVTable(AuditFinding.columns, objects: report.findings.map(\.json))
    }
}
