import ArgumentParser
import BetLedger
import Bets
import DraftLedger
import Foundation
import Pages
import Platform
import ToolSupport

/// Runs one command line from its arguments to its exit status, in any process: `main` and the tests call it alike.
struct BetTool {
    let console: Console

    static let program = CommandLineProgram(StatDiscuteCommand.self) { commands }

    private static let commands = CommandTree(of: StatDiscuteCommand.self)

    /// Runs the process's own command line and ends the process.
    static func runProcess() async -> Never {
        guard let arguments = ProcessArguments.read() else { ProcessArguments.endWithoutWords(program.name) }
        Descriptor.occupyStandardStreams()
        Interruption.shared.listen(as: program.name)
        exit(await BetTool(console: .system(variables: "STAT_DISCUTE")).run(arguments))
    }

    func run(_ arguments: [String]) async -> Int32 {
        let words = CommandWords.withNegativeValues(arguments)
        do {
            var command = try Self.program.parse(words)
            var status = ExitStatus.done
            if let command = command as? any ToolCommand {
                status = try await command.execute(on: console)
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
        case let error as ToolError: fail(error.description, error.status)
        case let error as FeedErrors:
            fail(error.lines.first ?? "", .badData, details: Array(error.lines.dropFirst()))
        case let error as BetRefusal: fail(error.description, .refused, details: Self.offers(in: error))
        case let error as BetLedgerError: fail(error.message, ExitStatus(error.code))
        default: Self.program.report(error, of: words, on: console)
        }
    }

    /// The offers that a refused bet can be made at instead, a line each.
    private static func offers(in refusal: BetRefusal) -> [String] {
        refusal.offered.map { offer in
            "  --offer \(offer.position)  \(offer.terms.book) \(GameLines.signedLine(offer.terms)) at "
                + "\(offer.terms.firstOdds)/\(offer.terms.secondOdds)"
        }
    }

    private func fail(_ message: String, _ status: ExitStatus, details: [String] = []) -> Int32 {
        Self.program.fail(message, status, details: details, on: console)
    }
}

extension ExitStatus {
    init(_ code: BetLedgerError.Code) {
        switch code {
        case .unknown, .notOfBets: self = .noInput
        case .commandReused, .foreignModel, .notWritable: self = .found
        case .storage, .closed, .damaged: self = .inputOutput
        }
    }
}
