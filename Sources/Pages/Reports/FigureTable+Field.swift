import Draft
import DraftLedger
import Projections
package import Reports
import TextFormats

/// Tables about the field.
extension FigureTable {
    static let exposureLayout = TableLayout<ExposureReport, ExposureReport.Row>(
        "ExposureTable", "The share of the entries that each player is in.", rows: "players", player: { $0.player },
        columns: [
            .init("drafted", title: "drafted", .count, "Entries that have the player.") { $0.drafted },
            .init("exposure", title: "exposure", .share, "Their share of the entries, 0 to 1.") { $0.exposure },
            .init(
                "feeWeightedExposure", title: "by fees", .share,
                "The share of the known entry fees, 0 to 1; null if no fee is known.",
                orNull: { $0.feeWeightedExposure }),
            .init("averagePick", title: "avg pick", .decimal, "The mean overall pick.") { $0.averagePick },
            .init("earliestPick", title: "earliest", .count, "The lowest overall pick.") { Int($0.earliestPick) },
            .init("latestPick", title: "latest", .count, "The highest overall pick.") { Int($0.latestPick) },
        ],
        series: .init(
            .share,
            "With by=slot: slot0 is the share of the entries with draft position 1, and so on; null without entries.",
            orNull: { report, row in
                zip(row.draftedBySlot, report.entriesBySlot).map { drafted, entries in
                    entries == 0 ? nil : Double(drafted) / Double(entries)
                }
            }),
        members: [
            .init("feesCents", .money, "The known entry fees, in cents; null if none is known.", orNull: { $0.fees }),
            .init("entriesWithoutFee", .count, "Entries whose fee is not known.") { $0.entriesWithoutFee },
        ],
        order: .down("drafted"), charts: [.bars("Exposure", "name", value: "exposure")])

    /// The share of the entries that each player is in.
    package static func exposure(_ report: ExposureReport, filter: String) -> FigureTable {
        FigureTable(
            exposureLayout, of: report, "Exposure", report.scope, filter: filter, rows: report.rows,
            series: report.entriesBySlot.indices.map { ("slot\($0)", Figures.slot($0)) },
            notes: feeNotes(report.entriesWithoutFee))
    }

    static let ownershipLayout = TableLayout<OwnershipReport, OwnershipReport.Row>(
        "OwnershipReport", "The share of the field that each player is in, compared with a user's own exposure.",
        rows: "players", player: { $0.player },
        columns: [
            .init("drafted", title: "drafted", .count, "Entries of all users that have the player.") { $0.drafted },
            .init("ownership", title: "ownership", .share, "Their share of all entries, 0 to 1.") { $0.ownership },
            .init(
                "ownDrafted", title: "own", .count, "The user's entries that have the player; null without a user.",
                orNull: { $0.ownDrafted }),
            .init(
                "ownExposure", title: "own exposure", .share, "Their share of the user's entries, 0 to 1.",
                orNull: { $0.ownExposure }),
            .init(
                "leverage", title: "leverage", .share,
                "ownExposure minus ownership; null without other users' entries.", orNull: { $0.leverage }),
        ],
        members: [
            .init("ownEntries", .count, "The user's entries; null without a user.", orNull: { $0.own?.entries })
        ],
        order: .down("ownership"), charts: [.bars("Ownership", "name", value: "ownership")])

    /// The share of the field that each player is in, and a user's leverage.
    package static func ownership(_ report: OwnershipReport, filter: String) -> FigureTable {
        let alone = report.hasOthers ? [] : ["there are no other users' entries to compare with"]
        return FigureTable(
            ownershipLayout, of: report, "Ownership", report.scope, filter: filter, rows: report.rows,
            notes: partialNotes(report.partialDrafts) + (report.scope.entries > 0 ? alone : []))
    }

