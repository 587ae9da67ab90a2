package import Draft
package import DraftLedger
package import Records
import TextFormats

/// A command of a file, with all that it takes to send it.
package struct SentCommand: Sendable {
    /// Of the file, from 1.
    package var line: Int
    package var command: Command
    package var actor: Sender
    package var id: CommandID
    package var occurredAt: Timestamp?
    package var dispute: CaseID?
    package var seal: CommandSeal?

    package init(
        line: Int, command: Command, actor: Sender, id: CommandID, occurredAt: Timestamp?, dispute: CaseID? = nil,
        seal: CommandSeal? = nil
    ) {
        self.line = line
        self.command = command
        self.actor = actor
        self.id = id
        self.occurredAt = occurredAt
        self.dispute = dispute
        self.seal = seal
    }
}

/// The outcomes of commands, one per line, as soon as they are known.
package struct OutcomeLines {
    private let format: OutputFormat
    private let terminal: Terminal

    private var read = 0
    private var accepted = 0
    package private(set) var refused = 0
    /// Of both, those that had been decided before.
    private var known = 0

    package init(as format: OutputFormat, on terminal: Terminal) {
        self.format = format
        self.terminal = terminal
    }

    /// The header with its line end.
    package var head: String { format == .csv ? CSVWriter.line(Self.columns) : "" }

    /// A command's line, with its end.
    ///
    /// - Parameter outcome: nil for one that was only read.
    package mutating func line(of sent: SentCommand, outcome: Outcome?) -> String {
        count(outcome)
        switch format {
        case .text: return rendered(Self.text(of: sent, outcome))
        case .json, .jsonArray: return Self.json(of: sent, outcome).compact + "\n"
        case .csv:
            let json = Self.json(of: sent, outcome)
            return CSVTable.line(Self.columns.map { json[$0] })
        }
    }

    /// How many commands there were and what became of them, with its line end; for people only.
    package var tail: String {
        guard format == .text else { return "" }
        guard accepted + refused > 0 else { return rendered("\(Figures.plural(read, "command")) read, none sent") }
        var pieces = [StyledText("\(Figures.plural(accepted, "command")) accepted", .bold)]
        if refused > 0 { pieces.append(StyledText("\(Figures.grouped(refused)) refused", .alarm)) }
        if known > 0 { pieces.append("\(Figures.grouped(known)) of them retries") }
        return rendered(pieces.joined(by: ", "))
    }

    private mutating func count(_ outcome: Outcome?) {
        read += 1
        switch outcome {
        case .accepted(_, let retry):
            accepted += 1
            known += retry ? 1 : 0
        case .refused(_, _, let retry):
            refused += 1
            known += retry ? 1 : 0
        case nil: break
        }
    }

    private func rendered(_ line: StyledText) -> String { line.trimmed.rendered(terminal.colors) + "\n" }
}

// MARK: For people

extension OutcomeLines {
    private static func text(of sent: SentCommand, _ outcome: Outcome?) -> StyledText {
        let head =
            StyledText(String(sent.line).leftPadded(to: 5) + "  ", .dim)
            + StyledText(sent.command.kind.name.rightPadded(to: 19) + "  ")
        let id = StyledText("  id \(sent.id)", .dim)
        switch outcome {
        case nil: return head + StyledText("read  as \(sent.actor.text)")
        case .accepted(let events, let retry):
            return head + StyledText(retry ? "accepted before  " : "accepted  ") + text(of: events) + id
        case .refused(let refusal, _, let retry):
            let margin =
                refusal.margin.map { margin in
                    margin < .zero
                        ? "; \(Figures.duration(Interval(microseconds: -max(margin.microseconds, -.max)))) after the end of grace"
                        : "; \(Figures.duration(margin)) to the end of grace"
                } ?? ""
            return head + StyledText(retry ? "refused before" : "refused", .alarm)
                + StyledText("  \(refusal.code.name): \(refusal.message)\(margin)") + id
        }
    }

    /// `PickMade, ClockStarted at 935-936`: the types in their order, counted where one follows itself.
    private static func text(of events: [RecordedEvent]) -> StyledText {
        guard let first = events.first, let last = events.last else { return "nothing recorded" }
        var runs: [(name: String, count: Int)] = []
        for event in events {
            let name = event.event.type.name
            if runs.last?.name == name { runs[runs.count - 1].count += 1 } else { runs.append((name, 1)) }
        }
        let types = runs.map { $0.count == 1 ? $0.name : "\(Figures.grouped($0.count)) \($0.name)" }
        let place = first.position == last.position ? "\(first.position)" : "\(first.position)-\(last.position)"
        return StyledText(types.joined(separator: ", ")) + StyledText(" at \(place)", .dim)
    }
}

// MARK: For programs

extension OutcomeLines {
    /// The columns of every outcome, of whichever kind.
    private static let columns = [
        "line", "kind", "actor", "id", "outcome", "retry", "events", "code", "message", "pick", "seat", "player",
        "deadline", "graceEndsAt", "margin", "position", "pickNumber", "marginMicroseconds",
    ]

    /// A name is made of the case each time that it is asked for, and these are for every pick.
    private static let kindNames = Dictionary(uniqueKeysWithValues: CommandKind.allCases.map { ($0, $0.name) })
    private static let typeNames = Dictionary(uniqueKeysWithValues: EventType.allCases.map { ($0, $0.name) })

    static func name(of sent: SentCommand) -> String { kindNames[sent.command.kind] ?? "" }
    static func name(of event: RecordedEvent) -> String { typeNames[event.event.type] ?? "" }

    /// The outcome of a command; nil for one that was only read.
    private static func json(of sent: SentCommand, _ outcome: Outcome?) -> JSON {
        outcome.map { OutcomeAnswer(sent, .decided($0)).json } ?? onlyRead.json(of: sent)
    }

    private static let onlyRead: Members<SentCommand> = [
        .init("line") { $0.line }, .init("kind") { name(of: $0) }, .init("actor") { $0.actor.text },
        .init("outcome", .nullable(.string)) { _ in nil },
    ]
}
