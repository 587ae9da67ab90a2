import ArgumentParser
import Draft
import DraftLedger
import Pages
import Reports

struct ExposureCommand: ConsoleCommand {
    enum Dimension: String, CaseIterable { case slot }

    static let configuration = CommandConfiguration(
        commandName: "exposure", abstract: "Show how much of the entries each player is in.",
        discussion: """
            Entries of unfinished rooms are left out unless asked for; those of voided and cancelled rooms never count. \
            Dates are those of the drafts' starts, UTC; --until itself is not included. By fees is the share of the known \
            fees: entries whose fee no source says are no part of it.

            EXAMPLE:
              draftledger exposure --user 7 --position WR --format csv
            """)

    @Option(
        help: ArgumentHelp("Count by slot too.", valueName: "slot"), transform: { try Choice.named($0) as Dimension })
    var by: Dimension?
    @OptionGroup var listed: PositionOptions
    @OptionGroup var options: ReportOptions

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, listing: listed.position, ownOnly: true) { analysis, filter in
            .exposure(
                analysis.exposure(filter, bySlot: by == .slot), filter: options.words(listing: listed.position))
        }
    }
}

struct OwnershipCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "ownership",
        abstract: "Show how much of the whole field each player is in, and a user's leverage.",
        discussion: """
            The field is everybody's entries of the filter. With --user, leverage is that user's exposure less the \
            field's.

            EXAMPLE:
              draftledger ownership --contest 1 --user 7
            """)

    @OptionGroup var listed: PositionOptions
    @OptionGroup var options: ReportOptions

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, listing: listed.position) { analysis, filter in
            .ownership(analysis.ownership(filter), filter: options.words(listing: listed.position))
        }
    }
}

struct DraftPositionCommand: ConsoleCommand {
    enum Dimension: String, CaseIterable { case week }

    static let configuration = CommandConfiguration(
        commandName: "adp", abstract: "Show when drafts take each player: the average, its spread, and how often.",
        discussion: """
            A user names the drafts that he is in, --slot those with a known entry from that slot; all their picks count. \
            --undrafted last counts a draft that did not \
            take a player as a pick behind the last one. sd (standardDeviation) is that of all picks that count: the \
            population's, divided by their number, in picks.

            EXAMPLE:
              draftledger adp --since 2026-08-01 --undrafted last
            """)

    @Option(
        help: ArgumentHelp("What becomes of drafts that did not take a player.", valueName: "drop|last"),
        transform: { try Choice.named($0) as DraftPositionReport.Undrafted })
    var undrafted = DraftPositionReport.Undrafted.drop
    @Option(
        help: ArgumentHelp("As a series, week by week.", valueName: "week"),
        transform: { try Choice.named($0) as Dimension })
    var by: Dimension?
    @OptionGroup var listed: PositionOptions
    @OptionGroup var options: ReportOptions

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, listing: listed.position) { analysis, filter in
            let words = options.words(listing: listed.position)
            return by == .week
                ? .draftPositions(analysis.draftPositionsByWeek(filter, undrafted: undrafted), filter: words)
                : .draftPositions(analysis.draftPositions(filter, undrafted: undrafted), filter: words)
        }
    }
}
