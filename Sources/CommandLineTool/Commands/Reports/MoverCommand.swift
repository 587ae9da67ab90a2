import ArgumentParser
import Draft
import DraftLedger
import Pages
import Projections
import Reports

struct MoverCommand: ConsoleCommand {
    enum Order: String, CaseIterable { case change, risers, fallers, name }

    static let configuration = CommandConfiguration(
        commandName: "movers", abstract: "Show whose ADP rose or fell between two windows of drafts.",
        discussion: """
            The second window is the last --days days of the filter, whole days in UTC, and the first as many days before \
            it. With --split, the first is all before that moment and the second all from it on. change is the later ADP \
            less the earlier: negative for who is taken earlier than before.

            EXAMPLE:
              draftledger movers --days 14 --minimum 20 --top 30
              draftledger movers --split 2022-08-15 --sort risers --position WR
            """)

    @Option(help: ArgumentHelp("How many days each window has (default: 7).", valueName: "n")) var days: Int?
    @Option(help: ArgumentHelp("When the second window begins.", valueName: "time"), transform: TimeOptions.time)
    var split: Timestamp?
    @Option(
        help: ArgumentHelp("What becomes of drafts that did not take a player.", valueName: "drop|last"),
        transform: { try Choice.named($0) as DraftPositionReport.Undrafted })
    var undrafted = DraftPositionReport.Undrafted.drop
    @Option(
        help: ArgumentHelp(
            "The greatest change first, who rose most, who fell most, or by name.",
            valueName: "change|risers|fallers|name"),
        transform: { try Choice.named($0) as Order })
    var sort = Order.change
    @Option(help: ArgumentHelp("Leave out players whom fewer drafts of a window took.", valueName: "n"))
    var minimum = MoverReport.defaultMinimum
    @Option(
        name: [.customLong("top"), .customLong("limit")],
        help: ArgumentHelp("How many players are listed (default: all).", valueName: "n"))
    var top: Int?
    @OptionGroup var listed: PositionOptions
    @OptionGroup var options: ReportOptions

    func validate() throws {
        if let top, top < 1 { throw ValidationError("--top \(top): expected 1 or more.") }
        guard minimum >= 1 else { throw ValidationError("--minimum \(minimum): expected 1 or more.") }
        if let days, !(1...3_650).contains(days) { throw ValidationError("--days \(days): expected 1 to 3650.") }
        if days != nil, split != nil { throw ValidationError("--days and --split both say where the windows lie.") }
        if let split, let since = options.since, split <= since {
            throw ValidationError("--split \(split.iso8601) is not behind --since \(since.iso8601).")
        }
        if let split, let until = options.until, split >= until {
            throw ValidationError("--split \(split.iso8601) is not before --until \(until.iso8601).")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, listing: listed.position) { analysis, filter in
            let (earlier, later) = analysis.moverWindows(of: filter.entries, days: days, split: split)
            let report = analysis.movers(filter, from: earlier, to: later, undrafted: undrafted)
            var rows = report.rows
            switch sort {
            case .change: break
            case .risers: rows.sort(by: \.change)
            case .fallers: rows.sort(by: \.change, descending: true)
            case .name: rows.sort(by: \.player.name)
            }
            rows.removeAll { min($0.earlierDrafted, $0.laterDrafted) < minimum }
            return .movers(
                report, listing: Array(rows.prefix(top ?? .max)), minimum: minimum,
                filter: options.words(listing: listed.position))
        }
    }
}
