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

    private static let value = Member<UnusualFinding>("value") { $0.measure }

    static let members: Members<UnusualFinding> = [
        .init("kind") { $0.kind.rawValue }, .init("rank") { $0.rank }, .init("users") { $0.users },
        .init("rooms") { $0.rooms }, value, .init("base") { $0.base }, .init("unit") { $0.kind.unit },
        .init("chances") { $0.chances }, .init("chancesUnit") { $0.kind.chancesUnit }, value.former("measure"),
    ]

    package var objects: [JSON] { findings.map(Self.members.json) }
}
