import Reports
import TextFormats

/// How many columns of a terminal text takes. A character is what a reader sees as one, so an accent costs nothing and
/// a family emoji counts once.
package enum DisplayWidth {
    package static func of(_ text: some StringProtocol) -> Int {
        if text.isPlainASCII { return text.utf8.count }
        var width = 0
        for character in text { width += of(character) }
        return width
    }

    package static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        let first = scalars[scalars.startIndex]
        if first.value < 0x300 { return 1 }
        if isMark(first) { return 0 }
        if isWide(first) { return 2 }
        return scalars.contains { $0 == emojiVariation } ? 2 : 1
    }

    private static let emojiVariation: Unicode.Scalar = "\u{FE0F}"

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    /// Wide and fullwidth by Unicode's East Asian Width (UAX #11), in blocks: unassigned places inside a wide block
    /// count as wide, as terminals have it.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
            0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}

extension String {
    /// Free of what would steer the terminal instead of being shown: an imported name must not be able to move the
    /// cursor, switch colours or turn the direction of writing.
    package var harmless: String {
        guard !isPlainASCII, unicodeScalars.contains(where: SteeringScalars.contains) else { return self }
        var copy = ""
        for scalar in unicodeScalars {
            copy.unicodeScalars.append(SteeringScalars.contains(scalar) ? "\u{FFFD}" : scalar)
        }
        return copy
    }
}

extension StringProtocol {
    /// Printable ASCII and nothing else, as most of what is shown is: one column for each byte, and all of it harmless.
    fileprivate var isPlainASCII: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}
