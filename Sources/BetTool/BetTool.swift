import ArgumentParser
import BetLedger
import Bets
import DraftLedger
import Foundation
import Pages
import Platform

/// Runs one command line from its arguments to its exit status, in any process: `main` and the tests call it alike.
struct BetTool {
    let console: ToolConsole

    /// Runs the process's own command line and ends the process.
    static func runProcess() async -> Never {
        Descriptor.occupyStandardStreams()
        let output = OutputBuffer()
        let isTerminal = Descriptor.standardOutput.isTerminal
        let environment = ProcessInfo.processInfo.environment
        let console = ToolConsole(
            write: { try output.write($0) }, note: { Descriptor.standardError.writeOnce($0 + "\n") },
            terminal: Terminal(
                isInteractive: isTerminal, columns: environment["COLUMNS"].flatMap { Int($0) }, rows: nil,
                colors: isTerminal && environment["NO_COLOR", default: ""].isEmpty ? .palette : .none),
            environment: environment, now: SystemClock.now)
        var status = await BetTool(console: console).run(Array(CommandLine.arguments.dropFirst()))
        do {
            try output.flush()
        } catch {
            Descriptor.standardError.writeOnce("statdiscute: the output cannot be written: \(error)\n")
            status = ToolStatus.inputOutput.rawValue
        }
        exit(status)
    }

    func run(_ words: [String]) async -> Int32 {
        do {
            if let unknown = Self.unknownCommand(in: words) { throw unknown }
            var command = try StatDiscuteCommand.parseAsRoot(words)
            guard let command = command as? any ToolCommand else {
                try command.run()
                return ToolStatus.done.rawValue
            }
            return try await command.execute(on: console).rawValue
        } catch {
            return report(error)
        }
    }

    /// The error of words that begin with a command that does not exist; nil for all others.
    private static func unknownCommand(in words: [String]) -> BetToolError? {
        guard let name = words.first, !name.hasPrefix("-"), name != "help" else { return nil }
        let known = StatDiscuteCommand.configuration.groupedSubcommands.flatMap { $0.subcommands }
            .compactMap { $0.configuration.commandName }
        guard !known.contains(name) else { return nil }
        return BetToolError(
            .usage,
            "There is no command '\(name)'.\(NearestName.hint(for: name, among: known)) `statdiscute --help` lists the "
                + "commands.")
    }

    /// Prints an error in one or two lines, without internals.
    private func report(_ error: any Error) -> Int32 {
        switch error {
        case let error as BetToolError: return fail(error.description, error.status)
        case let error as FeedErrors: return fail(error.description, .badData)
        case let error as BetRefusal: return fail(Self.message(error), .found)
        case let error as BetLedgerError: return fail(error.message, ToolStatus(error.code))
        default: return reportParsing(error)
        }
    }

    /// A refusal with what is on offer instead.
    private static func message(_ refusal: BetRefusal) -> String {
        let offers = refusal.offered.map { offer in
            "  --offer \(offer.position)  \(offer.terms.book) \(GameLines.signedLine(offer.terms)) at "
                + "\(offer.terms.firstOdds)/\(offer.terms.secondOdds)"
        }
        return ([refusal.description] + offers).joined(separator: "\n")
    }

    private func fail(_ message: String, _ status: ToolStatus) -> Int32 {
        console.note("statdiscute: \(message)")
        return status.rawValue
    }

    /// Prints help, which the parser throws too; of a usage error the message and the command for help.
    private func reportParsing(_ error: any Error) -> Int32 {
        let code = StatDiscuteCommand.exitCode(for: error)
        guard code != .success else {
            do {
                try console.write(StatDiscuteCommand.fullMessage(for: error) + "\n")
                return ToolStatus.done.rawValue
            } catch {
                return fail("The output cannot be written: \(error)", .inputOutput)
            }
        }
        guard code == .validationFailure else { return fail("\(error)", .software) }
        let line = StatDiscuteCommand.message(for: error).split(separator: "\n").joined(separator: " ")
        return fail(line + "\nSee 'statdiscute --help' for more information.", .usage)
    }
}

/// Standard output with a buffer. A reader that has gone ends the output quietly.
private final class OutputBuffer {
    private var bytes: [UInt8] = []

    func write(_ text: String) throws {
        bytes += text.utf8
        if bytes.count >= 64 << 10 { try flush() }
    }

    func flush() throws {
        defer { bytes = [] }
        do {
            try Descriptor.standardOutput.write(bytes)
        } catch let error where error == .brokenPipe {
            return
        }
    }
}
