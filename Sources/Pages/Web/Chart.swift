import TextFormats

/// A drawing of 360 units across: a phone shows it nearly one to one, so its letters stay legible.
struct Chart {
    static let width = 360.0

    /// The space to the left of names: some fonts draw a J to the left of its origin.
    static let margin = 2.0

    /// The text for screen readers.
    var title: String
    var height: Double
    private var shapes = ""

    init(_ title: String, height: Double) {
        self.title = title
        self.height = height
    }

    enum Anchor: String {
        case start
        case middle = "mid"
        case end
    }

    /// Keeps to its place in whatever font the reader has: what would come near the end of its room has its width
    /// stated, to which every browser sets it.
    ///
    /// - Parameters:
    ///   - room: how many units the text may take; as far as the drawing's edge by default.
    ///   - cuts: shortens what is too long for its room. Figures are set narrower instead: half of one is another one.
    mutating func text(
        _ text: String, at x: Double, _ y: Double, _ anchor: Anchor = .start, style: String = "", room: Double? = nil,
        cuts: Bool = false
    ) {
        let room = min(room ?? Self.width, roomToTheEdge(from: x, anchor))
        let shown = cuts ? LabelWidth.fitted(text, to: room) : text
        let classes = [anchor == .start ? "" : anchor.rawValue, style].filter { !$0.isEmpty }.joined(separator: " ")
        shapes += "<text x=\"\(number(x))\" y=\"\(number(y))\""
        if !classes.isEmpty { shapes += " class=\"\(classes)\"" }
        let width = LabelWidth.of(shown)
        if width * LabelWidth.widestFont > room {
            shapes += " textLength=\"\(number(min(width, room)))\" lengthAdjust=\"spacingAndGlyphs\""
        }
        shapes += ">\(HTML.escaped(shown))</text>"
    }

    private func roomToTheEdge(from x: Double, _ anchor: Anchor) -> Double {
        switch anchor {
        case .start: Self.width - x
        case .middle: 2 * min(x, Self.width - x)
        case .end: x
        }
    }

    /// - Parameter tip: what it stands for, shown under the pointer.
    mutating func bar(
        x: Double, y: Double, width: Double, height: Double, fill: String, opacity: Double? = nil, tip: String = ""
    ) {
        guard width > 0, height > 0 else { return }
        shapes +=
            "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\""
            + " fill=\"\(fill)\"" + (opacity.map { " fill-opacity=\"\(number($0))\"" } ?? "")
        shapes += tip.isEmpty ? "/>" : "><title>\(HTML.escaped(tip))</title></rect>"
    }

    /// - Parameter tip: the subject, shown under the pointer.
    mutating func dot(x: Double, y: Double, radius: Double, fill: String, tip: String) {
        shapes +=
            "<circle class=\"dot\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\" fill=\"\(fill)\">"
            + "<title>\(HTML.escaped(tip))</title></circle>"
    }

    /// A level line that a reader compares the rest with.
    mutating func rule(_ x1: Double, _ y: Double, to x2: Double) {
        shapes +=
            "<line class=\"rule\" x1=\"\(number(x1))\" y1=\"\(number(y))\" x2=\"\(number(x2))\" y2=\"\(number(y))\"/>"
    }

    mutating func axis(_ x1: Double, _ y1: Double, to x2: Double, _ y2: Double) {
        shapes +=
            "<line class=\"axis\" x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\"/>"
    }

    mutating func line(_ points: [(x: Double, y: Double)], color: String, dashes: String) {
        guard let first = points.first else { return }
        if points.count > 1 {
            let path = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
            shapes +=
                "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\""
                + (dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\"") + "/>"
        }
        for point in points.count > 1 ? points : [first] {
            shapes += "<circle cx=\"\(number(point.x))\" cy=\"\(number(point.y))\" r=\"2.5\" fill=\"\(color)\"/>"
        }
    }

    var svg: String {
        "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 360 \(number(height))\" aria-label=\"\(HTML.escaped(title))\">"
            + shapes + "</svg>"
    }

    private func number(_ value: Double) -> String {
        let text = HTML.decimal(value, places: 2)
        return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
    }
}

/// How wide a chart's letters are, without asking a browser: by classes of letters, as common fonts have them.
enum LabelWidth {
    /// How many times as wide as reckoned a text may come out: in a font whose letters are all as wide as an m, and set
    /// apart.
    static let widestFont = 2.0

    /// The text, or as much of its front as fits with an ellipsis behind it.
    static func fitted(_ text: String, to room: Double) -> String {
        guard of(text) > room else { return text }
        var left = room - ellipsis
        let kept = text.prefix { letter in
            left -= width(of: letter)
            return left >= 0
        }
        return kept + "…"
    }

    /// In units of a chart.
    static func of(_ text: String) -> Double { text.reduce(0) { $0 + width(of: $1) } }

    private static let ellipsis = 9.5

    /// In units of a chart, in whose 11 pixels of letters.
    private static func width(of letter: Character) -> Double {
        switch letter {
        case "i", "j", "l", "I", "'", "’", ".", ",", " ", "|": 3.2
        case "f", "r", "t", "J", "(", ")", "-": 4.2
        case "m", "w", "M", "W", "@", "%": 9.6
        case "A"..."Z": 7.4
        case "!"..."~": 6.3
        default: letter.unicodeScalars.allSatisfy { $0.value < 0x250 } ? 7 : 13
        }
    }
}
