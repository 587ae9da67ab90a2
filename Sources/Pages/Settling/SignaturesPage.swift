import Draft
import DraftLedger
package import Replay
package import TextFormats

/// The whole answer to `audit --signatures`.
package struct SignaturesPage: Page {
    var report: SignatureReport

    package init(report: SignatureReport) { self.report = report }

    package func text(on terminal: Terminal) -> [StyledText] {
        let subject = report.room.map { "Room \($0)" } ?? "The ledger of \(Figures.grouped(report.size)) events"
        let count = Figures.plural(Int(clamping: report.counts.total), "signature")
        var lines = [
            report.isClean
                ? StyledText("\(subject): \(count), all as expected.", .colored(.runningBack, bold: true))
                : StyledText("\(subject): \(Figures.plural(report.findingCount, "finding")).", .alarm)
        ]
        lines += counts.filter { $0.count > 0 }.map { name, count in
            StyledText(name.rightPadded(to: 16), .dim)
                + StyledText(Figures.grouped(count).leftPadded(to: 13))
        }
        if let before = report.before {
            lines.append(
                StyledText(
                    "Of these, \(Figures.grouped(before.count)) in the first \(Figures.grouped(before.size)) events were verified "
                        + "earlier, according to the file `signatures`; --no-cache verifies them again.", .dim))
        }
        if let rate = report.rate {
            lines.append(
                StyledText(
                    "\(Figures.grouped(report.verifiedNow)) verified now, \(Figures.grouped(UInt64(rate))) a second.",
                    .dim))
        }
        lines += report.findings.flatMap(\.lines)
        let hidden = report.findingCount - report.findings.count
        return hidden > 0 ? lines + [.empty, StyledText("and \(Figures.grouped(hidden)) more", .dim)] : lines
    }

    private var counts: [(name: String, count: UInt64)] {
        [
            ("genuine", report.counts.genuine), ("refused", report.counts.refused),
            ("unverifiable", report.counts.untold),
        ]
    }

    /// `{"ok","size","room","checked":{"genuine","refused","unverifiable"},"before":{"size","count"},"perSecond","findingCount",
    /// "findings":[{"position","stream","rule",…}]}`
    package var json: JSON {
        [
            "ok": .of(report.isClean), "size": .of(report.size), "room": .of(report.room),
            "checked": .object(counts.map { JSON.Member($0.name, .of($0.count)) }).withFormerNames([
                "untold": "unverifiable"
            ]),
            "before": report.before.map { ["size": .of($0.size), "count": .of($0.count)] } ?? .null,
            "perSecond": .of(report.rate.map { UInt64($0) }), "findingCount": .of(report.findingCount),
            "findings": .array(report.findings, \.json),
        ]
    }

    package var csv: CSVTable { CSVTable(AuditFinding.columns, objects: report.findings.map(\.json)) }
}