    static let draftPositionLayout = TableLayout<DraftPositionReport, DraftPositionReport.Row>(
        "DraftPositionTable", "The average draft position (ADP) of each player.", rows: "players",
        player: { $0.player },
        columns: [
            .init("drafted", title: "drafted", .count, "Drafts that took the player.") { $0.drafted },
            .init(
                "draftRate", title: "draft rate", .share,
                "Their share of the drafts known from every seat, 0 to 1; null without such drafts.",
                orNull: { $0.draftRate }),
            .init("average", title: "adp", .decimal, "The mean overall pick.") { $0.average },
            .init("standardDeviation", title: "sd", .decimal, "The standard deviation of the picks.") {
                $0.standardDeviation
            },
            .init("earliestPick", title: "min", .count, "The lowest overall pick.") { Int($0.earliestPick) },
            .init("latestPick", title: "max", .count, "The highest overall pick.") { Int($0.latestPick) },
        ],
        members: [
            undrafted { $0.undrafted },
            .init("partialDrafts", .count, "Drafts of which not all seats are known.") { $0.partialDrafts },
        ],
        order: .up("average"),
        charts: [
            .dots("Spread against ADP", "name", across: "average", value: "standardDeviation", size: "drafted")
        ])

    static func undrafted<Report>(
        _ undrafted: @escaping @Sendable (Report) -> DraftPositionReport.Undrafted
    ) -> Column<Report> {
        .init(
            "undrafted", .choice,
            "drop: averages cover drafts that took the player; last: others count as the last pick.",
            value: undrafted)
    }

    /// The average draft position of each player.
    package static func draftPositions(_ report: DraftPositionReport, filter: String) -> FigureTable {
        // Drafts of which only a user's own seats are known show that user's picks, and not a market.
        let isOwn = isOwn(report.partialDrafts, report.scope)
        return FigureTable(
            draftPositionLayout, of: report, isOwn ? "My average pick" : "ADP", report.scope, filter: filter,
            rows: report.rows, titles: isOwn ? ["average": "my avg pick"] : [:],
            notes: draftNotes("", report.scope.drafts, partial: report.partialDrafts, report.undrafted))
    }

    /// Whether there is no draft of which all seats are known.
    static func isOwn(_ partialDrafts: Int, _ scope: ReportScope) -> Bool {
        partialDrafts > 0 && partialDrafts == scope.drafts
    }

    static let draftPositionSeriesLayout = TableLayout<DraftPositionSeries, DraftPositionSeries.Row>(
        "DraftPositionByWeekTable", "The average draft position (ADP) of each player, week by week.", rows: "players",
        player: { $0.player }, columns: [],
        series: .init(
            .decimal,
            "A member for each week, by its Monday such as 2026-08-31: the mean overall pick; null if no draft took the player.",
            orNull: { $1.points.map { $0?.average } }),
        members: [
            undrafted { $0.undrafted },
            .init("partialDrafts", .count, "Drafts of which not all seats are known.") { $0.partialDrafts },
            .init(
                "weeks",
                .objects([
                    .init("start", .text, "The Monday, as an ISO 8601 date.") { day($0.start) },
                    .init("drafts", .count, "Drafts that started in the week.") { $0.drafts },
                    .init("partialDrafts", .count, "Those of which not all seats are known.") { $0.partialDrafts },
                ]), "The weeks with drafts, from Monday, UTC."
            ) { $0.weeks },
        ])

    /// The date of a moment.
    static func day(_ moment: Timestamp) -> String { String(moment.iso8601.prefix(10)) }

    /// The keys and titles of columns for weeks.
    static func weeks(_ starts: [Timestamp]) -> [(key: String, title: String)] { starts.map { (day($0), day($0)) } }

    /// The average draft position of each player, week by week.
    package static func draftPositions(_ series: DraftPositionSeries, filter: String) -> FigureTable {
        FigureTable(
            draftPositionSeriesLayout, of: series,
            isOwn(series.partialDrafts, series.scope) ? "My average pick by week" : "ADP by week", series.scope,
            filter: filter, rows: series.rows, series: weeks(series.weeks.map(\.start)),
            notes: draftNotes(
                "weeks from Monday, UTC, ", series.scope.drafts, partial: series.partialDrafts, series.undrafted))
    }

    /// - Parameter prefix: the text before the number of drafts.
    private static func draftNotes(
        _ prefix: String, _ drafts: Int, partial: Int, _ undrafted: DraftPositionReport.Undrafted
    ) -> [String] {
        let known = partial == 0 ? "all picks" : "all known picks"
        let note = "\(prefix)\(known) of \(Figures.plural(drafts, "draft")), undrafted: \(undrafted.rawValue)"
        let own = partial > 0 && partial == drafts
        return [note] + partialNotes(partial)
            + (own
                ? ["your own picks are not a market ADP: CLV at-date compares them with a site's ADPs"]
                : [])
    }
}
