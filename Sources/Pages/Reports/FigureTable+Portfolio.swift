package import Draft
package import Reports
import TextFormats

/// A portfolio entry by entry.
extension FigureTable {
    /// The build, value and points of each entry.
    ///
    /// - Parameters:
    ///   - report: the portfolio.
    ///   - rows: the rows that are listed, of the report's, in the order asked for.
    ///   - externalIDs: by entry, the id at its source.
    ///   - contests: by number, the contest's title.
    ///   - filter: as it was asked for.
    package static func portfolio(
        _ report: PortfolioReport, listing rows: [PortfolioReport.Row], externalIDs: [EntryID: String],
        contests: [TournamentID: String], filter: String
    ) -> FigureTable {
        FigureTable(
            name: "Portfolio", scope: report.scope, filter: filter, rowsKey: "rosters",
            columns: [
                .figure("entry", "entry"), .text("externalID", nil), .figure("room", nil), .text("contest", "contest"),
                .figure("slot", "slot"), .text("build", "build"), .list("archetype", "archetype"),
                .list("stacks", "stacks"), .figure("averageValue", "clv"), .figure("pricedPicks", nil),
                .figure("pointsHundredths", "points"), .figure("place", "place"), .text("advances", "advances"),
                .figure("nearest", "most like"), .figure("shared", "shared"), .figure("averageShared", "on average"),
            ],
            rows: rows.map { row in
                let title = row.tournament.flatMap { contests[$0] } ?? ""
                return [
                    .number(row.entry), .name(externalIDs[row.entry] ?? ""), .number(row.room), .name(title),
                    .slot(row.slot), .name(row.build.description), .words(row.archetype.names),
                    .stacks(row.stacks), .fine(row.averageValue), .count(row.pricedPicks), .hundredths(row.points),
                    .place(row.place), .advances(row.advances),
                    Figure(json: .of(row.nearest), text: StyledText(row.nearest.map { "\($0)" } ?? "")),
                    row.nearest == nil ? .place(nil) : .count(row.shared), .decimal(row.averageShared),
                ]
            },
            members: [
                "reference": .of(report.reference.rawValue), "curve": .of(report.curve.rawValue),
                "averageShared": .of(report.averageShared),
            ], notes: notes(report, listed: rows.count))
    }

    private static func notes(_ report: PortfolioReport, listed: Int) -> [String] {
        var notes = [
            "clv: mean value of a pick, reference: \(report.reference.rawValue), curve: \(report.curve.rawValue), "
                + "positive = taken later"
        ]
        if let shared = report.averageShared {
            notes.append("two entries share \(Figures.decimal(shared)) players on average")
        }
        if listed < report.rows.count {
            notes.append("\(Figures.grouped(listed)) of \(Figures.plural(report.rows.count, "entry", "entries"))")
        }
        let unknown = report.rows.count { $0.stacks == nil }
        if unknown > 0 {
            notes.append(
                "of \(Figures.plural(unknown, "entry", "entries")) no source names a team: no stacks are known")
        }
        return notes
    }

    /// Game stacks by week.
    package static func gameStacks(_ report: GameStackReport, filter: String) -> FigureTable {
        let known = report.knownEntries
        func share(_ entries: Int) -> Double? { known == 0 ? nil : Double(entries) / Double(known) }
        var notes = ["QB, at least one team mate, and at least one player of the opponent"]
        if report.weeks.isEmpty { notes.append("the schedule has none of the requested weeks") }
        for week in report.weeks {
            notes.append("week \(week.week): \(share(week.entries).map { Figures.percent($0) } ?? "-") of the entries")
        }
        if let any = share(report.entriesWithAny), !report.weeks.isEmpty {
            notes.append("in any of these weeks: \(Figures.percent(any))")
        }
        var table = FigureTable(
            name: "Game stacks", scope: report.scope, filter: filter, rowsKey: "games",
            columns: [
                .figure("week", "week"), .text("team", "team"), .text("opponent", "against"),
                .figure("entries", "entries"), .figure("share", "share"),
                .figure("withoutBringBack", "no bring-back"),
            ],
            rows: report.rows.map { row in
                [
                    .count(Int(row.week)), .title(row.team), .name(row.opponent), .count(row.entries),
                    .share(share(row.entries)), .count(row.withoutBringBack),
                ]
            },
            members: [
                "weeks": .array(report.weeks) { week in
                    [
                        "week": .of(week.week), "entries": .of(week.entries),
                        "share": .of(share(week.entries)),
                    ]
                },
                "entriesWithAny": .of(report.entriesWithAny), "entriesWithoutTeam": .of(report.entriesWithoutTeam),
            ], notes: notes)
        table.isUnknown = known == 0 && report.scope.entries > 0
        if table.isUnknown { table.reason = "No source names the team of any player: name them with --players FILE." }
        return table
    }

