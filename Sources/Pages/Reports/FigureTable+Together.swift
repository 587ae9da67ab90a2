import Draft
package import Reports
import TextFormats

/// Tables of players in the same roster.
extension FigureTable {
    /// Which players stand in one roster.
    ///
    /// - Parameter player: whose pairs they are; nil for all.
    package static func pairs(_ report: PairReport, with player: PlayerIdentity?, filter: String) -> FigureTable {
        let withWhom = player.map { " with \($0.name)" } ?? ""
        var table = FigureTable(
            name: "Pairs", scope: report.scope, filter: filter, rowsKey: "pairs",
            columns: [
                .text("firstID", nil), .text("first", "player"), .text("secondID", nil), .text("second", "and"),
                .figure("count", "together"), .figure("firstDrafted", nil), .figure("secondDrafted", nil),
                .figure("secondGivenFirst", "P(2nd|1st)"), .figure("firstGivenSecond", "P(1st|2nd)"),
                .figure("lift", "lift"),
            ],
            rows: report.rows.map { row in
                [
                    .name(row.first.shownID), .title(row.first.name), .name(row.second.shownID),
                    .title(row.second.name), .count(row.count), .count(row.firstDrafted),
                    .count(row.secondDrafted), .share(row.secondGivenFirst), .share(row.firstGivenSecond),
                    .fine(row.lift),
                ]
            },
            members: [
                "found": .of(report.pairs), "with": .of(player?.shownID),
                "by": .of(report.order.rawValue), "minimum": .of(report.minimumCount),
            ],
            notes: [
                "the first \(Figures.grouped(report.rows.count)) of \(Figures.grouped(report.pairs)) pairs"
                    + "\(withWhom) by \(report.order.rawValue), minimum \(report.minimumCount)"
            ])
        if report.scope.entries > 0, report.minimumCount > 1 {
            table.reason =
                "No pair\(withWhom) is in \(Figures.grouped(report.minimumCount)) entries or more, which "
                + "--minimum requires."
        }
        return table
    }

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
            name: "Stacks", scope: report.scope, filter: filter, rowsKey: "teams",
            columns: [
                .text("team", "team"), .figure("naked", "QB"), .figure("single", "QB+1"),
                .figure("double", "QB+2"), .figure("tripleOrMore", "QB+3"), .figure("share", "stacked"),
                .figure("withoutQuarterback", "2+ no QB"), .figure("size2", "2 players"),
                .figure("size3", "3"), .figure("size4", "4"), .figure("size5OrMore", "5+"),
            ],
            rows: report.rows.map { row in
                [
                    .title(row.team), .count(row.counts.naked), .count(row.counts.single),
                    .count(row.counts.double), .count(row.counts.tripleOrMore), .share(row.share),
                    .count(row.counts.withoutQuarterback),
                ] + row.counts.bySize.map { .count($0) }
            },
            members: [
                "entriesByStacks": report.isUnknown ? nil : .of(report.entriesByStacks),
                "picksWithoutTeam": .of(report.picksWithoutTeam),
                "entriesWithoutTeam": .of(report.entriesWithoutTeam),
            ], notes: notes)
        table.isUnknown = report.isUnknown
        if report.isUnknown { table.reason = "No source names the team of any player." }
        return table
    }

    /// How many others begin with the same players.
    ///
    /// - Parameter user: whose entries are held against all others', as he was named; nil for the field's commonest starts.
    package static func duplicates(_ report: DuplicateReport, of user: String?, filter: String) -> FigureTable {
        let members: JSON = [
            "first": .of(report.first), "fieldEntries": .of(report.fieldEntries),
            "averageShare": .of(report.averageShare),
            "entriesWithMatch": .of(report.entriesWithMatch),
            "identical": .of(report.identical),
        ]
        let fieldEntries = Figures.plural(report.fieldEntries, "entry", "entries")
        let identical =
            Figures.plural(report.identical.count, "roster") + (report.identical.count == 1 ? " is" : " are")
        var notes = [
            "first \(report.first) players against \(fieldEntries) of the field; \(identical) held more than once"
        ]
        if report.averageShare == nil, report.fieldEntries > 0 {
            let whose = user.map { "user \($0)" } ?? "this filter"
            notes.append(
                report.comparedEntries > 0
                    ? "there are no other users' entries to compare with"
                    : report.scope.entries == 0
                        ? "\(whose) has no entries to compare"
                        : "no entry of \(whose) has \(report.first) players")
        }
        let rows: [[Figure]] =
            user == nil
            ? report.starts.map { [.players($0.players), .count($0.entries), .share($0.share)] }
            : report.rows.map {
                [
                    .number($0.entry), .players($0.players), .count($0.matches), .share($0.share),
                    .count($0.identical),
                ]
            }
        return FigureTable(
            name: "Duplicates", scope: report.scope, filter: filter,
            rowsKey: user == nil ? "starts" : "rosters",
            columns: user == nil
                ? [.list("players", "first players"), .figure("entries", "entries"), .figure("share", "share")]
                : [
                    .figure("entry", "entry"), .list("players", "first players"), .figure("matches", "matches"),
                    .figure("share", "share"), .figure("identical", "identical"),
                ], rows: rows, members: members, notes: notes)
    }
}

extension Figure {
    fileprivate static func players(_ players: [PlayerIdentity]) -> Figure {
        let names = players.map(\.name)
        return Figure(
            json: .of(names), text: StyledText(names.joined(separator: ", "), .bold),
            cell: .of(names.joined(separator: ";")))
    }
}
