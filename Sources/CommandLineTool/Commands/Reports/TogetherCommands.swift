import ArgumentParser
import Draft
import Reports

struct PairsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "pairs", abstract: "Show which players stand in one roster.",
        discussion: """
            Lift is P(second | first) / exposure(second): over 1 for pairs that are drafted together more often than \
            either alone would explain.

            EXAMPLE:
              draftledger pairs --user 7 --by lift --minimum 3
              draftledger pairs --with "Justin Jefferson" --top 10
            """)

    @Option(
        help: ArgumentHelp("The most frequent or the most telling first.", valueName: "count|lift"),
        transform: { try Choice.named($0) as PairReport.Order })
    var by = PairReport.Order.count
    @Option(help: ArgumentHelp("Leave out pairs that fewer entries have.", valueName: "n")) var minimum = 1
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
    }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, listing: listed.position, ownOnly: true) { analysis, filter in
            let player = try with.map { try analysis.players.resolve($0) }
            let report = analysis.pairs(
                filter, with: player?.number, by: by, minimumCount: minimum, limit: limit)
            let withWhom = player.map { " with \($0.name)" } ?? ""
            var table = FigureTable(
                name: "Pairs", scope: report.scope, filter: options.words(listing: listed.position), rowsKey: "pairs",
                columns: [
                    .text("firstID", nil), .text("first", "player"), .text("secondID", nil), .text("second", "and"),
                    .figure("count", "together"), .figure("firstDrafted", nil), .figure("secondDrafted", nil),
                    .figure("secondGivenFirst", "P(2nd|1st)"), .figure("firstGivenSecond", "P(1st|2nd)"),
                    .figure("lift", "lift"),
                ],
                rows: report.rows.map { row in
                    [
                        .name(row.first.shownID), .title(row.first.name), .name(row.second.shownID),
                        .title(row.second.name), .count(row.count), .count(row.firstDrafted),
                        .count(row.secondDrafted), .share(row.secondGivenFirst), .share(row.firstGivenSecond),
                        .fine(row.lift),
                    ]
                },
                members: [
                    JSON.Member("found", .of(report.pairs)), JSON.Member("with", .of(player) { .of($0.shownID) }),
                    JSON.Member("by", .of(by.rawValue)), JSON.Member("minimum", .of(report.minimumCount)),
                ],
                notes: [
                    "the first \(Figures.grouped(report.rows.count)) of \(Figures.grouped(report.pairs)) pairs"
                        + "\(withWhom) by \(by.rawValue), minimum \(report.minimumCount)"
                ])
            if report.scope.entries > 0, report.minimumCount > 1 {
                table.reason =
                    "No pair\(withWhom) is in \(Figures.grouped(report.minimumCount)) entries or more, which "
                    + "--minimum asks for."
            }
            return table
        }
    }
}

