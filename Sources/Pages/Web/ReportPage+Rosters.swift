import Draft
import Reports
import TextFormats

/// The sections about rosters.
extension ReportPage {
    func rosterCharts(_ figures: SharedFigures) -> [Card] {
        let construction = analysis.construction(filter)
        return [
            .shown(
                section(
                    "Construction by round", "Share of each position in the picks of a round, in percent.",
                    Chart.construction(construction.rounds).svg)),
            .shown(
                section(
                    "Pick heat map", "Of a round's picks, the percentage of each position.",
                    Chart.heatMap(construction.rounds).svg)),
        ] + (figures.subject == .user ? [] : [stackCard(most: 32)]) + [byesChart]
    }

    var rosterTables: [Card] { [byes, .shown(builds), .shown(archetypes), .shown(duplicates)] }

    private var archetypes: Section {
        var report = analysis.archetypes(filter)
        report.rows.removeAll { $0.entries == 0 }
        let table = HTMLTable(.archetypes(report, filter: ""), ["archetype", "entries", "share"])
        return section(
            "Archetypes",
            "zero-RB: no running back in rounds 1 to 5. hero-RB: one, taken in round 1 or 2. robust-RB: three or more in "
                + "rounds 1 to 4. Elite: the first in rounds 1 to 4, mid: 5 to 8, late: 9 or later.",
            table)
    }

    /// - Parameter most: the number of teams that are shown.
    func stackCard(most: Int) -> Card {
        let report = analysis.stacks(filter)
        guard !report.isUnknown else {
            return .unknown("Stacks: no source names the team of any player.", .teams, facts.source)
        }
        let rows = report.rows.filter { $0.counts.stacked > 0 }
        let total = report.total
        let note =
            "Entries with a quarterback and team mates. In total: \(HTML.grouped(total.naked)) naked, "
            + "\(HTML.grouped(total.single)) single, \(HTML.grouped(total.double)) double, "
            + "\(HTML.grouped(total.tripleOrMore)) triple or more."
            + (report.picksWithoutTeam == 0
                ? "" : " Of \(HTML.plural(report.picksWithoutTeam, "pick")) no source names the team.")
            + leftOut(report.entriesWithoutTeam)
        return .shown(
            section(
                "Stacks", note,
                rows.isEmpty ? "<p class=\"none\">No stacks.</p>" : Chart.stacks(Array(rows.prefix(most))).svg))
    }

    private var builds: Section {
        let report = analysis.construction(filter)
        let table = HTMLTable(
            .construction(report, filter: ""), ["build", "entries", "share", "feesCents"], limit: Self.tableRows)
        return section(
            "Builds",
            "Players of each position in an entry." + feeNote(report.fees, without: report.entriesWithoutFee),
            table)
    }

    /// Entries of which nothing is known that a card is about.
    private func leftOut(_ entries: Int) -> String {
        entries == 0 ? "" : " Left out: \(HTML.plural(entries, "entry", "entries")) without any known one."
    }

    private var byesChart: Card {
        let report = analysis.byes(filter)
        guard let average = report.average else { return noByes }
        let missing =
            report.picksWithoutBye == 0
            ? ""
            : " Of \(HTML.plural(report.picksWithoutBye, "pick")) no source names the bye week."
                + leftOut(report.entriesWithoutBye)
        let note =
            "Entries by the most players on bye in one week: \(HTML.decimal(average, places: 2)) on average.\(missing)"
        return .shown(section("Byes", note, Chart.byes(report.overall).svg))
    }

    private var noByes: Card { .unknown("Byes: no source states the bye week of any player.", .byes, facts.source) }

    private var byes: Card {
        let report = analysis.byes(filter)
        guard report.average != nil else { return noByes }
        let table = HTMLTable(
            .byes(report, filter: ""), ["onBye", "entries"] + ByeReport.positions.map(\.abbreviation))
        return .shown(
            section(
                "Byes by position", "Entries by the most players on bye in one week, of all positions and of each.",
                table, style: "wide tabular"))
    }

    private var duplicates: Section {
        let report = analysis.duplicates(filter)
        let table = HTMLTable(
            .duplicates(report, of: nil, filter: ""), ["players", "entries", "share"])
        let share =
            report.averageShare.map { share in
                "\(HTML.decimal(share * 100, places: 3))% of other users' entries begin with the same three on average"
            }
            ?? (report.comparedEntries == 0
                ? "No entry of this filter has three players" : "There are no other users' entries to compare with")
        let identical =
            report.identical.count == 1 ? "1 roster is" : "\(HTML.grouped(report.identical.count)) rosters are"
        return section(
            "Duplicates", "The most common first picks of the field. \(share); \(identical) identical to another.",
            table
        )
    }
}
