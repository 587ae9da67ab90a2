import ArgumentParser
import Draft
import DraftLedger
import Pages
import Replay

struct WhatIfCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "what-if", abstract: "Run a draft's commands, or a contest's rounds, again under other rules.",
        discussion: """
            The same commands meet the same rules with another grace, clock or limits, without one of them, or with one \
            more. People are taken to react as fast as they did; the first difference is certain, what follows is what the \
            same acts would have come to. An inserted command reads: time, actor, act.

            With --contest: which entries would have advanced by another scoring, by another lineup, or with one pick changed. The \
            ledger has points only; what they are made of takes --statistics, which count only where by the contest's own \
            scoring they come to the points on record. Later rounds are drawn as the contest's secret would have drawn \
            them, and told as far as they are on record. Whoever drafted the player of a --pick later gets the one who is \
            left for him.

            EXAMPLE:
              draftledger what-if 12 --grace 0
              draftledger what-if 12 --limits QB=2,RB=6,WR=9,TE=2 --without 4711
              draftledger what-if 12 --insert "2026-08-01T00:10:12.5Z user/7 pick 17 Amon_Brown"
              draftledger what-if --contest 1 --scoring receptions=100 --statistics stats-2022.csv
              draftledger what-if --contest 1 --lineup QB=1,RB=2,WR=3,TE=1,FLEX=2 --entry 65537
              draftledger what-if --contest 1 --pick "12:17=Amon-Ra St. Brown" --format csv
            """)

    @Argument(help: "The room, by number or external id.") var room: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("How long after the deadline a pick counts.", valueName: "seconds"))
    var grace: Double?
    @Option(parsing: .unconditional, help: ArgumentHelp("How long each slot has.", valueName: "seconds")) var clock:
        Double?
    @Option(
        help: ArgumentHelp("What the rules' picks keep to.", valueName: "QB=3,RB=7,WR=9,TE=3"), transform: Self.limits)
    var limits: PositionLimits?
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave out the command of this event; may be repeated.", valueName: "position"))
    var without: [UInt64] = []
    @Option(help: ArgumentHelp("A command that was never sent; may be repeated.", valueName: "command"))
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
                throw ValidationError("'\(text)' is no limits: expected such as QB=3,RB=7,WR=9,TE=3.")
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
                    ? "What of? Name a room, or a contest with --contest."
                    : "A room and a --contest are two questions: name one of them.")
        }
        let isOfRoom = grace != nil || clock != nil || limits != nil || !without.isEmpty || !insert.isEmpty
        if outcome.contest != nil, isOfRoom {
            throw ValidationError("--grace, --clock, --limits, --without and --insert are about a room's draft.")
        }
        if outcome.contest == nil, !isOfRoom {
            throw ValidationError("Name at least one change: --grace, --clock, --limits, --without or --insert.")
        }
        for (name, seconds) in [("--grace", grace), ("--clock", clock)] {
            guard let seconds else { continue }
            guard (0...Self.longest).contains(seconds) else {
                throw ValidationError("\(name) is \(seconds), expected 0 to \(Int(Self.longest)) seconds.")
            }
            // The nearest whole microsecond reads as the same number only where no digits lie behind it.
            guard Double(Self.interval(seconds).microseconds) / 1_000_000 == seconds else {
                throw ValidationError("\(name) is \(seconds), expected seconds with six decimals at the most.")
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
            grace: grace.map(Self.interval), clock: clock.map(Self.interval), limits: limits, without: without,
            inserted: try insert.map { try WhatIfChange.Insertion($0, in: history) })
        let report = try WhatIf(history).run(change)
        try console.present(WhatIfPage(report: report, names: LedgerNames(draft)), as: format.format)
        return .done
    }
}
