import ArgumentParser
import Draft
import DraftLedger
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
            let report = analysis.exposure(filter, bySlot: by == .slot)
            let slots = report.entriesBySlot.indices.map { FigureTable.Column.series("slot\($0)", "slot \($0)") }
            return FigureTable(
                name: "Exposure", scope: report.scope, filter: options.words(listing: listed.position),
                rowsKey: "players",
                columns: FigureTable.Column.player + [
                    .figure("drafted", "drafted"), .figure("exposure", "exposure"),
                    .figure("feeWeightedExposure", "by fees"), .figure("averagePick", "avg pick"),
                    .figure("earliestPick", "earliest"), .figure("latestPick", "latest"),
                ] + slots,
                rows: report.rows.map { row in
                    .player(row.player) + [
                        .count(row.drafted), .share(row.exposure), .share(row.feeWeightedExposure),
                        .decimal(row.averagePick), .count(Int(row.earliestPick)), .count(Int(row.latestPick)),
                    ]
                        + zip(row.draftedBySlot, report.entriesBySlot).map { drafted, entries in
                            .share(entries == 0 ? nil : Double(drafted) / Double(entries))
                        }
                },
                members: [
                    JSON.Member("feesCents", .of(report.fees) { .of($0.value) }),
                    JSON.Member("entriesWithoutFee", .of(report.entriesWithoutFee)),
                ], notes: FigureTable.feeNotes(report.entriesWithoutFee))
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
            let report = analysis.ownership(filter)
            return FigureTable(
                name: "Ownership", scope: report.scope, filter: options.words(listing: listed.position),
                rowsKey: "players",
                columns: FigureTable.Column.player + [
                    .figure("drafted", "drafted"), .figure("ownership", "ownership"), .figure("ownDrafted", "own"),
                    .figure("ownExposure", "own exposure"), .figure("leverage", "leverage"),
                ],
                rows: report.rows.map { row in
                    .player(row.player) + [
                        .count(row.drafted), .share(row.ownership),
                        row.ownDrafted.map { .count($0) } ?? .share(nil), .share(row.ownExposure),
                        .share(row.leverage),
                    ]
                }, members: [JSON.Member("ownEntries", .of(report.own?.entries) { .of($0) })])
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
            by == .week
                ? weeks(analysis.draftPositionsByWeek(filter, undrafted: undrafted)) : table(analysis, filter)
        }
    }

    private func table(_ analysis: Analysis, _ filter: ReportFilter) -> FigureTable {
        let report = analysis.draftPositions(filter, undrafted: undrafted)
        return FigureTable(
            name: "ADP", scope: report.scope, filter: options.words(listing: listed.position), rowsKey: "players",
            columns: FigureTable.Column.player + [
                .figure("drafted", "drafted"), .figure("draftRate", "draft rate"), .figure("average", "adp"),
                .figure("standardDeviation", "sd"), .figure("earliestPick", "min"), .figure("latestPick", "max"),
            ],
            rows: report.rows.map { row in
                .player(row.player) + [
                    .count(row.drafted), .share(row.draftRate), .decimal(row.average),
                    .decimal(row.standardDeviation), .count(Int(row.earliestPick)), .count(Int(row.latestPick)),
                ]
            },
            members: [
                JSON.Member("undrafted", .of(undrafted.rawValue)),
                JSON.Member("partialDrafts", .of(report.partialDrafts)),
            ], notes: notes("", report.scope.drafts, partial: report.partialDrafts))
    }

    /// - Parameter prefix: what stands before the number of drafts.
    private func notes(_ prefix: String, _ drafts: Int, partial: Int) -> [String] {
        let known = partial == 0 ? "all picks" : "all known picks"
        let note = "\(prefix)\(known) of \(Figures.plural(drafts, "draft")), undrafted: \(undrafted.rawValue)"
        return partial == 0 ? [note] : [note, "of \(Figures.plural(partial, "draft")) not all seats are known"]
    }

    private func weeks(_ series: DraftPositionSeries) -> FigureTable {
        let days = series.weeks.map { String($0.start.iso8601.prefix(10)) }
        return FigureTable(
            name: "ADP by week", scope: series.scope, filter: options.words(listing: listed.position),
            rowsKey: "players",
            columns: FigureTable.Column.player + days.map { .series($0, $0) },
            rows: series.rows.map { row in .player(row.player) + row.points.map { .decimal($0?.average) } },
            members: [
                JSON.Member("undrafted", .of(undrafted.rawValue)),
                JSON.Member("partialDrafts", .of(series.partialDrafts)),
                JSON.Member(
                    "weeks",
                    .array(
                        zip(days, series.weeks).map { day, week in
                            .object([
                                "start": .of(day), "drafts": .of(week.drafts),
                                "partialDrafts": .of(week.partialDrafts),
                            ])
                        })),
            ],
            notes: notes("weeks from Monday, UTC, ", series.scope.drafts, partial: series.partialDrafts))
    }
}
