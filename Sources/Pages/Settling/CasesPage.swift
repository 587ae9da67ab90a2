package import Draft
import DraftLedger
import Replay
package import TextFormats

/// The recorded cases, one a line.
package struct CasesPage: Page {
    var cases: [(id: CaseID, state: CaseState)]
    var names: any NameBook

    package init(cases: [(id: CaseID, state: CaseState)], names: any NameBook) {
        self.cases = cases
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !cases.isEmpty else { return [StyledText("No case is recorded.", .dim)] }
        var table = TextTable([
            .init("case", .trailing), .init("room", .trailing), .init("pick", .trailing), .init("claimant"),
            .init("documents", .trailing), .init("verdict"), .init("claim", shrinks: true),
        ])
        table.rows = cases.map { id, state in
            [
                StyledText("\(id)"), StyledText("\(state.opened.room)"), StyledText("\(state.opened.pick)"),
                StyledText(claimant(of: state)), StyledText("\(state.evidence.count)"),
                state.resolution.map { StyledText($0.verdict.name, .bold) } ?? StyledText("open", .dim),
                StyledText(state.opened.claim),
            ]
        }
        return table.lines(on: terminal)
    }

    private func claimant(of state: CaseState) -> String {
        state.opened.claimant.map { names.user($0) } ?? "seat \(state.opened.seat)"
    }

    package var json: JSON { .array(objects) }

    package var csv: CSVTable {
        CSVTable(
            [
                "case", "room", "pickNumber", "seat", "claimant", "claim", "documents", "verdict", "resolvedBy",
                "reason",
            ],
            objects: objects)
    }

    private var objects: [JSON] {
        cases.map { id, state in
            [
                "case": .of(id), "room": .of(state.opened.room), "pickNumber": .of(state.opened.pick),
                "seat": .of(state.opened.seat), "claimant": .of(state.opened.claimant),
                "claim": .of(state.opened.claim), "documents": .of(state.evidence.count),
                "verdict": .of(state.resolution?.verdict.name),
                "resolvedBy": .of(state.resolution?.resolvedBy),
                "reason": .of(state.resolution?.reason),
            ]
        }
    }
}
