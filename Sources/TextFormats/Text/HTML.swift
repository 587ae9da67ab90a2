/// Text that stands in a page as it is: whatever comes from outside is escaped on its way in.
package enum HTML {
    /// For text between tags and for attributes in double quotes. What would steer the reader's eye instead of being
    /// shown turns into U+FFFD, line breaks and their like into spaces.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(shown(scalar))
            }
        }
        return escaped
    }

    /// For text that a page's own script puts in its place as text: no markup can come of it, and steering is stopped all
    /// the same.
    package static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: SteeringScalars.contains) else { return text }
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { plain.append(shown(scalar)) }
        return String(plain)
    }

    /// Returns the escaped name in isolation: a right-to-left name does not change the direction of the text around it.
    package static func isolated(_ name: String) -> String { "<bdi>\(escaped(name))</bdi>" }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.value < 0x20 { return " " }
        return SteeringScalars.contains(scalar) ? "\u{FFFD}" : scalar
    }
}

extension JSON {
    /// The same with every text as a page's script may show it.
    package var plain: JSON {
        switch self {
        case .string(let text): .string(HTML.plain(text))
        case .array(let elements): .array(elements.map(\.plain))
        case .object(let members): .object(members.map { Member($0.key, $0.value.plain) })
        case .null, .bool, .integer, .natural, .number, .encoded: self
        }
    }
}

/// Characters that steer what shows them instead of being shown.
package enum SteeringScalars {
    /// Whether a name from outside may not bring it along: control codes, line and paragraph separators, and whatever
    /// turns the direction of writing of what follows.
    package static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
