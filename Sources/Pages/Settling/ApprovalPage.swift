package import Draft
package import DraftLedger
import Records
import Replay
package import TextFormats

/// One measure in full: what is proposed, whole, and what became of it.
package struct ApprovalPage: Page {
    var id: MeasureID
    var state: MeasureState
    /// Its stream, with words as far as they are told.
    var events: [RecordedEvent]
    var names: any NameBook
    /// The winners of proposed prizes; nil for any other command.
    var prizes: PrizeProposal?
    /// The verdict of the recorded events on a case, if the proposed resolution contradicts it.
    var contradiction: DisputeResolved.Verdict?

    /// - Parameters:
    ///   - id: the number of the measure.
    ///   - events: its stream, with the free text that is disclosed.
    ///   - ledger: the ledger that names the winners of prizes, and the people.
    /// - Returns: nil for what was never proposed.
    /// - Throws: `DraftLedgerError`.
    package init?(_ id: MeasureID, _ events: [RecordedEvent], in ledger: DraftLedger) throws {
        guard let state = MeasureState.folding(events) else { return nil }
        prizes = try PrizeProposal(state.proposed.command, in: ledger)
        contradiction = try Dispute(ledger).contradiction(of: state.proposed.command)
        self.id = id
        self.state = state
        self.events = events
        names = LedgerNames(ledger)
    }

    private var proposal: RecordedEvent? { events.first { $0.event.type == .measureProposed } }

    /// The event that ended it; nil while it is pending.
    private var end: RecordedEvent? {
        events.last { [.measureApproved, .measureDeclined, .measureLapsed].contains($0.event.type) }
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let head =
            StyledText("Approval request \(id)", .bold)
            + StyledText(": \(state.proposed.command.kind.name) about \(state.proposed.command.anchor), ")
            + StyledText(state.stage.name, .bold)
        let narrator = Narrator(names: names)
        return [head] + terms
            + events.map { StyledText("  \($0.recordedAt.iso8601)  ", .dim) + narrator.words(for: $0) }
            + (prizes.map { [.empty] + $0.lines(on: terminal) } ?? [])
            + (contradiction.map { verdict in
                [
                    .empty,
                    StyledText(
                        "  By the recorded events the verdict on the case is \(verdict.name): the proposal contradicts it.",
                        .alarm),
                ]
            } ?? [])
    }

    /// The members of the proposed command: an approver has to read them.
    private var terms: [StyledText] {
        // A command that was recorded can be written.
        let json = CommandRequest(state.proposed.command).json
        let members = (try? JSONDocument(Array(json.utf8)).root.members) ?? []
        return members.filter { $0.name != "kind" && !$0.value.isNull }.map { name, value in
            StyledText("  \(name.rightPadded(to: 22))", .dim) + StyledText(Self.text(of: value, named: name))
        }
    }

    /// Amounts and roles as people read them; everything else as the command has it.
    private static func text(of value: JSONValue, named name: String) -> String {
        if name == "amount", let amount = value.integer(as: Int64.self) { return Figures.money(Cents(amount)) }
        if name == "roles", let roles = value.integer(as: UInt8.self) {
            return StaffRoles(rawValue: roles).roles.map(\.name).joined(separator: ", ")
        }
        if !value.elements.isEmpty { return "\(value.elements.count) entries" }
        return value.string ?? value.integer(as: Int64.self).map { "\($0)" } ?? value.boolean.map { "\($0)" } ?? "…"
    }

    static let members = Members<ApprovalPage>(
        "Approval",
        ApprovalsPage.members.of { ($0.id, $0.state, $0.state.proposed.reason.description) } + [
            .init("command", .named("Command")) { .encoded(CommandRequest($0.state.proposed.command).json) },
            .init("effects") { $0.state.proposed.effects.hexadecimal }, .init("proposedAt") { $0.proposal?.recordedAt },
            .init("proposedAtPosition") { $0.proposal?.position }, .init("endedBy") { $0.end?.origin?.actor.user },
            .init("endedAt") { $0.end?.recordedAt }, .init("endedAtPosition") { $0.end?.position },
            .init("declined") { $0.end?.event.type == .measureDeclined ? $0.end?.event.reason : nil },
            .init("prizes", PrizeProposal.members) { $0.prizes }, .init("rulesVerdict") { $0.contradiction?.name },
        ])

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable {
        CSVTable(
            [
                "measure", "kind", "stream", "case", "proposer", "stage", "lapsesAt", "reason", "command", "effects",
                "proposedAt", "proposedAtPosition", "endedBy", "endedAt", "endedAtPosition", "declined", "prizes",
                "rulesVerdict", "approval",
            ], objects: [json])
    }
}
