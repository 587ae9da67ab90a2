import Draft
import Projections
package import Reports
import TextFormats

/// Tables of changes by week.
extension FigureTable {
    private static let window: [Column<MoverReport.Window>] = [
        .init("start", .time, "The first moment.") { $0.start },
        .init("end", .time, "The first moment after it.") { $0.end },
        .init("drafts", .count, "Drafts that started in it.") { $0.drafts },
        .init("partialDrafts", .count, "Those of which not all seats are known.") { $0.partialDrafts },
    ]

    static let moverLayout = TableLayout<MoverReport, MoverReport.Row>(
        "MoversReport", "Players whose ADP changed from one window of time to the next.", rows: "players",
        player: { $0.player },
        columns: [
            .init("earlierAverage", title: "adp before", .decimal, "The mean overall pick in the earlier window.") {
                $0.earlierAverage
            },
            .init("earlierDrafted", title: "drafted", .count, "Drafts of the earlier window that took the player.") {
                $0.earlierDrafted
            },
            .init("laterAverage", title: "adp after", .decimal, "The mean overall pick in the later window.") {
                $0.laterAverage
            },
            .init("laterDrafted", title: "drafted", .count, "Drafts of the later window that took the player.") {
                $0.laterDrafted
            },
            .init(
                "change", title: "change", .fine,
                "laterAverage minus earlierAverage, in picks; negative: taken earlier than before.",
                value: { $0.change }),
        ],
        members: [
            .init("earlier", .object(window), "The earlier window.") { $0.earlier },
            .init("later", .object(window), "The later window.") { $0.later },
            undrafted { $0.undrafted },
            .init("onlyEarlier", .count, "Players taken in the earlier window only.") { $0.onlyEarlier },
            .init("onlyLater", .count, "Players taken in the later window only.") { $0.onlyLater },
        ],
        charts: [.bars("Change of ADP", "name", value: "change")])

    /// Players whose ADP changed.
    ///
    /// - Parameters:
    ///   - report: both windows.
    ///   - rows: the rows that are listed, in the order asked for.
    ///   - filter: as it was asked for.
    package static func movers(
        _ report: MoverReport, listing rows: [MoverReport.Row], minimum: Int = 1, filter: String
    ) -> FigureTable {
        let isOwn = isOwn(report.earlier.partialDrafts + report.later.partialDrafts, report.scope)
        // Without a draft the windows are of no time.
        var notes =
            report.earlier.drafts + report.later.drafts == 0
            ? []
            : [
                "\(words(report.earlier)) against \(words(report.later)), undrafted: \(report.undrafted.rawValue)",
                "negative = taken earlier than before",
            ]
        if report.onlyEarlier + report.onlyLater > 0 {
            notes.append(
                "taken in one window only, so without a change: \(report.onlyEarlier) before, "
                    + "\(report.onlyLater) after")
        }
        let rare = report.rows.count { min($0.earlierDrafted, $0.laterDrafted) < minimum }
        if rare > 0 {
            notes.append(
                "left out: \(Figures.plural(rare, "player")) drafted in fewer than \(minimum) drafts of a window, the minimum"
            )
        }
        if rows.count < report.rows.count {
            notes.append("\(Figures.grouped(rows.count)) of \(Figures.plural(report.rows.count, "player"))")
        }
        var table = FigureTable(
            moverLayout, of: report, isOwn ? "Movers of my average pick" : "Movers", report.scope, filter: filter,
            rows: rows,
            titles: isOwn ? ["earlierAverage": "my avg pick before", "laterAverage": "my avg pick after"] : [:],
            notes: notes + partialNotes(report.earlier.partialDrafts + report.later.partialDrafts))
        if rows.isEmpty, rare > 0 {
            table.reason = "No player was taken in \(minimum) drafts of both windows; a minimum of 1 lists the others."
        }
        if (report.earlier.drafts == 0) != (report.later.drafts == 0) {
            table.reason =
                "No draft of this filter started in the \(report.earlier.drafts == 0 ? "first" : "second") window: "
                + "choose others with --split and --days."
        }
        return table
    }

    private static func words(_ window: MoverReport.Window) -> String {
        "\(Figures.plural(window.drafts, "draft")) from \(midnightOrMoment(window.start)) to before \(midnightOrMoment(window.end))"
    }

    /// A midnight as its day; any other moment to the second.
    private static func midnightOrMoment(_ moment: Timestamp) -> String {
        let text = moment.iso8601
        return text.dropFirst(10).hasPrefix("T00:00:00") ? String(text.prefix(10)) : String(text.prefix(19)) + "Z"
    }

