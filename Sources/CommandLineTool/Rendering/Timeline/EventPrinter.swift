import Draft
import DraftLedger

/// Prints events as they are read, however many there are.
struct EventPrinter {
    let console: Console
    let format: OutputFormat
    private let narrator: Narrator

    init(console: Console, format: OutputFormat, names: any NameBook) {
        self.console = console
        self.format = format
        narrator = Narrator(names: names)
    }

    private static let columns = [
        "position", "stream", "version", "previous", "type", "recordedAt", "occurredAt", "actor", "commandID",
        "fingerprint", "body",
    ]

    func begin() throws {
        switch format {
        case .json: break
        case .csv: try console.output.write(CSVTable(Self.columns).document)
        case .text:
            let header = line(
                "position", "stream", "seq", "time", "type", StyledText("what happened"))
            try console.print([header.restyled(TextStyle(foreground: .bench, bold: true))])
        }
    }

    func print(_ recorded: RecordedEvent) throws {
        switch format {
        case .json: try console.output.writeLine(recorded.jsonLine)
        case .csv: try console.output.write(CSVTable.line(fields(of: recorded)))
        case .text:
            let time = recorded.recordedAt.iso8601
            let text = line(
                String(recorded.position), recorded.stream.description, String(recorded.version),
                "\(time.prefix(10)) \(time.dropFirst(11).prefix(12))", recorded.event.type.name,
                narrator.words(for: recorded))
            try console.print([console.terminal.columns.map { text.truncated(to: $0) } ?? text])
        }
    }

    private func line(
        _ position: String, _ stream: String, _ version: String, _ time: String, _ type: String, _ words: StyledText
    ) -> StyledText {
        StyledText(
            "\(position.leftPadded(to: 8))  \(stream.rightPadded(to: 12))  \(version.leftPadded(to: 5))  ", .dim)
            + StyledText("\(time.rightPadded(to: 23))  ") + StyledText(type.rightPadded(to: 19) + "  ", .dim) + words
    }

    /// The members of the event's own JSON, so that both forms say the same.
    private func fields(of recorded: RecordedEvent) -> [JSON] {
        guard let root = try? JSONDocument(Array(recorded.jsonLine.utf8)).root else { return [] }
        let values = Dictionary(root.members.map { ($0.name, $0.value) }) { first, _ in first }
        return Self.columns.map { name in
            if name == "body" { return .string(Self.body(of: recorded)) }
            guard let value = values[name] else { return .null }
            return value.string.map { .string($0) } ?? value.integer(as: UInt64.self).map { .natural($0) } ?? .null
        }
    }

    /// The body stands last in the event's object.
    private static func body(of recorded: RecordedEvent) -> String {
        let line = recorded.jsonLine
        let marker = "\"body\":"
        guard let start = line.firstRange(of: marker) else { return "{}" }
        return String(line[start.upperBound...].dropLast())
    }
}
