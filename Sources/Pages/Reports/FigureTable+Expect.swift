package import Draft
package import Reports
import TextFormats

/// The table of expected results.
extension FigureTable {
    /// How often entries advance, reach the final and what they win, over simulated seasons.
    ///
    /// - Parameters:
    ///   - report: of the simulation.
    ///   - rows: the rows that are listed, of the report's, in its order.
    ///   - externalIDs: by entry, the id at its source.
    ///   - filter: as it was asked for.
    package static func expect(
        _ report: ExpectReport, listing rows: [ExpectReport.Row], externalIDs: [EntryID: String], filter: String
    ) -> FigureTable {
        var table = FigureTable(
            name: "Expect", scope: report.scope, filter: filter, rowsKey: "rosters",
            columns: [
                .figure("entry", "entry"), .text("externalID", nil), .figure("room", "room"),
                .figure("pointsHundredths", "points"),
                .figure("advance", "advance"), .figure("advanceLow", "low"), .figure("advanceHigh", "high"),
                .figure("final", "final"), .figure("finalLow", "low"), .figure("finalHigh", "high"),
                .figure("wonCents", "wins"), .figure("wonLow", "low"), .figure("wonHigh", "high"),
                .list("reached", nil),
            ],
            rows: rows.map { row in
                [
                    .number(row.entry), .name(externalIDs[row.entry] ?? ""), .number(row.room), .hundredths(row.points),
                ] + figures(row.advance) { .share($0) } + figures(row.final) { .fineShare($0) }
                    + figures(row.won) { .meanCents($0) }
                    + [Figure(json: .array(row.reached) { .of($0.mean) }, text: "")]
            },
            members: members(report), notes: notes(report, listed: rows.count))
        table.note(report.sideFindings)
        return table
    }

    private static func figures(
        _ estimate: ExpectReport.Estimate?, _ figure: (Double?) -> Figure
    ) -> [Figure] {
        [figure(estimate?.mean), figure(estimate?.low), figure(estimate?.high)]
    }

    private static func members(_ report: ExpectReport) -> JSON {
        [
            // A number of 64 bits, of which many readers of JSON keep 53.
            "seed": .of(String(report.terms.seed)), "seasons": .of(report.terms.seasons),
            "contest": .of(report.contest), "reference": .of(report.reference),
            "contestEntries": .of(report.contestEntries),
            "simulatedDrafts": .of(report.drafts), "leftOut": .of(report.leftOut),
            "projected": .of(report.projected), "withTeam": .of(report.withTeam),
            "levelErrorThousandths": .of(report.terms.levelError),
            "withoutSeason": .array(report.withoutSeason) { .of($0.name) },
            "calibration": report.calibration.map(json) ?? .null,
        ]
    }

    private static func json(_ calibration: ExpectReport.Calibration) -> JSON {
        [
            "groups": .array(calibration.groups) { group in
                [
                    "entries": .of(group.entries), "expected": .of(group.expected), "advanced": .of(group.advanced),
                    "rate": .of(group.rate), "low": .of(group.interval.lowerBound),
                    "high": .of(group.interval.upperBound),
                ]
            },
            "brier": .of(calibration.brier.value), "baseBrier": .of(calibration.brier.base),
            "brierDifferenceLow": .of(calibration.brier.difference.lowerBound),
            "brierDifferenceHigh": .of(calibration.brier.difference.upperBound),
            "logLoss": .of(calibration.logLoss.value), "baseLogLoss": .of(calibration.logLoss.base),
            "logLossDifferenceLow": .of(calibration.logLoss.difference.lowerBound),
            "logLossDifferenceHigh": .of(calibration.logLoss.difference.upperBound),
            "slope": .of(calibration.slope),
        ]
    }

    private static func words(_ calibration: ExpectReport.Calibration) -> [String] {
        func line(_ name: String, _ score: ExpectReport.Calibration.Score) -> String {
            let difference = score.difference
            let verdict =
                difference.upperBound < 0
                ? "better than the base rate"
                : difference.lowerBound > 0 ? "worse than the base rate" : "not distinguishable from the base rate"
            let figures = [score.value, score.base, difference.lowerBound, difference.upperBound]
                .map { fixed($0, decimals: 4) }
            return
                "\(name) \(figures[0]), base rate \(figures[1]), difference \(figures[2]) to \(figures[3]): \(verdict)"
        }
        let groups = calibration.groups.map { group in
            "\(Figures.percent(group.expected)) → \(Figures.percent(group.rate)) of \(group.entries)"
        }
        var words = ["expected → advanced, from the lowest group: \(groups.joined(separator: ", "))"]
        words.append(line("Brier score", calibration.brier))
        words.append(line("log loss", calibration.logLoss))
        if let slope = calibration.slope {
            words.append("slope \(fixed(slope, decimals: 2)); below 1, the expectations differ too much")
        }
        return words
    }

    private static func fixed(_ value: Double, decimals: Int) -> String {
        RoundedText.decimal(value, places: decimals, groupsThousands: false) ?? "-"
    }

    private static func notes(_ report: ExpectReport, listed: Int) -> [String] {
        let seasons = Figures.plural(report.terms.seasons ?? 0, "season")
        var notes = [
            "\(report.contest), played through \(seasons) like those of \(report.reference), seed \(report.terms.seed)",
            "low to high is the error of the number of seasons, not of the model",
            report.withTeam > 0
                ? "team mates are correlated; teams are known for "
                    + Figures.plural(report.withTeam, "player")
                : "no source names the players' teams, so team mates are not correlated",
            "later rounds are simulated for a contest of \(Figures.grouped(report.contestEntries)) entries; "
                + "\(Figures.plural(report.drafts, "draft")) represent its field",
        ]
        if let projected = report.projected {
            notes.append("projected: \(Figures.plural(projected, "drafted player")); the others go by ADP")
        }
        if report.terms.prizes.isEmpty { notes.append("prizes are not known: name them with --prizes FILE") }
        if report.leftOut > 0 {
            notes.append(
                "left out: \(Figures.plural(report.leftOut, "entry", "entries")) of drafts that are not completely known"
            )
        }
        if !report.withoutSeason.isEmpty {
            let names = report.withoutSeason.map(\.name)
            notes.append(
                "\(Figures.plural(names.count, "drafted player")) without a season to simulate, who score nothing: "
                    + names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : ""))
        }
        if let calibration = report.calibration { notes += words(calibration) }
        if listed < report.rows.count {
            notes.append("\(Figures.grouped(listed)) of \(Figures.plural(report.rows.count, "entry", "entries"))")
        }
        return notes
    }
}

extension Figure {
    /// A share of which one decimal would say nothing.
    fileprivate static func fineShare(_ value: Double?) -> Figure {
        Figure(json: .of(value), text: StyledText(value.map { Figures.fine($0 * 100) + " %" } ?? ""))
    }

    /// Cents that are a mean: for people in dollars, to the cent.
    fileprivate static func meanCents(_ value: Double?) -> Figure {
        Figure(json: .of(value), text: StyledText(value.map { Figures.fine($0 / 100) } ?? ""))
    }
}
