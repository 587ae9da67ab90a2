package import Draft
package import Reports
import TextFormats

/// The table of expected results.
extension FigureTable {
    private static func estimate<Row>(
        _ key: String, low: String, high: String, title: String, _ format: Format<Double>, _ words: String,
        of value: @escaping @Sendable (Row) -> ExpectReport.Estimate?
    ) -> [Column<Row>] {
        [
            .init(key, title: title, format, words, orNull: { value($0)?.mean }),
            .init(low, title: "low", format, "The lower bound of its 95 % interval.", orNull: { value($0)?.low }),
            .init(high, title: "high", format, "The upper bound of its 95 % interval.", orNull: { value($0)?.high }),
        ]
    }

    private static let group: [Column<ExpectReport.Calibration.Group>] = [
        .init("entries", .count, "The entries of the group.") { $0.entries },
        .init("expected", .share, "Their mean expected rate of advance, 0 to 1.") { $0.expected },
        .init("advanced", .count, "Those that advanced.") { $0.advanced },
        .init("rate", .share, "Their share of the group, 0 to 1.") { $0.rate },
        .init("low", .share, "The lower bound of its 95 % interval.") { $0.interval.lowerBound },
        .init("high", .share, "The upper bound of its 95 % interval.") { $0.interval.upperBound },
    ]

    /// The members of a score of predictions.
    private static func score(
        _ key: String, _ words: String,
        _ score: @escaping @Sendable (ExpectReport.Calibration) -> ExpectReport.Calibration.Score
    ) -> [Column<ExpectReport.Calibration>] {
        let base = "base" + key.prefix(1).uppercased() + key.dropFirst()
        return [
            .init(key, .fine, "\(words) of the expectations; lower is better.") { score($0).value },
            .init(base, .fine, "\(words) of the base rate.") { score($0).base },
            .init("\(key)DifferenceLow", .fine, "The lower bound of the difference's 95 % interval.") {
                score($0).difference.lowerBound
            },
            .init("\(key)DifferenceHigh", .fine, "The upper bound of the difference's 95 % interval.") {
                score($0).difference.upperBound
            },
        ]
    }

    private static let calibration: [Column<ExpectReport.Calibration>] =
        [.init("groups", .objects(group), "Groups of entries by expected rate, the lowest first.") { $0.groups }]
        + score("brier", "The Brier score") { $0.brier } + score("logLoss", "The log loss") { $0.logLoss }
        + [
            .init(
                "slope", .fine, "The slope of calibration; below 1, the expectations differ too much.",
                orNull: { $0.slope })
        ]

    static let expectLayout = TableLayout<ExpectReport, NamedEntry<ExpectReport.Row>>(
        "ExpectReport", "Rates of advance and winnings of each entry, over simulated seasons.", rows: "rosters",
        columns: [
            .init("entry", title: "entry", .id, "The entry.") { $0.row.entry },
            .init("externalID", .name, "The entry's ID at its source.") { $0.externalID },
            .init("room", title: "room", .id, "The room.") { $0.row.room },
            .init("pointsHundredths", title: "points", .meanHundredths, "The mean points of round 1, in hundredths.") {
                $0.row.points
            },
        ]
            + estimate(
                "advance", low: "advanceLow", high: "advanceHigh", title: "advance", .share,
                "The rate of advance from round 1, 0 to 1."
            ) { $0.row.advance }
            + estimate(
                "final", low: "finalLow", high: "finalHigh", title: "final", .fineShare,
                "The rate of reaching the final, 0 to 1."
            ) { $0.row.final }
            + estimate(
                "wonCents", low: "wonLow", high: "wonHigh", title: "wins", .meanCents,
                "The mean winnings in cents; null if prizes are not known."
            ) { $0.row.won }
            + [
                .init("reached", .json(.list(.number)), "For each round but the first, the rate of reaching it.") {
                    $0.row.reached.map(\.mean)
                }
            ],
        members: [
            // A number of 64 bits, of which many readers of JSON keep 53.
            .init("seed", .text, "The seed of the random numbers, up to 64 bits.") { String($0.terms.seed) },
            .init("seasons", .count, "The simulated seasons.", orNull: { $0.terms.seasons }),
            .init("contest", .text, "The contest that is simulated.") { $0.contest },
            .init("reference", .text, "The contest from which seasons of players are drawn.") { $0.reference },
            .init("contestEntries", .count, "The entries of the contest.") { $0.contestEntries },
            .init("simulatedDrafts", .count, "The drafts that represent its field.") { $0.drafts },
            .init("leftOut", .count, "Entries of drafts that are not completely known; they are left out.") {
                $0.leftOut
            },
            .init(
                "projected", .count, "The drafted players with a projection; null without projections.",
                orNull: { $0.projected }),
            .init("withTeam", .count, "The drafted players whose team is known.") { $0.withTeam },
            .init(
                "levelErrorThousandths", .count, "The error of a player's level, in thousandths.",
                orNull: { $0.terms.levelError }),
            .init("withoutSeason", .words, "The names of drafted players without a season to simulate.") {
                $0.withoutSeason.map(\.name)
            },
            .init(
                "calibration", .object(calibration),
                "The estimates compared with the results; null before round 1 is over.",
                orNull: { $0.calibration }),
        ],
        order: .down("advance"), charts: [.bars("Rate of advance", "entry", value: "advance")])

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
            expectLayout, of: report, "Expect", report.scope, filter: filter,
            rows: rows.map { ($0, externalIDs[$0.entry] ?? "") }, notes: notes(report, listed: rows.count))
        if report.terms.prizes.isEmpty { table.lacks = .prizes }
        table.note(report.sideFindings)
        return table
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
        if report.terms.prizes.isEmpty { notes.append("prizes are not known") }
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
