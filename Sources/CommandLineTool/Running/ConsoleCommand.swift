import ArgumentParser

/// A command that runs against a console: parse, call, print.
protocol ConsoleCommand: ParsableCommand {
    /// - Returns: how it ended; what it throws is told to the user.
    func execute(on console: Console) throws -> ExitStatus
}
