import ArgumentParser
import Draft
import DraftLedger
import Pages
import Replay
import ToolSupport

struct WhatIfCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "what-if", abstract: "Replay a draft or a contest under other rules.",
        discussion: """
            Replays the recorded commands of a room with another grace, pick clock or roster limits, without one of the \
            commands, or with an inserted one. Reactions of people stay as recorded. The first difference is certain; later \
            differences assume the same actions. An inserted command has a time, an actor and an action.

            --contest shows which entries would have advanced with another scoring, another lineup, or one changed \
            pick. The ledger has points, but no statistics. Points per statistic need --statistics. The file counts \
            only if it gives the recorded points under the contest's own scoring. Later rounds are drawn with the \
            secret of the contest, if it is recorded. An entry that drafted the player of --change-pick later \
            gets the player who was replaced.

            EXAMPLE:
              draftledger what-if 12 --grace 0
              draftledger what-if 12 --limits QB=2,RB=6,WR=9,TE=2 --without 4711
              draftledger what-if 12 --insert "2026-08-01T00:10:12.5Z user/7 pick 17 Amon_Brown"
              draftledger what-if --contest 1 --scoring receptions=100 --statistics stats-2022.csv
              draftledger what-if --contest 1 --lineup QB=1,RB=2,WR=3,TE=1,FLEX=2 --entry 65537
              draftledger what-if --contest 1 --change-pick "12:4.06=Amon-Ra St. Brown" --format csv
            """)

    @Argument(help: "The room: its number or external ID.") var room: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The grace after a deadline instead of the recorded one.", valueName: "seconds"))
    var grace: Double?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The pick clock instead of the recorded one.", valueName: "seconds"))
    var pickClock: Double?
    @Option(
        help: ArgumentHelp(
            "The roster limits of autopicks instead of the recorded ones.", valueName: "QB=3,RB=7,WR=9,TE=3"),
        transform: Self.limits)
    var limits: PositionLimits?
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave out the command of this event; may be repeated.", valueName: "position"))
    var without: [UInt64] = []
    @Option(help: ArgumentHelp("Insert a command (time, actor, action); may be repeated.", valueName: "command"))
    var insert: [String] = []
    @OptionGroup(title: "OPTIONS OF A CONTEST") var outcome: ContestWhatIfOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    private static func limits(_ text: String) throws -> PositionLimits {
        if let limits = PositionLimits(text: text) { return limits }
        let standard = PositionLimits.standard
        var numbers = [
            "QB": standard.quarterbacks, "RB": standard.runningBacks, "WR": standard.wideReceivers,
            "TE": standard.tightEnds,
        ]
        for part in text.uppercased().split(separator: ",", omittingEmptySubsequences: false) {
            let halves = part.split(separator: "=")
            guard halves.count == 2, numbers[String(halves[0])] != nil, let number = UInt8(halves[1]) else {
                throw ValidationError("--limits '\(text)' is not valid. Write limits such as QB=3,RB=7,WR=9,TE=3.")
            }
            numbers[String(halves[0])] = number
        }
        return PositionLimits(
            quarterbacks: numbers["QB"] ?? 0, runningBacks: numbers["RB"] ?? 0, wideReceivers: numbers["WR"] ?? 0,
            tightEnds: numbers["TE"] ?? 0)
    }

    /// The longest time that makes sense: a year.
    private static let longest = 31_536_000.0

    private static func interval(_ seconds: Double) -> Interval {
        Interval(microseconds: Int64((seconds * 1_000_000).rounded()))
    }

    func validate() throws {
        guard (room == nil) != (outcome.contest == nil) else {
            throw ValidationError(
                room == nil
                    ? "Name a room, or a contest with --contest."
                    : "A room and --contest exclude each other. Name one of them.")
        }
        let isOfRoom = grace != nil || pickClock != nil || limits != nil || !without.isEmpty || !insert.isEmpty
        if outcome.contest != nil, isOfRoom {
            throw ValidationError(
                "--grace, --pick-clock, --limits, --without and --insert need a room: leave out --contest.")
        }
        if outcome.contest == nil, !isOfRoom {
            throw ValidationError("Name at least one change: --grace, --pick-clock, --limits, --without or --insert.")
        }
        for (name, seconds) in [("--grace", grace), ("--pick-clock", pickClock)] {
            guard let seconds else { continue }
            guard (0...Self.longest).contains(seconds) else {
                throw ValidationError("\(name) is \(seconds): expected 0 to \(Int(Self.longest)) seconds.")
            }
            // The nearest whole microsecond reads as the same number only if no digits follow it.
            guard Double(Self.interval(seconds).microseconds) / 1_000_000 == seconds else {
                throw ValidationError("\(name) is \(seconds): expected seconds with at most six decimals.")
            }
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        guard let room else {
            let draft = try ledger.open(console, makingFiguresOf: ["rosters", "contests"])
            defer { draft.close() }
            try outcome.present(outcome.contest ?? "", draft, in: format.format, on: console)
            return .done
        }
        let draft = try ledger.open(console)
        defer { draft.close() }
        let history = try RoomHistory(of: try draft.resolveRoom(room), in: draft)
        let change = WhatIfChange(
            grace: grace.map(Self.interval), clock: pickClock.map(Self.interval), limits: limits, without: without,
            inserted: try insert.map { try WhatIfChange.Insertion($0, in: history) })
        let report = try WhatIf(history).run(change)
        try console.present(WhatIfPage(report: report, names: LedgerNames(draft)), as: format.format)
        return .done
    }
}
