import Foundation
import Pages
import Platform
import TestSupport
import ToolSupport

@testable import BetTool  // the program is tested from its arguments to its exit status

/// A program with a folder, a clock and its outputs in memory.
final class ToolRun {
    let folder: TemporaryDirectory
    /// Microseconds since 1970 UTC.
    let clock = Guarded<Int64>(0)
    private(set) var output = ""
    private(set) var messages = ""

    init(at time: String) {
        folder = TemporaryDirectory()
        self.time = time
        set(time)
    }

    /// The time that the program's clock shows.
    private(set) var time: String

    func set(_ time: String) {
        self.time = time
        let date = ISO8601DateFormatter().date(from: time) ?? .distantPast
        clock.withLock { $0 = Int64(date.timeIntervalSince1970) * 1_000_000 }
    }

    var ledger: String { "\(folder.path)/bets.ledger" }

    /// Runs a command line.
    ///
    /// - Returns: the exit status, and what was printed by this run.
    @discardableResult
    func callAsFunction(_ words: String...) async -> (status: Int32, output: String, messages: String) {
        await run(words)
    }

    /// - Parameter environment: the program's; nil for one that names the ledger.
    func run(
        _ words: [String], environment: [String: String]? = nil
    ) async -> (status: Int32, output: String, messages: String) {
        let clock = clock
        let console = Console(
            environment: environment ?? ["STAT_DISCUTE_LEDGER": ledger], now: { clock.withLock { $0 } })
        let status = await BetTool(console: console).run(words)
        output = String(decoding: console.output.contents, as: UTF8.self)
        messages = String(decoding: console.messages.contents, as: UTF8.self)
        return (status, output, messages)
    }
}
