package import Draft
import DraftLedger
import Records
package import TextFormats

/// One measure in full: what is proposed, whole, and what became of it.
package struct MeasurePage: Page {
    var id: MeasureID
    var state: MeasureState
    /// Its stream, with words as far as they are told.
    var events: [RecordedEvent]
    var names: any NameBook

    /// - Returns: nil for what was never proposed.
    package init?(_ id: MeasureID, _ events: [RecordedEvent], names: any NameBook) {
        guard let state = MeasureState.folding(events) else { return nil }
        self.id = id
        self.state = state
        self.events = events
        self.names = names
    }

    private var proposal: RecordedEvent? { events.first { $0.event.type == .measureProposed } }

    /// What ended it; nil while it is pending.
    private var end: RecordedEvent? {
        events.last { [.measureApproved, .measureDeclined, .measureLapsed].contains($0.event.type) }
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let head =
            StyledText("Measure \(id)", .bold)
            + StyledText(": \(state.proposed.command.kind.name) about \(state.proposed.command.anchor), ")
            + StyledText(state.stage.name, .bold)
        let narrator = Narrator(names: names)
        return [head]
            + events.map { StyledText("  \($0.recordedAt.iso8601)  ", .dim) + narrator.words(for: $0) }
    }

    /// A list's object, `command` as it will be sent, `effects`: the SHA-256 of what it came to, and who ended it when.
    package var json: JSON {
        MeasuresPage.json(of: id, state, reason: state.proposed.reason.description).adding([
            "command": .encoded(CommandRequest(state.proposed.command).json),
            "effects": .of(state.proposed.effects.hexadecimal), "proposedAt": .of(proposal?.recordedAt),
            "proposedAtPosition": .of(proposal?.position), "endedBy": .of(end?.origin?.actor.user),
            "endedAt": .of(end?.recordedAt), "endedAtPosition": .of(end?.position),
            "declined": .of(end?.event.type == .measureDeclined ? end?.event.reason : nil),
        ])
    }

    package var csv: CSVTable {
        CSVTable(
            [
                "measure", "kind", "stream", "case", "proposer", "stage", "lapsesAt", "reason", "command", "effects",
                "proposedAt", "proposedAtPosition", "endedBy", "endedAt", "endedAtPosition", "declined",
            ], objects: [json])
    }
}
