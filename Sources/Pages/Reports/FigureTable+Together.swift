import Draft
package import Reports
import TextFormats

/// Tables of players in the same roster.
extension FigureTable {
    static let pairLayout = TableLayout<(report: PairReport, with: PlayerIdentity?), PairReport.Row>(
        "PairsTable", "Pairs of players in the same rosters.", rows: "pairs",
        columns: [
            .init("firstID", .text, "The first player's ID at the source.") { $0.first.shownID },
            .init("first", title: "player", .player, "The first player's name.") { $0.first.name },
            .init("secondID", .text, "The second player's ID at the source.") { $0.second.shownID },
            .init("second", title: "and", .player, "The second player's name.") { $0.second.name },
            .init("count", title: "together", .count, "Entries that have both.") { $0.count },
            .init("firstDrafted", .count, "Entries that have the first player.") { $0.firstDrafted },
            .init("secondDrafted", .count, "Entries that have the second player.") { $0.secondDrafted },
            .init("secondGivenFirst", title: "P(2nd|1st)", .share, "count divided by firstDrafted.") {
                $0.secondGivenFirst
            },
            .init("firstGivenSecond", title: "P(1st|2nd)", .share, "count divided by secondDrafted.") {
                $0.firstGivenSecond
            },
            .init("lift", title: "lift", .fine, "Together this many times as often as by chance.") { $0.lift },
        ],
        members: groupMembers(found: { $0.report.pairs }, with: { $0.with }, by: { $0.report.order }) {
            $0.report.minimumCount
        },
        charts: [.bars("Together", "first", "second", value: "count")])

    /// Pairs of players in one roster.
    ///
    /// - Parameter player: the player of all pairs; nil for all players.
    package static func pairs(_ report: PairReport, with player: PlayerIdentity?, filter: String) -> FigureTable {
        let withWhom = player.map { " with \($0.name)" } ?? ""
        var table = FigureTable(
            pairLayout, of: (report, player), "Pairs", report.scope, filter: filter, rows: report.rows,
            notes: [
                "the first \(Figures.grouped(report.rows.count)) of \(Figures.grouped(report.pairs)) pairs"
                    + "\(withWhom) by \(report.order.rawValue), minimum \(report.minimumCount)"
            ])
        if report.scope.entries > 0, report.minimumCount > 1 {
            table.reason =
                "No pair\(withWhom) is in \(Figures.grouped(report.minimumCount)) entries or more, which "
                + "the minimum requires."
        }
        return table
    }

    static let stackLayout = TableLayout<StackReport, StackReport.Row>(
        "StacksTable", "Stacks: players of one NFL team in one roster.", rows: "teams", canBeUnknown: true,
        columns: [
            .init("team", title: "team", .title, "The NFL team.") { $0.team },
            .init("naked", title: "QB", .count, "Entries with the quarterback and no team mate.") { $0.counts.naked },
            .init("single", title: "QB+1", .count, "Entries with the quarterback and one team mate.") {
                $0.counts.single
            },
            .init("double", title: "QB+2", .count, "Entries with the quarterback and two team mates.") {
                $0.counts.double
            },
            .init("tripleOrMore", title: "QB+3", .count, "Entries with the quarterback and three team mates or more.") {
                $0.counts.tripleOrMore
            },
            .init("share", title: "stacked", .share, "The share of the entries with a stack, 0 to 1.") { $0.share },
            .init(
                "withoutQuarterback", title: "2+ no QB", .count, "Entries with two players or more, and no quarterback."
            ) { $0.counts.withoutQuarterback },
            .init("size2", title: "2 players", .count, "Entries with two players of the team.") { $0.counts.bySize[0] },
            .init("size3", title: "3", .count, "Entries with three.") { $0.counts.bySize[1] },
            .init("size4", title: "4", .count, "Entries with four.") { $0.counts.bySize[2] },
            .init("size5OrMore", title: "5+", .count, "Entries with five or more.") { $0.counts.bySize[3] },
        ],
        members: [
            .init(
                "entriesByStacks", .json(.list(.integer)), "Entries by their number of stacks, from 0.",
                orNull: { $0.isUnknown ? nil : $0.entriesByStacks }),
            .init("picksWithoutTeam", .count, "Picks of players whose team is not known.") { $0.picksWithoutTeam },
            .init("entriesWithoutTeam", .count, "Entries without any known team; they are left out.") {
                $0.entriesWithoutTeam
            },
        ],
        order: .down("share"), charts: [.bars("Stacks with a team mate", "team", value: "share")])

    /// Players of one NFL team in one roster.
    package static func stacks(_ report: StackReport, filter: String) -> FigureTable {
        var notes: [String] = []
        if report.picksWithoutTeam > 0 {
            notes.append("of \(Figures.plural(report.picksWithoutTeam, "pick")) no source names the team")
        }
        if !report.isUnknown, report.entriesWithoutTeam > 0 {
            notes.append(
                "left out: \(Figures.plural(report.entriesWithoutTeam, "entry", "entries")) without any known one")
        }
        var table = FigureTable(
            stackLayout, of: report, "Stacks", report.scope, filter: filter, rows: report.rows, notes: notes)
        if report.isUnknown { table.lackTeams() }
        return table
    }

