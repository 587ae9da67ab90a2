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
            here, in imports what the source showed, and where it showed none the pick is without reference. \
            linear is pick - reference; power is (reference^-0.5 - pick^-0.5) / pick^-0.5.

            EXAMPLE:
              draftledger clv --user 7 --reference closing --curve power
            """)

    @Option(
        help: ArgumentHelp("What a pick is held against.", valueName: "at-pick|closing"),
        transform: { try Choice.named($0) as ValueReport.Reference })
    var reference = ValueReport.Reference.closing
    @Option(
        help: ArgumentHelp("How the distance counts.", valueName: "linear|power"),
        transform: { try Choice.named($0) as ValueReport.Curve })
    var curve = ValueReport.Curve.linear
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
        try options.present(on: console, listing: listed.position, ownOnly: reference == .atPick) { analysis, filter in
            .value(
                analysis.value(filter, against: reference, curve: curve), top: top,
                filter: options.words(listing: listed.position))
        }
    }
}

struct ConstructionCommand: ConsoleCommand {
    enum Dimension: String, CaseIterable { case round }

    static let configuration = CommandConfiguration(
        commandName: "construction", abstract: "Show how rosters are built: QB-RB-WR-TE, or by round.",
        discussion: """
            EXAMPLE:
              draftledger construction --contest 1 --by round
            """)

    @Option(
        help: ArgumentHelp("The share of each position by round.", valueName: "round"),
        transform: { try Choice.named($0) as Dimension })
    var by: Dimension?
    @OptionGroup var options: ReportOptions
    @OptionGroup(visibility: .hidden) var refused: PositionOptions

    func validate() throws { try refused.refuse("construction") }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, ownOnly: true) { analysis, filter in
            let report = analysis.construction(filter)
            return by == .round
                ? .constructionByRound(report, filter: options.entryWords)
                : .construction(report, filter: options.entryWords)
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
