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
        let counts = [
            ("genuine", report.counts.genuine), ("refused", report.counts.refused),
            ("unverifiable", report.counts.untold),
        ]
        lines += counts.filter { $0.1 > 0 }.map { name, count in
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

    private static let counts: Members<SignatureReport> = [
        .init("genuine") { $0.counts.genuine }, .init("refused") { $0.counts.refused },
        .init("unverifiable") { $0.counts.untold },
        .init("untold") { $0.counts.untold }.former(today: "unverifiable"),
    ]

    private static let before: Members<(size: UInt64, count: UInt64)> = [
        .init("size") { $0.size }, .init("count") { $0.count },
    ]

    static let members = Members<SignatureReport>(
        "RoomSignatures",
        [
            .init("ok") { $0.isClean }, .init("size") { $0.size }, .init("room", .integer) { .of($0.room) },
            .init("checked", counts) { $0 }, .init("before", before) { $0.before },
            .init("perSecond") { $0.rate.map { UInt64($0) } }, .init("findingCount") { $0.findingCount },
            .init("findings", each: AuditFinding.members) { $0.findings },
        ])

    package var json: JSON { Self.members.json(of: report) }

    package var csv: CSVTable { AuditFinding.members.csv(of: report.findings) }
}
