/// Text in a terminal: its width in columns, without control characters.
extension Character {
    /// None for a mark, two for what terminals show wide, one for all else.
    var columns: Int {
        let first = unicodeScalars[unicodeScalars.startIndex]
        if first.value < 0x300 { return 1 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default:
            return first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") ? 2 : 1
        }
    }
}

extension String {
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// With U+FFFD for what would steer the terminal instead of being shown: control codes, line ends, and what turns the
    /// direction of writing.
    var harmless: String {
        var shown = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: shown.append("\u{FFFD}")
            default: shown.append(scalar)
            }
        }
        return String(shown)
    }

    /// Returns the longest prefix that fits into `width` columns; an ellipsis replaces the rest.
    func cut(to width: Int) -> String {
        guard columns > width else { return self }
        var (kept, left) = ("", width - 1)
        for character in self {
            left -= character.columns
            guard left >= 0 else { break }
            kept.append(character)
        }
        return width > 0 ? kept + "…" : ""
    }

    /// Returns the text, cut or filled with spaces to `width` columns. A mark after right-to-left text ends that
    /// direction, so that terminals with bidirectional text do not swap two columns.
    func padded(to width: Int) -> String {
        let text = cut(to: width)
        let turns = text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
            default: false
            }
        }
        return text + (turns ? "\u{200E}" : "") + String(repeating: " ", count: max(0, width - text.columns))
    }

    func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - columns)) + self }

    /// Returns lines of at most `width` columns, broken at spaces; a longer word is cut.
    func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ").map(String.init) {
            if let last = lines.last, last.columns + 1 + word.columns <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(word.cut(to: width))
            }
        }
        return lines
    }
}
