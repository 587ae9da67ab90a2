import Draft
import DraftLedger
import TextFormats

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
        let line = Array(recorded.jsonLine.utf8)
        guard let root = try? JSONDocument(line).root else { return [] }
        let members = root.members
        return Self.columns.map { name in
            if name == "body" { return .string(Self.body(of: line)) }
            guard let value = members.first(where: { $0.name == name })?.value else { return .null }
            return value.string.map { .string($0) } ?? value.integer(as: UInt64.self).map { .natural($0) } ?? .null
        }
    }

    /// The body stands last in the event's object. Looked for byte by byte: the standard library's search through
    /// collections takes longer than all the rest.
    private static func body(of line: [UInt8]) -> String {
        let start = line.indices.first { line[$0] == marker[0] && line[$0...].starts(with: marker) }
        guard let start else { return "{}" }
        return String(decoding: line[(start + marker.count)...].dropLast(), as: UTF8.self)
    }

    private static let marker = Array("\"body\":".utf8)
}
