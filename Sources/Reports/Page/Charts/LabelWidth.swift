/// How wide a chart's letters are, without asking a browser: by classes of letters, rather too wide than too narrow.
enum LabelWidth {
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

    private static let ellipsis = 11.0

    /// In units of a chart, in whose 11 pixels of letters.
    private static func width(of letter: Character) -> Double {
        switch letter {
        case "i", "j", "l", "I", "'", "’", ".", ",", " ", "-", "|": 4
        case "m", "w", "M", "W", "@", "%": 10.5
        case "A"..."Z": 8.2
        case "!"..."~": 6.7
        default: letter.unicodeScalars.allSatisfy { $0.value < 0x250 } ? 8 : 13
        }
    }
}
