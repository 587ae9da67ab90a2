import DraftLedger
import Foundation
package import Pages
import Platform

/// The surroundings of a command, which tests replace: streams, terminal, environment and clock.
package struct Console {
    /// Data.
    package var output: TextSink
    /// Errors, messages and progress.
    package var messages: TextSink
    package var terminal: Terminal
    package var messageTerminal: Terminal
    /// Whether keys can be read.
    package var inputIsTerminal: Bool
    package var environment: [String: String]
    /// All of standard input, to its end.
    package var input: () throws -> [UInt8]
    /// Microseconds since 1970 UTC.
    package var now: @Sendable () -> Int64

    package init(
        output: TextSink = TextSink(), messages: TextSink = TextSink(), terminal: Terminal = .file,
        messageTerminal: Terminal = .file, inputIsTerminal: Bool = false, environment: [String: String] = [:],
        input: (() throws -> [UInt8])? = nil, now: @escaping @Sendable () -> Int64 = SystemClock.now
    ) {
        self.output = output
        self.messages = messages
        self.terminal = terminal
        self.messageTerminal = messageTerminal
        self.inputIsTerminal = inputIsTerminal
        self.environment = environment
        self.input = input ?? Self.standardInput
        self.now = now
    }

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
    package func print(_ lines: [StyledText]) throws(SinkError) {
        for line in lines { try output.writeLine(line.trimmed.rendered(terminal.colors)) }
    }

    /// A remark for people, not part of the data.
    package func note(_ text: StyledText) {
        try? messages.writeLine(text.rendered(messageTerminal.colors))
        try? messages.flush()
    }

    /// Shows something in the form that was asked for.
    package func present(_ page: some Page, as format: OutputFormat) throws(SinkError) {
        try output.write(page.document(as: format, on: terminal))
    }
}
