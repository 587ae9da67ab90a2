package import Draft
import DraftLedger
import Records
import TextFormats

/// Events one a line, as they are read, however many there are: nothing is gathered.
package struct EventLines {
    private let format: OutputFormat
    private let terminal: Terminal
    private let narrator: Narrator

    package init(as format: OutputFormat, on terminal: Terminal, names: any NameBook) {
        self.format = format
        self.terminal = terminal
        narrator = Narrator(names: names)
    }

    /// The header with its line end; empty for JSON Lines.
    package var head: String {
        switch format {
        case .json, .jsonArray: ""
        case .csv: CSVWriter.line(Self.columns)
        case .text:
            text(
                columns(
                    "position", stream: "stream", version: "seq", time: "time", type: "type", words: "what happened"
                )
                .restyled(TextStyle(foreground: .bench, bold: true)))
        }
    }

    /// An event's line, with its end.
    package func line(of recorded: RecordedEvent) -> String {
        switch format {
        case .json, .jsonArray: return recorded.jsonLine + "\n"
        case .csv: return CSVWriter.line(fields(of: recorded).map(CSVWriter.sheetText))
        case .text:
            let time = recorded.recordedAt.iso8601
            let line = columns(
                String(recorded.position), stream: recorded.stream.description, version: String(recorded.version),
                time: "\(time.prefix(10)) \(time.dropFirst(11).prefix(12))", type: recorded.event.type.name,
                words: narrator.words(for: recorded))
            return text(terminal.columns.map { line.truncated(to: $0) } ?? line)
        }
    }

    private func text(_ line: StyledText) -> String { line.trimmed.rendered(terminal.colors) + "\n" }

    private func columns(
        _ position: String, stream: String, version: String, time: String, type: String, words: StyledText
    ) -> StyledText {
        StyledText(
            "\(position.leftPadded(to: 8))  \(stream.rightPadded(to: 12))  \(version.leftPadded(to: 5))  ", .dim)
            + StyledText("\(time.rightPadded(to: 23))  ") + StyledText(type.rightPadded(to: 19) + "  ", .dim) + words
    }

    /// The members of the event's own JSON.
    private static let columns = [
        "position", "stream", "version", "previous", "type", "recordedAt", "occurredAt", "actor", "commandID",
        "fingerprint", "body",
    ]

    private func fields(of recorded: RecordedEvent) -> [String] {
        var body = JSONWriter()
        body.body(of: recorded.event)
        let origin = recorded.origin
        return [
            String(recorded.position), recorded.stream.description, String(recorded.version),
            recorded.previous.map { String($0) } ?? "", recorded.event.type.name, recorded.recordedAt.iso8601,
            origin?.occurredAt?.iso8601 ?? "", origin?.actor.text ?? "", origin?.commandID.description ?? "",
            origin.map { String($0.fingerprint) } ?? "", String(decoding: body.bytes, as: UTF8.self),
        ]
    }
}
