/// Reads the notation of ``Shape``.
package struct ShapeReader {
    /// A place that is not of the notation.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    private let text: [Character]
    private var index = 0

    init(_ text: String) { self.text = Array(text) }

    /// The shapes of a catalog: names and shapes, one after the other.
    package static func catalog(_ text: String) throws(Failure) -> [NamedShape] {
        var reader = ShapeReader(text)
        var all: [NamedShape] = []
        reader.skipSpace()
        while reader.index < reader.text.count {
            let name = try reader.word()
            try reader.take("=")
            all.append((name, try reader.shape()))
            reader.skipSpace()
        }
        return all
    }

    private mutating func skipSpace() { while index < text.count, text[index].isWhitespace { index += 1 } }

    private mutating func peek() -> Character? {
        skipSpace()
        return index < text.count ? text[index] : nil
    }

    private mutating func takes(_ character: Character) -> Bool {
        guard peek() == character else { return false }
        index += 1
        return true
    }

    private mutating func take(_ character: Character) throws(Failure) {
        guard takes(character) else { throw failure("'\(character)'") }
    }

    private func failure(_ expected: String) -> Failure {
        Failure(description: "expected \(expected) before '\(String(text[index...].prefix(40)))'")
    }

    private mutating func word() throws(Failure) -> String {
        skipSpace()
        let start = index
        while index < text.count, text[index].isLetter || text[index].isNumber || "_$-".contains(text[index]) {
            index += 1
        }
        guard index > start else { throw failure("a name") }
        return String(text[start..<index])
    }

    private mutating func literal() throws(Failure) -> String {
        try take("\"")
        let start = index
        while index < text.count, text[index] != "\"" { index += 1 }
        let value = String(text[start..<index])
        try take("\"")
        return value
    }

    private mutating func shape() throws(Failure) -> Shape {
        let first = try single()
        guard peek() == "|" else { return first }
        var all = [first]
        while takes("|") { all.append(try single()) }
        return .either(all)
    }

    private mutating func single() throws(Failure) -> Shape {
        var shape = try plain()
        if takes("?") { shape = .nullable(shape) }
        return shape
    }

    private mutating func plain() throws(Failure) -> Shape {
        switch peek() {
        case "[":
            index += 1
            let element = try shape()
            try take("]")
            return .list(element)
        case "{":
            index += 1
            return try object()
        case "\"":
            var values = [try literal()]
            while peek() == "|" {
                index += 1
                values.append(try literal())
            }
            return .choice(values)
        default:
            let name = try word()
            return Self.values[name] ?? .named(name)
        }
    }

    private mutating func object() throws(Failure) -> Shape {
        var members: [Shape.Member] = []
        while !takes("}") {
            if takes("*") {
                try take(":")
                let value = try shape()
                try take("}")
                guard !members.isEmpty else { return .map(value) }
                return .object(members + [Shape.Member(name: Shape.others, isRequired: false, shape: value)])
            }
            let name = peek() == "\"" ? try literal() : try word()
            let today = takes(">") ? try word() : nil
            let isOptional = takes("?")
            try take(":")
            let value = try shape()
            members.append(
                Shape.Member(
                    name: name, isRequired: !isOptional, shape: today.map { .former(value, today: $0) } ?? value))
            if peek() != "}" { try take(",") }
        }
        return .object(members)
    }

    private static let values: [String: Shape] = [
        "any": .any, "int": .integer, "number": .number, "string": .string, "bool": .bool, "time": .time,
    ]
}
