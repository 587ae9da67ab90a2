import Foundation
import Pages

/// The surroundings of a command, which tests replace: streams, terminal and environment.
struct Console {
    /// Data.
    var output: TextSink
    /// Errors, messages and progress.
    var messages: TextSink
    var terminal: Terminal
    var messageTerminal: Terminal
    /// Whether keys can be read.
    var inputIsTerminal: Bool
    var environment: [String: String]
    /// All of standard input, to its end.
    var input: () throws -> [UInt8] = { try Self.standardInput() }

    /// The greatest size of input that a command reads as a whole.
    private static let inputLimit = 1 << 30

    private static func standardInput() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = try FileHandle.standardInput.read(upToCount: 1 << 20), !more.isEmpty {
            bytes += more
            guard bytes.count <= inputLimit else {
                throw ToolError(
                    .noInput,
                    "Standard input is longer than \(inputLimit >> 20) MiB. Check the program that writes it.")
            }
        }
        return bytes
    }

    /// Lines of text in the looks that the terminal shows.
    func print(_ lines: [StyledText]) throws(SinkError) {
        for line in lines { try output.writeLine(line.trimmed.rendered(terminal.colors)) }
    }

    /// A remark for people, not part of the data.
    func note(_ text: StyledText) {
        try? messages.writeLine(text.rendered(messageTerminal.colors))
        try? messages.flush()
    }

    /// Shows something in the form that was asked for.
    func present(_ page: some Page, as format: OutputFormat) throws(SinkError) {
        try output.write(page.document(as: format, on: terminal))
    }
}
