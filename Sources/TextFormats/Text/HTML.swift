/// Text that stands in a page as it is: whatever comes from outside is escaped on its way in.
package enum HTML {
    /// For text between tags and for attributes in double quotes. What would steer the reader's eye instead of being
    /// shown turns into U+FFFD.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _ where scalar.value < 0x20: escaped += " "
            case _ where SteeringScalars.contains(scalar): escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Isolated: a name that is written from right to left does not turn what stands beside it.
    package static func isolated(_ name: String) -> String { "<bdi>\(escaped(name))</bdi>" }
}
