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

    private static let warnings = Member<AuditReport>("warnings", each: warning) { $0.remarks }

    private static let warningCount = Member<AuditReport>("warningCount") { $0.remarkCount }

    static let members = Members<AuditReport>(
        "AuditReport",
        [
            .init("ok") { $0.isClean }, .init("size") { $0.size }, .init("room") { $0.room },
            .init("terms") { $0.terms.sentences }, .init("checked", counts) { $0.counts },
            .init("findingCount") { $0.findingCount },
            .init("findings", each: AuditFinding.members) { $0.findings }, warningCount, warnings,
            warningCount.former("remarkCount"), warnings.former("remarks"),
            // Of an audit that continues a kept one.
            .init("resumption", resumption, ifAny: { $0.resumption }),
        ])

    /// The counts that a server keeps back while drafts are live: null then. The difference of two counts of one kind would
    /// disclose how often a user edits a queue.
    package static let countsOfLiveDrafts: Set = ["decisions", "refusals", "unknownRefusals", "untoldRefusals"]

    private static let counts: Members<AuditReport.Counts> = {
        let counts = AuditReport.Counts.fields.map { name, count in
            countsOfLiveDrafts.contains("\(name)")
                ? Member<AuditReport.Counts>("\(name)", .nullable(.integer)) { .of(count($0)) }
                : Member<AuditReport.Counts>("\(name)") { count($0) }
        }
        let former = ["Autopicks", "Refusals", "Results"].flatMap { name in
            counts.filter { $0.name == "unknown\(name)" }.map { $0.former("untold\(name)") }
        }
        return Members(nil, counts + former)
    }()

    static let warning = Members<AuditRemark>(
        "AuditWarning",
        [
            .init("position") { $0.position }, .init("stream") { $0.stream.description },
            .init("message") { $0.message },
        ])

    private static let resumption: Members<AuditReport.Resumption> = [
        .init("size") { $0.size }, .init("auditedAt") { $0.auditedAt },
    ]

    package var json: JSON { Self.members.json(of: report) }

    package var csv: CSVTable { AuditFinding.members.csv(of: report.findings) }
}
