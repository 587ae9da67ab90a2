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
package import ToolSupport

#if Server
    import Server
#endif

/// Runs one command line from its arguments to its exit status, in any process: `main` and the tests call it alike.
package struct Tool {
    let console: Console

    package init(console: Console) { self.console = console }

    static let program = CommandLineProgram(DraftLedgerCommand.self, lacking: lacking) { CommandTree.all }

    /// The error of a command that only builds with the server have; nil for any other name.
    @Sendable
    private static func lacking(_ name: String) -> ToolError? {
        #if Server
            nil
        #else
            DraftLedgerCommand.commandsOfServer.contains(name) ? .withoutServer(lacking: "`\(name)`") : nil
        #endif
    }

    /// Runs the process's own command line and ends the process.
    static func runProcess() -> Never {
        guard let arguments = ProcessArguments.read() else { ProcessArguments.endWithoutWords(program.name) }
        Descriptor.occupyStandardStreams()
        Interruption.shared.listen(as: program.name)
        exit(Tool(console: .system(variables: "DRAFT_LEDGER")).run(arguments))
    }

    package func run(_ arguments: [String]) -> Int32 {
        let words = CommandWords.current(arguments)
        do {
            guard !words.isEmpty else {
                try console.output.writeLine(FrontPage.text)
                try console.output.flush()
                return ExitStatus.done.rawValue
            }
            var command = try Self.program.parse(words)
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

    /// Prints an error in one or two lines, without internals.
    ///
    /// - Parameter words: the command line.
    private func report(_ error: any Error, of words: [String]) -> Int32 {
        switch error {
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
        default: return Self.program.report(error, of: words, on: console) { $0.networkReason }
        }
    }

    private func fail(_ message: String, _ status: ExitStatus) -> Int32 {
        Self.program.fail(message, status, on: console)
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
