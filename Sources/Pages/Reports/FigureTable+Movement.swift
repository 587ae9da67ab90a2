import Draft
import Projections
package import Reports
import TextFormats

/// Tables of changes by week.
extension FigureTable {
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
        var notes = [
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
                "left out: \(Figures.plural(rare, "player")) drafted in fewer than \(minimum) drafts of a window (--minimum)"
            )
        }
        if rows.count < report.rows.count {
            notes.append("\(Figures.grouped(rows.count)) of \(Figures.plural(report.rows.count, "player"))")
        }
        var table = FigureTable(
            name: isOwn ? "Movers of my average pick" : "Movers", scope: report.scope, filter: filter,
            rowsKey: "players",
            columns: Column.player + [
                .figure("earlierAverage", isOwn ? "my avg pick before" : "adp before"),
                .figure("earlierDrafted", "drafted"),
                .figure("laterAverage", isOwn ? "my avg pick after" : "adp after"), .figure("laterDrafted", "drafted"),
                .figure("change", "change"),
            ],
            rows: rows.map { row in
                .player(row.player) + [
                    .decimal(row.earlierAverage), .count(row.earlierDrafted), .decimal(row.laterAverage),
                    .count(row.laterDrafted), .fine(row.change),
                ]
            },
            members: [
                "earlier": json(report.earlier), "later": json(report.later),
                "undrafted": .of(report.undrafted.rawValue), "onlyEarlier": .of(report.onlyEarlier),
                "onlyLater": .of(report.onlyLater),
            ], notes: notes + partialNotes(report.earlier.partialDrafts + report.later.partialDrafts))
        if rows.isEmpty, rare > 0 {
            table.reason = "No player was taken in \(minimum) drafts of both windows; --minimum 1 lists the others."
        }
        if (report.earlier.drafts == 0) != (report.later.drafts == 0) {
            table.reason =
                "No draft of this filter started in the \(report.earlier.drafts == 0 ? "first" : "second") window: "
                + "set the windows with --split and --days."
        }
        return table
    }

    private static func words(_ window: MoverReport.Window) -> String {
        "\(Figures.plural(window.drafts, "draft")) from \(day(window.start)) to before \(day(window.end))"
    }

    private static func json(_ window: MoverReport.Window) -> JSON {
        [
            "start": .of(window.start), "end": .of(window.end), "drafts": .of(window.drafts),
            "partialDrafts": .of(window.partialDrafts),
        ]
    }

    /// A midnight as its day; any other moment to the second.
    private static func day(_ moment: Timestamp) -> String {
        let text = moment.iso8601
        return text.dropFirst(10).hasPrefix("T00:00:00") ? String(text.prefix(10)) : String(text.prefix(19)) + "Z"
    }

    /// Exposure week by week.
    package static func exposure(_ series: ExposureSeries, filter: String) -> FigureTable {
        let days = series.weeks.map { String($0.start.iso8601.prefix(10)) }
        let undated = series.entriesWithoutStart
        return FigureTable(
            name: "Exposure by week", scope: series.scope, filter: filter, rowsKey: "players",
            columns: Column.player + [.figure("drafted", "drafted"), .figure("exposure", "exposure")]
                + days.map { .series($0, $0) },
            rows: series.rows.map { row in
                let shares = zip(row.draftedByWeek, series.weeks).map { Double($0) / Double($1.entries) }
                return .player(row.player) + [.count(row.drafted), .share(row.exposure)] + shares.map { .share($0) }
            },
            members: [
                "weeks": .array(zip(days, series.weeks)) { day, week in
                    ["start": .of(day), "entries": .of(week.entries)]
                },
                "entriesWithoutStart": .of(undated),
            ],
            notes: ["weeks from Monday, UTC"]
                + (undated > 0
                    ? ["left out: \(Figures.plural(undated, "entry", "entries")) without a known start"] : []))
    }

    /// Groups of three or more players in the same rosters.
    package static func cores(_ report: CoreReport, with player: PlayerIdentity?, filter: String) -> FigureTable {
        let withWhom = player.map { " with \($0.name)" } ?? ""
        var table = FigureTable(
            name: "Cores of \(report.size)", scope: report.scope, filter: filter, rowsKey: "cores",
            columns: [
                .list("playerIDs", nil), .list("players", "players"), .figure("count", "together"),
                .figure("share", "share"), .list("drafted", nil), .figure("lift", "lift"),
            ],
            rows: report.rows.map { row in
                [
                    .words(row.players.map(\.shownID)), .words(row.players.map(\.name)), .count(row.count),
                    .share(Double(row.count) / Double(report.scope.entries)),
                    Figure(json: .of(row.drafted), text: ""), .fine(row.lift),
                ]
            },
            members: [
                "size": .of(report.size), "found": .of(report.cores), "with": .of(player?.shownID),
                "by": .of(report.order.rawValue), "minimum": .of(report.minimumCount),
            ],
            notes: [
                "the first \(Figures.grouped(report.rows.count)) of \(Figures.grouped(report.cores)) cores"
                    + "\(withWhom) by \(report.order.rawValue), minimum \(report.minimumCount)"
            ])
        if report.scope.entries > 0 {
            table.reason =
                "No \(report.size) players\(withWhom) are in \(Figures.plural(report.minimumCount, "entry", "entries")) "
                + "together, as --minimum requires."
        }
        return table
    }

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
            name: "Next pick, room \(report.room), seat \(report.seat)", scope: report.scope, filter: filter,
            rowsKey: "players",
            columns: Column.player + [
                .figure("adpHundredths", "adp"), .figure("drafted", nil), .figure("averagePick", "my avg pick"),
                .figure("exposure", "exposure"),
                .list("stack", "stacks with"), .text("stackHasQuarterback", nil), .figure("sameBye", "same bye"),
                .text("mateID", nil), .text("mate", "most often with"), .figure("together", "entries"),
            ],
            rows: rows.map { row in
                .player(row.player) + [
                    .hundredths(row.adp.map { Int64($0) }), .count(row.drafted), .decimal(row.averagePick),
                    .share(row.exposure),
                    .words(row.teamMates.map(\.name)),
                    Figure(json: .of(row.hasQuarterback), text: ""), .place(row.sameBye),
                    .name(row.mate?.shownID ?? ""), .name(row.mate?.name ?? ""),
                    row.mate == nil ? Figure(json: .of(0), text: "") : .count(row.together),
                ]
            },
            members: [
                "room": .of(report.room), "seat": .of(report.seat), "slot": .of(report.slot),
                "user": .of(report.user), "currentPickNumber": .of(report.currentPick),
                "nextPickNumber": .of(report.nextPick), "left": .of(report.left),
                "unknownPicks": .of(report.unknownPicks), "likelyGone": .of(report.likelyGone),
                "roster": .array(report.roster) { player in
                    [
                        "playerID": .of(player.shownID), "name": .of(player.name),
                        "position": .of(player.position.abbreviation), "team": .name(player.team),
                    ]
                },
            ],
            notes: notes)
    }
}
