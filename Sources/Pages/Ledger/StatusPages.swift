import Draft
package import DraftLedger
import Merkle
package import TextFormats

/// The whole answer to `status`.
package struct StatusPage: Page {
    var status: LedgerStatus

    package init(status: LedgerStatus) {
        self.status = status
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let each = status.size > 0 ? ", \(Figures.decimal(Double(status.bytes) / Double(status.size))) an event" : ""
        let facts: [(String, String)] =
            [
                ("ledger", status.path), ("origin", status.origin ?? "-"), ("events", Figures.grouped(status.size)),
                ("root", status.root.base64), ("streams", Figures.grouped(status.streams)),
                ("rooms", Figures.grouped(status.rooms)), ("on disk", Figures.bytes(status.bytes) + each),
            ] + season
        var lines = facts.map { StyledText($0.0.rightPadded(to: 9), .dim) + StyledText($0.1) }
        if !status.notes.isEmpty { lines += [.empty] + status.notes.map { .remark($0) } }
        guard !status.projections.isEmpty else { return lines }
        var table = TextTable([
            .init("projection"), .init("fold", .trailing), .init("progress", .trailing), .init("behind", .trailing),
        ])
        table.rows = status.projections.map { projection in
            [
                StyledText(projection.name), StyledText(String(projection.version)),
                StyledText(Figures.grouped(projection.progress)),
                StyledText(Figures.grouped(projection.lag), projection.lag > 0 ? .colored(.wideReceiver) : .plain),
            ]
        }
        return lines + [.empty] + table.lines(on: terminal)
    }

    package var json: JSON {
        [
            "path": .of(status.path), "origin": .of(status.origin), "size": .of(status.size),
            "root": .of(status.root.base64), "streams": .of(status.streams), "rooms": .of(status.rooms),
            "bytes": .of(status.bytes), "projections": .array(projections),
            "closedAt": .of(status.system.closedAt), "follows": .of(status.system.begun?.previousOrigin),
            "notes": .of(status.notes),
        ]
    }

    /// One row for the ledger; its projections as JSON in their field.
    package var csv: CSVTable {
        CSVTable(
            [
                "path", "origin", "size", "root", "streams", "rooms", "bytes", "projections", "closedAt", "follows",
                "notes",
            ], objects: [json])
    }

    /// The place of the ledger among the seasons.
    private var season: [(String, String)] {
        [
            status.system.begun.map {
                ("follows", "\($0.previousOrigin) of \(Figures.grouped($0.previousSize)) events")
            },
            status.system.closedAt.map { ("season", "closed at position \(Figures.grouped($0))") },
        ].compactMap(\.self)
    }

    private var projections: [JSON] {
        status.projections.map { projection in
            [
                "name": .of(projection.name), "version": .of(projection.version), "progress": .of(projection.progress),
                "lag": .of(projection.lag),
            ]
        }
    }
}

/// The whole answer to `verify`.
package struct VerifyPage: Page {
    var report: VerifyReport

    package init(report: VerifyReport) {
        self.report = report
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let verdict =
            report.isSound
            ? StyledText("OK: no problems found.", .colored(.runningBack, bold: true))
            : StyledText("\(Figures.plural(report.findingCount, "finding")).", .alarm)
        var lines = [verdict] + report.notes.map { .remark($0) }
        let width = (report.checked.map(\.name.count).max() ?? 0) + 2
        lines += report.checked.map {
            StyledText($0.name.rightPadded(to: width), .dim) + StyledText(Figures.grouped($0.count))
        }
        lines.append(
            StyledText("root".rightPadded(to: width), .dim) + StyledText(report.root?.base64 ?? "not computable"))
        guard !report.findings.isEmpty else { return lines }
        var table = TextTable([.init("check"), .init("position", .trailing), .init("finding")])
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
