import Draft
import DraftLedger

/// Prints what becomes of commands, each as soon as it is known.
struct OutcomePrinter {
    let console: Console
    let format: OutputFormat

    private var accepted = 0
    private(set) var refused = 0
    private var retried = 0
    private var unsent = 0

    init(console: Console, format: OutputFormat) {
        self.console = console
        self.format = format
    }

    /// The members of an outcome, in each form.
    private static let columns = [
        "line", "kind", "actor", "id", "outcome", "retry", "events", "code", "message", "pick", "seat", "player",
        "deadline", "graceEndsAt", "margin", "position",
    ]

    func begin() throws {
        if format == .csv { try console.output.write(CSVTable(Self.columns).document) }
    }

    /// - Parameter outcome: nil for a command that was only read.
    mutating func print(_ line: CommandFile.Line, outcome: Outcome?) throws {
        switch outcome {
        case .accepted(_, let retry):
            accepted += 1
            if retry { retried += 1 }
        case .refused(_, _, let retry):
            refused += 1
            if retry { retried += 1 }
        case nil: unsent += 1
        }
        switch format {
        case .text: try console.print([text(of: line, outcome)])
        case .json: try console.output.writeLine(json(of: line, outcome).compact)
        case .csv:
            let table = CSVTable(Self.columns, objects: [json(of: line, outcome)])
            for row in table.rows { try console.output.write(CSVTable.line(row)) }
        }
        try console.output.flush()
    }

    /// How many commands there were, and what became of them.
    func end() throws {
        guard format == .text else { return }
        var pieces: [StyledText] = []
        if unsent > 0 || accepted + refused == 0 {
            pieces.append("\(Figures.plural(unsent, "command")) read, none sent")
        } else {
            pieces.append(StyledText("\(Figures.plural(accepted, "command")) accepted", .bold))
            if refused > 0 { pieces.append(StyledText("\(Figures.grouped(refused)) refused", .alarm)) }
            if retried > 0 { pieces.append("\(Figures.grouped(retried)) of them known before") }
        }
        try console.print([pieces.joined(by: ", ")])
    }
}

// MARK: Forms

extension OutcomePrinter {
    private func text(of line: CommandFile.Line, _ outcome: Outcome?) -> StyledText {
        let head =
            StyledText(String(line.number).leftPadded(to: 5) + "  ", .dim)
            + StyledText(line.command.kind.name.rightPadded(to: 19) + "  ")
        let id = StyledText("  id \(line.id)", .dim)
        switch outcome {
        case nil: return head + "read    " + StyledText("  as \(line.actor.text)") + id
        case .accepted(let events, let retry):
            return head + (retry ? "accepted before" : "accepted") + "  " + Self.text(of: events) + id
        case .refused(let refusal, _, let retry):
            let margin = refusal.margin.map { "; \(Figures.duration($0)) to the end of grace" } ?? ""
            return head + StyledText(retry ? "refused before" : "refused", .alarm)
                + StyledText("  \(refusal.code.name): \(refusal.message)\(margin)") + id
        }
    }

    /// `PickMade, ClockStarted at 935-936`: the types in their order, with their number where one comes several times in a
    /// row.
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

    private func json(of line: CommandFile.Line, _ outcome: Outcome?) -> JSON {
        var members: [JSON.Member] = [
            JSON.Member("line", .of(line.number)), JSON.Member("kind", .of(line.command.kind.name)),
            JSON.Member("actor", .of(line.actor.text)), JSON.Member("id", .of(line.id.description)),
        ]
        switch outcome {
        case nil: members.append(JSON.Member("outcome", .null))
        case .accepted(let events, let retry):
            members += [
                JSON.Member("outcome", .of("accepted")), JSON.Member("retry", .of(retry)),
                JSON.Member("events", .array(events.map(Self.json(of:)))),
            ]
        case .refused(let refusal, let record, let retry):
            members += [JSON.Member("outcome", .of("refused")), JSON.Member("retry", .of(retry))]
            members += Self.members(of: refusal)
            members.append(JSON.Member("position", .of(record?.position) { .of($0) }))
        }
        return .object(members)
    }

    private static func json(of event: RecordedEvent) -> JSON {
        .object([
            "position": .of(event.position), "stream": .of(event.stream.description), "version": .of(event.version),
            "type": .of(event.event.type.name),
        ])
    }

    private static func members(of refusal: Refusal) -> [JSON.Member] {
        [
            JSON.Member("code", .of(refusal.code.name)), JSON.Member("message", .of(refusal.message)),
            JSON.Member("pick", .of(refusal.pick) { .of($0) }), JSON.Member("seat", .of(refusal.seat) { .of($0) }),
            JSON.Member("player", .of(refusal.player) { .of($0) }),
            JSON.Member("deadline", .of(refusal.deadline) { .of($0) }),
            JSON.Member("graceEndsAt", .of(refusal.graceEndsAt) { .of($0) }),
            JSON.Member("margin", .of(refusal.margin) { .of($0.microseconds) }),
        ]
    }
}
