import Draft
package import Reports
import TextFormats

/// Tables about rosters and their value.
extension FigureTable {
    /// The closing line value of picks.
    ///
    /// - Parameter top: how many players are listed; nil for all.
    package static func value(_ report: ValueReport, top: Int?, filter: String) -> FigureTable {
        let average = report.averageValue.map { Figures.fine($0) } ?? "-"
        var notes = [
            "reference: \(report.reference.rawValue), curve: \(report.curve.rawValue), positive = taken later",
            "average \(average) over \(Figures.plural(report.picks, "pick")); "
                + "\(Figures.grouped(report.picksWithoutReference)) without reference",
        ]
        if report.partialDrafts > 0 {
            notes.append(
                "of \(Figures.plural(report.partialDrafts, "draft")) not all seats are known: "
                    + "no closing line is computed from \(report.partialDrafts == 1 ? "it" : "them")")
        }
        let shown = report.rows.prefix(top ?? .max)
        if shown.count < report.rows.count {
            notes.append(
                "the first \(Figures.grouped(shown.count)) of \(Figures.grouped(report.rows.count)) players")
        }
        var table = FigureTable(
            name: "Closing line value", scope: report.scope, filter: filter,
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
                "reference": .of(report.reference.rawValue),
                "curve": .of(report.curve.rawValue),
                "sign": .of("positive = taken later than the reference"),
                "picks": .of(report.picks),
                "picksWithoutReference": .of(report.picksWithoutReference),
                "partialDrafts": .of(report.partialDrafts),
                "averageValue": .of(report.averageValue),
                "rosters": .array(report.entries.map(roster)),
            ],
            notes: notes)
        if report.picksWithoutReference > 0 { table.reason = "No pick of this filter has a reference." }
        return table
    }

    private static func roster(_ entry: ValueReport.Entry) -> JSON {
        [
            "entry": .of(entry.entry), "slot": .of(entry.slot), "picks": .of(entry.picks),
            "totalValue": .of(entry.totalValue), "averageValue": .of(entry.averageValue),
        ]
    }

    /// How rosters are built.
    package static func construction(_ report: ConstructionReport, filter: String) -> FigureTable {
        FigureTable(
            name: "Construction", scope: report.scope, filter: filter, rowsKey: "builds",
            columns: [
                .text("build", "QB-RB-WR-TE"), .figure("entries", "entries"), .figure("share", "share"),
                .figure("feesCents", "fees"),
            ],
            rows: report.builds.map { row in
                [.title(row.build.description), .count(row.entries), .share(row.share), .money(row.fees)]
            },
            members: [
                "feesCents": .of(report.fees?.value),
                "entriesWithoutFee": .of(report.entriesWithoutFee),
            ],
            notes: FigureTable.feeNotes(report.entriesWithoutFee))
    }

    /// The share of each position by round.
    package static func constructionByRound(_ report: ConstructionReport, filter: String) -> FigureTable {
        FigureTable(
            name: "Construction by round", scope: report.scope, filter: filter, rowsKey: "rounds",
            columns: [.figure("round", "round"), .figure("picks", "picks")]
                + PositionGroup.allCases.map { .figure($0.abbreviation, $0.abbreviation) },
            rows: report.rounds.map { round in
                [.count(round.round), .count(round.picks)]
                    + PositionGroup.allCases.map { .share(round.share(of: $0)) }
            })
    }

    /// How rosters are begun.
    package static func archetypes(_ report: ArchetypeReport, filter: String) -> FigureTable {
        FigureTable(
            name: "Archetypes", scope: report.scope, filter: filter, rowsKey: "archetypes",
            columns: [.text("archetype", "archetype"), .figure("entries", "entries"), .figure("share", "share")],
            rows: report.scope.entries == 0
                ? [] : report.rows.map { [.title($0.name), .count($0.entries), .share($0.share)] },
            notes: ["share: of the entries that one of the position's archetypes is known of"])
    }

    /// How many players of a roster are on bye at once.
    package static func byes(_ report: ByeReport, filter: String) -> FigureTable {
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
            name: "Byes", scope: report.scope, filter: filter, rowsKey: "distribution",
            columns: [.figure("onBye", "on bye"), .figure("entries", "entries")]
                + report.byPosition.map { .figure($0.position.abbreviation, $0.position.abbreviation) },
            rows: report.distribution.map { row in ([row.onBye] + row.entries).map { Figure.count($0) } },
            members: [
                "average": .of(report.average),
                "picksWithoutBye": .of(report.picksWithoutBye),
                "entriesWithoutBye": .of(report.entriesWithoutBye),
            ], notes: notes)
        if report.entriesWithoutBye > 0 { table.reason = "No bye weeks are known." }
        table.isUnknown = report.entriesWithoutBye > 0 && report.entriesWithoutBye == report.scope.entries
        return table
    }
}