    static let exposureSeriesLayout = TableLayout<ExposureSeries, ExposureSeries.Row>(
        "ExposureByWeekTable", "The share of the entries that each player is in, week by week.", rows: "players",
        player: { $0.player },
        columns: [
            .init("drafted", title: "drafted", .count, "Entries that have the player.") { $0.drafted },
            .init("exposure", title: "exposure", .share, "Their share of the entries, 0 to 1.") { $0.exposure },
        ],
        series: .init(
            .share,
            "A member for each week, by its Monday such as 2026-08-31: the share of the week's entries, 0 to 1.",
            orNull: { series, row in
                zip(row.draftedByWeek, series.weeks).map { Double($0) / Double($1.entries) }
            }),
        members: [
            .init(
                "weeks",
                .objects([
                    .init("start", .text, "The Monday, as an ISO 8601 date.") { day($0.start) },
                    .init("entries", .count, "Entries of drafts that started in the week.") { $0.entries },
                ]), "The weeks with entries, from Monday, UTC."
            ) { $0.weeks },
            .init("entriesWithoutStart", .count, "Entries of drafts whose start is not known; they are left out.") {
                $0.entriesWithoutStart
            },
        ],
        order: .down("drafted"), charts: [.bars("Exposure", "name", value: "exposure")])

    /// Exposure week by week.
    package static func exposure(_ series: ExposureSeries, filter: String) -> FigureTable {
        let undated = series.entriesWithoutStart
        return FigureTable(
            exposureSeriesLayout, of: series, "Exposure by week", series.scope, filter: filter, rows: series.rows,
            series: weeks(series.weeks.map(\.start)),
            notes: ["weeks from Monday, UTC"]
                + (undated > 0
                    ? ["left out: \(Figures.plural(undated, "entry", "entries")) without a known start"] : []))
    }

    static let coreLayout = TableLayout<
        (report: CoreReport, with: PlayerIdentity?), (row: CoreReport.Row, entries: Int)
    >(
        "CoresTable", "Groups of three or more players in the same rosters.", rows: "cores",
        columns: [
            .init("playerIDs", .words, "The players' IDs at the source.") { $0.row.players.map(\.shownID) },
            .init("players", title: "players", .words, "The players' names.") { $0.row.players.map(\.name) },
            .init("count", title: "together", .count, "Entries that have all of them.") { $0.row.count },
            .init("share", title: "share", .share, "Their share of the entries, 0 to 1.") {
                Double($0.row.count) / Double($0.entries)
            },
            .init("drafted", .json(.list(.integer)), "For each player, the entries that have the player.") {
                $0.row.drafted
            },
            .init("lift", title: "lift", .fine, "Together this many times as often as by chance.") { $0.row.lift },
        ],
        members: [.init("size", .count, "The number of players in a group.") { $0.report.size }]
            + groupMembers(found: { $0.report.cores }, with: { $0.with }, by: { $0.report.order }) {
                $0.report.minimumCount
            },
        charts: [.bars("Together", "players", value: "share")])

    /// The members of reports on players who are rostered together.
    static func groupMembers<Source>(
        found: @escaping @Sendable (Source) -> Int, with: @escaping @Sendable (Source) -> PlayerIdentity?,
        by: @escaping @Sendable (Source) -> PairReport.Order, minimum: @escaping @Sendable (Source) -> Int
    ) -> [Column<Source>] {
        [
            .init("found", .count, "All that were found; the rows are the first of them.", value: found),
            .init(
                "with", .text, "The ID of the player who is in all rows; null for all.", orNull: { with($0)?.shownID }),
            .init("by", .choice, "The order of the rows.", value: by),
            .init("minimum", .count, "The least number of entries together.", value: minimum),
        ]
    }

    /// Groups of three or more players in the same rosters.
    package static func cores(_ report: CoreReport, with player: PlayerIdentity?, filter: String) -> FigureTable {
        let withWhom = player.map { " with \($0.name)" } ?? ""
        var table = FigureTable(
            coreLayout, of: (report, player), "Cores of \(report.size)", report.scope, filter: filter,
            rows: report.rows.map { ($0, report.scope.entries) },
            notes: [
                "the first \(Figures.grouped(report.rows.count)) of \(Figures.grouped(report.cores)) cores"
                    + "\(withWhom) by \(report.order.rawValue), minimum \(report.minimumCount)"
            ])
        if report.scope.entries > 0 {
            table.reason =
                "No \(report.size) players\(withWhom) are in \(Figures.plural(report.minimumCount, "entry", "entries")) "
                + "together, as the minimum requires."
        }
        return table
    }

