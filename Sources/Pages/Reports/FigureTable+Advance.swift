import Draft
package import Reports
import TextFormats

/// Tables of advance rates.
extension FigureTable {
    /// A row with the trait that its entries have in common.
    typealias Rate<Trait> = (trait: Trait, row: AdvanceReport.Row)

    private static func rateLayout<Trait>(
        _ name: String, by dimension: AdvanceReport.Dimension, _ trait: [Column<Trait>]
    ) -> TableLayout<AdvanceReport, Rate<Trait>> {
        TableLayout(
            name, "How often entries advance that have the same \(dimension.rawValue).", rows: "rows",
            canBeUnknown: dimension == .stack,
            columns: trait.map { $0.of { $0.trait } } + [
                .init("entries", title: "entries", .count, "The entries with the trait.") { $0.row.entries },
                .init("advanced", title: "advanced", .count, "Those that advance from round 1.") { $0.row.advanced },
                .init("rate", title: "rate", .share, "Their share, 0 to 1.") { $0.row.rate },
                .init("low", title: "low", .share, "The lower bound of Wilson's interval of 95 %.") {
                    $0.row.interval.lowerBound
                },
                .init("high", title: "high", .share, "The upper bound of Wilson's interval of 95 %.") {
                    $0.row.interval.upperBound
                },
            ],
            members: [
                .init("baseRate", .share, "The rate of all entries of the filter.", orNull: { $0.baseRate }),
                .init("advanced", .count, "All entries of the filter that advance.") { $0.advanced },
                .init("leftOut", .count, "Entries with an unknown result; they are left out.") { $0.leftOut },
                .init("by", .constant(dimension.rawValue), "The trait.") { $0.dimension.rawValue },
                .init("isFinal", .flag, "Whether all weeks of the round are final.") { $0.isFinal },
            ], order: .down("low"),
            charts: [
                ReportChart(
                    kind: .bars, title: "Rate of advance",
                    labels: trait.filter { $0.title != nil }.prefix(2).map(\.key), value: "rate", base: "baseRate")
            ])
    }

    static let playerRates = rateLayout("AdvanceByPlayerTable", by: .player, .player)
    static let pairRates = rateLayout(
        "AdvanceByPairTable", by: .pair,
        [
            Column<(first: PlayerIdentity, second: PlayerIdentity)>(
                "firstID", .text, "The first player's ID at the source."
            ) {
                $0.first.shownID
            },
            .init("first", title: "player", .player, "The first player's name.") { $0.first.name },
            .init("secondID", .text, "The second player's ID at the source.") { $0.second.shownID },
            .init("second", title: "and", .player, "The second player's name.") { $0.second.name },
        ])
    static let buildRates = rateLayout(
        "AdvanceByBuildTable", by: .build,
        [
            Column<ConstructionReport.Build>(
                "build", title: "QB-RB-WR-TE", .title, "The players of QB, RB, WR and TE, such as 2-5-7-3."
            ) { $0.description }
        ])
    static let stackRates = rateLayout(
        "AdvanceByStackTable", by: .stack,
        [
            Column<(team: String, mates: Int)>("team", title: "team", .title, "The NFL team.") { $0.team },
            .init("stack", title: "stack", .text, "QB, or QB+2 for a quarterback with two team mates.") {
                $0.mates == 0 ? "QB" : "QB+\($0.mates)"
            },
        ])
    static let slotRates = rateLayout(
        "AdvanceBySlotTable", by: .slot,
        [
            Column<Slot>("draftPosition", title: "draft position", .draftPosition, "The draft position, from 1.") {
                $0
            },
            Column<Slot>("slot", .slot, "") { $0 }.former(today: "draftPosition"),
        ])
    static let archetypeRates = rateLayout(
        "AdvanceByArchetypeTable", by: .archetype,
        [Column<String>("archetype", title: "archetype", .title, "The name of the archetype.") { $0 }])

    /// How often entries with a common trait advance.
    package static func advance(_ report: AdvanceReport, filter: String) -> FigureTable {
        func table<Trait>(
            _ layout: TableLayout<AdvanceReport, Rate<Trait>>, _ trait: (AdvanceReport.Subject) -> Trait?
        ) -> FigureTable {
            FigureTable(
                layout, of: report, "Advance by \(report.dimension.rawValue)", report.scope, filter: filter,
                rows: report.rows.compactMap { row in trait(row.subject).map { ($0, row) } }, notes: notes(report))
        }
        var table =
            switch report.dimension {
            case .player: table(playerRates) { if case .player(let player) = $0 { player } else { nil } }
            case .pair: table(pairRates) { if case .pair(let one, let other) = $0 { (one, other) } else { nil } }
            case .build: table(buildRates) { if case .build(let build) = $0 { build } else { nil } }
            case .stack: table(stackRates) { if case .stack(let team, let mates) = $0 { (team, mates) } else { nil } }
            case .slot: table(slotRates) { if case .slot(let slot) = $0 { slot } else { nil } }
            case .archetype: table(archetypeRates) { if case .archetype(let name) = $0 { name } else { nil } }
            }
        if report.rows.isEmpty, report.rare > 0 {
            table.reason =
                "Every row has fewer than \(report.minimum) entries; a minimum of 1 lists "
                + "\(Figures.plural(report.rare, "row"))."
        } else if report.dimension == .stack, report.rows.isEmpty, report.scope.entries > 0 {
            table.lackTeams()
        }
        return table
    }

    private static func notes(_ report: AdvanceReport) -> [String] {
        var notes: [String] = []
        if let rate = report.baseRate {
            notes.append(
                "\(Figures.grouped(report.advanced)) of \(Figures.plural(report.scope.entries, "entry", "entries")) "
                    + "advance from the first round, \(Figures.percent(rate)); low to high is Wilson's interval of 95 %"
            )
        }
        if !report.isFinal { notes.append("not all of the round is final: entries that would advance now") }
        if report.leftOut > 0 {
            notes.append(
                "left out: \(Figures.plural(report.leftOut, "entry", "entries")) with an unknown result")
        }
        if report.rare > 0 {
            notes.append(
                "left out: \(Figures.plural(report.rare, "row")) of fewer than \(report.minimum) entries, the minimum")
        }
        return notes + findingNotes(report.findings)
    }

    /// Players with uncertain points.
    static func findingNotes(_ findings: [SeasonPoints.Finding]) -> [String] {
        SeasonPoints.Finding.Kind.allCases.compactMap { kind in
            let names = findings.filter { $0.kind == kind }.map(\.name)
            guard !names.isEmpty else { return nil }
            let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
            let count = Figures.plural(names.count, "player")
            switch kind {
            case .otherTeam: return "\(count) scored for another team than the pool names: \(shown)"
            case .ambiguous: return "\(count) without points, because several could be meant: \(shown)"
            case .joined: return "\(count) under several ids, counted as one player: \(shown)"
            case .otherPosition: return "\(count) without points, whose name plays another position: \(shown)"
            }
        }
    }

    /// Players without points, and points that may be theirs, each by name.
    static func unplacedNotes(_ unplaced: [UnplacedFit]) -> [String] {
        guard !unplaced.isEmpty else { return [] }
        let shown = unplaced.prefix(10).map {
            "\($0.listing.name) (\($0.listing.position.abbreviation)) may be \($0.scored.words)"
        }
        return [
            "\(Figures.plural(Set(unplaced.map(\.player)).count, "player")) without points, whose points may be on record "
                + "under another name: \(shown.joined(separator: "; "))\(unplaced.count > 10 ? "; …" : ""). `players points` says "
                + "whether they are theirs"
        ]
    }
}
