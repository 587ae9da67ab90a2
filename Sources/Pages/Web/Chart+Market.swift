import Draft
import DraftLedger
import Reports
import TextFormats

/// Charts of rosters against the market.
extension Chart {
    /// To the right what the user has more of than the field, to the left what he has less of.
    static func leverage(_ rows: [OwnershipReport.Row]) -> Chart {
        var chart = Chart("Own exposure against the field's", height: Double(rows.count) * 18 + 4)
        let most = max(rows.compactMap { $0.leverage.map { abs($0) } }.max() ?? 0, 0.000_001)
        chart.axis(235, 0, to: 235, chart.height)
        for (index, row) in rows.enumerated() {
            let (y, leverage) = (Double(index) * 18 + 2, row.leverage ?? 0)
            let width = 75 * abs(leverage) / most
            let group = PositionGroup(row.player.position)
            chart.text(row.player.name, at: Self.margin, y + 11, room: 153, cuts: true)
            chart.bar(
                x: leverage < 0 ? 235 - width : 235, y: y + 1, width: max(width, 1), height: 13, fill: group.fill,
                tip:
                    "\(row.player.name): own \(HTML.percent(row.ownExposure ?? 0)), field \(HTML.percent(row.ownership))"
            )
            let sign = leverage > 0 ? "+" : ""
            if leverage < 0 {
                chart.text(sign + HTML.decimal(leverage * 100), at: 240, y + 11)
            } else {
                chart.text(sign + HTML.decimal(leverage * 100), at: 240 + width, y + 11)
            }
        }
        return chart
    }

    private static let dashes = ["", "6 3", "2 3", "8 3 2 3", "1 4", "10 4"]

    /// A line for each player: the earlier he goes, the higher. Dashes tell apart what shares a colour.
    static func series(_ series: DraftPositionSeries, players: Int) -> Chart {
        var chart = Chart("ADP by week", height: 230)
        let rows = series.rows.prefix(players)
        let averages = rows.flatMap { $0.points.compactMap { $0?.average } }
        guard let least = averages.min(), let most = averages.max() else { return chart }
        let span = max(most - least, 1)
        let step = series.weeks.count > 1 ? 200 / Double(series.weeks.count - 1) : 0
        func y(_ average: Double) -> Double { 12 + (average - least) / span * 180 }
        chart.axis(30, 8, to: 30, 200)
        for share in [0, 0.5, 1] {
            let average = least + span * share
            chart.text(HTML.decimal(average), at: 27, y(average) + 4, .end, style: "soft")
        }
        var labels: [(name: String, y: Double, color: String)] = []
        for (index, row) in rows.enumerated() {
            let color = PositionGroup(row.player.position).color
            var points: [(x: Double, y: Double)] = []
            for (week, point) in row.points.enumerated() {
                if let point { points.append((36 + Double(week) * step, y(point.average))) }
            }
            chart.line(points, color: color, dashes: dashes[index % dashes.count])
            if let last = points.last { labels.append((row.player.name, last.y, color)) }
        }
        // Names push each other down until each has a line of its own.
        labels.sort { $0.y < $1.y }
        var free = 0.0
        for label in labels {
            let y = max(label.y + 4, free)
            chart.text(label.name, at: 244, y, room: 114, cuts: true)
            free = y + 13
        }
        chart.height = max(chart.height, free + 4)
        if let first = series.weeks.first, let last = series.weeks.last {
            chart.text(day(first.start), at: 36, 214, style: "soft", room: 98)
            if series.weeks.count > 1 { chart.text(day(last.start), at: 236, 214, .end, style: "soft", room: 98) }
        }
        return chart
    }

    /// A column for each range of values; those that lost to the left, those that won to the right.
    static func values(_ report: ValueReport) -> Chart {
        var chart = Chart("Picks by value against \(report.reference.rawValue)", height: 190)
        let most = Double(max(report.distribution.map(\.picks).max() ?? 1, 1))
        let step = 352 / Double(max(report.distribution.count, 1))
        let scale = report.curve == .power ? 100.0 : 1
        for (index, bucket) in report.distribution.enumerated() {
            let height = 150 * Double(bucket.picks) / most
            let x = 4 + Double(index) * step
            let limits = "\(HTML.decimal(bucket.start * scale)) to \(HTML.decimal(bucket.end * scale))"
            let won = bucket.start >= 0
            chart.bar(
                x: x, y: 165 - height, width: step - 1.5, height: height,
                fill: won ? Palette.brandFill : "url(#p-other)",
                tip: "\(limits): \(HTML.plural(bucket.picks, "pick"))")
        }
        chart.axis(4, 165, to: 356, 165)
        for index in stride(from: 1, to: report.distribution.count, by: 5) {
            let start = report.distribution[index].start * scale
            let label = (start > 0 ? "+" : "") + HTML.decimal(start, places: 0)
            chart.text(label, at: 4 + Double(index) * step, 180, .middle, style: "soft", room: 5 * step)
        }
        return chart
    }

    private static func day(_ moment: Timestamp) -> String { String(moment.iso8601.prefix(10)) }
}
