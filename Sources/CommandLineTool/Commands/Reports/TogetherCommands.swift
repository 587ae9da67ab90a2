import ArgumentParser
import Draft
import DraftLedger
import Pages
import Reports

struct PairsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "pairs", abstract: "Show which players stand in one roster.",
        discussion: """
            Lift is P(second | first) / exposure(second): over 1 for pairs that are drafted together more often than \
            either alone would explain. With --size 3 and more, cores: the players that stand together in threes and more, \
            in two entries at least; their lift is P(all) / (P(first) · P(second) · …).

            EXAMPLE:
              draftledger pairs --user 7 --by lift --minimum 3
              draftledger pairs --user 7 --size 3
              draftledger pairs --with "Justin Jefferson" --top 10
            """)

    @Option(
        name: [.customLong("by"), .customLong("sort")],
        help: ArgumentHelp("The most frequent or the most telling first.", valueName: "count|lift"),
        transform: { try Choice.named($0) as PairReport.Order })
    var by = PairReport.Order.count
    @Option(help: ArgumentHelp("How many players stand together, 2 to 6.", valueName: "n")) var size = 2
    @Option(
        name: .customLong("minimum"),
        help: ArgumentHelp("Leave out what fewer entries have (default: 1; from threes on 2).", valueName: "n"))
    var stated: Int?
    private var minimum: Int { stated ?? (size == 2 ? 1 : 2) }
    @Option(
        name: [.customLong("top"), .customLong("limit")], help: ArgumentHelp("How many pairs.", valueName: "n"))
    var limit = 50
    @Option(help: ArgumentHelp("Only pairs with this player: name, or id at the source.", valueName: "player"))
    var with: String?
    @OptionGroup var listed: PositionOptions
    @OptionGroup var options: ReportOptions

    func validate() throws {
        guard minimum >= 1 else { throw ValidationError("--minimum \(minimum): expected 1 or more.") }
        guard limit >= 1 else { throw ValidationError("--top \(limit): expected 1 or more.") }
        let sizes = 2...CoreReport.sizes.upperBound
        guard sizes.contains(size) else {
            throw ValidationError("--size \(size): expected \(sizes.lowerBound) to \(sizes.upperBound).")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, listing: listed.position, ownOnly: true) { analysis, filter in
            let player = try with.map { try analysis.players.resolve($0) }
            if size > 2 {
                let report = try analysis.cores(
                    filter, size: size, with: player?.number, by: by, minimumCount: minimum, limit: limit)
                return .cores(report, with: player, filter: options.words(listing: listed.position))
            }
            let report = analysis.pairs(
                filter, with: player?.number, by: by, minimumCount: minimum, limit: limit)
            return .pairs(report, with: player, filter: options.words(listing: listed.position))
        }
    }
}

struct StacksCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "stacks", abstract: "Show players of one NFL team in one roster, by team.",
        discussion: """
            With a schedule, game stacks: a quarterback, a team mate or more, and a player or more of the team against which \
            they play in a week, the bring-back. --season takes the schedule that is on record (`import FILE --as schedule`), \
            --schedule that of a file.

            EXAMPLE:
              draftledger stacks --contest 1
              draftledger stacks --user 7 --season 2024 --week 17
            """)

    @Option(
        help: ArgumentHelp("Who plays whom: a CSV file with week, home and away.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var schedule: String?
    @Option(help: ArgumentHelp("Game stacks by the schedule on record of this season.", valueName: "year"))
    var season: UInt64?
    @Option(help: ArgumentHelp("With a schedule: only this week (default: 15, 16 and 17).", valueName: "n"))
    var week: [UInt8] = []
    @OptionGroup var options: ReportOptions
    @OptionGroup(visibility: .hidden) var refused: PositionOptions

    func validate() throws {
        try refused.refuse("stacks")
        guard schedule != nil || season != nil || week.isEmpty else {
            throw ValidationError(
                "--week: who plays whom? Name a schedule with --schedule, or with --season one on record.")
        }
        guard schedule == nil || season == nil else {
            throw ValidationError("--schedule and --season name two schedules: expected one of them.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let file = try schedule.map { try SideFile.schedule($0) }
        return try options.present(on: console, ownOnly: true) { analysis, filter in
            guard let games = try file ?? season.map({ try analysis.requiredSchedule(of: SeasonID($0)) }) else {
                return .stacks(analysis.stacks(filter), filter: options.entryWords)
            }
            let weeks = week.isEmpty ? GameStackReport.playoffWeeks : week
            return .gameStacks(
                analysis.gameStacks(filter, schedule: games, weeks: weeks), filter: options.entryWords)
        }
    }
}

struct DuplicatesCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates", abstract: "Show how many others begin with the same players.",
        discussion: """
            With --user, that user's entries against all others; without, the commonest starts of the field.

            EXAMPLE:
              draftledger duplicates --user 7 --first 4
            """)

    @Option(help: ArgumentHelp("How many of the first players are compared (default: 3).", valueName: "n"))
    var first: Int?
    @Option(
        name: [.customLong("top"), .customLong("limit")],
        help: ArgumentHelp("How many starts are shown.", valueName: "n"))
    var limit = 25
    @OptionGroup var options: ReportOptions
    @OptionGroup(visibility: .hidden) var refused: PositionOptions

    func validate() throws {
        try refused.refuse("duplicates")
        if let first, first < 1 { throw ValidationError("--first \(first): expected 1 or more.") }
        guard limit >= 1 else { throw ValidationError("--top \(limit): expected 1 or more.") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console) { analysis, filter in
            if let first, let rounds = analysis.mostRounds(filter.entries), first > rounds {
                throw ToolError(
                    .usage,
                    "--first \(first): the longest of these drafts has \(rounds) rounds. Expected 1 to \(rounds).")
            }
            return .duplicates(
                analysis.duplicates(filter, first: first ?? 3, limit: limit), of: options.user,
                filter: options.entryWords)
        }
    }
}

extension PlayerCatalogue {
    /// The one player that a name means.
    fileprivate func resolve(_ name: String) throws -> PlayerIdentity {
        let found = players(named: name)
        if let only = found.first, found.count == 1 { return only }
        guard !found.isEmpty else {
            throw ToolError(
                .noInput,
                "There is no player '\(name)' in the pools of these drafts, by name or id. `adp` lists them."
                    + hint(for: name))
        }
        let several = found.prefix(5).map { "\($0.name) (\($0.position.abbreviation) \($0.team), id \($0.shownID))" }
        throw ToolError(.noInput, "'\(name)' could be \(several.joined(separator: ", ")). Name the id.")
    }

    /// Suggests the players who have the word in their names, else the one whose name is nearest.
    private func hint(for name: String) -> String {
        let words = PlayerName.normalized(name).split(separator: " ")
        let parts = players.filter { player in
            let known = Set(PlayerName.normalized(player.name).split(separator: " "))
            return !words.isEmpty && words.allSatisfy(known.contains)
        }.map(\.name).sorted()
        guard let first = parts.first else { return NearestName.hint(for: name, among: players.map(\.name)) }
        return parts.count == 1
            ? " Did you mean '\(first)'?" : " Did you mean one of \(parts.prefix(5).joined(separator: ", "))?"
    }
}