    /// Luck, entry by entry.
    package static func luck(
        _ report: LuckReport, listing rows: [LuckReport.Row], externalIDs: [EntryID: String], filter: String
    ) -> FigureTable {
        var notes = [
            "expected: the mean of four before and four after by ADP, of the same position; positive = luckier"
        ]
        if !report.isFinal { notes.append("not all of the round is final") }
        if report.leftOut > 0 {
            notes.append(
                "left out: \(Figures.plural(report.leftOut, "entry", "entries")) without known points")
        }
        if report.picksWithoutExpectation > 0 {
            notes.append("of \(Figures.plural(report.picksWithoutExpectation, "pick")) nothing can be expected")
        }
        if rows.count < report.rows.count {
            notes.append("\(Figures.grouped(rows.count)) of \(Figures.plural(report.rows.count, "entry", "entries"))")
        }
        return FigureTable(
            name: "Luck", scope: report.scope, filter: filter, rowsKey: "rosters",
            columns: [
                .figure("entry", "entry"), .text("externalID", nil), .figure("room", "room"),
                .figure("pointsHundredths", "points"), .figure("benchPointsHundredths", "on the bench"),
                .figure("rosterPointsHundredths", "roster"), .figure("expectedHundredths", "expected"),
                .figure("differenceHundredths", "luck"), .figure("place", "place"), .text("advances", "advances"),
            ],
            rows: rows.map { row in
                [
                    .number(row.entry), .name(externalIDs[row.entry] ?? ""), .number(row.room),
                    .hundredths(row.points), .hundredths(row.benchPoints), .hundredths(row.rosterPoints),
                    .hundredths(row.expected), .hundredths(row.difference), .place(row.place),
                    .advances(row.advances),
                ]
            },
            members: [
                "leftOut": .of(report.leftOut), "isFinal": .of(report.isFinal),
                "picksWithoutExpectation": .of(report.picksWithoutExpectation),
            ], notes: notes + findingNotes(report.findings))
    }
}

extension Figure {
    /// Points, whole hundredths for programs.
    static func hundredths(_ points: Int64?) -> Figure {
        Figure(json: .of(points), text: StyledText(points.map { Figures.hundredths($0) } ?? ""))
    }

    /// Points that are a mean, in hundredths for programs.
    static func hundredths(_ points: Double) -> Figure {
        Figure(json: .of(points), text: StyledText(Figures.fine(points / 100)))
    }

    /// Nothing where it is not known.
    static func place(_ place: Int?) -> Figure {
        Figure(json: .of(place), text: StyledText(place.map { Figures.grouped($0) } ?? ""))
    }

    static func advances(_ advances: Bool?) -> Figure {
        Figure(json: .of(advances), text: StyledText(advances.map { $0 ? "yes" : "no" } ?? ""))
    }

    static func words(_ words: [String]) -> Figure {
        Figure(
            json: .of(words), text: StyledText(words.joined(separator: ", ")), cell: .name(words.joined(separator: ";"))
        )
    }

    /// "KC+2": a quarterback and two of his team mates.
    fileprivate static func stacks(_ stacks: [PortfolioReport.Stack]?) -> Figure {
        let words = (stacks ?? []).map { "\($0.team)\($0.mates > 0 ? "+\($0.mates)" : "")" }
        return Figure(
            json: stacks.map { .array($0) { ["team": .of($0.team), "mates": .of($0.mates)] } } ?? .null,
            text: StyledText(words.joined(separator: ", ")),
            cell: stacks == nil ? .null : .of(words.joined(separator: ";")))
    }
}
