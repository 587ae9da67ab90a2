import Projections
import Reports
import TextFormats

/// Charts of what rosters hold.
extension Chart {
    /// A bar for each player, the longest first, in the texture of the position.
    ///
    /// - Parameters:
    ///   - rows: the players.
    ///   - group: what they play.
    ///   - most: the exposure of the longest bar that there can be.
    static func exposure(_ rows: [ExposureReport.Row], of group: PositionGroup, upTo most: Double) -> Chart {
        var chart = Chart("Exposure, \(group.abbreviation)", height: Double(rows.count) * 18 + 4)
        for (index, row) in rows.enumerated() {
            let y = Double(index) * 18 + 2
            chart.text(row.player.name, at: Self.margin, y + 11, room: 130, cuts: true)
            let width = 170 * row.exposure / max(most, 0.000_001)
            chart.bar(
                x: 135, y: y + 1, width: max(width, 1), height: 13, fill: group.fill,
                tip: "\(row.player.name): \(HTML.grouped(row.drafted)) of the entries, \(HTML.percent(row.exposure))")
            chart.text(HTML.percent(row.exposure), at: 140 + width, y + 11)
        }
        return chart
    }

    /// A column for each round, cut by position.
    static func construction(_ rounds: [ConstructionReport.Round]) -> Chart {
        var chart = Chart("Share of each position by round", height: 190)
        let step = 334 / Double(max(rounds.count, 1))
        for (index, round) in rounds.enumerated() {
            var y = 160.0
            let x = 26 + Double(index) * step
            for group in PositionGroup.allCases {
                let share = round.share(of: group)
                y -= share * 150
                chart.bar(
                    x: x, y: y, width: max(step - 2, 2), height: share * 150, fill: group.fill,
                    tip: "Round \(round.round), \(group.abbreviation): \(HTML.percent(share))")
            }
            if rounds.count <= 20 || round.round % 2 == 1 {
                chart.text(String(round.round), at: x + step / 2 - 1, 174, .middle, style: "soft", room: step)
            }
        }
        for (share, label) in [(0.0, "0"), (0.5, "50"), (1.0, "100")] {
            chart.text(label, at: 22, 163 - share * 150, .end, style: "soft")
        }
        chart.text("round", at: 360, 188, .end, style: "soft")
        return chart
    }

    /// A square for each round and position: the more of the round's picks, the fuller, with the figure in it.
    static func heatMap(_ rounds: [ConstructionReport.Round]) -> Chart {
        let groups = PositionGroup.allCases.filter { group in rounds.contains { $0.share(of: group) > 0 } }
        var chart = Chart("Picks by round and position, in percent", height: Double(rounds.count) * 18 + 22)
        let step = 330 / Double(max(groups.count, 1))
        for (column, group) in groups.enumerated() {
            chart.text(group.abbreviation, at: 28 + (Double(column) + 0.5) * step, 12, .middle, room: step - 2)
        }
        for (index, round) in rounds.enumerated() {
            let y = Double(index) * 18 + 18
            chart.text(String(round.round), at: 20, y + 13, .end, style: "soft")
            for (column, group) in groups.enumerated() {
                let share = round.share(of: group)
                let x = 28 + Double(column) * step
                chart.bar(
                    x: x, y: y, width: step - 2, height: 16, fill: group.color, opacity: 0.08 + share * 0.92,
                    tip:
                        "Round \(round.round), \(group.abbreviation): \(HTML.grouped(round.counts[Int(group.rawValue)])) picks"
                )
                let style = share < 0.55 ? "" : group.isDark ? "on" : "ink"
                chart.text(
                    HTML.decimal(share * 100, places: 0), at: x + step / 2, y + 12, .middle, style: style,
                    room: step - 2)
            }
        }
        return chart
    }

    /// A bar for each team, divided by the number of team mates stacked with the quarterback.
    static func stacks(_ rows: [StackReport.Row]) -> Chart {
        var chart = Chart("Quarterback stacks by team", height: Double(rows.count) * 18 + 24)
        let kinds: [(name: String, count: (StackReport.Counts) -> Int, opacity: Double)] = [
            ("+1", \.single, 0.4), ("+2", \.double, 0.7), ("+3 or more", \.tripleOrMore, 1),
        ]
        var x = 45.0
        for kind in kinds {
            chart.bar(x: x, y: 3, width: 12, height: 11, fill: Palette.brandFill, opacity: kind.opacity)
            chart.text("QB \(kind.name)", at: x + 16, 12, style: "soft", room: 57)
            x += 75
        }
        let most = Double(rows.map(\.counts.stacked).max() ?? 1)
        for (index, row) in rows.enumerated() {
            let y = Double(index) * 18 + 22
            chart.text(row.team, at: 38, y + 11, .end, room: 38, cuts: true)
            var x = 45.0
            for kind in kinds {
                let width = 230 * Double(kind.count(row.counts)) / max(most, 1)
                chart.bar(
                    x: x, y: y + 1, width: width, height: 13, fill: Palette.brandFill, opacity: kind.opacity,
                    tip: "\(row.team), QB \(kind.name): \(HTML.plural(kind.count(row.counts), "entry", "entries"))")
                x += width
            }
            chart.text("\(HTML.percent(row.share)) (\(HTML.grouped(row.counts.stacked)))", at: x + 5, y + 11)
        }
        return chart
    }

    /// A column for each number of players on bye at once, with the share of the entries over it.
    static func byes(_ entries: [Int]) -> Chart {
        var chart = Chart("Entries by players on bye in one week", height: 170)
        let all = Double(max(entries.reduce(0, +), 1))
        let most = Double(max(entries.max() ?? 1, 1))
        let step = 352 / Double(max(entries.count, 1))
        var labels: [(x: Double, y: Double, text: String)] = []
        for (number, count) in entries.enumerated() {
            let (x, height) = (4 + Double(number) * step, 120 * Double(count) / most)
            chart.bar(
                x: x, y: 145 - height, width: min(step - 3, 60), height: height, fill: Palette.brandFill,
                tip: "\(number) on bye: \(HTML.plural(count, "entry", "entries"))")
            let middle = x + min(step - 3, 60) / 2
            chart.text(String(number), at: middle, 160, .middle, style: "soft", room: step)
            guard count > 0 else { continue }
            let share = 100 * Double(count) / all
            labels.append((middle, 140 - height, share < 1 ? "<1%" : HTML.decimal(share, places: 0) + "%"))
        }
        // Over the highest columns first; one that would run into another is left out.
        let gap = 6.0
        var written: [(x: Double, y: Double, text: String)] = []
        for label in labels.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
            let collides = written.contains { other in
                abs(label.y - other.y) < 12
                    && abs(label.x - other.x) < (LabelWidth.of(label.text) + LabelWidth.of(other.text)) / 2 + gap
            }
            guard !collides else { continue }
            written.append(label)
            chart.text(label.text, at: label.x, label.y, .middle)
        }
        chart.axis(4, 145, to: 356, 145)
        return chart
    }
}
