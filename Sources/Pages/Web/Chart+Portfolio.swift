import Draft
import Reports
import TextFormats

/// Charts of one drafter's entries: short lists of bars that fit next to each other.
extension Chart {
    /// A bar with its name and its figure.
    struct Bar {
        var name: String
        /// The parts of the bar with their opacity, in the unit of the scale.
        var parts: [(value: Double, opacity: Double)]
        var text: String
        var fill: String
        var tip: String
    }

    /// Bars on one scale, in their order.
    ///
    /// - Parameter names: how many units the names take.
    static func bars(_ title: String, _ bars: [Bar], names: Double = 128) -> Chart {
        var chart = Chart(title, height: Double(bars.count) * 18 + 4)
        let most = bars.map { $0.parts.reduce(0) { $0 + $1.value } }.max() ?? 0
        for (index, bar) in bars.enumerated() {
            let y = Double(index) * 18 + 2
            chart.text(bar.name, at: Self.margin, y + 11, room: names, cuts: true)
            var x = names + 7
            for part in bar.parts {
                let width = (265 - names) * part.value / max(most, 0.000_001)
                chart.bar(x: x, y: y + 1, width: width, height: 13, fill: bar.fill, opacity: part.opacity, tip: bar.tip)
                x += max(width, 0)
            }
            chart.text(bar.text, at: x + 5, y + 11, room: 355 - x)
        }
        return chart
    }

    /// The players of each position with the highest exposure, on one scale.
    static func leaders(_ rows: [ExposureReport.Row], each count: Int) -> Chart {
        let groups: [(group: PositionGroup, rows: [ExposureReport.Row])] = PositionGroup.allCases.compactMap { group in
            let mine = rows.filter { PositionGroup($0.player.position) == group }.prefix(count)
            return mine.isEmpty ? nil : (group, Array(mine))
        }
        let listed = groups.reduce(0) { $0 + $1.rows.count }
        var chart = Chart("Exposure by position", height: Double(listed) * 14 + Double(groups.count) * 5 + 2)
        let most = max(rows.map(\.exposure).max() ?? 0, 0.000_001)
        var y = 1.0
        for (group, rows) in groups {
            chart.text(group.abbreviation, at: Self.margin, y + 10, style: "soft", room: 28)
            for row in rows {
                chart.text(row.player.name, at: 32, y + 10, room: 108, cuts: true)
                let width = max(160 * row.exposure / most, 1)
                chart.bar(
                    x: 145, y: y + 1, width: width, height: 11, fill: group.fill,
                    tip:
                        "\(row.player.name): \(HTML.plural(row.drafted, "entry", "entries")), \(HTML.percent(row.exposure))"
                )
                chart.text(HTML.percent(row.exposure), at: 150 + width, y + 10, room: 205 - width)
                y += 14
            }
            y += 5
        }
        return chart
    }
}
