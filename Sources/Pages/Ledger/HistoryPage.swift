package import Draft
import DraftLedger
import Records
package import TextFormats

/// The whole answer to `status --history`: what ran, whose clock went back, and which keys have signed.
package struct HistoryPage: ListPage {
    var events: [RecordedEvent]
    var names: any NameBook

    /// - Parameter events: the system's stream. Refusals, which it has of commands that name no room or user that there is,
    ///   are no part of the history.
    package init(events: [RecordedEvent], names: any NameBook) {
        self.events = events.filter { $0.event.refusal == nil }
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !events.isEmpty else { return ["The ledger has no events of its own yet."] }
        var table = TextTable([
            .init("position", .trailing), .init("time"), .init("by"),
            .init("what happened", shrinks: true, wraps: true),
        ])
        let narrator = Narrator(names: names)
        table.rows = events.map { recorded in
            let time = recorded.recordedAt.iso8601
            return [
                StyledText(String(recorded.position), .dim),
                StyledText("\(time.prefix(10)) \(time.dropFirst(11).prefix(8))"),
                StyledText(recorded.origin.map { names.actor($0.actor) } ?? ""), narrator.deed(recorded),
            ]
        }
        return table.lines(on: terminal)
    }

    package var listName: String { "events" }

    package var csv: CSVTable {
        CSVTable(
            [
                "position", "recordedAt", "type", "actor", "version", "commit", "rulesVersion", "from", "to", "key",
                "cause",
            ],
            objects: objects)
    }

    package var objects: [JSON] {
        events.map { recorded in
            var software: SoftwareStarted?
            var step: ClockStepped?
            var key: String?
            switch recorded.event.service {
            case .software(let started): software = started
            case .stepped(let stepped): step = stepped
            case .rotated(let rotated): key = rotated.verifierKey
            case .created, .leader, .imported, .statement, .payout, .erased, .closed, .begun, nil: break
            }
            return [
                "position": .of(recorded.position), "recordedAt": .of(recorded.recordedAt),
                "type": .of(recorded.event.type.name), "actor": .of(recorded.origin?.actor.text),
                "version": .of(software?.version), "commit": .of(software?.commit),
                "rulesVersion": .of(software?.rulesVersion), "from": .of(step?.from), "to": .of(step?.to),
                "key": .of(key),
                "cause": step.map { .of("\($0.cause ?? .clock)") } ?? .null,
            ]
        }
    }
}
