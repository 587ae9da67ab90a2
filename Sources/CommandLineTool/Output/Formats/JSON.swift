/// A JSON document to write (RFC 8259), its keys in the order in which they were given.
indirect enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case natural(UInt64)
    /// Written with as many digits as it takes to read the same number back.
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])
    /// JSON already, from an encoder of its own.
    case encoded(String)

    struct Member: Hashable, Sendable {
        var key: String
        var value: JSON
        init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// On one line.
    var compact: String {
        var text = ""
        append(to: &text)
        return text
    }

    /// One line for each element of an array, one line for anything else: quick to read, to `grep` and to `head`.
    var document: String {
        guard case .array(let elements) = self, !elements.isEmpty else { return compact }
        var text = "["
        for (index, element) in elements.enumerated() {
            text += index == 0 ? "\n" : ",\n"
            element.append(to: &text)
        }
        return text + "\n]"
    }

    private func append(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .natural(let value): text += String(value)
        case .number(let value): text += value.isFinite ? String(value) : "null"
        case .encoded(let value): text += value
        case .string(let value): Self.append(quoted: value, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.append(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.append(quoted: member.key, to: &text)
                text += ":"
                member.value.append(to: &text)
            }
            text += "}"
        }
    }

    private static func append(quoted string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