struct StacksCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "stacks", abstract: "Show players of one NFL team in one roster, by team.",
        discussion: """
            EXAMPLE:
              draftledger stacks --contest 1
            """)

    @OptionGroup var options: ReportOptions
    @OptionGroup(visibility: .hidden) var refused: PositionOptions

    func validate() throws { try refused.refuse("stacks") }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, ownOnly: true) { analysis, filter in
            let report = analysis.stacks(filter)
            var notes: [String] = []
            if report.picksWithoutTeam > 0 {
                notes.append("of \(Figures.plural(report.picksWithoutTeam, "pick")) no source names the team")
            }
            return FigureTable(
                name: "Stacks", scope: report.scope, filter: options.entryWords, rowsKey: "teams",
                columns: [
                    .text("team", "team"), .figure("naked", "QB"), .figure("single", "QB+1"),
                    .figure("double", "QB+2"), .figure("tripleOrMore", "QB+3"), .figure("share", "stacked"),
                    .figure("withoutQuarterback", "2+ no QB"), .figure("size2", "2 players"),
                    .figure("size3", "3"), .figure("size4", "4"), .figure("size5OrMore", "5+"),
                ],
                rows: report.rows.map { row in
                    [
                        .title(row.team), .count(row.counts.naked), .count(row.counts.single),
                        .count(row.counts.double), .count(row.counts.tripleOrMore), .share(row.share),
                        .count(row.counts.withoutQuarterback),
                    ] + row.counts.bySize.map { .count($0) }
                },
                members: [
                    JSON.Member("entriesByStacks", .array(report.entriesByStacks.map { .of($0) })),
                    JSON.Member("picksWithoutTeam", .of(report.picksWithoutTeam)),
                ], notes: notes)
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

    @Option(help: ArgumentHelp("How many of the first players are compared.", valueName: "n")) var first = 3
    @Option(
        name: [.customLong("top"), .customLong("limit")],
        help: ArgumentHelp("How many starts are shown.", valueName: "n"))
    var limit = 25
    @OptionGroup var options: ReportOptions
    @OptionGroup(visibility: .hidden) var refused: PositionOptions

    func validate() throws {
        try refused.refuse("duplicates")
        guard first >= 1 else { throw ValidationError("--first \(first): expected 1 or more.") }
        guard limit >= 1 else { throw ValidationError("--top \(limit): expected 1 or more.") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console) { analysis, filter in
            let report = analysis.duplicates(filter, first: first, limit: limit)
            let members = [
                JSON.Member("first", .of(report.first)), JSON.Member("fieldEntries", .of(report.fieldEntries)),
                JSON.Member("averageShare", .of(report.averageShare) { .of($0) }),
                JSON.Member("entriesWithMatch", .of(report.entriesWithMatch)),
                JSON.Member("identical", .array(report.identical.map { .array($0.map { .of($0) }) })),
            ]
            let fieldEntries = Figures.plural(report.fieldEntries, "entry", "entries")
            let identical =
                Figures.plural(report.identical.count, "roster") + (report.identical.count == 1 ? " is" : " are")
            var notes = [
                "first \(report.first) players against \(fieldEntries) of the field; \(identical) held more than once"
            ]
            if report.averageShare == nil, report.fieldEntries > 0 {
                let whose = options.user.map { "user \($0)" } ?? "this filter"
                notes.append(
                    report.comparedEntries > 0
                        ? "there are no other users' entries to compare with"
                        : report.scope.entries == 0
                            ? "\(whose) has no entries to compare"
                            : "no entry of \(whose) has \(report.first) players")
            }
            let rows: [[Figure]] =
                options.user == nil
                ? report.starts.map { [.players($0.players), .count($0.entries), .share($0.share)] }
                : report.rows.map {
                    [
                        .number($0.entry), .players($0.players), .count($0.matches), .share($0.share),
                        .count($0.identical),
                    ]
                }
            return FigureTable(
                name: "Duplicates", scope: report.scope, filter: options.entryWords,
                rowsKey: options.user == nil ? "starts" : "rosters",
                columns: options.user == nil
                    ? [.list("players", "first players"), .figure("entries", "entries"), .figure("share", "share")]
                    : [
                        .figure("entry", "entry"), .list("players", "first players"), .figure("matches", "matches"),
                        .figure("share", "share"), .figure("identical", "identical"),
                    ], rows: rows, members: members, notes: notes)
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
                .noInput, "There is no player '\(name)' in the pools of these drafts, by name or id. `adp` lists them.")
        }
        let several = found.prefix(5).map { "\($0.name) (\($0.position.abbreviation) \($0.team), id \($0.shownID))" }
        throw ToolError(.noInput, "'\(name)' could be \(several.joined(separator: ", ")). Name the id.")
    }
}

extension Figure {
    fileprivate static func players(_ players: [PlayerIdentity]) -> Figure {
        Figure(
            json: .array(players.map { .of($0.name) }),
            text: StyledText(players.map(\.name).joined(separator: ", "), .bold))
    }
}