    static let nextPickLayout = TableLayout<NextPickReport, NextPickReport.Row>(
        "NextPickReport", "The available players at a seat's next pick, compared with the user's other entries.",
        rows: "players", player: { $0.player },
        columns: [
            .init(
                "adpHundredths", title: "adp", .hundredths, "The ADP in hundredths: a site's, else the pool's.",
                orNull: { $0.adp.map { Int64($0) } }),
            .init("drafted", .count, "The user's entries that have the player.") { $0.drafted },
            .init(
                "averagePick", title: "my avg pick", .decimal, "Their mean overall pick.", orNull: { $0.averagePick }),
            .init(
                "exposure", title: "exposure", .share, "Their share of the user's entries, 0 to 1.",
                orNull: { $0.exposure }),
            .init("stack", title: "stacks with", .words, "Players of the roster in the same NFL team.") {
                $0.teamMates.map(\.name)
            },
            .init("stackHasQuarterback", .flag, "Whether the player and they include a quarterback.") {
                $0.hasQuarterback
            },
            .init(
                "sameBye", title: "same bye", .count,
                "Players of the roster with the same bye week; null if not known.",
                orNull: { $0.sameBye }),
            .init("mateID", .name, "The ID of the player's most frequent companion in the roster.") {
                $0.mate?.shownID ?? ""
            },
            .init("mate", title: "most often with", .name, "The companion's name.") { $0.mate?.name ?? "" },
            .init("together", title: "entries", .countIfAny, "The user's entries that have both.") {
                $0.mate == nil ? 0 : $0.together
            },
        ],
        members: [
            .init("room", .id, "The room.") { $0.room },
            .init("seat", .count, "The seat, from 0.") { Int($0.seat) },
            .init(
                "draftPosition", .draftPosition, "The draft position, from 1; null before the order is drawn.",
                orNull: { $0.slot }),
            Column("slot", .slot, "", orNull: { $0.slot }).former(today: "draftPosition"),
            .init("user", .id, "The user whose entries are compared; null if not known.", orNull: { $0.user }),
            .init("currentPickNumber", .count, "The overall number of the pick on the clock.") { Int($0.currentPick) },
            .init(
                "nextPickNumber", .count, "The overall number of the seat's next pick; null if none is left.",
                orNull: { $0.nextPick.map { Int($0) } }),
            .init("left", .count, "The available players of the filter.") { $0.left },
            .init("unknownPicks", .count, "Picks whose player is not known.") { $0.unknownPicks },
            .init("likelyGone", .count, "Players left out because they are usually taken two rounds earlier.") {
                $0.likelyGone
            },
            .init("roster", .objects(.player), "The players of the seat.") { $0.roster },
        ])

    /// The available players at a seat's next pick.
    ///
    /// - Parameter rows: the rows that are listed.
    package static func nextPick(
        _ report: NextPickReport, listing rows: [NextPickReport.Row], filter: String
    ) -> FigureTable {
        let picks =
            report.nextPick.map { next in
                let between = Int(next) - Int(report.currentPick)
                let wait = between == 0 ? "on the clock" : "\(Figures.plural(between, "pick")) before it"
                return "next pick \(next), \(wait)"
            } ?? "no pick is left, or the order is not drawn yet"
        let roster = report.roster.map { "\($0.position.abbreviation) \($0.name)" }.joined(separator: ", ")
        let whose =
            report.user.map { "exposure and pairs of user \($0)" } ?? "the user is unknown: no exposure and no pairs"
        var notes = [picks, "roster: \(roster.isEmpty ? "no players yet" : roster)", whose]
        if report.unknownPicks > 0 {
            notes.append(
                "\(report.unknownPicks) of \(Figures.plural(Int(report.currentPick) - 1, "pick")) made are unknown: "
                    + "players listed may be gone")
        }
        if report.likelyGone > 0 {
            notes.append(
                "left out: \(Figures.plural(report.likelyGone, "player")) usually taken more than two rounds earlier")
        }
        if rows.contains(where: { $0.adp == nil }) {
            notes.append("players without an ADP are in the order of the user's own average picks")
        }
        notes.append("the first \(Figures.grouped(rows.count)) of \(Figures.plural(report.left, "player")) left")
        return FigureTable(
            nextPickLayout, of: report,
            "Next pick, room \(report.room)\(report.slot.map { ", draft position \($0 + 1)" } ?? "")", report.scope,
            filter: filter, rows: rows, notes: notes)
    }
}
