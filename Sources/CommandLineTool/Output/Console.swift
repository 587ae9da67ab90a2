import Foundation
import Pages

/// Everything that a command shares with the world outside the ledger, handed in so that tests can be that world.
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
    var input: () -> [UInt8] = { Array(FileHandle.standardInput.readDataToEndOfFile()) }

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
