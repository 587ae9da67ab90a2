import Draft
package import DraftLedger
import Merkle
import Records
package import TextFormats

/// The answer to `season begin`.
package struct SeasonBeginningPage: Page {
    private let beginning: SeasonBeginning

    package init(beginning: SeasonBeginning) { self.beginning = beginning }

    package func text(on terminal: Terminal) -> [StyledText] {
        [
            StyledText("\(beginning.path) begins where \(beginning.previousOrigin) ended", .bold),
            StyledText(
                "\(Figures.plural(beginning.users, "user")) with \(Figures.money(beginning.total)), "
                    + "\(Figures.plural(beginning.profiles, "profile")) copied"),
            StyledText("\(Figures.grouped(beginning.size)) events, root \(beginning.root.base64)"),
        ]
    }

    package var json: JSON {
        [
            "path": .string(beginning.path), "origin": .string(beginning.origin),
            "follows": .string(beginning.previousOrigin), "users": .of(beginning.users),
            "totalCents": .of(beginning.total), "profiles": .of(beginning.profiles), "size": .of(beginning.size),
            "root": .string(beginning.root.base64),
        ]
    }

    package var csv: CSVTable {
        CSVTable(["path", "origin", "follows", "users", "totalCents", "profiles", "size", "root"], objects: [json])
    }
}

/// The answer to `season verify`.
package struct SeasonReportPage: Page {
    private let report: SeasonReport

    package init(report: SeasonReport) { self.report = report }

    package func text(on terminal: Terminal) -> [StyledText] {
        let names = "\(report.origin ?? "A ledger without a name") follows \(report.previousOrigin ?? "another one")"
        guard !report.isSound else {
            return [
                StyledText(
                    "OK: the ledger begins exactly where the closed one ended.", .colored(.runningBack, bold: true)),
                StyledText(
                    "\(names): \(Figures.plural(report.users, "user")) with \(Figures.money(report.total)), "
                        + "\(Figures.plural(report.compared, "event")) compared"),
            ]
        }
        let count = report.damage.count + report.findingCount
        return [StyledText("\(Figures.plural(count, "finding")).", .alarm)] + report.damage.map { StyledText($0) }
            + report.findings.map { finding in
                StyledText(finding.position.map { "position \($0): " } ?? "", .dim)
                    + StyledText("\(finding.message) Expected \(finding.expected), found \(finding.actual).")
            }
    }

    package var json: JSON {
        [
            "sound": .bool(report.isSound), "origin": .of(report.origin), "follows": .of(report.previousOrigin),
            "users": .of(report.users), "totalCents": .of(report.total), "compared": .of(report.compared),
            "damage": .of(report.damage), "findingCount": .of(report.findingCount),
            "findings": .array(report.findings) {
                [
                    "position": .of($0.position), "expected": .string($0.expected), "actual": .string($0.actual),
                    "message": .string($0.message),
                ]
            },
        ]
    }

    package var csv: CSVTable {
        CSVTable(["position", "expected", "actual", "message"], objects: json["findings"].elements)
    }
}

/// The answer to `season list`.
package struct SeasonsPage: Page {
    private let statuses: [LedgerStatus]

    package init(statuses: [LedgerStatus]) { self.statuses = statuses }

    package func text(on terminal: Terminal) -> [StyledText] {
        var table = TextTable([
            .init("ledger"), .init("origin"), .init("events", .trailing), .init("season"), .init("follows"),
        ])
        table.rows = statuses.map { status in
            [
                StyledText(status.path), StyledText(status.origin ?? "-"), StyledText(Figures.grouped(status.size)),
                StyledText(status.system.isClosed ? "closed" : "open"),
                StyledText(status.system.begun?.previousOrigin ?? "-"),
            ]
        }
        return table.lines(on: terminal)
    }

    package var json: JSON {
        [
            "ledgers": .array(statuses) { status in
                [
                    "path": .string(status.path), "origin": .of(status.origin), "size": .of(status.size),
                    "closedAt": .of(status.system.closedAt), "follows": .of(status.system.begun?.previousOrigin),
                ]
            }
        ]
    }

    package var csv: CSVTable {
        CSVTable(["path", "origin", "size", "closedAt", "follows"], objects: json["ledgers"].elements)
    }
}

extension JSON {
    /// The elements of an array; empty for any other value.
    fileprivate var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
}
