import Draft
package import Reports
import TextFormats

/// Tables about rosters and their value.
extension FigureTable {
    static let valueLayout = TableLayout<ValueReport, ValueReport.Row>(
        "ClvReport", "Picks compared with a reference ADP (closing line value).", rows: "players",
        player: { $0.player },
        columns: [
            .init("picks", title: "picks", .count, "The picks with a reference.") { $0.picks },
            .init("averagePick", title: "avg pick", .decimal, "The mean overall pick.") { $0.averagePick },
            .init("averageReference", title: "reference", .decimal, "The mean reference.") { $0.averageReference },
            .init("averageValue", title: "value", .fine, "The mean value of a pick; positive: taken later.") {
                $0.averageValue
            },
            .init("totalValue", title: "total", .fine, "The sum of the values.") { $0.totalValue },
        ],
        members: [
            .init("reference", .choice, "The reference that picks are compared with.") { $0.reference },
            .init("curve", .choice, "How the distance from the reference counts.") { $0.curve },
            .init("sign", .constant("positive = taken later than the reference"), "The meaning of the sign.") { _ in
                "positive = taken later than the reference"
            },
            .init("picks", .count, "The picks with a reference.") { $0.picks },
            .init("picksWithoutReference", .count, "The picks without one.") { $0.picksWithoutReference },
            .init("partialDrafts", .count, "Drafts of which not all seats are known.") { $0.partialDrafts },
            .init("averageValue", .fine, "The mean value of all picks.", orNull: { $0.averageValue }),
            .init(
                "rosters",
                .objects([
                    .init("entry", .id, "The entry.") { $0.entry },
                    .init("draftPosition", .draftPosition, "The draft position, from 1.") { $0.slot },
                    Column("slot", .slot, "") { $0.slot }.former(today: "draftPosition"),
                    .init("picks", .count, "The picks with a reference.") { $0.picks },
                    .init("totalValue", .fine, "The sum of their values.") { $0.totalValue },
                    .init("averageValue", .fine, "The mean of their values.", orNull: { $0.averageValue }),
                ]), "The same by entry."
            ) { $0.entries },
        ],
        order: .down("totalValue"),
        charts: [
            .dots(
                "Value against the reference", "name", across: "averageReference", value: "averageValue", size: "picks")
        ])

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
                "in \(Figures.plural(report.partialDrafts, "draft")) some seats are unknown, so "
                    + (report.partialDrafts == 1 ? "it gives no closing line" : "they give no closing line"))
        }
        let shown = report.rows.prefix(top ?? .max)
        if shown.count < report.rows.count {
            notes.append(
                "the first \(Figures.grouped(shown.count)) of \(Figures.grouped(report.rows.count)) players")
        }
        var table = FigureTable(
            valueLayout, of: report, "Closing line value", report.scope, filter: filter, rows: shown, notes: notes)
        if report.picksWithoutReference > 0 { table.reason = noReference(to: report.reference) }
        return table
    }

    /// The reason why no pick has a reference, and the references that need less.
    private static func noReference(to reference: ValueReport.Reference) -> String {
        let reason = "No pick of this filter has a reference."
        return switch reference {
        case .closing:
            reason
                + " A closing line needs drafts in which all seats are known. Use at-pick, or at-date with the ADPs of a site."
        case .atPick: reason + " Use at-date with the ADPs of a site."
        case .atDate, .latest: reason
        }
    }

    static let constructionLayout = TableLayout<ConstructionReport, ConstructionReport.Row>(
        "BuildsTable", "How rosters are built: the number of players of each position.", rows: "builds",
        columns: [
            .init("build", title: "QB-RB-WR-TE", .title, "The players of QB, RB, WR and TE, such as 2-5-7-3.") {
                $0.build.description
            },
            .init("entries", title: "entries", .count, "Entries with the build.") { $0.entries },
            .init("share", title: "share", .share, "Their share of the entries, 0 to 1.") { $0.share },
            .init("feesCents", title: "fees", .money, "Their known fees, in cents.", orNull: { $0.fees }),
        ],
        members: [
            .init("feesCents", .money, "The known entry fees, in cents; null if none is known.", orNull: { $0.fees }),
            .init("entriesWithoutFee", .count, "Entries whose fee is not known.") { $0.entriesWithoutFee },
        ],
        order: .down("entries"), charts: [.bars("Builds", "build", value: "share")])

    /// How rosters are built.
    package static func construction(_ report: ConstructionReport, filter: String) -> FigureTable {
        FigureTable(
            constructionLayout, of: report, "Construction", report.scope, filter: filter, rows: report.builds,
            notes: feeNotes(report.entriesWithoutFee))
    }

    static let roundLayout = TableLayout<ConstructionReport, ConstructionReport.Round>(
        "RoundsTable", "The share of each position by round.", rows: "rounds",
        columns: [
            .init("round", title: "round", .count, "The round, from 1.") { $0.round },
            .init("picks", title: "picks", .count, "The picks of the round.") { $0.picks },
        ]
            + PositionGroup.allCases.map { group in
                .init(
                    group.abbreviation, title: group.abbreviation, .share, "The position's share of the picks, 0 to 1.",
                    value: { $0.share(of: group) })
            })

    /// The share of each position by round.
    package static func constructionByRound(_ report: ConstructionReport, filter: String) -> FigureTable {
        FigureTable(
            roundLayout, of: report, "Construction by round", report.scope, filter: filter, rows: report.rounds)
    }

    static let archetypeLayout = TableLayout<ArchetypeReport, ArchetypeReport.Row>(
        "ArchetypesTable", "How rosters are begun: archetypes by position.", rows: "archetypes",
        columns: [
            .init("archetype", title: "archetype", .title, "The name of the archetype.") { $0.name },
            .init("entries", title: "entries", .count, "Entries of the archetype.") { $0.entries },
            .init(
                "share", title: "share", .share, "Their share of the entries with a known archetype of the position.",
                orNull: { $0.share }),
        ],
        charts: [.bars("Archetypes", "archetype", value: "share")])

    /// How rosters are begun.
    package static func archetypes(_ report: ArchetypeReport, filter: String) -> FigureTable {
        FigureTable(
            archetypeLayout, of: report, "Archetypes", report.scope, filter: filter,
            rows: report.scope.entries == 0 ? [] : report.rows,
            notes: ["share: of the entries that one of the position's archetypes is known of"])
    }

    static let byeLayout = TableLayout<ByeReport, (onBye: Int, entries: [Int])>(
        "ByesReport", "Entries by the most players on bye in one week.", rows: "distribution", canBeUnknown: true,
        columns: [
            .init("onBye", title: "on bye", .count, "The most players on bye in one week.") { $0.onBye },
            .init("entries", title: "entries", .count, "Entries with as many.") { $0.entries[0] },
        ]
            + ByeReport.positions.enumerated().map { place, group in
                .init(
                    group.abbreviation, title: group.abbreviation, .count,
                    "Entries with as many of this position.", value: { $0.entries[place + 1] })
            },
        members: [
            .init(
                "average", .fine, "The mean over the entries; null if no bye week is known.", orNull: { $0.average }),
            .init("picksWithoutBye", .count, "Picks of players whose bye week is not known.") { $0.picksWithoutBye },
            .init("entriesWithoutBye", .count, "Entries without any known bye week; they are left out.") {
                $0.entriesWithoutBye
            },
        ],
        order: .up("onBye"), charts: [.bars("Entries by players on bye at once", "onBye", value: "entries")])

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
            byeLayout, of: report, "Byes", report.scope, filter: filter, rows: report.distribution, notes: notes)
        if report.entriesWithoutBye > 0 { table.reason = "No bye weeks are known." }
        table.isUnknown = report.entriesWithoutBye > 0 && report.entriesWithoutBye == report.scope.entries
        return table
    }
}
