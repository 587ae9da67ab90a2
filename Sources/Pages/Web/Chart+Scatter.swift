import TextFormats

/// Charts of points: scattered over two scales, and as small multiples.
extension Chart {
    /// A player as a point.
    struct Dot {
        var name: String
        var x: Double
        var y: Double
        /// From 0 to 1: the share of the largest dot's area.
        var size = 1.0
        var fill: String
        /// The text under the pointer.
        var tip: String
        var isLabelled = false
    }

    /// One scale of a scatter plot, from 0.
    struct Scale {
        var title: String
        /// The greatest value that is shown.
        var most: Double
        var text: (Double) -> String

        /// The distance between two ticks: 1, 2 or 5 times a power of ten, so that there are at most five.
        var step: Double {
            let rough = max(most, 0.000_001) / 5
            var power = 1.0
            while power > rough { power /= 10 }
            while power * 10 <= rough { power *= 10 }
            return [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999_999 } ?? 10 * power
        }

        var ticks: [Double] { Array(stride(from: 0, through: most * 1.000_001, by: step)) }
    }

    private static let plot = (left: 38.0, right: 352.0, top: 10.0, bottom: 222.0)

    /// A dot for each player on two scales.
    ///
    /// - Parameters:
    ///   - base: a value of the vertical scale that is drawn as a line, and its words.
    ///   - title: the subject, for screen readers.
    static func scatter(
        _ title: String, _ dots: [Dot], x: Scale, y: Scale, base: (value: Double, words: String)? = nil
    ) -> Chart {
        var chart = Chart(title, height: 256)
        let plot = Self.plot
        func across(_ value: Double) -> Double {
            plot.left + (plot.right - plot.left) * value / max(x.most, 0.000_001)
        }
        func up(_ value: Double) -> Double {
            plot.bottom - (plot.bottom - plot.top) * value / max(y.most, 0.000_001)
        }
        for tick in y.ticks {
            chart.axis(plot.left, up(tick), to: plot.right, up(tick))
            chart.text(y.text(tick), at: plot.left - 4, up(tick) + 4, .end, style: "soft")
        }
        for tick in x.ticks {
            chart.text(x.text(tick), at: across(tick), plot.bottom + 14, .middle, style: "soft", room: 56)
        }
        chart.text(x.title, at: plot.right, plot.bottom + 29, .end, style: "soft")
        chart.text(y.title, at: plot.left, plot.bottom + 29, style: "soft", room: 170)
        // The largest first, so that none hides a smaller one.
        for dot in dots.sorted(by: { ($1.size, $0.name) < ($0.size, $1.name) }) {
            chart.dot(
                x: across(dot.x), y: up(dot.y), radius: 2.5 + 5 * dot.size.squareRoot(), fill: dot.fill, tip: dot.tip)
        }
        var taken: [Box] = []
        if let base {
            chart.rule(plot.left, up(base.value), to: plot.right)
            taken.append(Box(x: plot.right - 110, y: up(base.value) - 14, width: 110, height: 16))
            chart.text(base.words, at: plot.right, up(base.value) - 4, .end, style: "strong", room: 110)
        }
        for dot in dots where dot.isLabelled {
            chart.label(dot, at: (across(dot.x), up(dot.y)), &taken)
        }
        return chart
    }

    private struct Box {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        func meets(_ other: Box) -> Bool {
            x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
        }
    }

    /// Writes the name of a dot where it meets no other name: to the right, to the left, above or below.
    private mutating func label(_ dot: Dot, at place: (x: Double, y: Double), _ taken: inout [Box]) {
        let gap = 5 + 5 * dot.size.squareRoot()
        let name = LabelWidth.fitted(dot.name, to: 112)
        let width = LabelWidth.of(name) * 1.08
        for shift in [0.0, -12, 12, -24, 24] {
            for isRight in [true, false] {
                let x = isRight ? place.x + gap : place.x - gap - width
                let box = Box(x: x, y: place.y + shift - 7, width: width, height: 13)
                let isInside = box.x >= 2 && box.x + width <= 358 && box.y >= 0 && box.y + 13 <= Self.plot.bottom
                guard isInside, !taken.contains(where: box.meets) else { continue }
                taken.append(box)
                // Its width is stated, so that it stays where there is room for it in every font.
                text(name, at: x, place.y + shift + 4, style: "strong", room: width)
                return
            }
        }
    }

    /// One line in a grid of small charts.
    struct Line {
        var name: String
        var color: String
        /// From the first to the last; nil where nothing is known.
        var values: [Double?]
    }

    /// A small chart for each player, all on one scale: the earlier the pick, the higher the line.
    ///
    /// - Parameter ends: the words under the first and the last value.
    static func multiples(_ title: String, _ lines: [Line], ends: (String, String)) -> Chart {
        let (columns, width, height) = (3, 114.0, 68.0)
        let rows = (lines.count + columns - 1) / columns
        var chart = Chart(title, height: Double(rows) * height + 18)
        // Of each player the distance from its mean, so that early and late picks share a scale.
        let spans = lines.map { line in
            let known = line.values.compactMap(\.self)
            return ((known.min() ?? 0) + (known.max() ?? 0)) / 2
        }
        let most =
            zip(lines, spans).flatMap { line, middle in line.values.compactMap { $0.map { abs($0 - middle) } } }
            .max() ?? 0
        for (index, line) in lines.enumerated() {
            let left = Double(index % columns) * (width + 8) + 1
            let top = Double(index / columns) * height
            chart.text(line.name, at: left, top + 11, room: width, cuts: true)
            chart.axis(left, top + 36, to: left + width - 30, top + 36)
            let step = line.values.count > 1 ? (width - 36) / Double(line.values.count - 1) : 0
            var points: [(x: Double, y: Double)] = []
            for (place, value) in line.values.enumerated() {
                guard let value else { continue }
                let offset = most == 0 ? 0 : (value - spans[index]) / most * 17
                points.append((left + 3 + Double(place) * step, top + 36 + offset))
            }
            chart.line(points, color: line.color, dashes: "")
            let known = line.values.compactMap(\.self)
            if let last = known.last, let end = points.last {
                chart.text(HTML.decimal(last), at: left + width, end.y + 4, .end, room: 30)
            }
            if let first = known.first, known.count > 1 {
                chart.text("from \(HTML.decimal(first))", at: left, top + 63, style: "soft", room: width)
            }
        }
        chart.text(ends.0, at: 1, chart.height - 3, style: "soft", room: 170)
        chart.text(ends.1, at: 358, chart.height - 3, .end, style: "soft", room: 170)
        return chart
    }
}
