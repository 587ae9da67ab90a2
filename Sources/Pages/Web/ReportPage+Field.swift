import Draft
import Projections
import Reports
import TextFormats

/// The sections about players.
extension ReportPage {
    func fieldCharts(_ figures: SharedFigures) -> [Card] {
        [series] + (figures.subject == .user ? [] : [valueCard(figures)])
    }

    func fieldTables(_ figures: SharedFigures) -> [Card] {
        ([draftPositions] + moverTable(figures) + [pairs]).map { .shown($0) }
    }

    /// The last week of drafts against the one before; nothing where either has none.
    private func moverTable(_ figures: SharedFigures) -> [Section] {
        guard let report = figures.movers else { return [] }
        let table = HTMLTable(
            .movers(report, listing: Array(report.rows.prefix(50)), filter: ""),
            ["name", "position", "earlierAverage", "earlierDrafted", "laterAverage", "laterDrafted", "change"],
            titles: ["earlierAverage": "Before", "laterAverage": "After"])
        let note =
            "ADP in the last seven days of drafts (\(HTML.plural(report.later.drafts, "draft"))) and in the seven before "
            + "(\(HTML.grouped(report.earlier.drafts))). Negative: taken earlier than before. "
            + (report.rows.count > 50 ? "The 50 greatest changes of \(HTML.grouped(report.rows.count))." : "")
        return [
            section(
                "Movers, in figures", note + partialNote(report.later.partialDrafts) + positionNote, table,
                style: "wide tabular")
        ]
    }

    /// On one scale, so that bars of two positions can be compared.
    /// Nothing where all players are in as many entries: bars of one length say nothing.
    func exposureCharts(_ report: ExposureReport) -> [Section] {
        guard Set(report.rows.prefix(15).map(\.drafted)).count > 1 else { return [] }
        let most = report.rows.map(\.exposure).max() ?? 1
        return PositionGroup.allCases.compactMap { group in
            let rows = report.rows.filter { PositionGroup($0.player.position) == group }.prefix(15)
            guard !rows.isEmpty else { return nil }
            return section(
                "Exposure, \(group.abbreviation)", "Share of the entries that drafted the player.\(positionNote)",
                Chart.exposure(Array(rows), of: group, upTo: most).svg)
        }
    }

    /// Nothing without a user: then everybody is the field.
    var ownership: [Card] {
        let report = analysis.ownership(filter)
        guard let own = report.own, own.entries > 0 else { return [] }
        guard report.hasOthers else {
            return [.unknown("Own against field: no source has other users' entries.", .field, facts.source)]
        }
        let listed = report.rows.filter { filter.lists($0.player) && $0.leverage != nil }
        let sorted = listed.sorted { ($1.leverage ?? 0, $0.player.name) < ($0.leverage ?? 0, $1.player.name) }
        let shown = sorted.count <= 24 ? sorted : Array(sorted.prefix(12) + sorted.suffix(12))
        return [
            .shown(
                section(
                    "Own against field",
                    "Own exposure minus that of all \(HTML.grouped(report.scope.entries)) entries, in percentage points: "
                        + "the highest and the lowest.\(partialNote(report.partialDrafts))\(positionNote)",
                    Chart.leverage(shown).svg))
        ]
    }

    private var series: Card {
        let series = analysis.draftPositionsByWeek(filter)
        guard !series.weeks.isEmpty else {
            return .unknown("ADP by week: no source states when the drafts were held.")
        }
        // Drafts of which only one's own seats are known show one's own picks, and no market.
        let isOwn = FigureTable.isOwn(series.partialDrafts, series.scope)
        let chart =
            switch series.weeks.count {
            case 1: "<p class=\"none\">All dated drafts are in one week; a series needs two.</p>"
            default: Chart.series(series, players: 8).svg
            }
        return .shown(
            section(
                isOwn ? "My average pick by week" : "ADP by week",
                "Mean overall pick of the first eight players; higher is earlier." + partialNote(series.partialDrafts)
                    + positionNote, chart))
    }

    func valueCard(_ figures: SharedFigures) -> Card {
        let report = figures.value
        guard report.picks > 0 else {
            let reason =
                report.reference == .closing
                ? " Closing lines are computed from drafts known from every seat." : ""
            return .unknown("Closing line value: no pick has a reference.\(reason)", .positions, facts.source)
        }
        let note =
            "Pick minus reference, in picks. Reference: \(report.reference.words); curve: linear; positive: taken later than "
            + "the reference. "
            + "Average \(report.averageValue.map { HTML.decimal($0, places: 2) } ?? "–") over "
            + "\(HTML.grouped(report.picks)) picks; \(HTML.grouped(report.picksWithoutReference)) have no reference."
            + partialNote(report.partialDrafts) + positionNote
        return .shown(section("Closing line value", note, Chart.values(report).svg))
    }

    func exposureTable(_ report: ExposureReport) -> Section {
        let table = HTMLTable(
            .exposure(report, filter: ""),
            [
                "name", "position", "team", "drafted", "exposure", "feeWeightedExposure", "averagePick", "earliestPick",
                "latestPick",
            ], limit: Self.tableRows)
        return section(
            "Exposure",
            shown(report.rows.count, "players") + feeNote(report.fees, without: report.entriesWithoutFee)
                + positionNote,
            table, style: "wide tabular")
    }

    private var draftPositions: Section {
        let report = analysis.draftPositions(filter)
        let isOwn = FigureTable.isOwn(report.partialDrafts, report.scope)
        let table = HTMLTable(
            .draftPositions(report, filter: ""),
            ["name", "position", "average", "standardDeviation", "earliestPick", "latestPick", "draftRate"],
            titles: [
                "average": isOwn ? "My average pick" : "ADP", "standardDeviation": "SD", "draftRate": "Rate",
            ], limit: Self.tableRows)
        return section(
            isOwn ? "My average pick" : "ADP",
            "All \(report.partialDrafts == 0 ? "" : "known ")picks of \(HTML.plural(report.scope.drafts, "draft")). An average covers the drafts that took the player; "
                + "rate is their share\(report.partialDrafts == 0 ? "" : " of those known from every seat")."
                + partialNote(report.partialDrafts) + positionNote,
            table, style: "wide tabular")
    }

    private var pairs: Section {
        let report = analysis.pairs(filter, limit: 100)
        let table = HTMLTable(
            .pairs(report, with: nil, filter: ""), ["first", "second", "count", "secondGivenFirst", "lift"])
        return section(
            "Pairs",
            "\(report.rows.count < report.pairs ? "The 100 most frequent of \(HTML.grouped(report.pairs)). " : "")"
                + "Lift above 1: together more often than by chance."
                + (filter.position.map { " One of the two is \($0.abbreviation)." } ?? ""),
            table, style: "wide tabular")
    }

    func partialNote(_ drafts: Int) -> String {
        drafts == 0 ? "" : " In \(HTML.plural(drafts, "draft")) some seats are unknown."
    }

    private func shown(_ count: Int, _ what: String) -> String {
        count <= Self.tableRows ? "" : "The first \(Self.tableRows) of \(HTML.grouped(count)) \(what)."
    }
}
