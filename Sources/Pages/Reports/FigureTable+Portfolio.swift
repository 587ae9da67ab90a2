package import Draft
package import Reports
import TextFormats

/// A portfolio entry by entry.
extension FigureTable {
    /// An entry with its ID at its source, which is not in its row.
    typealias NamedEntry<Row> = (row: Row, externalID: String)

    static let portfolioLayout = TableLayout<
        PortfolioReport, (row: PortfolioReport.Row, externalID: String, contest: String)
    >(
        "PortfolioReport", "Entries one by one: build, stacks, value, points and likeness.", rows: "rosters",
        columns: [
            .init("entry", title: "entry", .id, "The entry.") { $0.row.entry },
            .init("externalID", .name, "The entry's ID at its source.") { $0.externalID },
            .init("room", .id, "The room.") { $0.row.room },
            .init("contest", title: "contest", .name, "The title of the contest; null if unknown.") {
                $0.contest
            },
            .init(
                "draftPosition", title: "first pick", .draftPosition, "The draft position, from 1; null if not known.",
                orNull: { $0.row.slot }),
            Column("slot", .slot, "", orNull: { $0.row.slot }).former(today: "draftPosition"),
            .init("build", title: "build", .text, "The players of QB, RB, WR and TE, such as 2-5-7-3.") {
                $0.row.build.description
            },
            .init("archetype", title: "archetype", .words, "The names of the build's archetypes.") {
                $0.row.archetype.names
            },
            .init(
                "stacks", title: "stacks", .stacks, "Quarterbacks with their team mates; null if no team is known.",
                orNull: { $0.row.stacks }),
            .init(
                "averageValue", title: "clv", .fine,
                "The mean value of a pick; positive: taken later than the reference.",
                orNull: { $0.row.averageValue }),
            .init("pricedPicks", .count, "The picks with a reference.") { $0.row.pricedPicks },
            .init(
                "pointsHundredths", title: "points", .hundredths, "The points of the round, in hundredths.",
                orNull: { $0.row.points }),
            .init("place", title: "place", .count, "The place in the pod.", orNull: { $0.row.place }),
            .init(
                "advances", title: "advances", .flag, "Whether the entry advances, as far as is known.",
                orNull: { $0.row.advances }),
            .init(
                "nearest", title: "most like", .id, "The most similar entry of the portfolio.",
                orNull: { $0.row.nearest }),
            .init(
                "shared", title: "shared", .count, "The players that both have.",
                orNull: { $0.row.nearest == nil ? nil : $0.row.shared }),
            .init(
                "averageShared", title: "on average", .decimal, "The mean number of players shared with another entry.",
                orNull: { $0.row.averageShared }),
        ],
        members: [
            .init("reference", .choice, "The reference that picks are compared with.") { $0.reference },
            .init("curve", .choice, "How the distance from the reference counts.") { $0.curve },
            .init(
                "averageShared", .decimal, "The mean number of players that two entries share.",
                orNull: { $0.averageShared }),
        ],
        order: .down("averageValue"),
        charts: [.dots("Value against likeness", "entry", across: "averageShared", value: "averageValue")])

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
            portfolioLayout, of: report, "Portfolio", report.scope, filter: filter,
            rows: rows.map { ($0, externalIDs[$0.entry] ?? "", $0.tournament.flatMap { contests[$0] } ?? "") },
            notes: notes(report, listed: rows.count))
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

    static let gameStackLayout = TableLayout<GameStackReport, (row: GameStackReport.Row, share: Double?)>(
        "GameStacksTable", "Quarterbacks with a team mate and a player of the week's opponent.", rows: "games",
        canBeUnknown: true,
        columns: [
            .init("week", title: "week", .count, "The week of the season.") { Int($0.row.week) },
            .init("team", title: "team", .title, "The quarterback's NFL team.") { $0.row.team },
            .init("opponent", title: "against", .text, "The opponent.") { $0.row.opponent },
            .init("entries", title: "entries", .count, "Entries with such a stack.") { $0.row.entries },
            .init(
                "share", title: "share", .share, "Their share of the entries with a known team, 0 to 1.",
                orNull: { $0.share }),
            .init(
                "withoutBringBack", title: "no bring-back", .count,
                "Entries with the quarterback and a team mate, but no player of the opponent."
            ) { $0.row.withoutBringBack },
        ],
        members: [
            .init(
                "weeks",
                .objects([
                    .init("week", .count, "The week of the season.") { Int($0.week.week) },
                    .init("entries", .count, "Entries with such a stack in the week.") { $0.week.entries },
                    .init(
                        "share", .share, "Their share of the entries with a known team, 0 to 1.", orNull: { $0.share }),
                ]), "The weeks of the schedule that were asked for."
            ) { report in report.weeks.map { (week: $0, share: report.share($0.entries)) } },
            .init("entriesWithAny", .count, "Entries with such a stack in any of these weeks.") { $0.entriesWithAny },
            .init("entriesWithoutTeam", .count, "Entries without any known team; they are left out.") {
                $0.entriesWithoutTeam
            },
        ],
        charts: [.bars("Game stacks", "team", "opponent", value: "entries")])

    /// Game stacks by week.
    package static func gameStacks(_ report: GameStackReport, filter: String) -> FigureTable {
        var notes = ["QB, at least one team mate, and at least one player of the opponent"]
        if report.weeks.isEmpty { notes.append("the schedule has none of the requested weeks") }
        for week in report.weeks {
            notes.append(
                "week \(week.week): \(report.share(week.entries).map { Figures.percent($0) } ?? "-") of the entries")
        }
        if let any = report.share(report.entriesWithAny), !report.weeks.isEmpty {
            notes.append("in any of these weeks: \(Figures.percent(any))")
        }
        var table = FigureTable(
            gameStackLayout, of: report, "Game stacks", report.scope, filter: filter,
            rows: report.rows.map { ($0, report.share($0.entries)) }, notes: notes)
        if report.knownEntries == 0, report.scope.entries > 0 { table.lackTeams() }
        return table
    }

    static let gameStackRosterLayout = TableLayout<GameStackRosters, GameStackRosters.Row>(
        "GameStackRostersTable", "The players of each entry's game stacks.", rows: "stacks", canBeUnknown: true,
        columns: [
            .init("week", title: "week", .count, "The week of the season.") { Int($0.week) },
            .init("entry", title: "entry", .id, "The entry.") { $0.entry },
            .init("team", title: "team", .title, "The quarterback's NFL team.") { $0.team },
            .init("quarterbacks", title: "quarterback", .players, "The quarterbacks of the team.") { $0.quarterbacks },
            .init("teammates", title: "team mates", .players, "The other players of the team.") { $0.teammates },
            .init("opponent", title: "against", .text, "The opponent.") { $0.opponent },
            .init("bringBacks", title: "bring-backs", .players, "The players of the opponent.") { $0.bringBacks },
        ],
        members: [
            .init("entriesWithoutTeam", .count, "Entries without any known team; they are left out.") {
                $0.entriesWithoutTeam
            }
        ])

    /// Game stacks entry by entry.
    package static func gameStackRosters(_ report: GameStackRosters, filter: String) -> FigureTable {
        let with = report.rows.count { !$0.bringBacks.isEmpty }
        var table = FigureTable(
            gameStackRosterLayout, of: report, "Game stacks", report.scope, filter: filter, rows: report.rows,
            notes: ["\(Figures.plural(report.rows.count, "stack")), \(Figures.grouped(with)) with a bring-back"])
        if report.entriesWithoutTeam > 0, report.entriesWithoutTeam == report.scope.entries { table.lackTeams() }
        return table
    }

    static let luckLayout = TableLayout<LuckReport, NamedEntry<LuckReport.Row>>(
        "LuckReport", "Points left on the bench and points above those expected by ADP, entry by entry.",
        rows: "rosters",
        columns: [
            .init("entry", title: "entry", .id, "The entry.") { $0.row.entry },
            .init("externalID", .name, "The entry's ID at its source.") { $0.externalID },
            .init("room", title: "room", .id, "The room.") { $0.row.room },
            .init("pointsHundredths", title: "points", .hundredths, "The points of the lineups, in hundredths.") {
                $0.row.points
            },
            .init(
                "benchPointsHundredths", title: "on the bench", .hundredths,
                "The points of players outside the lineups, in hundredths."
            ) { $0.row.benchPoints },
            .init("rosterPointsHundredths", title: "roster", .hundredths, "The points of all players, in hundredths.") {
                $0.row.rosterPoints
            },
            .init(
                "expectedHundredths", title: "expected", .meanHundredths,
                "The mean points of players of a similar ADP, in hundredths."
            ) { $0.row.expected },
            .init(
                "differenceHundredths", title: "luck", .meanHundredths,
                "Scored minus expected, over players with an expectation, in hundredths."
            ) { $0.row.difference },
            .init("place", title: "place", .count, "The place in the pod.", orNull: { $0.row.place }),
            .init(
                "advances", title: "advances", .flag, "Whether the entry advances, as far as is known.",
                orNull: { $0.row.advances }),
        ],
        members: [
            .init("leftOut", .count, "Entries without known points; they are left out.") { $0.leftOut },
            .init("isFinal", .flag, "Whether all weeks of the round are final.") { $0.isFinal },
            .init("picksWithoutExpectation", .count, "Picks without enough comparable players.") {
                $0.picksWithoutExpectation
            },
        ],
        order: .down("differenceHundredths"),
        charts: [.dots("Points against luck", "entry", across: "differenceHundredths", value: "pointsHundredths")])

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
            luckLayout, of: report, "Luck", report.scope, filter: filter,
            rows: rows.map { ($0, externalIDs[$0.entry] ?? "") },
            notes: notes + findingNotes(report.findings))
    }
}

extension GameStackReport {
    /// The share of the entries with a known team; nil without such entries.
    fileprivate func share(_ entries: Int) -> Double? {
        knownEntries == 0 ? nil : Double(entries) / Double(knownEntries)
    }
}

extension Format where Value == [PortfolioReport.Stack] {
    /// "KC+2": a quarterback and two of his team mates.
    fileprivate static var stacks: Format {
        let members: [Column<PortfolioReport.Stack>] = [
            .init("team", .text, "The NFL team.") { $0.team },
            .init("mates", .count, "The quarterback's team mates.") { $0.mates },
        ]
        return Format(.list(members.shape()), .list) { stacks in
            let words = stacks.map { "\($0.team)\($0.mates > 0 ? "+\($0.mates)" : "")" }
            return Figure(
                json: .array(stacks) { members.json(of: $0) }, text: StyledText(words.joined(separator: ", ")),
                cell: .of(words.joined(separator: ";")))
        }
    }
}
