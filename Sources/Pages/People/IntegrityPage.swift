import Draft
import DraftLedger
import Records
package import Reports
package import TextFormats

/// The whole answer to `unusual`: findings by kind, each with what was found, what is common, and its rank.
package struct IntegrityPage: ListPage {
    var kinds: [UnusualFinding.Kind]
    var findings: [UnusualFinding]
    var names: any NameBook

    package init(of kinds: [UnusualFinding.Kind], findings: [UnusualFinding], names: any NameBook) {
        self.kinds = kinds
        self.findings = findings
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        kinds.flatMap { kind in
            let head = [StyledText(kind.rawValue, .bold) + StyledText("  \(kind.unit)", .dim)]
            let found = findings.filter { $0.kind == kind }
            guard !found.isEmpty else { return head + [StyledText("no indicators", .dim), .empty] }
            var table = TextTable([
                .init("rank", .trailing), .init("users", shrinks: true), .init("found", .trailing),
                .init("common", .trailing), .init("of", .trailing), .init("rooms", shrinks: true),
            ])
            table.rows = found.map { finding in
                [
                    StyledText("\(finding.rank)"),
                    StyledText(finding.users.map { names.user($0) }.joined(separator: ", ")),
                    StyledText(Figures.fine(finding.measure), .bold), StyledText(Figures.fine(finding.base)),
                    StyledText(Figures.grouped(finding.chances)),
                    StyledText(finding.rooms.map { "\($0)" }.joined(separator: ", "), .dim),
                ]
            }
            return head + table.lines(on: terminal) + [.empty]
        } + [StyledText("These are statistical indicators, not proof. Review the rooms.", .dim)]
    }

    package var listName: String { "indicators" }

    package var csv: CSVTable {
        CSVTable(
            ["kind", "rank", "users", "rooms", "measure", "base", "unit", "chances", "chancesUnit", "value"],
            objects: objects)
    }

    package var objects: [JSON] {
        findings.map { finding in
            ([
                "kind": .of(finding.kind.rawValue), "rank": .of(finding.rank), "users": .of(finding.users),
                "rooms": .of(finding.rooms), "value": .of(finding.measure), "base": .of(finding.base),
                "unit": .of(finding.kind.unit), "chances": .of(finding.chances),
                "chancesUnit": .of(finding.kind.chancesUnit),
            ] as JSON).withFormerNames(["measure": "value"])
        }
    }
}
