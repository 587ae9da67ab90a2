package import ArgumentParser
import DraftLedger
import Foundation
import Pages
package import Platform

/// A command line: how its words are parsed, and how its errors are printed.
///
///     static let program = CommandLineProgram(DraftLedgerCommand.self) { CommandTree.all }
///     let command = try program.parse(words)
package struct CommandLineProgram: Sendable {
    /// The command that has all others as its subcommands.
    let root: any ParsableCommand.Type
    /// All commands. They are asked for only when something is wrong with a command line.
    let tree: @Sendable () -> CommandTree?
    /// The error of a command that other builds of the program have; nil for any other name.
    let lacking: @Sendable (String) -> ToolError?

    package init(
        _ root: any ParsableCommand.Type, lacking: @escaping @Sendable (String) -> ToolError? = { _ in nil },
        tree: @escaping @Sendable () -> CommandTree?
    ) {
        self.root = root
        self.lacking = lacking
        self.tree = tree
    }

    /// The program's name, with which its messages begin.
    package var name: String { root.configuration.commandName ?? "" }

    /// Parses words into a command that can be run.
    ///
    /// - Throws: that a command or an option does not exist, which comes before whatever else is wrong; else the parser's
    ///   error.
    package func parse(_ words: [String]) throws -> any ParsableCommand {
        do {
            if let empty = CommandWords.emptyWord(in: words) { throw empty }
            if let repeated = CommandTree.repeatedOption(in: words, of: tree()) { throw repeated }
            let command = try root.parseAsRoot(words)
            // The parser answers a request for help about a command that does not exist with the help of another one.
            if words.contains("help"), let unknown = tree()?.unknownCommand(in: words, lacking: lacking) {
                throw unknown
            }
            return command
        } catch {
            // `--version` and `--help` alone come as errors too, and name no command.
            guard words.contains(where: { !$0.hasPrefix("-") }) || root.exitCode(for: error) != .success
            else { throw error }
            if let unknown = tree()?.unknownCommand(in: words, lacking: lacking) { throw unknown }
            guard root.exitCode(for: error) != .success else { throw error }
            throw tree()?.unknownOption(in: words) ?? error
        }
    }

    /// Prints an error that no command knows: that the output cannot be written, help and completion scripts, which the
    /// parser throws too, of a usage error the message and the command for help, and any other error as one of the program's
    /// own.
    ///
    /// - Parameters:
    ///   - words: the command line.
    ///   - reason: describes an error of the program's own for people.
    /// - Returns: the process's exit status.
    package func report(
        _ error: any Error, of words: [String], on console: Console, reason: (any Error) -> String = { $0.reason }
    ) -> Int32 {
        do throws(SinkError) {
            if let error = error as? SinkError { throw error }
            switch root.exitCode(for: error) {
            case .success:
                try console.output.writeLine(root.fullMessage(for: error))
                try console.output.flush()
                return ExitStatus.done.rawValue
            // The parser knows its own errors, and those of validation, by an exit code of their own.
            case .failure: return fail(reason(error), .software, on: console)
            default: return reportUsage(error, of: words, on: console)
            }
        } catch {
            guard case .failed(let reason) = error else { return ExitStatus.done.rawValue }
            return fail("The output cannot be written: \(reason)", .inputOutput, on: console)
        }
    }

    private func reportUsage(_ error: any Error, of words: [String], on console: Console) -> Int32 {
        let line = root.message(for: error).split(separator: "\n").joined(separator: " ")
        let status = fail(line.isEmpty ? "\(error)" : line, .usage, on: console)
        if root.fullMessage(for: error).contains("--help"), let tree = tree() {
            console.note(StyledText("See '\(tree.name(in: words)) --help' for more information.", .dim))
        }
        return status
    }

    /// Prints an error after the output, even if that cannot be written.
    ///
    /// - Parameter details: lines after the message. A line break within one is shown and not printed: a name in a file
    ///   could pretend to be another message.
    /// - Returns: the process's exit status.
    package func fail(
        _ message: String, _ status: ExitStatus, details: [String] = [], on console: Console
    ) -> Int32 {
        try? console.output.flush()
        console.note(StyledText("\(name): ", .alarm) + StyledText(message))
        for line in details { console.note(StyledText(line)) }
        return status.rawValue
    }
}

extension ProcessArguments {
    /// Ends a process whose words are lost.
    ///
    /// - Parameter program: its name.
    package static func endWithoutWords(_ program: String) -> Never {
        Descriptor.standardError.writeOnce(
            "\(program): the arguments of this process were lost: a library that is loaded before it (LD_PRELOAD) has moved "
                + "or cleared them. Start it without that library.\n")
        exit(ExitStatus.software.rawValue)
    }
}
