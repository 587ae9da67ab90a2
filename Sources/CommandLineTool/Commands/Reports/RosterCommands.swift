import ArgumentParser
import Draft
import Pages
import Reports

struct ValueCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "clv", abstract: "Show what picks were worth against a reference.",
        discussion: """
            Positive: the player was taken later than the reference. closing is the mean pick over the last two weeks \
            of the contest's drafts of which all seats are known; at-pick the ADP shown at the pick: the pool's in drafts held \
            here, in imports what the source showed, and where it showed none the pick is without reference; at-date a \
            site's ADP of the last day before the draft started, and latest of the last day of all: by the files of --adp, else \
            by what is on record of the drafts' season (`import FILE --as adp`), and with --site by both. \
            linear is pick - reference; power is (reference^-0.5 - pick^-0.5) / pick^-0.5.

            EXAMPLE:
              draftledger clv --user 7 --reference closing --curve power
              draftledger clv --user jane --reference at-date --site underdog
            """)

    @OptionGroup var pricing: PricingOptions
    @Option(
        name: [.customLong("top"), .customLong("limit")],
        help: ArgumentHelp("How many players are listed (default: all); no part of the average.", valueName: "n"))
    var top: Int?
    @OptionGroup var listed: PositionOptions
    @OptionGroup var options: ReportOptions

    func validate() throws {
        if let top, top < 1 { throw ValidationError("--top \(top): expected 1 or more.") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let isOwnOnly = pricing.reference != .closing
        return try options.present(
            on: console, listing: listed.position, ownOnly: isOwnOnly,
            sitesPositions: pricing.reference.needsDatedPositions
        ) { analysis, filter in
            let dated = try pricing.dated(analysis, for: filter, on: console)
            var table = FigureTable.value(
                analysis.value(filter, against: pricing.reference, curve: pricing.curve, dated: dated), top: top,
                filter: options.words(listing: listed.position))
            table.note(dated?.findings ?? [])
            return table
        }
    }
}

struct ConstructionCommand: ConsoleCommand {
    enum Dimension: String, CaseIterable { case round, archetype }

    static let configuration = CommandConfiguration(
        commandName: "construction", abstract: "Show how rosters are built: QB-RB-WR-TE, by round, or by archetype.",
        discussion: """
            `portfolio --help` says what the archetypes are.

            EXAMPLE:
              draftledger construction --contest 1 --by round
              draftledger construction --user 7 --by archetype
            """)

    @Option(
        help: ArgumentHelp(
            "The share of each position by round, or of each archetype.", valueName: "round|archetype"),
        transform: { try Choice.named($0) as Dimension })
    var by: Dimension?
    @OptionGroup var options: ReportOptions
    @OptionGroup(visibility: .hidden) var refused: PositionOptions

    func validate() throws { try refused.refuse("construction") }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, ownOnly: true) { analysis, filter in
            switch by {
            case nil: .construction(analysis.construction(filter), filter: options.entryWords)
            case .round: .constructionByRound(analysis.construction(filter), filter: options.entryWords)
            case .archetype: .archetypes(analysis.archetypes(filter), filter: options.entryWords)
            }
        }
    }
}

struct ByesCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "byes", abstract: "Show how many players of a roster are on bye at once.",
        discussion: """
            EXAMPLE:
              draftledger byes --user 7
            """)

    @OptionGroup var options: ReportOptions
    @OptionGroup(visibility: .hidden) var refused: PositionOptions

    func validate() throws { try refused.refuse("byes") }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, ownOnly: true) { analysis, filter in
            .byes(analysis.byes(filter), filter: options.entryWords)
        }
    }
}
