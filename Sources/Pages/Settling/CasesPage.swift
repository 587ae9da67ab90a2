package import Draft
import DraftLedger
import Records
import Replay
package import TextFormats

/// A filter of cases by their status.
package enum CaseStatus: Hashable, Sendable, CaseIterable {
    case open
    case resolved
    case verdict(DisputeResolved.Verdict)

    package static let allCases = [open, resolved] + DisputeResolved.Verdict.allCases.map(Self.verdict)

    /// - Returns: nil for a text other than `open`, `resolved` or a verdict.
    package init?(_ text: String) {
        guard let status = Self.allCases.first(where: { $0.name == text }) else { return nil }
        self = status
    }

    /// The text from which it is read.
    package var name: String {
        switch self {
        case .open: "open"
        case .resolved: "resolved"
        case .verdict(let verdict): verdict.name
        }
    }

    package func includes(_ state: CaseState) -> Bool {
        switch self {
        case .open: state.resolution == nil
        case .resolved: state.resolution != nil
        case .verdict(let verdict): state.resolution?.verdict == verdict
        }
    }
}

/// A case as a list of cases shows it.
package struct CaseSummary {
    package var id: CaseID
    package var state: CaseState
    package var openedAt: Timestamp
    /// The position of its opening in the ledger: members choose the numbers of cases at random.
    package var openedPosition: UInt64
    var resolvedAt: Timestamp?

    /// The verdict of the rules; nil if not requested or not possible.
    package var rules: DisputeResolved.Verdict?

    /// - Parameter events: the case's stream, in order.
    /// - Returns: nil for one that was only ever refused.
    package init?(_ id: CaseID, _ events: [RecordedEvent]) {
        guard let state = CaseState.folding(events),
            let opening = events.first(where: { if case .opened = $0.event.caseStep { true } else { false } })
        else { return nil }
        self.id = id
        self.state = state
        openedAt = opening.recordedAt
        openedPosition = opening.position
        resolvedAt = events.last { if case .resolved = $0.event.caseStep { true } else { false } }?.recordedAt
    }

    /// Whether it was resolved otherwise than the rules say.
    package var isAgainstRules: Bool {
        guard let rules, let resolution = state.resolution else { return false }
        return resolution.verdict != rules
    }
}

/// The recorded cases in the order in which they were opened, one a line.
package struct CasesPage: ListPage {
    var cases: [CaseSummary]
    /// Whether the list is filtered, so that there may be other cases.
    var isChosen: Bool
    var names: any NameBook

    package init(cases: [CaseSummary], isChosen: Bool = false, names: any NameBook) {
        self.cases = cases.sorted { $0.openedPosition < $1.openedPosition }
        self.isChosen = isChosen
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !cases.isEmpty else {
            return [StyledText(isChosen ? "No case matches." : "No cases.", .dim)]
        }
        var table = TextTable([
            .init("case", .trailing), .init("opened"), .init("room", .trailing), .init("pick", .trailing),
            .init("claimant"), .init("documents", .trailing), .init("verdict"), .init("by the rules"),
            .init("claim", shrinks: true),
        ])
        table.rows = cases.map { found in
            let opened = found.state.opened
            return [
                StyledText("\(found.id)"), StyledText(String(found.openedAt.iso8601.prefix(10))),
                StyledText("\(opened.room)"), StyledText(opened.week.map { "week \($0)" } ?? label(of: opened) ?? ""),
                StyledText(claimant(of: opened)),
                StyledText("\(found.state.evidence.count)"),
                found.state.resolution.map { StyledText($0.verdict.name, .bold) } ?? StyledText("open", .dim),
                StyledText(found.rules?.name ?? "", .alarm), StyledText(opened.claim),
            ]
        }
        if cases.allSatisfy({ $0.rules == nil }) { table.drop(column: "by the rules") }
        return table.lines(on: terminal)
    }

    /// The disputed pick as drafters name it, such as `3.07`; nil for a case about a score.
    private func label(of opened: DisputeOpened) -> String? {
        opened.week == nil ? names.label(of: opened.pick, in: opened.room) : nil
    }

    private func claimant(of opened: DisputeOpened) -> String {
        opened.claimant.map { names.user($0) } ?? names.place(of: opened.seat, in: opened.room)
    }

    package var listName: String { "cases" }

    static let members: Members<(page: CasesPage, found: CaseSummary)> = [
        .init("case") { $0.found.id }, .init("room") { $0.found.state.opened.room },
        .init("pickNumber") { $0.found.state.opened.pick }, .init("seat") { $0.found.state.opened.seat },
        .init("claimant") { $0.found.state.opened.claimant }, .init("claim") { $0.found.state.opened.claim },
        .init("documents") { $0.found.state.evidence.count },
        .init("verdict") { $0.found.state.resolution?.verdict.name },
        .init("resolvedBy") { $0.found.state.resolution?.resolvedBy },
        .init("reason") { $0.found.state.resolution?.reason }, .init("openedAt") { $0.found.openedAt },
        .init("resolvedAt") { $0.found.resolvedAt }, .init("rulesVerdict") { $0.found.rules?.name },
        .init("week") { $0.found.state.opened.week }, .init("label") { $0.page.label(of: $0.found.state.opened) },
        .init("openedPosition") { $0.found.openedPosition },
    ]

    private var rows: [(page: CasesPage, found: CaseSummary)] { cases.map { (self, $0) } }

    package var csv: CSVTable { Self.members.csv(of: rows) }

    package var objects: [JSON] { rows.map(Self.members.json) }
}
