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
        case "f", "r", "t", "(", ")", "-": 4.2
        case "m", "w", "M", "W", "@", "%": 9.6
        case "A"..."Z": 7.4
        case "!"..."~": 6.3
        default: letter.unicodeScalars.allSatisfy { $0.value < 0x250 } ? 7 : 13
        }
    }
}
