import ArgumentParser
import Draft
import DraftLedger
import Foundation
import Interchange
import Pages
import Platform
import Replay
import Reports
import Simulation

#if Server
    import Server
#endif

/// Runs one command line from its arguments to its exit status, in any process: `main` and the tests call it alike.
struct Tool {
    let console: Console

    /// Runs the process's own command line and ends the process.
    static func runProcess() -> Never {
        guard let arguments = ProcessArguments.read() else {
            Descriptor.standardError.writeOnce(
                "draftledger: the arguments of this process were lost: a library that is loaded before it (LD_PRELOAD) has "
                    + "moved or cleared them. Start it without that library.\n")
            exit(ExitStatus.software.rawValue)
        }
        Descriptor.occupyStandardStreams()
        Interruption.shared.listen()
        exit(Tool(console: .system()).run(arguments))
    }

    func run(_ arguments: [String]) -> Int32 {
        let words = CommandWords.current(arguments)
        do {
            guard !words.isEmpty else {
                try console.output.writeLine(FrontPage.text)
                try console.output.flush()
                return ExitStatus.done.rawValue
            }
            var command = try Self.parse(words)
            var status = ExitStatus.done
            if let command = command as? any ConsoleCommand {
                status = try command.execute(on: console)
            } else {
                try command.run()
            }
            try console.output.flush()
            return status.rawValue
        } catch {
            return report(error, of: words)
        }
    }

    /// Parses words into a command that can be run.
    ///
    /// - Throws: that a command or an option does not exist, which comes before whatever else is wrong; else the parser's
    ///   error.
    private static func parse(_ words: [String]) throws -> any ParsableCommand {
        do {
            if let empty = CommandWords.emptyWord(in: words) { throw empty }
            if let repeated = CommandTree.repeatedOption(in: words) { throw repeated }
            let command = try DraftLedgerCommand.parseAsRoot(words)
            // The parser answers a request for help about a command that does not exist with the help of another one.
            if words.contains("help"), let unknown = CommandTree.all?.unknownCommand(in: words) { throw unknown }
            return command
        } catch {
            // `--version` and `--help` alone come as errors too, and name no command.
            guard words.contains(where: { !$0.hasPrefix("-") }) || DraftLedgerCommand.exitCode(for: error) != .success
            else { throw error }
            if let unknown = CommandTree.all?.unknownCommand(in: words) { throw unknown }
            guard DraftLedgerCommand.exitCode(for: error) != .success else { throw error }
            throw CommandTree.all?.unknownOption(in: words) ?? error
        }
    }

    /// Prints an error in one or two lines, without internals.
    ///
    /// - Parameter words: the command line.
    private func report(_ error: any Error, of words: [String]) -> Int32 {
        switch error {
        case SinkError.closed: return ExitStatus.done.rawValue
        case SinkError.failed(let reason): return fail("The output cannot be written: \(reason)", .inputOutput)
        case let error as ToolError: return fail(error.description, error.status)
        case let error as DraftLedgerError:
            let isServed = error.code == .lockedByAnotherWriter
            let remedy = isServed ? "; if a server has it open, add --server URL." : ""
            return fail(error.description + remedy, ExitStatus(error.code))
        case let error as OutcomeError:
            if case .severalContests = error { return fail("\(error) Name it with --contest.", .usage) }
            return fail(error.description, .noInput)
        case let error as RecordedNotesError: return fail(error)
        case let error as ReportArgumentError: return fail(error.onCommandLine(of: [ReportRows.top.parameter]), .usage)
        case let error as PlayerNameError: return fail(error.description, .noInput)
        case let error as ReportLimit: return fail(error.description, .usage)
        case let error as InterchangeError: return fail(error.description, ExitStatus(error.code))
        case let error as DisputeError: return fail(error.description, .noInput)
        case let error as ScoreDisputeError: return fail(error.description, .noInput)
        case let error as EvidenceError: return fail(error.description, .noInput)
        case let error as KeptAuditError: return fail(error.description, ExitStatus(error))
        case let error as WhatIfError: return fail(error.description, ExitStatus(error))
        case let error as ContestWhatIfError: return fail(error.description, ExitStatus(error))
        case let error as SimulationError:
            if case .invalidOption = error { return fail(error.description, .usage) }
            if case .authorityHasBegun = error { return fail(error.description, .refused) }
            return fail(error.description, .inputOutput)
        case let refusal as Refusal: return fail("\(refusal.code.name): \(refusal.message)", .refused)
        // The parser knows its own errors, and those of validation, by an exit code of their own.
        default:
            return DraftLedgerCommand.exitCode(for: error) == .failure
                ? fail(error.networkReason, .software) : reportParsing(error, of: words)
        }
    }

    private func fail(_ message: String, _ status: ExitStatus) -> Int32 {
        // The error is printed even if the output cannot be written.
        try? console.output.flush()
        console.note(StyledText("draftledger: ", .alarm) + StyledText(message))
        return status.rawValue
    }

    private func fail(_ error: RecordedNotesError) -> Int32 {
        switch error {
        case .otherSeason:
            fail(
                "\(error) Or name a file with --adp, or the season with --season to use it anyway.", .noInput)
        case .noPositions: fail("\(error) Or name a file with --adp.", .usage)
        case .severalSites: fail("\(error) Name one with --site and --season.", .usage)
        case .noSchedule: fail("\(error) Or name a file with --schedule.", .noInput)
        case .noSuchSite: fail(error.description, .noInput)
        }
    }

    /// Prints help and completion scripts, which the parser throws too; of a usage error the message and the command for help.
    private func reportParsing(_ error: any Error, of words: [String]) -> Int32 {
        let full = DraftLedgerCommand.fullMessage(for: error)
        guard DraftLedgerCommand.exitCode(for: error) != .success else {
            do {
                try console.output.writeLine(full)
                try console.output.flush()
                return ExitStatus.done.rawValue
            } catch {
                return report(error, of: words)
            }
        }
        let message = DraftLedgerCommand.message(for: error)
        let line = message.split(separator: "\n").joined(separator: " ")
        let status = fail(line.isEmpty ? "\(error)" : line, .usage)
        if full.contains("--help"), let tree = CommandTree.all {
            console.note(StyledText("See '\(tree.name(in: words)) --help' for more information.", .dim))
        }
        return status
    }
}

#if !Server
    extension Error {
        /// The error for people: without the server, no library reports errors of a network.
        fileprivate var networkReason: String { reason }
    }
#endif

/// A command that runs against a console: parse, call, print.
protocol ConsoleCommand: ParsableCommand {
    /// - Returns: the exit status. The user sees errors as messages.
    func execute(on console: Console) throws -> ExitStatus
}
