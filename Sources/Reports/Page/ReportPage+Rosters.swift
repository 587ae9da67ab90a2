import Draft

/// The sections about rosters.
extension ReportPage {
    var rosterCharts: [String] {
        let construction = analysis.construction(filter)
        return [
            section(
                "Construction by round", "Share of each position in the picks of a round, in percent.",
                Chart.construction(construction.rounds).svg),
            section(
                "Pick heat map", "Of a round's picks, the percentage of each position.",
                Chart.heatMap(construction.rounds).svg),
            stacks, byesChart,
        ]
    }

    var rosterTables: [String] { [builds, byes, duplicates] }

    private var stacks: String {
        let report = analysis.stacks(filter)
        let rows = report.rows.filter { $0.counts.stacked > 0 }
        let total = report.total
        let note =
            "Entries with a quarterback and team mates of his. In all: \(HTML.grouped(total.naked)) naked, "
            + "\(HTML.grouped(total.single)) single, \(HTML.grouped(total.double)) double, "
            + "\(HTML.grouped(total.tripleOrMore)) triple or more."
            + (report.picksWithoutTeam == 0
                ? "" : " Of \(HTML.grouped(report.picksWithoutTeam)) picks no source names the team.")
        return section(
            "Stacks", note,
            rows.isEmpty
                ? "<p class=\"none\">No stack, or no teams known.</p>" : Chart.stacks(Array(rows.prefix(32))).svg)
    }

    private var builds: String {
        let report = analysis.construction(filter)
        let table = HTMLTable(
            columns: [
                .init(title: "QB-RB-WR-TE", isNumber: false), .init(title: "Entries"), .init(title: "Share"),
                .init(title: "Fees"),
            ],
            rows: report.builds.prefix(Self.tableRows).map { row in
                [
                    .text(row.build.description), .count(row.entries), .percent(row.share),
                    .money(row.fees),
                ]
            })
        return section("Builds", "Players of each position in an entry.", table)
    }

    private func byesNote(_ report: ByeReport) -> String {
        "Entries by the most players on bye in one week: "
            + "\(report.average.map { HTML.decimal($0, places: 2) } ?? "–") on average."
    }

    private var byesChart: String {
        let report = analysis.byes(filter)
        return section("Byes", byesNote(report), Chart.byes(report.overall).svg)
    }

    private var byes: String {
        let report = analysis.byes(filter)
        let columns = [report.overall] + report.byPosition.map(\.entries)
        let table = HTMLTable(
            columns: [.init(title: "On bye"), .init(title: "Entries")]
                + report.byPosition.map { .init(title: $0.position.abbreviation) },
            rows: (0..<(columns.map(\.count).max() ?? 0)).map { number in
                [.count(number)] + columns.map { .count(number < $0.count ? $0[number] : 0) }
            }, wraps: true)
        return section(
            "Byes by position", "Entries by the most players on bye in one week, of all positions and of each.", table)
    }

    private var duplicates: String {
        let report = analysis.duplicates(filter)
        let table = HTMLTable(
            columns: [.init(title: "First three", isNumber: false), .init(title: "Entries"), .init(title: "Share")],
            rows: report.starts.map { start in
                [
                    .text(start.players.map(\.name).joined(separator: " · ")), .count(start.entries),
                    .percent(start.share),
                ]
            }, wraps: true)
        let share = report.averageShare.map { HTML.decimal($0 * 100, places: 3) + "%" } ?? "–"
        return section(
            "Duplicates",
            "The commonest starts of the field. \(share) of other users' entries begin with the same three on average; "
                + "\(HTML.grouped(report.identical.count)) rosters are held more than once.",
            table)
    }
}
