import Draft
package import Reports
import TextFormats

/// Tables of advance rates.
extension FigureTable {
    /// How often entries advance that have something in common.
    package static func advance(_ report: AdvanceReport, filter: String) -> FigureTable {
        let counts: [Column] = [
            .figure("entries", "entries"), .figure("advanced", "advanced"), .figure("rate", "rate"),
            .figure("low", "low"), .figure("high", "high"),
        ]
        var table = FigureTable(
            name: "Advance by \(report.dimension.rawValue)", scope: report.scope, filter: filter, rowsKey: "rows",
            columns: subjectColumns(report.dimension) + counts,
            rows: report.rows.map { row in
                subject(row.subject) + [
                    .count(row.entries), .count(row.advanced), .share(row.rate), .share(row.interval.lowerBound),
                    .share(row.interval.upperBound),
                ]
            },
            members: [
                "baseRate": .of(report.baseRate), "advanced": .of(report.advanced),
                "leftOut": .of(report.leftOut), "by": .of(report.dimension.rawValue),
                "isFinal": .of(report.isFinal),
            ], notes: notes(report))
        if report.rows.isEmpty, report.rare > 0 {
            table.reason =
                "Every row has fewer than \(report.minimum) entries; --minimum 1 lists "
                + "\(Figures.plural(report.rare, "row"))."
        } else if report.dimension == .stack, report.rows.isEmpty, report.scope.entries > 0 {
            table.isUnknown = true
            table.reason = "No source names the team of any player."
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
                "left out: \(Figures.plural(report.rare, "row")) of fewer than \(report.minimum) entries (--minimum)")
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

    private static func subjectColumns(_ dimension: AdvanceReport.Dimension) -> [Column] {
        switch dimension {
        case .player: Column.player
        case .pair:
            [
                .text("firstID", nil), .text("first", "player"), .text("secondID", nil), .text("second", "and"),
            ]
        case .build: [.text("build", "QB-RB-WR-TE")]
        case .stack: [.text("team", "team"), .text("stack", "stack")]
        case .slot: [.figure("slot", "slot")]
        case .archetype: [.text("archetype", "archetype")]
        }
    }

    private static func subject(_ subject: AdvanceReport.Subject) -> [Figure] {
        switch subject {
        case .player(let player): .player(player)
        case .pair(let first, let second):
            [.name(first.shownID), .title(first.name), .name(second.shownID), .title(second.name)]
        case .build(let build): [.title(build.description)]
        case .stack(let team, let mates): [.title(team), .name(mates == 0 ? "QB" : "QB+\(mates)")]
        case .slot(let slot): [.slot(slot)]
        case .archetype(let name): [.title(name)]
        }
    }
}
