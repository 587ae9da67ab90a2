import Draft
import DraftLedger
import Projections
package import Reports
import TextFormats

/// Tables about the field.
extension FigureTable {
    /// How much of the entries each player is in.
    package static func exposure(_ report: ExposureReport, filter: String) -> FigureTable {
        let slots = report.entriesBySlot.indices.map { Column.series("slot\($0)", Figures.slot($0)) }
        let figures: [Column] = [
            .figure("drafted", "drafted"), .figure("exposure", "exposure"),
            .figure("feeWeightedExposure", "by fees"), .figure("averagePick", "avg pick"),
            .figure("earliestPick", "earliest"), .figure("latestPick", "latest"),
        ]
        return FigureTable(
            name: "Exposure", scope: report.scope, filter: filter, rowsKey: "players",
            columns: Column.player + figures + slots,
            rows: report.rows.map { row in
                let figures: [Figure] = [
                    .count(row.drafted), .share(row.exposure), .share(row.feeWeightedExposure),
                    .decimal(row.averagePick), .count(Int(row.earliestPick)), .count(Int(row.latestPick)),
                ]
                let shares = zip(row.draftedBySlot, report.entriesBySlot).map { drafted, entries in
                    Figure.share(entries == 0 ? nil : Double(drafted) / Double(entries))
                }
                return .player(row.player) + figures + shares
            },
            members: [
                "feesCents": .of(report.fees?.value),
                "entriesWithoutFee": .of(report.entriesWithoutFee),
            ], notes: feeNotes(report.entriesWithoutFee))
    }

    /// How much of the whole field each player is in, and a user's leverage.
    package static func ownership(_ report: OwnershipReport, filter: String) -> FigureTable {
        let alone = report.hasOthers ? [] : ["there are no other users' entries to compare with"]
        return FigureTable(
            name: "Ownership", scope: report.scope, filter: filter, rowsKey: "players",
            columns: Column.player + [
                .figure("drafted", "drafted"), .figure("ownership", "ownership"), .figure("ownDrafted", "own"),
                .figure("ownExposure", "own exposure"), .figure("leverage", "leverage"),
            ],
            rows: report.rows.map { row in
                .player(row.player) + [
                    .count(row.drafted), .share(row.ownership),
                    row.ownDrafted.map { .count($0) } ?? .share(nil), .share(row.ownExposure),
                    .share(row.leverage),
                ]
            }, members: ["ownEntries": .of(report.own?.entries)],
            notes: partialNotes(report.partialDrafts) + (report.scope.entries > 0 ? alone : []))
    }

    /// When drafts take each player.
    package static func draftPositions(_ report: DraftPositionReport, filter: String) -> FigureTable {
        // Drafts of which only one's own seats are known show what oneself did, and no market.
        let isOwn = isOwn(report.partialDrafts, report.scope)
        return FigureTable(
            name: isOwn ? "My average pick" : "ADP", scope: report.scope, filter: filter, rowsKey: "players",
            columns: Column.player + [
                .figure("drafted", "drafted"), .figure("draftRate", "draft rate"),
                .figure("average", isOwn ? "my avg pick" : "adp"),
                .figure("standardDeviation", "sd"), .figure("earliestPick", "min"), .figure("latestPick", "max"),
            ],
            rows: report.rows.map { row in
                .player(row.player) + [
                    .count(row.drafted), .share(row.draftRate), .decimal(row.average),
                    .decimal(row.standardDeviation), .count(Int(row.earliestPick)), .count(Int(row.latestPick)),
                ]
            },
            members: [
                "undrafted": .of(report.undrafted.rawValue),
                "partialDrafts": .of(report.partialDrafts),
            ], notes: draftNotes("", report.scope.drafts, partial: report.partialDrafts, report.undrafted))
    }

    /// Whether of no draft all seats are known.
    static func isOwn(_ partialDrafts: Int, _ scope: ReportScope) -> Bool {
        partialDrafts > 0 && partialDrafts == scope.drafts
    }

    /// The same as a series, week by week.
    package static func draftPositions(_ series: DraftPositionSeries, filter: String) -> FigureTable {
        let days = series.weeks.map { String($0.start.iso8601.prefix(10)) }
        return FigureTable(
            name: isOwn(series.partialDrafts, series.scope) ? "My average pick by week" : "ADP by week",
            scope: series.scope, filter: filter, rowsKey: "players",
            columns: Column.player + days.map { .series($0, $0) },
            rows: series.rows.map { row in .player(row.player) + row.points.map { .decimal($0?.average) } },
            members: [
                "undrafted": .of(series.undrafted.rawValue),
                "partialDrafts": .of(series.partialDrafts),
                "weeks": .array(
                    zip(days, series.weeks).map { day, week in
                        [
                            "start": .of(day), "drafts": .of(week.drafts),
                            "partialDrafts": .of(week.partialDrafts),
                        ]
                    }),
            ],
            notes: draftNotes(
                "weeks from Monday, UTC, ", series.scope.drafts, partial: series.partialDrafts, series.undrafted))
    }

    /// - Parameter prefix: what stands before the number of drafts.
    private static func draftNotes(
        _ prefix: String, _ drafts: Int, partial: Int, _ undrafted: DraftPositionReport.Undrafted
    ) -> [String] {
        let known = partial == 0 ? "all picks" : "all known picks"
        let note = "\(prefix)\(known) of \(Figures.plural(drafts, "draft")), undrafted: \(undrafted.rawValue)"
        let own = partial > 0 && partial == drafts
        return [note] + partialNotes(partial)
            + (own
                ? ["your own picks are not a market ADP: `clv --reference at-date` compares them with a site's ADPs"]
                : [])
    }
}