    static let ownStartLayout = TableLayout<OwnStartReport, OwnStartReport.Start>(
        "OwnStartsTable", "A user's entries that begin with the same players, in any order.", rows: "starts",
        columns: [
            .init("players", title: "first players", .players, "The names of the first players, sorted.") {
                $0.players
            },
            .init("count", title: "entries", .count, "The user's entries that begin with them.") { $0.entries.count },
            .init("entryNumbers", title: "numbers", .numbers, "The numbers of these entries.") { $0.entries },
        ],
        members: [
            .init("first", .count, "The number of first players that are compared.") { $0.first },
            .init("comparedEntries", .count, "The user's entries that have as many players.") { $0.comparedEntries },
        ])

    /// Entries of one user that begin with the same players.
    package static func ownStarts(_ report: OwnStartReport, filter: String) -> FigureTable {
        var table = FigureTable(
            ownStartLayout, of: report, "Own duplicates", report.scope, filter: filter, rows: report.starts,
            notes: [
                "first \(report.first) players in any order; "
                    + "\(Figures.plural(report.comparedEntries, "entry", "entries")) compared with each other"
            ])
        if report.comparedEntries > 0 {
            table.reason = "No two of these entries begin with the same \(report.first) players."
        }
        return table
    }

    private static let duplicateMembers: [Column<DuplicateReport>] = [
        .init("first", .count, "The number of first players that are compared.") { $0.first },
        .init("fieldEntries", .count, "The entries of the field that have as many players.") { $0.fieldEntries },
        .init(
            "averageShare", .share, "The mean share of other users' entries with the same start; null without others.",
            orNull: { $0.averageShare }),
        .init("entriesWithMatch", .count, "Entries with another user's entry of the same start.") {
            $0.entriesWithMatch
        },
        .init("identical", .json(.list(.list(.integer))), "The groups of entries with the same whole roster.") {
            $0.identical
        },
    ]

    static let startLayout = TableLayout<DuplicateReport, DuplicateReport.Start>(
        "StartsTable", "The most frequent first players of the field.", rows: "starts",
        columns: [
            .init("players", title: "first players", .players, "The names of the first players.") { $0.players },
            .init("entries", title: "entries", .count, "Entries that begin with them.") { $0.entries },
            .init("share", title: "share", .share, "Their share of the field's entries, 0 to 1.") { $0.share },
            .init(
                "entryNumbers", title: "numbers", .numbers,
                "The lowest numbers of these entries, at most \(DuplicateReport.Start.namedEntries)."
            ) { $0.entryNumbers },
        ], members: duplicateMembers,
        order: .down("entries"), charts: [.bars("First players", "players", value: "share")])

    static let duplicateLayout = TableLayout<DuplicateReport, DuplicateReport.Row>(
        "DuplicatesTable", "A user's entries compared with those of all other users.", rows: "rosters",
        columns: [
            .init("entry", title: "entry", .id, "The entry.") { $0.entry },
            .init("players", title: "first players", .players, "The names of the first players.") { $0.players },
            .init("matches", title: "matches", .count, "Other users' entries that begin with them.") { $0.matches },
            .init(
                "share", title: "share", .share, "Their share of other users' entries, 0 to 1.", orNull: { $0.share }),
            .init("identical", title: "identical", .count, "Other entries with the same whole roster.") {
                $0.identical
            },
        ], members: duplicateMembers)

    /// Entries that begin with the same players.
    ///
    /// - Parameter user: the user whose entries are compared with all others, as named; nil for the most frequent starts
    ///   of the field.
    package static func duplicates(_ report: DuplicateReport, of user: String?, filter: String) -> FigureTable {
        let fieldEntries = Figures.plural(report.fieldEntries, "entry", "entries")
        let identical =
            Figures.plural(report.identical.count, "roster") + (report.identical.count == 1 ? " is" : " are")
        var notes = [
            "first \(report.first) players, in any order, of \(fieldEntries) of the field; \(identical) identical to another"
        ]
        if report.averageShare == nil, report.fieldEntries > 0 {
            let whose = user.map { "user \($0)" } ?? "this filter"
            notes.append(
                report.comparedEntries > 0
                    ? "there are no other users' entries to compare with"
                        + (user == nil ? "" : ": own compares the user's entries with each other")
                    : report.scope.entries == 0
                        ? "\(whose) has no entries to compare"
                        : "no entry of \(whose) has \(report.first) players")
        }
        guard user != nil else {
            return FigureTable(
                startLayout, of: report, "Duplicates", report.scope, filter: filter, rows: report.starts, notes: notes)
        }
        return FigureTable(
            duplicateLayout, of: report, "Duplicates", report.scope, filter: filter, rows: report.rows, notes: notes)
    }
}
