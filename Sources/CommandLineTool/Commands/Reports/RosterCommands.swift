import ArgumentParser
import Draft
import Reports

struct ValueCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "clv", abstract: "Show what picks were worth against a reference.",
        discussion: """
            Positive: the player was taken later than the reference. closing is the mean pick over the last two weeks \
            of the contest's drafts of which all seats are known; at-pick the ADP shown at the pick, else the pool's. linear is pick - reference; \
            power is (reference^-0.5 - pick^-0.5) / pick^-0.5.

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
            let report = analysis.value(filter, against: reference, curve: curve)
            let average = report.averageValue.map { Figures.fine($0) } ?? "-"
            var notes = [
                "reference: \(reference.rawValue), curve: \(curve.rawValue), positive = taken later",
                "average \(average) over \(Figures.plural(report.picks, "pick")); "
                    + "\(Figures.grouped(report.picksWithoutReference)) without reference",
            ]
            if report.partialDrafts > 0 {
                notes.append(
                    "of \(Figures.plural(report.partialDrafts, "draft")) not all seats are known: "
                        + "no closing line is made of \(report.partialDrafts == 1 ? "it" : "them")")
            }
            let shown = report.rows.prefix(top ?? .max)
            if shown.count < report.rows.count {
                notes.append(
                    "the first \(Figures.grouped(shown.count)) of \(Figures.grouped(report.rows.count)) players")
            }
            var table = FigureTable(
                name: "Closing line value", scope: report.scope, filter: options.words(listing: listed.position),
                rowsKey: "players",
                columns: FigureTable.Column.player + [
                    .figure("picks", "picks"), .figure("averagePick", "avg pick"),
                    .figure("averageReference", "reference"), .figure("averageValue", "value"),
                    .figure("totalValue", "total"),
                ],
                rows: shown.map { row in
                    .player(row.player) + [
                        .count(row.picks), .decimal(row.averagePick), .decimal(row.averageReference),
                        .fine(row.averageValue), .fine(row.totalValue),
                    ]
                },
                members: [
                    JSON.Member("reference", .of(reference.rawValue)), JSON.Member("curve", .of(curve.rawValue)),
                    JSON.Member("sign", .of("positive = taken later than the reference")),
                    JSON.Member("picks", .of(report.picks)),
                    JSON.Member("picksWithoutReference", .of(report.picksWithoutReference)),
                    JSON.Member("partialDrafts", .of(report.partialDrafts)),
                    JSON.Member("averageValue", .of(report.averageValue) { .of($0) }),
                    JSON.Member("rosters", .array(report.entries.map(Self.roster))),
                ],
                notes: notes)
            if report.picksWithoutReference > 0 { table.reason = "No pick of this filter has a reference." }
            return table
        }
    }

    private static func roster(_ entry: ValueReport.Entry) -> JSON {
        .object([
            "entry": .of(entry.entry), "slot": .of(entry.slot), "picks": .of(entry.picks),
            "totalValue": .of(entry.totalValue), "averageValue": .of(entry.averageValue) { .of($0) },
        ])
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
            guard by == .round else {
                return FigureTable(
                    name: "Construction", scope: report.scope, filter: options.entryWords, rowsKey: "builds",
                    columns: [
                        .text("build", "QB-RB-WR-TE"), .figure("entries", "entries"), .figure("share", "share"),
                        .figure("feesCents", "fees"),
                    ],
                    rows: report.builds.map { row in
                        [.title(row.build.description), .count(row.entries), .share(row.share), .money(row.fees)]
                    },
                    members: [
                        JSON.Member("feesCents", .of(report.fees) { .of($0.value) }),
                        JSON.Member("entriesWithoutFee", .of(report.entriesWithoutFee)),
                    ],
                    notes: FigureTable.feeNotes(report.entriesWithoutFee))
            }
            return FigureTable(
                name: "Construction by round", scope: report.scope, filter: options.entryWords, rowsKey: "rounds",
                columns: [.figure("round", "round"), .figure("picks", "picks")]
                    + PositionGroup.allCases.map { .figure($0.abbreviation, $0.abbreviation) },
                rows: report.rounds.map { round in
                    [.count(round.round), .count(round.picks)]
                        + PositionGroup.allCases.map { .share(round.share(of: $0)) }
                })
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
            let report = analysis.byes(filter)
            let columns = [report.overall] + report.byPosition.map(\.entries)
            var notes = ["entries by the most players on bye in one week"]
            if let average = report.average { notes.append("\(Figures.fine(average)) on average") }
            if report.picksWithoutBye > 0 {
                notes.append("of \(Figures.plural(report.picksWithoutBye, "pick")) no source names the bye week")
            }
            if report.average != nil, report.entriesWithoutBye > 0 {
                notes.append(
                    "left out: \(Figures.plural(report.entriesWithoutBye, "entry", "entries")) without any known one")
            }
            var table = FigureTable(
                name: "Byes", scope: report.scope, filter: options.entryWords, rowsKey: "distribution",
                columns: [.figure("onBye", "on bye"), .figure("entries", "entries")]
                    + report.byPosition.map { .figure($0.position.abbreviation, $0.position.abbreviation) },
                rows: (0..<(columns.map(\.count).max() ?? 0)).map { number in
                    [.count(number)] + columns.map { .count(number < $0.count ? $0[number] : 0) }
                },
                members: [
                    JSON.Member("average", .of(report.average) { .of($0) }),
                    JSON.Member("picksWithoutBye", .of(report.picksWithoutBye)),
                    JSON.Member("entriesWithoutBye", .of(report.entriesWithoutBye)),
                ], notes: notes)
            if report.entriesWithoutBye > 0 { table.reason = "No bye weeks are known." }
            return table
        }
    }
}
