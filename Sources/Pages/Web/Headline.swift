import Reports
import TextFormats

/// The one sentence that a page of figures leads with.
enum Headline {
    /// The player whose entries advance most surely above all others.
    static func advance(_ report: AdvanceReport) -> String? {
        guard let base = report.baseRate, base > 0 else { return nil }
        let best = report.rows.first { row in
            if case .player = row.subject { return row.interval.lowerBound > base }
            return false
        }
        guard let best, case .player(let player) = best.subject else {
            return
                "\(HTML.percent(base)) of the entries advanced; with no player clearly more, of those that at least "
                + "\(HTML.plural(report.minimum, "entry has", "entries have"))."
        }
        return
            "Teams with \(player.name) advanced \(share(best.rate)), \(ratio(best.rate / base)) the base rate of "
            + "\(HTML.percent(base))."
    }

    /// The greatest change of an ADP within a week.
    static func movers(_ report: MoverReport) -> String? {
        let least = MoverReport.defaultMinimum
        guard let row = report.rows.first(where: { min($0.earlierDrafted, $0.laterDrafted) >= least }),
            abs(row.change) >= 0.05
        else { return nil }
        return
            "\(row.player.name) went from \(HTML.decimal(row.earlierAverage)) to \(HTML.decimal(row.laterAverage)) within a "
            + "week: \(HTML.decimal(abs(row.change))) picks \(row.change < 0 ? "earlier" : "later")."
    }

    /// The player who is drafted first.
    static func first(_ report: DraftPositionReport) -> String? {
        report.rows.first.map {
            "\($0.player.name) is drafted first, at \(HTML.decimal($0.average)) on average."
        }
    }

    /// The player with the highest exposure, and the value of the picks.
    static func portfolio(_ exposure: ExposureReport, _ value: ValueReport) -> String? {
        guard let first = exposure.rows.first else { return nil }
        let all = HTML.plural(exposure.scope.entries, "team")
        let most = exposure.rows.prefix { $0.drafted == first.drafted }
        let held =
            switch most.count {
            case 1:
                "\(first.player.name) is in \(HTML.grouped(first.drafted)) of \(all) (\(share(first.exposure))), more than any "
                    + "other player."
            case 2:
                "\(first.player.name) and \(most[1].player.name) are each in \(HTML.grouped(first.drafted)) of \(all) "
                    + "(\(share(first.exposure))), more than any other player."
            default: "No player is in more than \(HTML.grouped(first.drafted)) of \(all) (\(share(first.exposure)))."
            }
        return [held, taken(value)].compactMap(\.self).joined(separator: " ")
    }

    /// How one roster is built.
    static func entry(_ row: PortfolioReport.Row) -> String {
        let stacks = (row.stacks ?? []).filter { $0.mates > 0 }.map { "\($0.team)+\($0.mates)" }
        var parts = [row.build.description] + row.archetype.names
        if !stacks.isEmpty { parts.append("stacks \(stacks.joined(separator: ", "))") }
        let value = row.averageValue.map { value in
            " Players were taken \(distance(value)) on average."
        }
        let outcome = row.place.map { place in
            " Place \(place) of its draft\(row.points.map { " with \(HTML.hundredths($0)) points" } ?? "")"
                + (row.advances.map { $0 ? ", which advances." : ", which does not advance." } ?? ".")
        }
        return parts.joined(separator: " · ") + "." + (value ?? "") + (outcome ?? "")
    }

    private static func taken(_ report: ValueReport) -> String? {
        report.averageValue.map { "Players were taken \(distance($0, report.reference)) on average." }
    }

    private static func distance(_ value: Double, _ reference: ValueReport.Reference? = nil) -> String {
        let noun = reference.map { $0 == .closing ? "the closing ADP" : "ADP" } ?? "ADP"
        guard abs(value) >= 0.05 else { return "at \(noun)" }
        return "\(HTML.decimal(abs(value))) picks \(value > 0 ? "after" : "before") \(noun)"
    }

    /// A share in whole percent: a headline is read, not looked up.
    private static func share(_ value: Double) -> String { HTML.decimal(value * 100, places: 0) + "%" }

    /// "three times", "1.6 times"
    static func ratio(_ ratio: Double) -> String {
        let words = [2: "twice", 3: "three times", 4: "four times", 5: "five times"]
        let whole = ratio.rounded()
        if abs(ratio - whole) < 0.05 * whole, let word = words[Int(min(whole, 9))] { return word }
        return HTML.decimal(ratio) + " times"
    }

    /// The rows of a report as dots. Six have a label: those most surely above the base rate, and those most surely below.
    ///
    /// - Parameter pick: the average pick of a player; players without one are left out.
    static func dots(of report: AdvanceReport, at pick: (PlayerIdentity) -> Double?) -> [Chart.Dot] {
        let rows = report.rows.compactMap { row -> (player: PlayerIdentity, pick: Double, row: AdvanceReport.Row)? in
            guard case .player(let player) = row.subject, let pick = pick(player) else { return nil }
            return (player, pick, row)
        }
        let most = rows.map(\.row.entries).max() ?? 1
        let best = rows.prefix(4).map(\.player.number)
        let worst = rows.sorted {
            ($0.row.interval.upperBound, $0.player.name) < ($1.row.interval.upperBound, $1.player.name)
        }
        .map(\.player.number).filter { !best.contains($0) }
        let labelled = Set(best + worst.prefix(6 - best.count))
        return rows.map { player, pick, row in
            Chart.Dot(
                name: player.name, x: pick, y: row.rate, size: Double(row.entries) / Double(most),
                fill: PositionGroup(player.position).fill,
                tip:
                    "\(player.name): \(HTML.grouped(row.advanced)) of \(HTML.grouped(row.entries)) entries advanced, "
                    + "\(HTML.percent(row.rate)), pick \(HTML.decimal(pick))",
                isLabelled: labelled.contains(player.number))
        }
    }
}
